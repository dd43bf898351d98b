// One decision over price and ads of a listing: the expected contribution of each way in a day. Pure.
import type { Minor } from '../../kernel/money.ts';
import { marginOf, type UnitCosts } from './margin.ts';

export interface PriceOrAdsFacts {
  price: Minor;
  costs: UnitCosts;
  /** Orders for each click at the present price, and the interval of 80 %. */
  conversion: { low: number; estimate: number; high: number };
  elasticity: number;
  unitsPerOrder: number;
  /** Visits of a day that no ad brings. */
  organicVisits: number;
  /** Clicks of the ads and their cost on a day with the buybox. */
  adClicks: number;
  adCost: number;
  /** The share of the time in which the present price holds the buybox, 0 to 1. */
  heldShare: number;
  /** Other prices, with the share of the time in which each would hold it. */
  prices: readonly { price: Minor; heldShare: number }[];
  /** The forecast of other bids at the present price; null: there is none. */
  otherBids: { clicks: number; cost: number } | null;
}

/** Contributions of a day, in minor units and not rounded. */
export interface Way {
  way: 'KEEP' | 'PRICE' | 'ADS';
  price: Minor;
  heldShare: number;
  organic: number;
  ads: number;
  total: number;
  low: number;
  high: number;
}

export interface PriceOrAds {
  ways: Way[];
  best: Way['way'];
  /** Even the low end of the best way is above the expected contribution of keeping everything. */
  isClear: boolean;
}

/** The contribution of a click at a price: `u(P) = p(P) · M(P)`, with `p ∝ P^−ε`. */
export function clickContribution(
  price: Minor,
  conversion: number,
  { price: present, costs, elasticity, unitsPerOrder }: PriceOrAdsFacts,
): number {
  const at = conversion * (price / present) ** -elasticity;
  return at * unitsPerOrder * marginOf(price, costs).perUnit;
}

/**
 * The result of ads at another price: that of now and, for each click, the difference of its contribution. Bids follow
 * the value of a click; to the first order, the gain from that is today's clicks.
 */
function wayAt(
  way: Way['way'],
  at: { price: Minor; heldShare: number },
  ads: { clicks: number; cost: number },
  facts: PriceOrAdsFacts,
): Way {
  const of = (conversion: number) => {
    const contribution = clickContribution(at.price, conversion, facts);
    const organic = at.heldShare * facts.organicVisits * contribution;
    const left = ads.clicks * contribution - ads.cost;
    // At another price bids follow, so ads never lose; at the present price they may.
    const byAds = at.heldShare * (way === 'PRICE' ? Math.max(left, 0) : left);
    return { organic, ads: byAds, total: organic + byAds };
  };
  const { low, estimate, high } = facts.conversion;
  const ends = [of(low).total, of(high).total].sort((a, b) => a - b);
  return { way, ...at, ...of(estimate), low: ends[0]!, high: ends[1]! };
}

/** The contributions in a day of keeping everything, of the best other price and of other bids, and which is greatest. */
export function decidePriceOrAds(facts: PriceOrAdsFacts): PriceOrAds {
  const now = { price: facts.price, heldShare: facts.heldShare };
  const ads = { clicks: facts.adClicks, cost: facts.adCost };
  const keep = wayAt('KEEP', now, ads, facts);
  const prices = facts.prices.map((at) => wayAt('PRICE', at, ads, facts));
  const bestPrice = prices.reduce<Way | null>(
    (best, way) => (best === null || way.total > best.total ? way : best),
    null,
  );
  const ways = [
    keep,
    ...(bestPrice === null ? [] : [bestPrice]),
    ...(facts.otherBids === null ? [] : [wayAt('ADS', now, facts.otherBids, facts)]),
  ];
  const best = ways.reduce((most, way) => (way.total > most.total ? way : most));
  return { ways, best: best.way, isClear: best.way !== 'KEEP' && best.low > keep.total };
}
