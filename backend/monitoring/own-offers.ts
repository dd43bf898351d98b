import type { Market, Offer } from '../kernel/market.ts';

/** A market in which the offers of all the company's sellers are marked as its own. */
export function withOwn(market: Market, ownSellers: ReadonlySet<string>): Market {
  const isHidden = (offer: Offer) => !offer.isOwn && ownSellers.has(offer.sellerId);
  if (!market.offers.some(isHidden)) return market;
  const offers = market.offers.map((offer) =>
    isHidden(offer) ? { ...offer, isOwn: true } : offer,
  );
  return { ...market, offers };
}
