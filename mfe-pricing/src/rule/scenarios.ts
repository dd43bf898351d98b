import type { MarketBody } from '@primazia/backend/monitoring/contract';
import type { PreviewBody, PricedListing } from '@primazia/backend/pricing/contract';

export const SCENARIOS = [
  'rival_below_minimum',
  'winning_already',
  'nobody_else',
  'promotion_starts',
  'changed_elsewhere',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const twoPlaces = (amount: number) => Math.max(0.01, Math.round(amount * 100) / 100);

const facts = (listing: PricedListing): NonNullable<PreviewBody['listing']> => ({
  price: listing.price,
  shippingPrice: listing.shippingPrice,
  currencyCode: listing.currencyCode,
  marketplaceId: listing.marketplaceId,
  status: 'ENABLED',
  stock: Math.max(listing.stock, 1),
  promotionStatus: 'none',
  condition: listing.condition,
  lastSetPrice: null,
  acos: null,
  roas: null,
});

/** The market of the ad, fresh, with the ad competing; without a snapshot one rival at the ad's own price. */
function marketOf(listing: PricedListing, market: MarketBody | null, now: string): MarketBody {
  const rival = {
    sellerId: 'rival',
    sellerName: '',
    marketplaceId: listing.marketplaceId,
    price: listing.price,
    shippingPrice: 0,
    shippingTimeHours: null,
    fulfillment: null,
    reputation: null,
    listingTypeId: null,
    condition: listing.condition,
    available: true,
    position: 1,
    isOwn: false,
    comparison: 'IDENTICAL' as const,
  };
  const offers = market?.offers.some(({ isOwn, available }) => !isOwn && available)
    ? market.offers
    : [rival];
  const winner = offers.find(({ isOwn }) => !isOwn)?.sellerId ?? null;
  return {
    observedAt: now,
    buybox: { status: 'LOSING', winnerSellerId: winner, priceToWin: null, reason: null },
    offers,
  };
}

/**
 * 'What happens to my price if…' for the ad at hand, with its own numbers, as a question to the preview.
 * Null: the scenario says nothing under this rule (no minimum to go below, say).
 */
export function scenarioBody(
  scenario: Scenario,
  rule: PreviewBody['rule'],
  listing: PricedListing,
  market: MarketBody | null,
  now: string,
): PreviewBody | null {
  const base = marketOf(listing, market, now);
  const own = facts(listing);
  const asActive = { ...rule, status: 'enabled' as const, startDate: null, endDate: null };
  const body = { now, rule: asActive, listing: own, market: base };
  const priced = (price: number): MarketBody['offers'] =>
    base.offers.map((offer) => (offer.isOwn ? offer : { ...offer, price: twoPlaces(price) }));
  switch (scenario) {
    case 'rival_below_minimum':
      if (rule.minPrice === null) return null;
      return { ...body, market: { ...base, offers: priced(rule.minPrice * 0.97) } };
    case 'winning_already': {
      const buybox = { ...base.buybox, status: 'WINNING' as const, winnerSellerId: null };
      return { ...body, market: { ...base, buybox, offers: priced(listing.price * 1.05) } };
    }
    case 'nobody_else': {
      const buybox = { ...base.buybox, status: 'WINNING' as const, winnerSellerId: null };
      return { ...body, market: { ...base, buybox, offers: [] } };
    }
    case 'promotion_starts':
      return { ...body, listing: { ...own, promotionStatus: 'started' } };
    case 'changed_elsewhere':
      return { ...body, listing: { ...own, lastSetPrice: twoPlaces(listing.price * 1.02) } };
  }
}
