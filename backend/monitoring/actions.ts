import * as z from 'zod';
import { ownSellerIds, recordOwnPrices } from '../catalog/actions.ts';
import { isAhead } from '../kernel/clock.ts';
import { Id } from '../kernel/id.ts';
import type { Market, Offer } from '../kernel/market.ts';
import { MARKETPLACE } from '../kernel/marketplace-ids.ts';
import { type Minor, toAmount, toAmountOrNull } from '../kernel/money.ts';
import { Problem } from '../kernel/problem.ts';
import { type Trx, within, withinByKeys } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { DomainEvent, Queue } from '../platform/jobs.ts';
import { announce } from '../platform/live.ts';
import { MARKET_CHANGED, type MarketBody, MarketChanged } from './contract.ts';
import { type Essence, essenceOf, hasChanged, ownOffer } from './diff.ts';
import * as store from './store.ts';

export { fingerprint, ownOffer } from './diff.ts';
export { type KeptOffers, offersOf } from './offers.ts';
export type { LatestMarket } from './store.ts';

export const MARKET_CHANGED_EVENT: DomainEvent<MarketChanged> = {
  name: MARKET_CHANGED,
  schema: MarketChanged,
};

const LookJob = z.object({
  companyId: Id,
  accountId: Id,
  listingId: Id,
  /** How often this look was put off because the marketplace stumbled. */
  tries: z.int().min(0).default(0),
});
export type LookJob = z.infer<typeof LookJob>;

/**
 * Looks at markets. Of several requests for one listing only one waits: whoever looks sees all that happened until
 * then.
 */
export const LOOK: Queue<LookJob> = {
  name: 'monitoring.look',
  schema: LookJob,
  batch: 60,
  concurrency: 2,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 2,
  policy: 'short',
};

/** Enqueues looks, in the caller's transaction; one with `startAfter` waits until then. */
export async function requestLooks(
  house: House,
  trx: Trx,
  looks: readonly { look: LookJob; startAfter?: Date }[],
): Promise<void> {
  if (looks.length === 0) return;
  const later = new Map(looks.map(({ look, startAfter }) => [look.listingId, startAfter]));
  await house.jobs.send(
    trx,
    LOOK,
    looks.map(({ look }) => look),
    ({ listingId }) => {
      const startAfter = later.get(listingId);
      return { key: String(listingId), ...(startAfter && { startAfter }) };
    },
  );
}

/** Listings that one event tells of at most. */
const EVENT_SIZE = 500;

/** A market to record. */
export interface SeenMarket {
  listingId: number;
  market: Market;
  /** A notice told it, which may leave out what only a look shows. */
  told?: boolean;
}

/** What is told of the future is of now: else every look that follows would be taken for an older one until then. */
const notAhead = (look: SeenMarket, now: Date): SeenMarket =>
  isAhead(look.market.observedAt, now)
    ? { ...look, market: { ...look.market, observedAt: now } }
    : look;

/**
 * Whether what was seen is older than the last look. One that lies ahead was recorded while a clock was wrong that has
 * been put back since: nothing says how old it is, so a look of this moment counts.
 */
const isOlder = (seenAt: Date, lastAt: Date, now: Date): boolean =>
  seenAt < lastAt && !(isAhead(lastAt, now) && !isAhead(now, seenAt));

/** The newest look at each listing. */
function newestOf(looks: readonly SeenMarket[]): Map<number, SeenMarket> {
  const newest = new Map<number, SeenMarket>();
  for (const look of looks) {
    const present = newest.get(look.listingId);
    if (present === undefined || present.market.observedAt <= look.market.observedAt)
      newest.set(look.listingId, look);
  }
  return newest;
}

/** A market in which the offers of all the company's sellers are its own. */
function withOwn(market: Market, ownSellers: ReadonlySet<string>): Market {
  const isHidden = (offer: Offer) => !offer.isOwn && ownSellers.has(offer.sellerId);
  if (!market.offers.some(isHidden)) return market;
  const offers = market.offers.map((offer) =>
    isHidden(offer) ? { ...offer, isOwn: true } : offer,
  );
  return { ...market, offers };
}

/**
 * The last looks at listings' markets. Own are the offers of the accounts that the company has by now: one that was
 * connected since the look is a rival no more.
 */
export async function latestMarkets(
  trx: Trx,
  companyId: number,
  listingIds: number[],
): Promise<Map<number, store.LatestMarket>> {
  if (listingIds.length === 0) return new Map();
  const [latest, sellers] = await Promise.all([
    store.latestMarkets(trx, companyId, listingIds),
    ownSellerIds(trx, companyId),
  ]);
  const ownSellers = new Set(sellers);
  for (const one of latest.values()) one.market = withOwn(one.market, ownSellers);
  return latest;
}

/**
 * A market that a notice or half a look told, with the price to win of the look before where that is left out and
 * nothing happened since that could have changed it.
 */
function withPriceToWin(market: Market, essence: Essence, before: Essence | null): Market {
  const { priceToWin, ...rest } = market.buybox;
  if (priceToWin !== null || before === null || before.priceToWin === null) return market;
  const isSame = !hasChanged({ ...before, priceToWin: null }, { ...essence, priceToWin: null });
  return isSame ? { ...market, buybox: { ...rest, priceToWin: before.priceToWin } } : market;
}

/**
 * The offer that an ad is in its market; null: it was not seen there. Of a seller's two offers of a product, one sent by
 * the marketplace and one by the seller, often only one is for sale, and bears no id: it is not the other.
 */
function ownOfferIn(market: Market, listing: store.Watched): Offer | null {
  const offer = ownOffer(market, listing.skuMarketplace, listing.sellerId);
  const isOther =
    offer?.offerId === null && (offer.fulfillment ?? listing.fulfillment) !== listing.fulfillment;
  return isOther ? null : offer;
}

/** What buyers pay for the shipping of an ad: Amazon tells it with the offers of its product alone. */
const shippingOf = (offer: Offer | null, { marketplaceId, shippingPrice }: store.Watched): Minor =>
  marketplaceId === MARKETPLACE.AMAZON ? (offer?.shippingPrice ?? shippingPrice) : shippingPrice;

interface Recorded {
  looks: store.Look[];
  /** Listings of whose markets the rest of the house is told. */
  news: number[];
  /** Listings that take over what their offer asks. */
  ownPrices: { listingId: number; price: Minor; shippingPrice: Minor }[];
}

/** For so long a list of offers may go on showing what an ad cost before it was written, in milliseconds. */
const LISTED_WITHIN_MS = 15 * 60_000;

/** Whether a list that shows the own price of the look before may not have taken in yet what was written lately. */
const mayBeBehind = (
  writtenAt: Date,
  shown: Minor,
  before: store.LastLook | null,
  seenAt: Date,
): boolean =>
  shown === before?.essence.ownPrice && seenAt.getTime() - writtenAt.getTime() < LISTED_WITHIN_MS;

/**
 * A market that was not seen for so long may count as unknown by then: an hour is the least that a company may settle.
 * Whoever waited for it hears of it, even where it is what it was.
 */
const FORGOTTEN_MS = 3_600_000;

const isBack = (seen: Market, before: store.LastLook): boolean =>
  seen.observedAt.getTime() - before.observedAt.getTime() >= FORGOTTEN_MS;

/** Holds what was seen against what is stored. */
function compare(
  newest: ReadonlyMap<number, SeenMarket>,
  listings: readonly store.Watched[],
  last: ReadonlyMap<number, store.LastLook>,
  ownSellers: ReadonlySet<string>,
  now: Date,
): Recorded {
  const recorded: Recorded = { looks: [], news: [], ownPrices: [] };
  for (const listing of listings) {
    const look = newest.get(listing.id);
    const before = last.get(listing.id) ?? null;
    if (look === undefined) continue;
    const seen = notAhead(look, now);
    if (before !== null && isOlder(seen.market.observedAt, before.observedAt, now)) continue;
    const own = withOwn(seen.market, ownSellers);
    const offer = ownOfferIn(own, listing);
    const shown = offer?.price ?? null;
    const isNews =
      shown !== null &&
      listing.updatedAt <= own.observedAt &&
      !mayBeBehind(listing.updatedAt, shown, before, own.observedAt);
    const price = isNews ? shown : listing.price;
    const shippingPrice = shippingOf(offer, listing);
    const isShippedOtherwise = shippingPrice !== listing.shippingPrice;
    if (price !== listing.price || isShippedOtherwise)
      recorded.ownPrices.push({ listingId: listing.id, price, shippingPrice });
    const plain = essenceOf(own, shown ?? listing.price);
    const mayLeaveOut = seen.told || own.isPartial;
    const market = mayLeaveOut ? withPriceToWin(own, plain, before?.essence ?? null) : own;
    const essence = { ...plain, priceToWin: market.buybox.priceToWin };
    const isSame = before !== null && !isShippedOtherwise && !hasChanged(before.essence, essence);
    if (!isSame || isBack(own, before)) recorded.news.push(listing.id);
    recorded.looks.push({
      listingId: listing.id,
      market,
      essence,
      snapshotId: isSame ? before.snapshotId : null,
    });
  }
  return recorded;
}

/** Tells of changed markets: the domains above, and whoever has a page open. */
async function tellChanged(house: House, trx: Trx, companyId: number, listingIds: number[]) {
  if (listingIds.length === 0) return;
  const events = [];
  for (let from = 0; from < listingIds.length; from += EVENT_SIZE) {
    const some = listingIds.slice(from, from + EVENT_SIZE);
    events.push(house.jobs.emit(trx, MARKET_CHANGED_EVENT, { companyId, listingIds: some }));
  }
  await Promise.all([...events, announce(trx, companyId, { type: 'markets', ids: listingIds })]);
}

/**
 * Records looks at the markets of a company's listings, in one transaction. Every look moves the listing's
 * `observed_at` on; a snapshot is added only where something that matters changed. `MARKET_CHANGED` is emitted then, and
 * where a market is seen again after so long that it may have counted as unknown. A look that is older than the
 * recorded one is dropped, as are looks at listings that the company does not have.
 *
 * Offers of any account of the company are marked as its own. Where the ad's own offer shows another price than is
 * stored, the listing takes it over, unless the listing was written after the look began: a price that was pushed
 * meanwhile is newer than what the look saw. Neither does a list count that shows for some minutes after a price was
 * pushed what it showed before. On Amazon the listing takes over what the offer asks for shipping too.
 * @returns the ids of the listings of whose markets was told
 */
export function recordMarkets(
  house: House,
  companyId: number,
  looks: readonly SeenMarket[],
): Promise<number[]> {
  if (looks.length === 0) return Promise.resolve([]);
  return withinByKeys(house.db, { company: companyId }, (trx) =>
    recordWithin(house, trx, companyId, looks),
  );
}

/** The same in the caller's transaction. */
export async function recordWithin(
  house: House,
  trx: Trx,
  companyId: number,
  looks: readonly SeenMarket[],
): Promise<number[]> {
  if (looks.length === 0) return [];
  const now = house.clock();
  const newest = newestOf(looks);
  const ids = [...newest.keys()];
  // Sent together and worked in this order: what is read of the last looks is read behind the lock.
  const [listings, last, ownSellers] = await Promise.all([
    store.holdListings(trx, companyId, ids),
    store.lastLooks(trx, companyId, ids),
    ownSellerIds(trx, companyId),
  ]);
  const recorded = compare(newest, listings, last, new Set(ownSellers), now);
  await Promise.all([
    recordOwnPrices(trx, companyId, recorded.ownPrices, now),
    store.saveLooks(trx, companyId, recorded.looks, now),
    tellChanged(house, trx, companyId, recorded.news),
  ]);
  return recorded.news;
}

/** A market as it travels: decimal amounts. */
const toMarketBody = (market: Market): MarketBody => ({
  observedAt: market.observedAt.toISOString(),
  buybox: { ...market.buybox, priceToWin: toAmountOrNull(market.buybox.priceToWin) },
  offers: market.offers.map(({ offerId: _offerId, ...offer }) => ({
    ...offer,
    price: toAmount(offer.price),
    shippingPrice: toAmount(offer.shippingPrice),
  })),
});

/**
 * The last look at a listing's market; null: none was had yet.
 * @throws Problem 404 `listing_not_found`
 */
export const marketOf = (
  house: House,
  companyId: number,
  listingId: number,
): Promise<MarketBody | null> =>
  within(house.db, { company: companyId }, async (trx) => {
    const latest = (await latestMarkets(trx, companyId, [listingId])).get(listingId);
    if (latest !== undefined) return toMarketBody(latest.market);
    if (await store.hasListing(trx, companyId, listingId)) return null;
    throw new Problem(404, 'listing_not_found');
  });
