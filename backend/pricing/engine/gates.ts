// Step 1 of a decision: what holds the engine back before it considers any competitor's price.
import type { Market } from '../../kernel/market.ts';
import type { Circumstances, Line, ListingFacts, Rule } from './types.ts';

/** A gate that is closed: its code, and what the explanation says of it. */
export interface Gate {
  outcome: 'KEEP' | 'BLOCKED';
  code: string;
  values: Line['values'];
}

const HOUR = 3_600_000;

const unchanged = (code: string, values: Line['values'] = {}): Gate => ({
  outcome: 'KEEP',
  code,
  values,
});

function ruleGate(rule: Rule, now: Date): Gate | null {
  if (rule.status !== 'enabled') return unchanged('rule_inactive', { status: rule.status });
  if (rule.startDate !== null && now < rule.startDate) {
    const date = rule.startDate.toISOString();
    return unchanged('rule_inactive', { status: 'not_started', date });
  }
  if (rule.endDate !== null && now > rule.endDate) {
    return unchanged('rule_inactive', { status: 'ended', date: rule.endDate.toISOString() });
  }
  return null;
}

/** Whether a rule prices its listings at a moment. */
export const isInForce = (rule: Rule, now: Date): boolean => ruleGate(rule, now) === null;

/** Whether a rule follows the advertising of its listings, and considers no competitors. */
export const dependsOnAds = ({ competition }: Rule): boolean =>
  competition === 'ACOS' || competition === 'ROAS';

function marketGate(
  { marketplaceId, shippingPrice }: ListingFacts,
  rule: Rule,
  market: Market | null,
  now: Date,
  { staleMarketHours, traits }: Circumstances,
): Gate | null {
  if (dependsOnAds(rule)) return null;
  if (rule.considerShippingPrice && shippingPrice === null)
    return unchanged('own_shipping_not_reported');
  const marketplace = traits?.get(marketplaceId);
  if (rule.competition === 'BUYBOX' && marketplace?.hasBuybox === false)
    return unchanged('no_buybox');
  // No competitor that is reported is not the same as no competitor: the price would go to the maximum.
  const isWatching = rule.competition === 'EXTERNAL' && market?.watched !== undefined;
  if (marketplace?.reportsCompetitors === false && !isWatching)
    return unchanged('competitors_not_reported');
  if (market === null || market.buybox.status === 'SYNCING') return unchanged('no_market_data');
  const age = now.getTime() - market.observedAt.getTime();
  // Observed by a wrong clock: its age is unknown.
  if (age < -staleMarketHours * HOUR) return unchanged('no_market_data');
  if (age > staleMarketHours * HOUR) {
    return unchanged('stale_market', { hours: Math.floor(age / HOUR), limit: staleMarketHours });
  }
  if (rule.competition === 'EXTERNAL' && market.reportsOffers === false && !isWatching)
    return unchanged('offers_not_reported');
  if (rule.competition === 'BUYBOX' && market.buybox.status === 'NOT_COMPETING') {
    return unchanged('not_competing', { reason: market.buybox.reason });
  }
  return null;
}

/** The first gate that is closed, in the order in which they are checked; null: all are open. */
export function closedGate(
  listing: ListingFacts,
  rule: Rule,
  market: Market | null,
  now: Date,
  circumstances: Circumstances,
): Gate | null {
  const early = ruleGate(rule, now);
  if (early !== null) return early;
  if (listing.status !== 'ENABLED' || listing.stock <= 0) {
    return unchanged('listing_inactive', { status: listing.status, stock: listing.stock });
  }
  if (listing.isPricedAsPair) return unchanged('pair_has_rule');
  const late = marketGate(listing, rule, market, now, circumstances);
  if (late !== null) return late;
  if (circumstances.stopsPriceChanges) return unchanged('kill_switch');
  if (listing.promotionStatus === 'started') {
    return { outcome: 'BLOCKED', code: 'in_promotion', values: {} };
  }
  if (listing.isAutomated) return { outcome: 'BLOCKED', code: 'price_automated', values: {} };
  return null;
}
