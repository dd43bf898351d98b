// A campaign whose cost is above its goal. Pure.
import { isLikely, type Ruling, type Setting } from './advice.ts';
import {
  adviceOf,
  bidsTimes,
  type Case,
  effectOf,
  factorTo,
  gainOfFactor,
  isAbove,
} from './campaign-case.ts';

/** The least spend, in multiples of the lowest bid. */
const LEAST_BIDS = 20;

export function acosAboveGoal(one: Case, setting: Setting): Ruling {
  const { campaign, sums, estimate } = one;
  const { goal, orderMargin } = estimate;
  if (goal === null) return null;
  if (sums.cost < Math.max(orderMargin ?? 0, LEAST_BIDS * campaign.leastBid)) return null;
  const probability = isAbove(estimate, goal);
  if (!isLikely(probability, setting)) return null;
  const factor = factorTo(estimate, goal);
  if (factor === 1) return null;
  return adviceOf(one, {
    kind: 'acos_above_goal',
    reason: 'above',
    change: bidsTimes(one, factor),
    effect: effectOf(one, setting, gainOfFactor(factor, sums, estimate)),
    score: Math.round(sums.cost * (1 - factor)),
    facts: { probability: probability * 100, bidChange: (factor - 1) * 100 },
  });
}
