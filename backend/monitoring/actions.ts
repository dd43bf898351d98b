// What other domains and the routes use of monitoring.
import { ownSellerIds } from '../catalog/actions.ts';
import { problem } from '../catalog/problems.ts';
import type { Market } from '../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { sellerNameOf } from '../kernel/seller-name.ts';
import { shippingAmount } from '../kernel/shipping.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import type { MarketBody } from './contract.ts';
import { fingerprint } from './diff.ts';
import { withOwn } from './own-offers.ts';
import * as store from './store.ts';
import { notIn, watchedOffers } from './watch/offers.ts';

export { compareMarket } from './competitors.ts';
export type { OwnListing } from './competitors-store.ts';
export { ownOffer } from './diff.ts';
export { importMarkets, type PastMarket } from './import.ts';
export { requestPolls } from './observe.ts';
export { marketOfSnapshot, type StoredMarket } from './offers.ts';
export type { LatestMarket } from './store.ts';

/**
 * The latest market of each listing. An account that was connected since the observation counts as the company's own,
 * and no longer as a competitor.
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

/** A market of which only watched competitors are known. */
const outside = (observedAt: Date): Market => ({
  observedAt,
  buybox: { status: 'OUTSIDE_BUYBOX', winnerSellerId: null, priceToWin: null, reason: null },
  offers: [],
});

/** The same, with the competitors that the company watches by itself: what rules go by. */
export async function latestMarketsWithWatched(
  trx: Trx,
  companyId: number,
  listingIds: number[],
  now: Date,
): Promise<Map<number, store.LatestMarket>> {
  if (listingIds.length === 0) return new Map();
  const [latest, watched] = await Promise.all([
    latestMarkets(trx, companyId, listingIds),
    watchedOffers(trx, companyId, listingIds, now),
  ]);
  if (watched.size === 0) return latest;
  const own = new Set(await ownSellerIds(trx, companyId));
  for (const [listingId, { offers, unknown }] of watched) {
    const seen = latest.get(listingId);
    const market = seen?.market ?? outside(now);
    const others = notIn(market, offers).filter(({ sellerId }) => !own.has(sellerId));
    latest.set(listingId, {
      snapshotId: seen?.snapshotId ?? null,
      fingerprint: `${seen?.fingerprint ?? ''} ${fingerprint({ ...market, offers: others })}`,
      market: { ...market, watched: { offers: others, unknown } },
    });
  }
  return latest;
}

/** A market as it travels: with decimal amounts. */
const toMarketBody = (market: Market): MarketBody => ({
  observedAt: market.observedAt.toISOString(),
  buybox: {
    status: market.buybox.status,
    winnerSellerId: market.buybox.winnerSellerId,
    priceToWin: toAmountOrNull(market.buybox.priceToWin),
    reason: market.buybox.reason,
    winnerPrice: toAmountOrNull(market.buybox.winnerPrice ?? null),
  },
  offers: market.offers.map(
    ({
      offerId: _offerId,
      sellerTransactions: _count,
      isRefused: _,
      acceptsPaymentMethod: _accepts,
      ...offer
    }) => ({
      ...offer,
      sellerName: sellerNameOf(offer) ?? '',
      price: toAmount(offer.price),
      ...shippingAmount(offer.shippingPrice),
      isSuspect: offer.isSuspect ?? false,
    }),
  ),
  reportsOffers: market.reportsOffers ?? true,
});

/**
 * The latest market of a listing; null: none was observed yet.
 * @throws Problem 404 `listing_not_found`
 */
export const marketOf = (
  ctx: AppContext,
  companyId: number,
  listingId: number,
): Promise<MarketBody | null> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const latest = (await latestMarkets(trx, companyId, [listingId])).get(listingId);
    if (latest !== undefined) return toMarketBody(latest.market);
    if (await store.hasListing(trx, companyId, listingId)) return null;
    throw problem('listing_not_found');
  });
