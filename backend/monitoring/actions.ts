import * as z from 'zod';
import { ownSellerIds, recordOwnPrice } from '../catalog/actions.ts';
import { Id } from '../kernel/id.ts';
import type { Market } from '../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { Problem } from '../kernel/problem.ts';
import { type Trx, within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { DomainEvent, Queue } from '../platform/jobs.ts';
import { announce } from '../platform/live.ts';
import { MARKET_CHANGED, type MarketBody, MarketChanged } from './contract.ts';
import { essenceOf, hasChanged, ownOffer } from './diff.ts';
import * as store from './store.ts';

export { fingerprint } from './diff.ts';
export { type LatestMarket, latestMarkets } from './store.ts';

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
  batch: 50,
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

/** The newest look at each listing. */
function newestOf(looks: readonly { listingId: number; market: Market }[]) {
  const newest = new Map<number, Market>();
  for (const { listingId, market } of looks) {
    const present = newest.get(listingId);
    if (present === undefined || present.observedAt <= market.observedAt)
      newest.set(listingId, market);
  }
  return newest;
}

/**
 * Records looks at the markets of a company's listings, in one transaction. Every look moves the listing's
 * `observed_at` on; a snapshot is added, and `MARKET_CHANGED` emitted, only where something that matters changed.
 * A look that is older than the recorded one is dropped, as are looks at listings that the company does not have.
 *
 * Offers of any account of the company are marked as its own. Where the ad's own offer shows another price than is
 * stored, the listing takes it over, unless the listing was written after the look began: a price that was pushed
 * meanwhile is newer than what the look saw.
 * @returns the ids of the listings whose market changed
 */
export function recordMarkets(
  house: House,
  companyId: number,
  looks: readonly { listingId: number; market: Market }[],
): Promise<number[]> {
  const newest = newestOf(looks);
  if (newest.size === 0) return Promise.resolve([]);
  return within(house.db, { company: companyId }, async (trx) => {
    const ids = [...newest.keys()];
    const listings = await store.holdListings(trx, companyId, ids);
    const last = await store.lastLooks(trx, companyId, ids);
    const ownSellers = new Set(await ownSellerIds(trx, companyId));

    const kept: (store.Look & { changed: boolean })[] = [];
    for (const listing of listings) {
      const seen = newest.get(listing.id);
      const before = last.get(listing.id) ?? null;
      if (seen === undefined || (before !== null && seen.observedAt < before.observedAt)) continue;
      const offers = seen.offers.map((offer) => ({
        ...offer,
        isOwn: offer.isOwn || ownSellers.has(offer.sellerId),
      }));
      const market = { ...seen, offers };
      const shown = ownOffer(market, listing.skuMarketplace, listing.sellerId)?.price ?? null;
      const isNews = shown !== null && listing.updatedAt <= seen.observedAt;
      if (isNews && shown !== listing.price)
        await recordOwnPrice(trx, companyId, listing.id, shown, house.clock());
      const essence = essenceOf(market, shown ?? listing.price);
      const changed = hasChanged(before?.essence ?? null, essence);
      kept.push({ listingId: listing.id, market, essence, changed });
    }

    const changed = kept.filter((look) => look.changed);
    const added = await store.addSnapshots(trx, companyId, changed);
    const saved = kept.map((look) => {
      const snapshotId = added.get(look.listingId) ?? last.get(look.listingId)?.snapshotId;
      if (snapshotId === undefined) throw new Error(`no snapshot of listing ${look.listingId}`);
      return { ...look, snapshotId };
    });
    await store.saveMarkets(trx, companyId, saved);

    const listingIds = changed.map((look) => look.listingId);
    for (let from = 0; from < listingIds.length; from += EVENT_SIZE) {
      const some = listingIds.slice(from, from + EVENT_SIZE);
      await house.jobs.emit(trx, MARKET_CHANGED_EVENT, { companyId, listingIds: some });
    }
    if (listingIds.length > 0) await announce(trx, companyId, { type: 'markets', ids: listingIds });
    return listingIds;
  });
}

/** A market as it travels: decimal amounts. */
export const toMarketBody = (market: Market): MarketBody => ({
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
    const latest = (await store.latestMarkets(trx, companyId, [listingId])).get(listingId);
    if (latest !== undefined) return toMarketBody(latest.market);
    if (await store.hasListing(trx, companyId, listingId)) return null;
    throw new Problem(404, 'listing_not_found');
  });
