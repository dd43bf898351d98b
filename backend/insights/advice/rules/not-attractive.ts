// A campaign that is seen and not clicked. Pure.
import { isLikely, type Ruling, type Setting } from './advice.ts';
import { adviceOf, type Case, effectOf } from './campaign-case.ts';
import { after, isBelow, meanOf } from './rates.ts';

const LEAST_IMPRESSIONS = 2_000;
const SHARE_OF_USUAL = 0.5;

export function notAttractive(one: Case, setting: Setting): Ruling {
  const { sums, estimate, rates } = one;
  const { usualCtr, lowerCtr } = rates;
  if (sums.impressions < LEAST_IMPRESSIONS || usualCtr === null || lowerCtr === null) return null;
  const ctr = after(rates.ctr, { hits: sums.clicks, trials: sums.impressions });
  const probability = isBelow(ctr, SHARE_OF_USUAL * usualCtr);
  if (!isLikely(probability, setting)) return null;
  const more = sums.impressions * Math.max(0, lowerCtr - meanOf(ctr));
  const effect = effectOf(one, setting, (perClick) => more * Math.max(0, perClick - estimate.cpc));
  return adviceOf(one, {
    kind: 'not_attractive',
    reason: 'few_clicks',
    change: null,
    effect: effect !== null && effect.mean > 0 ? effect : null,
    facts: {
      ctr: (sums.clicks / sums.impressions) * 100,
      usualCtr: usualCtr * 100,
      probability: probability * 100,
    },
  });
}
