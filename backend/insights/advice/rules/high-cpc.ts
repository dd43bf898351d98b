// Clicks that cost more than they bring. Pure.
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
import { isBelow, meanOf } from './rates.ts';

const LEAST_CLICKS = 20;
const TIMES_USUAL = 1.5;
const LIKELY_ABOVE_GOAL = 0.8;

export function highCpc(one: Case, setting: Setting): Ruling {
  const { sums, estimate, rates } = one;
  const { orderMargin, cpc, conversion, goal } = estimate;
  if (sums.clicks < LEAST_CLICKS || goal === null) return null;
  const loses =
    orderMargin === null ? 0 : orderMargin <= 0 ? 1 : isBelow(conversion, cpc / orderMargin);
  const isDear = rates.usualCpc !== null && cpc > TIMES_USUAL * rates.usualCpc;
  const isLosing = isLikely(loses, setting);
  if (!isLosing && !(isDear && isLikely(isAbove(estimate, goal), setting, LIKELY_ABOVE_GOAL)))
    return null;
  const factor = factorTo(estimate, goal);
  if (factor === 1) return null;
  return adviceOf(one, {
    kind: 'high_cpc',
    reason: isLosing ? 'clicks_lose' : 'above_usual',
    change: bidsTimes(one, factor),
    effect: effectOf(one, setting, gainOfFactor(factor, sums, estimate)),
    score: Math.round(sums.cost * (1 - factor)),
    facts: {
      probability: (isLosing ? loses : isAbove(estimate, goal)) * 100,
      bidChange: (factor - 1) * 100,
      ...(orderMargin !== null && { clickValue: meanOf(conversion) * orderMargin }),
      ...(rates.usualCpc !== null && { usualCpc: rates.usualCpc }),
    },
  });
}
