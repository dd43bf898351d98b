import { batchesOf } from '../../../kernel/batches.ts';
import { gtinOf } from '../../../kernel/gtin.ts';
import { priceOf } from '../../../kernel/lenient.ts';
import { safeLink } from '../../../kernel/link.ts';
import { type GroupType, ListingChannel } from '../../../kernel/listing.ts';
import type { Condition, ListingStatus, PromotionStatus } from '../../../kernel/market.ts';
import { CurrencyCode, type Minor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, failureOfAll, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteListing } from '../../marketplace.ts';
import { getItems, MULTIGET } from './multiget.ts';
import { countryOf } from './sites.ts';
import { originOf } from './variations.ts';
import { bearer, decode, Item, inPath, Scan } from './wire.ts';

const SCAN_PAGE = 100;
/** A scan with more pages repeats itself. */
const MAX_SCAN_PAGES = 10_000;

/** Only what is decoded is asked for: descriptions and pictures make an item ten times as large. */
const FIELDS = [
  'id',
  'seller_id',
  'site_id',
  'title',
  'status',
  'price',
  'base_price',
  'original_price',
  'currency_id',
  'available_quantity',
  'sold_quantity',
  'condition',
  'listing_type_id',
  'permalink',
  'thumbnail',
  'secure_thumbnail',
  'pictures',
  'shipping',
  'attributes',
  'variations',
  'item_relations',
  'catalog_listing',
  'channels',
  'health',
  'seller_custom_field',
  'catalog_product_id',
  'deal_ids',
  'tags',
].join(',');

/**
 * Marks an item whose price the marketplace's automation sets.
 * @see https://developers.mercadolivre.com.br/pt_br/automatizacoes-de-precos
 */
const AUTOMATED_TAG = 'dynamic_standard_price';

/** ISO 3166's code for "unknown". */
const NOWHERE = 'ZZ';

const STATUSES: Record<string, ListingStatus> = {
  active: 'ENABLED',
  paused: 'PAUSED',
  closed: 'ARCHIVED',
  under_review: 'REVIEW',
};

const CONDITIONS: Record<string, Condition> = {
  new: 'new',
  used: 'used',
  refurbished: 'refurbished',
};
/** Values of the attribute ITEM_CONDITION, for items whose own condition is `not_specified`. */
const CONDITION_VALUES: Record<string, Condition> = {
  '2230284': 'new',
  '2230581': 'used',
  '2230582': 'refurbished',
};

/** The condition by its word; null: not reported. */
export const conditionOf = (word: string | null): Condition | null =>
  CONDITIONS[word ?? ''] ?? null;

/** What buyers pay for shipping: nothing where it is free, else what is reported; null: it depends on the buyer. */
export const shippingPriceOf = (
  shipping: { free_shipping: boolean | null; cost: number | null } | null,
): Minor | null =>
  shipping?.free_shipping ? 0 : shipping?.cost === 0 ? 0 : priceOf(shipping?.cost ?? null);

/** An address that is safe in a page, the marketplace's picture host always by https; null: it is not safe. */
export function secureLink(text: string | null): string | null {
  const link = safeLink(text);
  if (link === null) return null;
  const url = new URL(link);
  if (url.hostname.endsWith('.mlstatic.com')) url.protocol = 'https:';
  return url.href;
}

const attribute = (item: Item, id: string) => item.attributes.find((one) => one.id === id) ?? null;

/**
 * Whether a promotion holds the price. An item in a running promotion shows the price that it is reduced from; an item
 * that takes part in a deal without being reduced waits for the deal to begin.
 */
function promotionOf(item: Item): PromotionStatus {
  if (item.original_price !== null && item.original_price > (item.price ?? 0)) return 'started';
  return item.deal_ids.length > 0 ? 'pending' : 'none';
}

const isFull = (item: Item) => item.shipping?.logistic_type === 'fulfillment';

/** From 0 to 1 on the wire. */
const scoreOf = (health: number | null): number | null =>
  health !== null && health >= 0 && health <= 1 ? Math.round(health * 100) : null;

/**
 * An item of the catalog sells one product, and is in the buybox; it has siblings where it was made from one variation of
 * an item outside the catalog. That item may sell several products, which are in no buybox.
 * @see https://developers.mercadolivre.com.br/pt_br/publicacao-no-catalogo
 */
function groupTypeOf(item: Item): GroupType {
  if (item.catalog_listing === true) return originOf(item) === null ? 'none' : 'relation';
  return item.variations.length > 1 ? 'variation' : 'none';
}

/**
 * The item from which an item of the catalog was made: from the first change on the marketplace keeps their price and
 * stock the same.
 * @see https://developers.mercadolivre.com.br/pt_br/publicacao-no-catalogo
 */
const madeOf = (item: Item): string | null =>
  item.catalog_listing === true ? (item.item_relations[0]?.id ?? null) : null;

/** Which of several variations an item sells, where it sells a single one. */
function variationOf({ variations: [first, ...others] }: Item): string | null {
  if (first === undefined || others.length > 0) return null;
  return (
    first.attribute_combinations.flatMap(({ value_name }) => value_name ?? []).join(', ') || null
  );
}

/** An item as a listing; a failure where it lacks a required field. */
export function toListing(item: Item): Result<RemoteListing, CallFailure> {
  const price = priceOf(item.price ?? item.base_price ?? item.variations[0]?.price ?? null);
  const currency = CurrencyCode.safeParse(item.currency_id);
  if (price === null || !currency.success) return fail(unreadable(`item ${item.id}`));
  const picture = item.pictures[0];
  const itemCondition = attribute(item, 'ITEM_CONDITION')?.value_id ?? '';
  return ok({
    skuMarketplace: item.id,
    sku: attribute(item, 'SELLER_SKU')?.value_name ?? item.seller_custom_field,
    title: item.title ?? item.id,
    imageUrl:
      secureLink(picture?.secure_url ?? picture?.url ?? null) ??
      secureLink(item.secure_thumbnail ?? item.thumbnail),
    link: secureLink(item.permalink),
    price,
    shippingPrice: shippingPriceOf(item.shipping),
    currencyCode: currency.data,
    countryCode: countryOf(item.site_id ?? item.id.slice(0, 3)) ?? NOWHERE,
    stock: Math.max(0, Math.trunc(item.available_quantity ?? 0)),
    // A status that is not known never gets a price: better idle than wrong.
    status: STATUSES[item.status ?? ''] ?? 'INACTIVE',
    condition: conditionOf(item.condition) ?? CONDITION_VALUES[itemCondition] ?? 'new',
    listingTypeId: item.listing_type_id,
    fulfillment: isFull(item),
    promotionStatus: promotionOf(item),
    catalogProductId: item.catalog_product_id,
    automation: item.tags.includes(AUTOMATED_TAG) ? { name: null } : null,
    sold: item.sold_quantity === null ? null : Math.max(0, Math.trunc(item.sold_quantity)),
    gtin: gtinOf([attribute(item, 'GTIN')?.value_name ?? null]),
    brand: attribute(item, 'BRAND')?.value_name ?? null,
    healthScore: scoreOf(item.health),
    groupType: groupTypeOf(item),
    madeOf: madeOf(item),
    variation: variationOf(item),
    channels: ListingChannel.options.filter((channel) => item.channels.includes(channel)),
    tags: [
      ...(isFull(item) ? (['full'] as const) : []),
      ...(item.catalog_listing === true ? (['catalog'] as const) : []),
    ],
  });
}

/** Ids of all items of the seller, by scan: plain paging ends at 1,000. */
export async function* scanListings(
  fetcher: Fetcher,
  session: AccountSession,
): AsyncGenerator<Result<string[], CallFailure>> {
  let scroll: string | null = null;
  for (let page = 0; page < MAX_SCAN_PAGES; page++) {
    const query: Record<string, string> = { search_type: 'scan', limit: String(SCAN_PAGE) };
    if (scroll !== null) query.scroll_id = scroll;
    const answer = decode(
      await fetcher({
        method: 'GET',
        operation: 'scanItems',
        path: `/users/${inPath(session.sellerId)}/items/search`,
        query,
        headers: bearer(session.accessToken),
        pace: session.sellerId,
        signal: session.signal,
      }),
      Scan,
      'the list of items',
    );
    if (!answer.ok) return yield answer;
    if (answer.value.results.length === 0) return;
    yield ok(answer.value.results);
    scroll = answer.value.scroll_id;
    if (scroll === null) return;
  }
}

/**
 * An item of the account as a listing. Everybody's items can be read, and anybody can send a notification that names
 * any: an item of another seller counts as not found.
 */
const ownListing = (
  item: Item,
  { sellerId }: AccountSession,
): Result<RemoteListing, CallFailure> =>
  item.seller_id === null || item.seller_id === sellerId
    ? toListing(item)
    : fail(failure('not_found', 'another_seller', `Item ${item.id} is another seller's`));

const getBatch = (
  fetcher: Fetcher,
  session: AccountSession,
  ids: readonly string[],
): Promise<Result<Map<string, Result<RemoteListing, CallFailure>>, CallFailure>> =>
  getItems(fetcher, session, ids, FIELDS, Item, (item) => ownListing(item, session));

/**
 * Items by id. A batch that fails as a whole fails its ids only, so that one stumble in a long list does not
 * lose the rest; a refused token fails everything, as it would each of them.
 */
export async function getListings(
  fetcher: Fetcher,
  session: AccountSession,
  ids: string[],
): Promise<Result<Map<string, Result<RemoteListing, CallFailure>>, CallFailure>> {
  const batches = batchesOf(ids, MULTIGET);
  const answers = await Promise.all(batches.map((batch) => getBatch(fetcher, session, batch)));

  const together = failureOfAll(answers);
  if (together !== null) return fail(together);

  const result = new Map<string, Result<RemoteListing, CallFailure>>();
  batches.forEach((batch, index) => {
    const answer = answers[index];
    for (const id of batch) {
      if (answer === undefined) continue;
      result.set(id, answer.ok ? (answer.value.get(id) ?? fail(unreadable(`item ${id}`))) : answer);
    }
  });
  return ok(result);
}
