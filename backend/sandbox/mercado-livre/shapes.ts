// Items, products and sellers as the wire shows them.
import { type Minor, toAmount } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import { awardOf, type Offer, type Product, type Seller } from '../world.ts';
import { healthOf } from './quality.ts';
import type { Room } from './room.ts';
import { siteAt } from './sites.ts';
import { itemRelations, variationsOf } from './variations.ts';

const DAY = 86_400_000;
/** From this price on free shipping is mandatory in Brazil. */
const MANDATORY_FREE_SHIPPING: Minor = 7_900;

export const iso = (at: number): string => new Date(at).toISOString();
/** Instants of prices have no milliseconds. */
export const isoSeconds = (at: number): string => iso(at).replace(/\.\d{3}Z$/, 'Z');

const pictureUrl = (room: Room, product: Product): string =>
  `${room.publicUrl}/sandbox/pictures/${product.id}.svg`;

const pageUrl = (room: Room, itemId: string): string =>
  `${room.publicUrl}/sandbox/products/${itemId}`;

const listValue = (id: string, name: string, valueId: string | null, value: string) => ({
  id,
  name,
  value_id: valueId,
  value_name: value,
  values: [{ id: valueId, name: value, struct: null }],
  value_type: 'string',
});

/** Ids of attribute values are the marketplace's own; here they are derived from the text, so that they are stable. */
const valueId = (text: string) => String(1_000_000 + (numberOf(text) % 9_000_000));

function attributesOf(product: Product) {
  return [
    listValue('BRAND', 'Marca', valueId(product.brand), product.brand),
    listValue('MODEL', 'Modelo', valueId(product.model), product.model),
    listValue('COLOR', 'Cor', valueId(product.colour), product.colour),
    listValue('SIZE_OR_VERSION', 'Versão', null, product.variant),
    listValue('GTIN', 'Código universal de produto', null, product.ean),
  ];
}

/** The condition's own attribute; its value ids are the marketplace's. */
const conditionAttribute = (condition: Offer['condition']) =>
  condition === 'new'
    ? listValue('ITEM_CONDITION', 'Condição do item', '2230284', 'Novo')
    : listValue('ITEM_CONDITION', 'Condição do item', '2230581', 'Usado');

const WARRANTY = 'Garantia do vendedor: 90 dias';

function saleTerms(offer: Offer) {
  const term = (id: string, name: string, text: string, days: number | null) => {
    const struct = days === null ? null : { number: days, unit: 'dias' };
    return {
      id,
      name,
      value_id: null,
      value_name: text,
      value_struct: struct,
      values: [{ id: null, name: text, struct }],
      value_type: days === null ? 'list' : 'number_unit',
    };
  };
  return [
    term('WARRANTY_TYPE', 'Tipo de garantia', 'Garantia do vendedor', null),
    term('WARRANTY_TIME', 'Tempo de garantia', '90 dias', 90),
    ...(offer.barredBy === 'manufacturing_time'
      ? [term('MANUFACTURING_TIME', 'Disponibilidade de estoque', '12 dias', 12)]
      : []),
  ];
}

const shippingTags = (offer: Offer) => [
  ...(offer.shippingPrice === 0 && offer.price >= MANDATORY_FREE_SHIPPING
    ? ['mandatory_free_shipping']
    : []),
  ...(offer.shippingHours <= 24 ? ['self_service_available'] : []),
];

const inventoryId = (offer: Offer) =>
  offer.logistics === 'fulfillment'
    ? `LCQI${String(numberOf(offer.itemId) % 100_000).padStart(5, '0')}`
    : null;

const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

const regularPrice = (offer: Offer): Minor => offer.promotion?.regularPrice ?? offer.price;

/** What `GET /items/{id}` shows of an item to its owner. */
export function itemBody(
  room: Room,
  { product, offer }: { product: Product; offer: Offer },
  withAttributes = false,
) {
  const seller = room.world().sellers.get(offer.sellerId);
  const site = siteAt(product);
  const picture = pictureUrl(room, product);
  const pictureId = `${numberOf(product.id) % 1_000_000}-${product.id}_112026`;
  return {
    id: offer.itemId,
    site_id: site.id,
    title: product.title,
    family_name: null,
    seller_id: offer.sellerId,
    category_id: product.categoryId,
    user_product_id: `${site.id}U${numberOf(`${offer.itemId}/user-product`)}`,
    official_store_id: null,
    price: toAmount(offer.price),
    base_price: toAmount(offer.price),
    original_price: offer.promotion === null ? null : toAmount(regularPrice(offer)),
    inventory_id: inventoryId(offer),
    currency_id: site.currency,
    initial_quantity: offer.stock + offer.sold,
    available_quantity: offer.stock,
    sold_quantity: offer.sold,
    sale_terms: saleTerms(offer),
    buying_mode: 'buy_it_now',
    listing_type_id: offer.listingType,
    start_time: iso(offer.createdAt),
    stop_time: iso(offer.createdAt + 7_300 * DAY),
    end_time: iso(offer.createdAt + 7_300 * DAY),
    expiration_time: iso(offer.createdAt + 80 * DAY),
    condition: offer.condition,
    permalink: pageUrl(room, offer.itemId),
    thumbnail_id: pictureId,
    thumbnail: picture,
    pictures: [
      {
        id: pictureId,
        url: picture,
        secure_url: picture,
        size: '400x400',
        max_size: '400x400',
        quality: '',
      },
    ],
    video_id: null,
    descriptions: [],
    accepts_mercadopago: true,
    non_mercado_pago_payment_methods: [],
    shipping: {
      mode: 'me2',
      methods: [],
      tags: shippingTags(offer),
      dimensions: null,
      local_pick_up: false,
      free_shipping: offer.shippingPrice === 0,
      logistic_type: offer.logistics,
      store_pick_up: false,
    },
    international_delivery_mode: 'none',
    seller_address: {
      city: { name: seller?.city ?? null },
      state: { id: seller?.state ?? null },
      country: { id: site.country, name: site.countryName },
    },
    seller_contact: null,
    location: {},
    coverage_areas: [],
    attributes: [
      ...attributesOf(product),
      conditionAttribute(offer.condition),
      listValue('SELLER_SKU', 'SKU', null, offer.sku),
    ],
    warnings: [] as { code: string; message: string }[],
    listing_source: '',
    variations: variationsOf(room.world(), product, offer, withAttributes),
    status: offer.status,
    sub_status: offer.outOfStock ? ['out_of_stock'] : [],
    tags: [
      // Only this tag marks an item with an automated price.
      ...(offer.automated ? ['dynamic_standard_price'] : []),
      'good_quality_thumbnail',
      'immediate_payment',
      'cart_eligible',
    ],
    warranty: WARRANTY,
    catalog_product_id: product.catalog ? product.id : null,
    domain_id: product.domainId,
    seller_custom_field: null,
    parent_item_id: null,
    differential_pricing: null,
    deal_ids: offer.promotion?.type === 'deal' ? [offer.promotion.id] : [],
    automatic_relist: false,
    date_created: iso(offer.createdAt),
    last_updated: iso(offer.updatedAt),
    health: healthOf(offer),
    catalog_listing: product.catalog,
    item_relations: itemRelations(room.world(), offer),
    // One in three sellers' listings is in the shop that the marketplace hosts, too.
    channels: numberOf(offer.itemId) % 3 === 0 ? ['marketplace', 'mshops'] : ['marketplace'],
  };
}

/** One offer as a product's page lists it; the same shape names the holder of the buybox. */
export function productOffer(room: Room, product: Product, offer: Offer) {
  const seller = room.world().sellers.get(offer.sellerId);
  return {
    item_id: offer.itemId,
    category_id: product.categoryId,
    official_store_id: null,
    seller_id: offer.sellerId,
    price: toAmount(offer.price),
    currency_id: siteAt(product).currency,
    original_price: offer.promotion === null ? null : toAmount(regularPrice(offer)),
    sold_quantity: offer.sold,
    available_quantity: offer.stock,
    shipping: {
      mode: 'me2',
      tags: shippingTags(offer),
      free_shipping: offer.shippingPrice === 0,
      cost: toAmount(offer.shippingPrice),
      logistic_type: offer.logistics,
      store_pick_up: false,
    },
    warranty: WARRANTY,
    condition: offer.condition,
    sale_terms: saleTerms(offer),
    listing_type_id: offer.listingType,
    accepts_mercadopago: true,
    seller_address: { city: { name: seller?.city ?? null }, state: { id: seller?.state ?? null } },
    international_delivery_mode: 'none',
    tags: ['good_quality_thumbnail', 'immediate_payment', 'cart_eligible'],
    item_override_attributes: [],
    seller: { reputation_level_id: seller?.level ?? null, tags: [] },
    deal_ids: offer.promotion?.type === 'deal' ? [offer.promotion.id] : [],
    tier: 'candidate',
    inventory_id: inventoryId(offer) ?? '',
    product_id: product.id,
    site_id: siteAt(product).id,
  };
}

/** What `GET /products/{id}` shows. */
export function productBody(room: Room, product: Product) {
  const { ranking } = awardOf(room.world().sellers, product);
  const winner = ranking[0];
  const prices = ranking.map((offer) => offer.price);
  const range = (price: Minor) => ({
    price: toAmount(price),
    currency_id: siteAt(product).currency,
  });
  const picture = pictureUrl(room, product);
  const oldest = Math.min(...product.offers.map((offer) => offer.createdAt));
  return {
    id: product.id,
    status: 'active',
    sold_quantity: product.offers.reduce((sum, offer) => sum + offer.sold, 0),
    domain_id: product.domainId,
    permalink: pageUrl(room, product.offers[0]?.itemId ?? product.id),
    name: product.title,
    family_name: `${product.brand} ${product.model}`,
    buy_box_winner: winner ? productOffer(room, product, winner) : null,
    buy_box_winner_price_range:
      prices.length === 0
        ? null
        : { min: range(Math.min(...prices)), max: range(Math.max(...prices)) },
    pickers: null,
    pictures: [{ id: `D_${product.id}_${slug(product.kind)}`, url: picture }],
    main_features: [],
    attributes: attributesOf(product),
    short_description: { type: 'plaintext', content: product.title },
    parent_id: null,
    children_ids: [],
    settings: { listing_strategy: 'open', has_rich_description: false },
    buy_box_activation_date: isoSeconds(oldest),
    authority_types: ['INTERNAL'],
    date_created: isoSeconds(oldest),
  };
}

function reputation(seller: Seller) {
  const canceled = Math.round(seller.sales * (seller.careful ? 0.004 : 0.03));
  return {
    level_id: seller.level,
    power_seller_status: seller.power,
    transactions: {
      canceled,
      completed: seller.sales - canceled,
      period: 'historic',
      ratings: { negative: 0.01, neutral: 0.01, positive: 0.98 },
      total: seller.sales,
    },
  };
}

/** The public data of a seller. */
export function publicUser(seller: Seller) {
  return {
    id: seller.id,
    nickname: seller.nickname,
    registration_date: iso(seller.registeredAt),
    country_id: siteAt(seller).country,
    address: { city: seller.city, state: seller.state },
    user_type: 'normal',
    tags: ['normal'],
    logo: null,
    points: Math.round(seller.sales / 3),
    site_id: siteAt(seller).id,
    permalink: `${siteAt(seller).profiles}/${encodeURIComponent(seller.nickname)}`,
    seller_reputation: reputation(seller),
    buyer_reputation: { tags: [] },
    status: { site_status: 'active' },
  };
}

/** A seller's own data. */
export function privateUser(seller: Seller) {
  const open = { allow: true, codes: [], immediate_payment: { required: false, reasons: [] } };
  return {
    ...publicUser(seller),
    first_name: seller.nickname,
    last_name: 'Demonstração',
    email: `vendas+${seller.id}@primazia.test`,
    identification: { type: 'CNPJ', number: '00000000000000' },
    phone: { area_code: '11', number: '0000-0000', extension: '', verified: false },
    user_type: 'brand',
    seller_experience: 'ADVANCED',
    status: {
      site_status: 'active',
      list: open,
      buy: open,
      sell: open,
      billing: { allow: true, codes: [] },
      mercadopago_tc_accepted: true,
      mercadopago_account_type: 'business',
      mercadoenvios: 'mandatory',
      immediate_payment: true,
      confirmed_email: true,
      user_type: null,
      required_action: null,
    },
  };
}
