// Campaigns that reach their goal: held back by their budget, or doing well. Pure.
import { isLikely, type Ruling, type Setting } from './advice.ts';
import { adviceOf, budgetTimes, type Case, effectOf, isAbove } from './campaign-case.ts';

const FULL_DAYS = 3;
const MORE = 1.2;
/** What a unit of additional budget brings, as a share of what a unit of the present one brings. */
const MARGINAL = 0.8;
const LEAST_ORDERS = 5;

/** A campaign that surely reaches its goal and whose budget is spent day after day. */
export function budgetLimited(one: Case, setting: Setting): Ruling {
  const { campaign, sums, estimate } = one;
  const { goal } = estimate;
  if (goal === null || campaign.fullDays < FULL_DAYS) return null;
  const probability = 1 - isAbove(estimate, goal);
  if (!isLikely(probability, setting)) return null;
  return adviceOf(one, {
    kind: 'ready_to_invest',
    reason: 'budget_limits',
    change: budgetTimes(one, MORE),
    effect: effectOf(
      one,
      setting,
      (perClick) => (MORE - 1) * sums.clicks * (MARGINAL * perClick - estimate.cpc),
    ),
    facts: {
      fullDays: campaign.fullDays,
      budget: campaign.dailyBudget,
      newBudget: Math.round(campaign.dailyBudget * MORE),
      probability: probability * 100,
    },
  });
}

/** A campaign that surely reaches its goal; there is nothing to do. */
export function doingWell(one: Case, setting: Setting): Ruling {
  const { campaign, sums, estimate } = one;
  const { goal } = estimate;
  if (goal === null || sums.orders < LEAST_ORDERS) return null;
  const probability = 1 - isAbove(estimate, goal);
  if (!isLikely(probability, setting)) return null;
  return adviceOf(one, {
    kind: 'doing_well',
    reason: 'reaches_goal',
    change: null,
    act: 'none',
    effect: null,
    facts: {
      probability: probability * 100,
      ...(campaign.breakEven !== null && {
        afterAds: Math.round(sums.sales * campaign.breakEven - sums.cost),
      }),
    },
  });
}
