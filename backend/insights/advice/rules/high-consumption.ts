// Budgets that are spent and do not pay, and targets that take more than they bring. Pure.
import { isLikely, type Ruling, type Setting } from './advice.ts';
import {
  adviceOf,
  bidsTimes,
  budgetTimes,
  type Case,
  effectOf,
  gainOfFactor,
  isAbove,
  LOWEST_STEP,
} from './campaign-case.ts';
import { after, isBelow, meanOf } from './rates.ts';

const FULL_DAYS = 3;
const LESS = 0.8;
/** What a unit of the last part of a budget brings, as a share of what a unit of the whole brings. */
const MARGINAL = 0.8;
const SURE = 0.9;

const LEAST_CLICKS = 20;
const SHARE_OF_SPEND = 0.3;
const SHARE_OF_REST = 0.5;

/** A campaign whose budget is spent day after day, though it is not sure to reach its goal. */
export function spentBudget(one: Case, setting: Setting): Ruling {
  const { campaign, sums, estimate } = one;
  const { goal } = estimate;
  if (goal === null || campaign.fullDays < FULL_DAYS) return null;
  const probability = 1 - isAbove(estimate, goal);
  if (probability >= SURE) return null;
  return adviceOf(one, {
    kind: 'high_consumption',
    reason: 'budget_spent',
    change: budgetTimes(one, LESS),
    effect: effectOf(
      one,
      setting,
      (perClick) => (1 - LESS) * sums.clicks * (estimate.cpc - MARGINAL * perClick),
    ),
    score: Math.round((1 - LESS) * sums.cost),
    facts: {
      fullDays: campaign.fullDays,
      budget: campaign.dailyBudget,
      newBudget: Math.round(campaign.dailyBudget * LESS),
      probability: probability * 100,
    },
  });
}

/** A target that takes much of its campaign's spend, and converts half as often as the rest. */
export function greedyTarget(one: Case, setting: Setting): Ruling {
  const { campaign, target, sums, rates, estimate } = one;
  const { month } = campaign;
  if (target === null || sums.clicks < LEAST_CLICKS || sums.orders === 0) return null;
  const rest = { hits: month.orders - sums.orders, trials: month.clicks - sums.clicks };
  if (rest.trials < LEAST_CLICKS || rest.hits <= 0 || month.cost === 0 || month.sales === 0)
    return null;
  const share = sums.cost / month.cost;
  const isGreedy = share >= SHARE_OF_SPEND && sums.sales / month.sales <= share / 2;
  const usual = meanOf(after(rates.conversion, rest));
  const probability = isBelow(estimate.conversion, SHARE_OF_REST * usual);
  if (!isGreedy || !isLikely(probability, setting)) return null;
  return adviceOf(one, {
    kind: 'high_consumption',
    reason: 'greedy_target',
    change: bidsTimes(one, LOWEST_STEP),
    effect: effectOf(one, setting, gainOfFactor(LOWEST_STEP, sums, estimate)),
    score: Math.round(sums.cost * (1 - LOWEST_STEP)),
    facts: { usualConversion: usual * 100, probability: probability * 100 },
  });
}
