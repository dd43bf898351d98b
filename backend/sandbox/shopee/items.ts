import { toAmount } from '../../kernel/money.ts';
import { eanOf } from '../world/numbers.ts';
import type { Offer } from '../world.ts';
import {
  answer,
  CURRENCY,
  idsIn,
  refuse,
  type ShopeeCall,
  type ShopeeRoom,
  type ShopeeWire,
  seconds,
  wrongParameter,
} from './room.ts';
import { findItem, isOneThing, itemsOfShop, type ShopItem } from './shops.ts';

const PAGE = 100;
const BATCH = 50;
const TIERS = ['Modelo', 'Cor'];
const STATUSES = new Set([
  'NORMAL',
  'BANNED',
  'UNLIST',
  'REVIEWING',
  'SELLER_DELETE',
  'SHOPEE_DELETE',
]);

/** An item whose offers are all disabled, and not because they are out of stock, is not listed. */
const statusOf = ({ models }: ShopItem) =>
  models.every(({ offer }) => offer.status === 'paused' && !offer.outOfStock) ? 'UNLIST' : 'NORMAL';

const updatedAt = ({ models }: ShopItem) =>
  seconds(Math.max(...models.map(({ offer }) => offer.createdAt)));

/** A running promotion lowers what buyers pay; a scheduled one does not yet. */
const isRunning = ({ promotion }: Offer, now: number) =>
  promotion !== null && promotion.startedAt <= now;

export const originalPrice = ({ promotion, price }: Offer) => promotion?.regularPrice ?? price;

function priceInfo(offer: Offer, now: number) {
  const original = toAmount(originalPrice(offer));
  return [
    {
      currency: CURRENCY,
      original_price: original,
      current_price: isRunning(offer, now) ? toAmount(offer.price) : original,
    },
  ];
}

const stockInfo = (stock: number) => ({
  summary_info: { total_reserved_stock: 0, total_available_stock: stock },
  seller_stock: [{ location_id: '-', stock, if_saleable: true }],
});

/** The first model of an item is the product that other marketplaces sell; the others are its own. */
const gtinOf = ({ product }: ShopItem, offer: Offer) =>
  product.offers[0] === offer ? product.ean : eanOf(offer.itemId);

function itemBody(room: ShopeeRoom, item: ShopItem) {
  const { product, itemId, models } = item;
  const [first] = product.offers;
  if (first === undefined) throw new RangeError(`Item ${itemId} has no offer`);
  const isOne = isOneThing(item);
  const stock = models.reduce((sum, { offer }) => sum + offer.stock, 0);
  return {
    item_id: itemId,
    category_id: 100_000 + (itemId % 900),
    item_name: product.title,
    description: product.title,
    item_sku: isOne ? first.sku : '',
    create_time: seconds(first.createdAt),
    update_time: updatedAt(item),
    ...(isOne && { price_info: priceInfo(first, room.marketNow()) }),
    image: {
      image_id_list: [product.id],
      image_url_list: [`${room.publicUrl}/sandbox/pictures/${product.id}.svg`],
    },
    weight: '0.5',
    logistic_info: [
      {
        logistic_id: 90_001,
        logistic_name: 'Shopee Xpress',
        enabled: true,
        is_free: first.shippingPrice === 0,
        estimated_shipping_fee: toAmount(first.shippingPrice),
      },
    ],
    pre_order: { is_pre_order: false, days_to_ship: 2 },
    condition: first.condition === 'used' ? 'USED' : 'NEW',
    size_chart: '',
    item_status: statusOf(item),
    deboost: 'FALSE',
    has_model: !isOne,
    brand: { brand_id: 0, original_brand_name: product.brand },
    item_dangerous: 0,
    gtin_code: isOne ? gtinOf(item, first) : '00',
    stock_info_v2: stockInfo(stock),
    is_fulfillment_by_shopee: first.logistics === 'fulfillment',
  };
}

/** The options of each tier, in the order of their first occurrence. */
const optionsOf = ({ models }: ShopItem, tier: number) => [
  ...new Set(models.map(({ offer }) => offer.options?.[tier] ?? '')),
];

function modelsBody(room: ShopeeRoom, item: ShopItem) {
  const options = TIERS.map((_, tier) => optionsOf(item, tier));
  return {
    tier_variation: TIERS.map((name, tier) => ({
      name,
      option_list: options[tier]?.map((option) => ({ option })) ?? [],
    })),
    model: item.models.map(({ modelId, offer }) => ({
      model_id: modelId,
      tier_index: options.map((all, tier) => all.indexOf(offer.options?.[tier] ?? '')),
      model_sku: offer.sku,
      model_status: 'MODEL_NORMAL',
      price_info: priceInfo(offer, room.marketNow()),
      stock_info_v2: stockInfo(offer.stock),
      gtin_code: gtinOf(item, offer),
      // Always true, even without a promotion.
      has_promotion: true,
      promotion_id: Number(offer.promotion?.id ?? 0),
      weight: '0.5',
    })),
  };
}

function promotionsBody({ itemId, models }: ShopItem, now: number) {
  return {
    item_id: itemId,
    promotion: models.flatMap(({ modelId, offer }) => {
      const { promotion } = offer;
      if (promotion === null) return [];
      return [
        {
          promotion_type: promotion.type,
          promotion_id: Number(promotion.id),
          model_id: modelId,
          start_time: seconds(promotion.startedAt),
          end_time: seconds(promotion.finishAt),
          promotion_price_info: [{ promotion_price: toAmount(offer.price) }],
          promotion_staging: isRunning(offer, now) ? 'ongoing' : 'upcoming',
          promotion_stock_info_v2: { summary_info: { total_reserved_stock: 0 } },
        },
      ];
    }),
  };
}

/** The items of a call that the shop has; or the answer that refuses the call. */
function named(call: ShopeeCall, room: ShopeeRoom): ShopItem[] | Response {
  const ids = idsIn(call, 'item_id_list', BATCH);
  if (ids === null) return wrongParameter(call, `item_id_list must have 1 to ${BATCH} ids`);
  const items = ids.flatMap((id) => findItem(room.world(), call.get('shopId'), id) ?? []);
  return items.length === 0
    ? refuse(call, 'product.error_item_not_found', 'Item_id is not found.')
    : items;
}

/** `get_item_list`, `get_item_base_info`, `get_model_list` and `get_item_promotion`. */
export function mountItems(wire: ShopeeWire, room: ShopeeRoom): void {
  wire.get('/api/v2/product/get_item_list', (call) => {
    const statuses = call.req.queries('item_status') ?? [];
    const size = Number(call.req.query('page_size'));
    const offset = Number(call.req.query('offset'));
    if (statuses.length === 0 || statuses.some((one) => !STATUSES.has(one)))
      return wrongParameter(call, 'item_status is invalid');
    if (!Number.isInteger(size) || size < 1 || size > PAGE)
      return wrongParameter(call, `page_size must be 1 to ${PAGE}`);
    if (!Number.isInteger(offset) || offset < 0) return wrongParameter(call, 'offset is invalid');
    const all = itemsOfShop(room.world(), call.get('shopId')).filter((item) =>
      statuses.includes(statusOf(item)),
    );
    const page = all.slice(offset, offset + size);
    const next = offset + page.length;
    return answer(call, {
      ...(page.length > 0 && {
        item: page.map((item) => ({
          item_id: item.itemId,
          item_status: statusOf(item),
          update_time: updatedAt(item),
        })),
      }),
      total_count: all.length,
      has_next_page: next < all.length,
      ...(next < all.length && { next_offset: next }),
    });
  });

  wire.get('/api/v2/product/get_item_base_info', (call) => {
    const items = named(call, room);
    if (items instanceof Response) return items;
    return answer(call, { item_list: items.map((item) => itemBody(room, item)) });
  });

  wire.get('/api/v2/product/get_model_list', (call) => {
    const [id] = idsIn(call, 'item_id', 1) ?? [];
    const item = id === undefined ? null : findItem(room.world(), call.get('shopId'), id);
    if (item === null) return refuse(call, 'product.error_item_not_found', 'Item_id is not found.');
    if (isOneThing(item)) return answer(call, { tier_variation: [], model: [] });
    return answer(call, modelsBody(room, item));
  });

  wire.get('/api/v2/product/get_item_promotion', (call) => {
    const items = named(call, room);
    if (items instanceof Response) return items;
    const now = room.marketNow();
    return answer(call, { success_list: items.map((item) => promotionsBody(item, now)) });
  });
}
