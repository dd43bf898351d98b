// Clicks that are not followed by orders: of a campaign, and of one of its targets. Pure.
import { INCREMENTALITY, isLikely, type Ruling, type Setting } from './advice.ts';
import { adviceOf, type Case, effectOf } from './campaign-case.ts';
import { isBelow, meanOf } from './rates.ts';

const SHARE_OF_USUAL = 0.5;
/** The fewest clicks, in multiples of those that an order usually takes. */
const TIMES_USUAL = 3;
/** The probability of error with which clicks without an order exclude the usual conversion. */
const WRONG = 0.05;

/** A campaign whose clicks lead to orders half as often as is usual. */
export function lowConversion(one: Case, setting: Setting): Ruling {
  const { sums, estimate, rates } = one;
  const { usualConversion, lowerConversion } = rates;
  if (usualConversion === null || lowerConversion === null || usualConversion <= 0) return null;
  if (sums.clicks < TIMES_USUAL / usualConversion) return null;
  const probability = isBelow(estimate.conversion, SHARE_OF_USUAL * usualConversion);
  if (!isLikely(probability, setting)) return null;
  const { orderMargin } = estimate;
  const effect = effectOf(
    one,
    setting,
    (_perClick, conversion) =>
      sums.clicks * Math.max(0, lowerConversion - conversion) * (orderMargin ?? 0) * INCREMENTALITY,
  );
  return adviceOf(one, {
    kind: 'low_conversion',
    reason: 'few_orders',
    change: null,
    effect: effect !== null && effect.mean > 0 ? effect : null,
    facts: { usualConversion: usualConversion * 100, probability: probability * 100 },
  });
}

/** How many clicks without an order exclude a conversion. */
export const clicksToExclude = (conversion: number): number =>
  Math.ceil(Math.log(WRONG) / Math.log(1 - conversion));

/** A target that was clicked often and never brought an order. */
export function wastedTarget(one: Case, setting: Setting): Ruling {
  const { campaign, target, sums, rates, estimate } = one;
  const { usualConversion } = rates;
  if (target === null || sums.orders > 0 || usualConversion === null || usualConversion <= 0)
    return null;
  if (sums.clicks < clicksToExclude(usualConversion)) return null;
  const { campaignId, writes } = campaign;
  return adviceOf(one, {
    kind: 'low_conversion',
    reason: 'no_orders',
    change: writes ? { act: 'pause_target', campaignId, targetId: target.targetId } : null,
    effect: effectOf(one, setting, (perClick) => sums.clicks * (estimate.cpc - perClick)),
    score: sums.cost,
    facts: {
      usualConversion: usualConversion * 100,
      conversion: meanOf(estimate.conversion) * 100,
    },
  });
}
