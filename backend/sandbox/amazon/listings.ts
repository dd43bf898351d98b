import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import { toAmount } from '../../kernel/money.ts';
import {
  findAmazonSeller,
  findOffer,
  findProduct,
  findSku,
  isAvailable,
  itemsOf,
  type Offer,
  type Product,
} from '../world.ts';
import { childrenOf, relationshipsOf } from './families.ts';
import { listingStatus } from './market.ts';
import { patchListing } from './patches.ts';
import { describedBy, warningsOf } from './quality.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  invalid,
  listIn,
  notFound,
  part,
  pictureOf,
  productTypeOf,
  refuse,
  storeIn,
  textMoney,
} from './room.ts';
import { type AmazonStore, storeAt } from './stores.ts';

const MOST_RESULTS = 1_000;
const PAGE = 10;
const MOST_PER_PAGE = 20;
const MOST_IDENTIFIERS = 20;

interface Found {
  product: Product;
  offer: Offer;
}

/** Why the listing is not for sale, with Amazon's codes. */
function priceIssuesOf({ product, offer }: Found) {
  const { amazon } = offer;
  if (!amazon?.priceFault) return [];
  const isBelow = offer.price < (amazon.least ?? 0);
  return [
    {
      code: isBelow ? '18155' : '18156',
      message: isBelow
        ? "The 'minimum price' is greater than the selling price of the listing. Update one of them."
        : "The 'maximum price' is less than the selling price of the listing. Update one of them.",
      severity: 'ERROR',
      attributeNames: ['purchasable_offer'],
      categories: ['INVALID_PRICE'],
      enforcements: {
        actions: [{ action: 'LISTING_SUPPRESSED' }],
        exemption: { status: 'NOT_EXEMPT' },
      },
      marketplaceIds: [storeAt(product).id],
    },
  ];
}

const scheduled = (minor: number) => [{ schedule: [{ value_with_tax: toAmount(minor) }] }];

function attributesOf({ product, offer }: Found) {
  const { least = null, most = null } = offer.amazon ?? {};
  const store = storeAt(product);
  const here = { marketplace_id: store.id };
  return {
    item_name: [{ value: product.title, language_tag: store.language, ...here }],
    brand: [{ value: product.brand, language_tag: store.language, ...here }],
    color: [{ value: product.colour, language_tag: store.language, ...here }],
    size: [{ value: product.variant, language_tag: store.language, ...here }],
    ...describedBy(offer, product.title, store),
    externally_assigned_product_identifier: [{ type: 'ean', value: product.ean, ...here }],
    purchasable_offer: [
      {
        ...here,
        currency: store.currency,
        audience: 'ALL',
        start_at: { value: new Date(offer.createdAt).toISOString() },
        our_price: scheduled(offer.price),
        ...(least === null ? {} : { minimum_seller_allowed_price: scheduled(least) }),
        ...(most === null ? {} : { maximum_seller_allowed_price: scheduled(most) }),
        // Amazon's own automation sets the price of such a listing.
        ...(offer.automated
          ? {
              automated_pricing_merchandising_rule_plan: [
                { merchandising_rule: { rule_id: `rule-${offer.itemId}` } },
              ],
            }
          : {}),
      },
    ],
  };
}

/** The data sets of a listing, by the names of the API model. */
const PARTS: Record<string, (room: AmazonRoom, found: Found, locale?: string) => unknown> = {
  summaries: (room, found) => [
    {
      marketplaceId: storeAt(found.product).id,
      asin: found.product.id,
      productType: productTypeOf(found.product),
      conditionType: found.offer.condition === 'new' ? 'new_new' : 'used_very_good',
      status: listingStatus(found.offer),
      itemName: found.product.title,
      createdDate: new Date(found.offer.createdAt).toISOString(),
      lastUpdatedDate: new Date(found.offer.updatedAt).toISOString(),
      mainImage: pictureOf(room, found.product),
    },
  ],
  attributes: (_, found) => attributesOf(found),
  issues: (_, found, locale) => [
    ...priceIssuesOf(found),
    ...warningsOf(found.offer, locale, storeAt(found.product)),
  ],
  // A listing that is off sale has no offer.
  offers: (_, found) =>
    isAvailable(found.offer)
      ? [
          {
            marketplaceId: storeAt(found.product).id,
            offerType: 'B2C',
            price: textMoney(found.offer.price, storeAt(found.product)),
            audience: { value: 'ALL', displayName: 'Sell on Amazon' },
          },
        ]
      : [],
  fulfillmentAvailability: (_, { offer }) => [
    {
      fulfillmentChannelCode: offer.logistics === 'fulfillment' ? 'AMAZON_NA' : 'DEFAULT',
      quantity: offer.stock,
    },
  ],
  procurement: () => [],
  relationships: (room, found) => [
    {
      marketplaceId: storeAt(found.product).id,
      relationships: relationshipsOf(room.world(), found),
    },
  ],
  productTypes: (_, { product }) => [
    { marketplaceId: storeAt(product).id, productType: productTypeOf(product) },
  ],
};

type Included = readonly string[];

/** The data sets that a call requests, by default summaries; null: one of them is unknown. */
function includedIn(call: AmazonCall): Included | null {
  const named = listIn(call, 'includedData');
  if (named.length === 0) return ['summaries'];
  return named.every((name) => Object.hasOwn(PARTS, name)) ? named : null;
}

const listingBody = (call: AmazonCall, room: AmazonRoom, found: Found, included: Included) => ({
  sku: found.offer.sku,
  ...Object.fromEntries(
    included.map((name) => [name, PARTS[name]?.(room, found, call.req.query('issueLocale'))]),
  ),
});

/** A page's token contains its position, so that it survives a restart. */
const writeToken = (from: number) =>
  encodeBase64Url(new TextEncoder().encode(`from:${from}`).buffer as ArrayBuffer);

function readToken(text: string): number | null {
  try {
    const [, from] = /^from:(\d+)$/.exec(new TextDecoder().decode(decodeBase64Url(text))) ?? [];
    return from === undefined ? null : Number(from);
  } catch {
    return null;
  }
}

const IDENTIFIED: Record<string, (found: Found) => string> = {
  SKU: ({ offer }) => offer.sku,
  ASIN: ({ product }) => product.id,
  EAN: ({ product }) => product.ean,
  GTIN: ({ product }) => product.ean,
};

type Fits = (found: Found) => boolean;

/** The listings of a search; text: why it is invalid. */
function filterOf(call: AmazonCall): Fits | string {
  const identifiers = listIn(call, 'identifiers');
  const type = call.req.query('identifiersType');
  if (identifiers.length > 0 !== (type !== undefined))
    return "'identifiers' and 'identifiersType' belong together.";
  if (identifiers.length > MOST_IDENTIFIERS)
    return `'identifiers' has more than ${MOST_IDENTIFIERS} values.`;
  const identify = IDENTIFIED[type ?? 'SKU'];
  if (!identify) return `Unsupported identifiersType ${type}.`;
  const wanted = new Set(identifiers);
  const withStatus = listIn(call, 'withStatus');
  const withoutStatus = listIn(call, 'withoutStatus');
  return (found) => {
    const status = listingStatus(found.offer);
    return (
      (wanted.size === 0 || wanted.has(identify(found))) &&
      withStatus.every((one) => status.includes(one)) &&
      !withoutStatus.some((one) => status.includes(one))
    );
  };
}

type Compare = (a: Found, b: Found) => number;
const ORDERS: Record<string, Compare> = {
  sku: (a, b) => (a.offer.sku < b.offer.sku ? -1 : 1),
  createdDate: (a, b) => a.offer.createdAt - b.offer.createdAt,
  lastUpdatedDate: (a, b) => a.offer.updatedAt - b.offer.updatedAt,
};

/** The candidates of a search: only the named ones if any, so that large accounts are as fast. */
function candidates(
  call: AmazonCall,
  room: AmazonRoom,
  sellerId: string,
  { country }: AmazonStore,
): Found[] {
  const world = room.world();
  const sellerNumber = findAmazonSeller(world, sellerId)?.id ?? 0;
  const parentSku = call.req.query('variationParentSku');
  if (parentSku !== undefined)
    return childrenOf(world, sellerId, parentSku).flatMap(
      (sku) => findSku(world, sellerId, sku, country) ?? [],
    );
  const named = new Set(listIn(call, 'identifiers'));
  switch (call.req.query('identifiersType')) {
    case 'SKU':
      return [...named].flatMap((sku) => findSku(world, sellerId, sku, country) ?? []);
    case 'ASIN':
      return [...named].flatMap((asin) => {
        const product = findProduct(world, 'amazon', asin, country);
        const own = product?.offers.filter((offer) => offer.sellerId === sellerNumber) ?? [];
        return product ? own.map((offer) => ({ product, offer })) : [];
      });
    default:
      return itemsOf(world, sellerNumber, 'amazon', country).flatMap(
        (id) => findOffer(world, id) ?? [],
      );
  }
}

function search(call: AmazonCall, room: AmazonRoom, sellerId: string): Response {
  const store = storeIn(call);
  if (typeof store === 'string') return invalid(call, store);
  const included = includedIn(call);
  if (included === null) return invalid(call, 'Invalid includedData provided.');
  const fits = filterOf(call);
  if (typeof fits === 'string') return invalid(call, fits);
  const size = Number(call.req.query('pageSize') ?? PAGE);
  if (!Number.isInteger(size) || size < 1 || size > MOST_PER_PAGE)
    return invalid(call, `'pageSize' must be between 1 and ${MOST_PER_PAGE}.`);
  const token = call.req.query('pageToken');
  const from = token === undefined ? 0 : readToken(token);
  if (from === null) return invalid(call, 'Invalid pageToken provided.');
  const compare = ORDERS[call.req.query('sortBy') ?? 'lastUpdatedDate'];
  if (!compare) return invalid(call, 'Invalid sortBy provided.');
  const direction = call.req.query('sortOrder') === 'ASC' ? 1 : -1;

  const found = candidates(call, room, sellerId, store)
    .filter(fits)
    .sort((a, b) => compare(a, b) * direction);
  const next = from + size;
  const hasNext = next < Math.min(found.length, MOST_RESULTS);
  return call.json({
    numberOfResults: found.length,
    pagination: {
      ...(hasNext ? { nextToken: writeToken(next) } : {}),
      ...(from > 0 ? { previousToken: writeToken(Math.max(0, from - size)) } : {}),
    },
    items: found.slice(from, next).map((one) => listingBody(call, room, one, included)),
  });
}

/** `searchListingsItems`, `getListingsItem` and `patchListingsItem`, version 2021-08-01. */
export function mountListings(wire: AmazonWire, room: AmazonRoom): void {
  wire.use('/listings/2021-08-01/items/:seller/*', (call, next) => ownOnly(call, next));
  wire.use('/listings/2021-08-01/items/:seller', (call, next) => ownOnly(call, next));

  wire.get('/listings/2021-08-01/items/:seller', (call) =>
    search(call, room, part(call, 'seller')),
  );

  wire.get('/listings/2021-08-01/items/:seller/:sku', (call) => {
    const store = storeIn(call);
    if (typeof store === 'string') return invalid(call, store);
    const included = includedIn(call);
    if (included === null) return invalid(call, 'Invalid includedData provided.');
    const sku = part(call, 'sku');
    const found = findSku(room.world(), part(call, 'seller'), sku, store.country);
    if (!found) return notFound(call, `SKU '${sku}' not found in marketplace ${store.id}.`);
    return call.json(listingBody(call, room, found, included));
  });

  wire.patch('/listings/2021-08-01/items/:seller/:sku', (call) => patchListing(call, room));
}

/** A seller sees only their own listings. */
async function ownOnly(call: AmazonCall, next: () => Promise<void>): Promise<Response | undefined> {
  if (part(call, 'seller') !== call.get('sellerId'))
    return refuse(call, 403, 'Unauthorized', 'Access to requested resource is denied.');
  await next();
  return undefined;
}
