import { priceOf } from '../../../kernel/lenient.ts';
import type { Condition, Market } from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, MarketTarget } from '../../marketplace.ts';
import { failureOfBatches, inBatches } from './batches.ts';
import { LIMITS, OFFERS_BATCH } from './limits.ts';
import { type Expected, outside, toMarket } from './market.ts';
import { isFields, type OfferList, otherCurrency, readOfferList, textOf } from './offer-list.ts';
import * as requests from './requests.ts';
import type { Store } from './stores.ts';
import { Batch, type BatchEntry, decode, ExpectedPrices, failureOfEntry } from './wire.ts';

/** Listings whose expected price one call returns. */
const EXPECTED_BATCH = 40;

const pauseOf = (operation: keyof typeof LIMITS) => Math.ceil(1000 / LIMITS[operation].perSecond);

interface Product {
  asin: string;
  condition: Condition;
}
export const keyOf = ({ asin, condition }: Product) => `${asin} ${condition}`;

type Lists = Map<string, Result<OfferList, CallFailure>>;

/** One answer of a batch about offers. */
export function readOffersEntry(
  entry: BatchEntry,
  store: Store,
  product: Product,
): Result<OfferList, CallFailure> {
  const refusal = failureOfEntry(entry, pauseOf('getItemOffersBatch'));
  if (refusal !== null) return fail(refusal);
  const payload = isFields(entry.body) ? entry.body.payload : undefined;
  const currency = otherCurrency(payload, store.currencyCode);
  if (currency !== null)
    return fail(failure('invalid', 'other_currency', `The offers are in ${currency}`));
  const list = readOfferList(payload, product.condition);
  return list === null ? fail(unreadable(`the offers of ${product.asin}`)) : ok(list);
}

/** The entry about what was asked at `index`: entries repeat the request, and are in the order asked as well. */
function entryOf(
  entries: readonly BatchEntry[],
  index: number,
  isAbout: (request: Record<string, unknown>) => boolean,
): BatchEntry | undefined {
  const inPlace = entries[index];
  if (inPlace?.request && isAbout(inPlace.request)) return inPlace;
  const named = entries.find(({ request }) => request && isAbout(request));
  return named ?? (inPlace?.request === null ? inPlace : undefined);
}

/** The lists of offers of products, by product and condition; at most `OFFERS_BATCH` of them. */
export async function getOfferLists(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  products: readonly Product[],
): Promise<Result<Lists, CallFailure>> {
  const answer = decode(
    await fetcher(requests.getItemOffersBatch(session, store.id, products)),
    Batch,
    'the offers',
  );
  if (!answer.ok) return answer;
  const { responses } = answer.value;
  return ok(
    new Map(
      products.map((product, index) => {
        const entry = entryOf(responses, index, ({ Asin, ItemCondition }) =>
          typeof ItemCondition === 'string'
            ? Asin === product.asin && ItemCondition.toLowerCase() === product.condition
            : Asin === product.asin,
        );
        const list = entry
          ? readOffersEntry(entry, store, product)
          : fail(unreadable(product.asin));
        return [keyOf(product), list];
      }),
    ),
  );
}

/** One answer of a batch about expected prices; null: not reported. A price in another currency is none. */
export function readExpectedEntry(entry: BatchEntry, store: Store): Expected | null {
  if (failureOfEntry(entry, 0) !== null) return null;
  const read = ExpectedPrices.safeParse(entry.body);
  const result = read.data?.featuredOfferExpectedPriceResults[0];
  if (!read.success || result === undefined) return null;
  const fulfillment = read.data.offerIdentifier?.fulfillmentType ?? null;
  const price = result.featuredOfferExpectedPrice?.listingPrice;
  const isForeign = (price?.currencyCode ?? store.currencyCode) !== store.currencyCode;
  return {
    status: result.resultStatus,
    // "A listing price at or below which the offer may be featured": without shipping, before promotions.
    price: isForeign ? null : priceOf(price?.amount ?? null),
    fulfillment: fulfillment === null ? null : fulfillment === 'AFN',
  };
}

/**
 * Whether the expected price is worth its call. It is the scarcest call of all (40 listings in half a minute), Amazon
 * calculates it for new products only, and it says nothing of a listing without competitors or out of stock.
 */
function pays(list: OfferList, sellerId: string): boolean {
  const sellers = new Set(list.offers.map((offer) => offer?.sellerId));
  return list.condition === 'new' && sellers.has(sellerId) && sellers.size > 1;
}

const isFeatured = (list: OfferList, sellerId: string) =>
  list.offers.some((offer) => offer?.sellerId === sellerId && offer.isFeatured === true);

/** The expected prices by SKU. A market is complete without them, so those that fail are left out. */
async function getExpected(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  skus: readonly string[],
): Promise<Map<string, Expected>> {
  const batches = await inBatches(skus, { size: EXPECTED_BATCH, atOnce: 1 }, async (some) =>
    decode(
      await fetcher(requests.getFeaturedOfferExpectedPriceBatch(session, store.id, some)),
      Batch,
      'the expected prices',
    ),
  );
  const found = new Map<string, Expected>();
  for (const { items, answer } of batches) {
    if (!answer.ok) continue;
    items.forEach((sku, index) => {
      const entry = entryOf(
        answer.value.responses,
        index,
        (request) => textOf(request.sku) === sku,
      );
      const expected = entry && readExpectedEntry(entry, store);
      if (expected) found.set(sku, expected);
    });
  }
  return found;
}

/**
 * The markets of listings now: `getItemOffersBatch` has the offers and who is featured, and where it pays
 * `getFeaturedOfferExpectedPriceBatch` the price to win. The latter may be refused for lack of quota: then the market
 * is complete without it. `getCompetitiveSummary` would add the featured offers by region and the prices elsewhere, which
 * the product does not use, at the price of another scarce call.
 */
export async function getMarkets(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  targets: readonly MarketTarget[],
  now: Date,
): Promise<Result<Map<string, Result<Market, CallFailure>>, CallFailure>> {
  const productOf = ({ catalogProductId, condition }: MarketTarget): Product | null =>
    catalogProductId === null ? null : { asin: catalogProductId, condition };
  const products = new Map(
    targets.flatMap((target) => {
      const product = productOf(target);
      return product === null ? [] : [[keyOf(product), product] as const];
    }),
  );
  const batches = await inBatches(
    [...products.values()],
    { size: OFFERS_BATCH, atOnce: 2 },
    (some) => getOfferLists(fetcher, store, session, some),
  );
  const together = failureOfBatches(batches);
  if (!together.ok) return together;
  const lists: Lists = new Map();
  for (const { items, answer } of batches) {
    for (const product of items) {
      const list = answer.ok ? answer.value.get(keyOf(product)) : answer;
      if (list !== undefined) lists.set(keyOf(product), list);
    }
  }

  const listOf = (target: MarketTarget) => {
    const product = productOf(target);
    return product === null ? null : (lists.get(keyOf(product)) ?? fail(unreadable(product.asin)));
  };
  const payable = targets.flatMap((target) => {
    const list = listOf(target);
    if (!list?.ok || !pays(list.value, session.sellerId)) return [];
    return [{ sku: target.skuMarketplace, isFeatured: isFeatured(list.value, session.sellerId) }];
  });
  // Those that lose first: where the quota ends, the price to win matters less to those that win.
  payable.sort((a, b) => Number(a.isFeatured) - Number(b.isFeatured));
  const expected = await getExpected(
    fetcher,
    store,
    session,
    payable.map(({ sku }) => sku),
  );

  const markets = new Map<string, Result<Market, CallFailure>>();
  for (const target of targets) {
    const sku = target.skuMarketplace;
    const list = listOf(target);
    const whose = { sellerId: session.sellerId, sku };
    if (list === null) markets.set(sku, ok(outside(now)));
    else if (!list.ok) markets.set(sku, list);
    else {
      const reported = expected.get(sku) ?? null;
      const market = toMarket(list.value, whose, now, reported);
      markets.set(sku, ok(reported === null ? { ...market, isPartial: true } : market));
    }
  }
  return ok(markets);
}
