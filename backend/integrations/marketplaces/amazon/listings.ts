import type { Clock } from '../../../kernel/clock.ts';
import { gtinOf } from '../../../kernel/gtin.ts';
import { priceOf } from '../../../kernel/lenient.ts';
import { safeLink } from '../../../kernel/link.ts';
import type { Condition, ListingStatus, PromotionStatus } from '../../../kernel/market.ts';
import { CurrencyCode, type Minor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteListing } from '../../marketplace.ts';
import { failureOfBatches, inBatches } from './batches.ts';
import { familyOf } from './family.ts';
import { isAbout, judge, scoreOf } from './judge.ts';
import * as requests from './requests.ts';
import { isHere, pageOf, type Store } from './stores.ts';
import { decode, type Issue, Item, PurchasableOffer, readError, Search } from './wire.ts';

/** What one search takes at most, and how many searches the burst allows. */
const SEARCH = { size: 20, atOnce: 5 };
const ALONE = { size: 1, atOnce: 5 };

/** An offer of the seller for everybody, as it came and as it is read. */
export interface OwnOffer {
  raw: Record<string, unknown>;
  read: PurchasableOffer;
}

const isForAll = (audience: string | null) => audience === null || audience === 'ALL';

/** The seller's offer for everybody in the store, as the seller last set it; it may differ from what buyers see. */
export function ownOfferOf(item: Item, store: Store): OwnOffer | null {
  for (const raw of item.attributes?.purchasable_offer ?? []) {
    const read = PurchasableOffer.safeParse(raw);
    if (!read.success) continue;
    if (isHere(store, read.data.marketplace_id) && isForAll(read.data.audience))
      return { raw, read: read.data };
  }
  return null;
}

const shownOffer = (item: Item, store: Store) =>
  item.offers.find(
    ({ marketplaceId, offerType, audience }) =>
      isHere(store, marketplaceId) && offerType !== 'B2B' && isForAll(audience?.value ?? null),
  )?.price ?? null;

/** The price that buyers see now; null: the listing is not offered. */
export const shownPriceOf = (item: Item, store: Store): Minor | null =>
  priceOf(shownOffer(item, store)?.amount ?? null);

type Schedule = PurchasableOffer['our_price'];

const startsAt = ({ start_at }: Schedule[number]) =>
  start_at === null ? Number.NEGATIVE_INFINITY : Date.parse(start_at);
/** The instant at which it expires. A date alone means the end of that day. */
function endsAt({ end_at }: Schedule[number]): number {
  if (end_at === null) return Number.POSITIVE_INFINITY;
  const at = Date.parse(end_at);
  return /^\d{4}-\d{2}-\d{2}$/.test(end_at) ? at + 24 * 3_600_000 : at;
}

/** The price of a schedule at an instant; null: it has none then. */
export function priceAt(schedule: Schedule, now: Date): Minor | null {
  const time = now.getTime();
  const held = schedule.find((one) => startsAt(one) <= time && time < endsAt(one));
  return priceOf(held?.value_with_tax ?? null);
}

function promotionOf(offer: OwnOffer | null, now: Date): PromotionStatus {
  const sale = offer?.read.discounted_price ?? [];
  if (priceAt(sale, now) !== null) return 'started';
  return sale.some((one) => startsAt(one) > now.getTime()) ? 'pending' : 'none';
}

/**
 * The rule of Amazon's automation that sets the offer's price.
 * @see https://developer-docs.amazon.com/sp-api/docs/manage-purchasable-offer
 */
function automationOf(offer: OwnOffer | null): RemoteListing['automation'] {
  const [rule] = offer?.read.automated_pricing_merchandising_rule_plan ?? [];
  return rule === undefined ? null : { name: rule.merchandising_rule?.rule_id ?? null };
}

/** Whether an issue's enforcement by this action is in force. */
const isInForce = (issue: Issue, action: string) =>
  (issue.enforcements?.actions ?? []).some((one) => one.action === action) &&
  issue.enforcements?.exemption?.status !== 'EXEMPT' &&
  issue.enforcements?.exemption?.status !== 'EXEMPT_UNTIL_EXPIRY_DATE';

/** The issues about the listing's price in the store. */
export const priceIssuesOf = (issues: readonly Issue[], store: Store): Issue[] =>
  issues.filter(
    (issue) =>
      issue.severity === 'ERROR' &&
      isAbout(issue, store) &&
      (issue.categories.some((one) => one === 'INVALID_PRICE' || one === 'MISSING_PRICE') ||
        issue.attributeNames.some((one) => one === 'purchasable_offer' || one.endsWith('_price'))),
  );

function statusOf(item: Item, statuses: readonly string[], store: Store): ListingStatus {
  if (statuses.includes('BUYABLE')) return 'ENABLED';
  const held = item.issues.some(
    (issue) =>
      isAbout(issue, store) &&
      (isInForce(issue, 'LISTING_SUPPRESSED') || isInForce(issue, 'CATALOG_ITEM_REMOVED')),
  );
  if (held) return 'REVIEW';
  return statuses.includes('DISCOVERABLE') ? 'PAUSED' : 'INACTIVE';
}

/** `used_very_good` is used, `new_open_box` is new; a collectible counts as used. */
function conditionOf(type: string | null): Condition {
  if (type?.startsWith('used') || type?.startsWith('collectible')) return 'used';
  return type?.startsWith('refurbished') ? 'refurbished' : 'new';
}

/** Units on sale, as far as the API returns them. */
export function stockOf(item: Item, isBuyable: boolean): number {
  let stock = 0;
  for (const { fulfillmentChannelCode, quantity } of item.fulfillmentAvailability) {
    if (quantity !== null) stock += Math.max(0, Math.trunc(quantity));
    // Amazon reports no stock of its own warehouses here: where the listing can be bought, it has some.
    else if (isBuyable && isAmazons(fulfillmentChannelCode)) stock += 1;
  }
  return stock;
}

const isAmazons = (channel: string | null) => channel?.startsWith('AMAZON') ?? false;

const notFound = (sku: string): CallFailure => ({
  kind: 'not_found',
  code: 'not_found',
  message: `No listing has the SKU ${sku}`,
  retryAfterMs: null,
});

const noPrice = (sku: string): CallFailure => ({
  kind: 'invalid',
  code: 'no_price',
  message: `The listing ${sku} has no price`,
  retryAfterMs: null,
});

/** An item as a listing; a failure where it lacks a required field. */
export function toListing(item: Item, store: Store, now: Date): Result<RemoteListing, CallFailure> {
  const summary = item.summaries.find(({ marketplaceId }) => isHere(store, marketplaceId));
  // The account may sell it in another store only.
  if (summary === undefined) return fail(notFound(item.sku));
  const offer = ownOfferOf(item, store);
  const price = shownPriceOf(item, store) ?? priceAt(offer?.read.our_price ?? [], now);
  const currency = CurrencyCode.safeParse(
    shownOffer(item, store)?.currencyCode ?? offer?.read.currency ?? store.currencyCode,
  );
  if (price === null || !currency.success) return fail(noPrice(item.sku));
  const status = statusOf(item, summary.status, store);
  const isAmazonSent = item.fulfillmentAvailability.some((one) =>
    isAmazons(one.fulfillmentChannelCode),
  );
  return ok({
    skuMarketplace: item.sku,
    sku: item.sku,
    title: summary.itemName ?? item.sku,
    imageUrl: safeLink(summary.mainImage?.link ?? null),
    link: summary.asin === null ? null : pageOf(store, summary.asin),
    price,
    // What buyers pay for shipping is with the offers of the product, not with the listing.
    shippingPrice: null,
    currencyCode: currency.data,
    countryCode: store.countryCode,
    stock: stockOf(item, status === 'ENABLED'),
    status,
    condition: conditionOf(summary.conditionType),
    listingTypeId: null,
    fulfillment: isAmazonSent,
    promotionStatus: promotionOf(offer, now),
    catalogProductId: summary.asin,
    automation: automationOf(offer),
    // The Listings Items API reports no sales.
    sold: null,
    gtin: gtinOf(
      (item.attributes?.externally_assigned_product_identifier ?? []).map(({ value }) => value),
    ),
    brand: item.attributes?.brand[0]?.value ?? null,
    healthScore: scoreOf(judge(item, store)),
    ...familyOf(item, store),
    channels: ['marketplace'],
    // What Amazon ships is Prime; a listing does not show whether a seller ships under Prime.
    tags: isAmazonSent ? ['prime'] : [],
  });
}

/** One item of the seller. @param issueLocale the language of the issues' words */
export async function getItem(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  sku: string,
  issueLocale?: string,
): Promise<Result<Item, CallFailure>> {
  const answer = await fetcher(requests.getListingsItem(session, store.id, sku, issueLocale));
  const item = decode(answer, Item, `the listing ${sku}`);
  if (item.ok || !answer.ok) return item;
  // An unknown SKU is a 404, or a 400 that says so.
  const isGone = readError(answer.value.body).codes.includes('INVALID_SKU');
  return isGone ? fail(notFound(sku)) : item;
}

type Items = Map<string, Result<Item, CallFailure>>;

async function searchItems(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  skus: readonly string[],
): Promise<Result<Items, CallFailure>> {
  const answer = decode(
    await fetcher(requests.searchListingsItems(session, store.id, skus)),
    Search,
    'the listings',
  );
  if (!answer.ok) return answer;
  const found: Items = new Map();
  for (const entry of answer.value.items) {
    const item = Item.safeParse(entry);
    if (item.success) found.set(item.data.sku, ok(item.data));
    else if (typeof entry === 'object' && entry !== null && 'sku' in entry)
      found.set(String(entry.sku), fail(unreadable(`the listing ${String(entry.sku)}`)));
  }
  return ok(found);
}

/**
 * Listings by SKU, 20 a call. One that the search does not return does not exist. A call that fails as a whole fails
 * its SKUs only; a refused token fails everything, as it would each of them.
 */
export async function getListings(
  fetcher: Fetcher,
  store: Store,
  clock: Clock,
  session: AccountSession,
  skus: readonly string[],
): Promise<Result<Map<string, Result<RemoteListing, CallFailure>>, CallFailure>> {
  // SKUs are sent as a list with commas, and no documented escape marks a comma inside a SKU.
  const alone = skus.filter((sku) => sku.includes(','));
  const listed = skus.filter((sku) => !sku.includes(','));
  const batches = [
    ...(await inBatches(listed, SEARCH, (some) => searchItems(fetcher, store, session, some))),
    ...(await inBatches(alone, ALONE, async ([sku = '']): Promise<Result<Items, CallFailure>> => {
      const item = await getItem(fetcher, store, session, sku);
      return !item.ok && item.error.kind !== 'not_found' ? item : ok(new Map([[sku, item]]));
    })),
  ];
  const together = failureOfBatches(batches);
  if (!together.ok) return together;

  const now = clock();
  const found = new Map<string, Result<RemoteListing, CallFailure>>();
  for (const { items, answer } of batches) {
    for (const sku of items) {
      const item = answer.ok ? (answer.value.get(sku) ?? fail(notFound(sku))) : answer;
      found.set(sku, item.ok ? toListing(item.value, store, now) : item);
    }
  }
  return ok(new Map(skus.map((sku) => [sku, found.get(sku) ?? fail(notFound(sku))])));
}
