// What other domains and the routes ask of monitoring.
import { ownSellerIds } from '../catalog/actions.ts';
import { problem } from '../catalog/problems.ts';
import type { Market } from '../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { sellerNameOf } from '../kernel/seller-name.ts';
import { shippingAmount } from '../kernel/shipping.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import type { MarketBody } from './contract.ts';
import { withOwn } from './own-offers.ts';
import * as store from './store.ts';

export { compareMarket } from './competitors.ts';
export type { OwnListing } from './competitors-store.ts';
export { ownOffer } from './diff.ts';
export { importMarkets, type PastMarket } from './import.ts';
export { requestPolls } from './observe.ts';
export { type KeptMarket, marketOfSnapshot } from './offers.ts';
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

/** A market as it travels: decimal amounts. */
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
    ({ offerId: _offerId, sellerTransactions: _count, isRefused: _, ...offer }) => ({
      ...offer,
      sellerName: sellerNameOf(offer) ?? '',
      price: toAmount(offer.price),
      ...shippingAmount(offer.shippingPrice),
      isSuspect: offer.isSuspect ?? false,
    }),
  ),
  tellsOffers: market.tellsOffers ?? true,
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
