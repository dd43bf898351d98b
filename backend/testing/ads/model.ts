// A small model of a bid, written from the formulas of docs/ads-engine.md and sharing no code with the engine: one
// expression after the other, without limits of pace or waits.
import type { BidFacts } from '../../ads/engine/types.ts';

const known = (facts: BidFacts, age: number) =>
  age < facts.knownShares.length ? facts.knownShares[age]! : 1;

/** The bid within its limits that follows from a set of facts, in minor units and not rounded; null: not computable. */
export function modelBid(facts: BidFacts): number | null {
  const { price: P, limits } = facts;
  let E = 0;
  let y = 0;
  let priced = 0;
  let pricedSum = 0;
  for (const d of facts.days) {
    const tooFar = d.price !== null && Math.abs(d.price / P - 1) > 0.15 + 1e-12;
    if (d.isFeatured === false || d.isInStock === false || tooFar) continue;
    const w = Math.exp((-Math.LN2 * d.age) / 90);
    E += d.clicks * known(facts, d.age) * w;
    y += d.orders * w;
    if (d.price !== null) {
      priced += d.clicks * known(facts, d.age) * w;
      pricedSum += d.clicks * known(facts, d.age) * w * d.price;
    }
  }
  let prior = facts.accountConversion;
  for (const l of facts.levels) prior = (l.strength + l.orders) / (l.strength / prior + l.clicks);
  const p = (facts.strength + y) / (facts.strength / prior + E);
  const correct =
    facts.elasticity === null || priced === 0
      ? 1
      : Math.exp(-facts.elasticity * Math.log(P / (pricedSum / priced)));
  const worth = (rate: number) => rate * facts.unitsPerOrder * P * correct;

  const left =
    facts.loss === null ? 0 : Math.min(Math.max(1 - facts.loss.lost / facts.loss.limit, 0), 1);
  const share = { profitability: 0.9, none: 0.9, growth: 0.75, visibility: 1 + 0.2 * left };
  const ofMargin =
    facts.margin === null ? null : Math.max(share[facts.strategy] * facts.margin.share, 0);
  const T = facts.goal ?? ofMargin;
  const highest = Math.min(
    limits.maximum,
    limits.campaignBudget === null ? Infinity : Math.floor(limits.campaignBudget / 5),
    limits.cap ?? Infinity,
  );
  if (T === null || highest < limits.minimum) return null;

  const isAverage = facts.strategy === 'growth' || facts.strategy === 'visibility';
  const mu = Math.min(isAverage ? facts.multipliers.ros : 1, facts.multipliers.budget);
  let bid = mu * T * worth(p);
  if (facts.bid === null) {
    const start = { EXACT: 1, PHRASE: 0.85, BROAD: 0.85, AUTO: 0.7, PRODUCT: 0.8, CATEGORY: 0.8 };
    const begin = facts.suggested && facts.suggested.middle * start[facts.matchType ?? 'EXACT'];
    bid = Math.min(bid, begin ?? Infinity);
  } else {
    const rate = E < Math.log(5) / prior ? Math.max(p, prior) : p;
    bid = mu * T * worth(rate);
    const { suggested } = facts;
    if (
      (facts.daysWithoutImpressions ?? 0) >= 7 &&
      suggested !== null &&
      T * worth(rate) > suggested.low
    )
      bid = Math.max(bid, Math.min(suggested.middle, T * worth(rate)));
    // The upper end of the interval is the engine's own: the model does not explore.
  }
  return Math.min(Math.max(bid, limits.minimum), highest);
}
