// What steers all bids of a campaign: towards its average ACOS, and towards its budget. Once a day, and never for one keyword. Pure.
import { acosOf } from './margin.ts';

/** The range of a multiplier, the gain of its controller, and the largest error of one day, on a scale of ratios. */
const ROS = { low: 0.3, high: 4, gain: 0.3 } as const;
const BUDGET = { low: 0.1, high: 4, gain: 0.25 } as const;
const LARGEST_ERROR = 0.5;
const START = { low: 1, high: 2 } as const;

const clip = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

const steered = (
  multiplier: number,
  ratio: number,
  { low, high, gain }: { low: number; high: number; gain: number },
): number =>
  clip(
    multiplier * Math.exp(gain * clip(Math.log(ratio), -LARGEST_ERROR, LARGEST_ERROR)),
    low,
    high,
  );

/**
 * The first multiplier towards the target: `Σ clicks · bid / Σ cost`, from 1 to 2. At a bid of T·v, the average ACOS is T times the
 * share of its bid that a click costs. Without cost it is 1.
 */
export function startMultiplier(
  keywords: readonly { clicks: number; bid: number; cost: number }[],
): number {
  const cost = keywords.reduce((sum, keyword) => sum + keyword.cost, 0);
  const atBids = keywords.reduce((sum, { clicks, bid }) => sum + clicks * bid, 0);
  return cost > 0 ? clip(atBids / cost, START.low, START.high) : 1;
}

/**
 * The ACOS of the last days. Its revenue is half that which clicks are expected to bring, and half that which they brought, late
 * orders added. Null: nothing was sold, nor expected.
 * @param cost in minor units, as the next two
 * @param expected `Σ clicks · v`
 * @param matured `Σ revenue / F(age)`
 */
export const settledAcos = (cost: number, expected: number, matured: number): number | null =>
  acosOf(cost, expected / 2 + matured / 2);

/** The multiplier towards the target, a day later; unchanged where nothing is known or nothing was spent. */
export const nextRos = (multiplier: number, target: number, acos: number | null): number =>
  acos === null || acos <= 0 || target <= 0 ? multiplier : steered(multiplier, target / acos, ROS);

/**
 * The multiplier towards the budget, a day later; unchanged where nothing was spent.
 * @param dayBudget what a day may spend
 * @param demand the spend of a whole day: the spend over the share of the day for which the budget lasted
 */
export const nextBudget = (multiplier: number, dayBudget: number, demand: number): number =>
  demand <= 0 || dayBudget <= 0 ? multiplier : steered(multiplier, dayBudget / demand, BUDGET);

/** What a day may spend: the rest of the month's budget over the days left, times the usual share of this weekday. */
export const dayBudgetOf = (restOfMonth: number, daysLeft: number, weekdayFactor: number): number =>
  (Math.max(restOfMonth, 0) / Math.max(daysLeft, 1)) * weekdayFactor;

/** The spend of a whole day. Null: it is not known for how long the budget lasted. */
export const demandOf = (spend: number, timeInBudget: number): number | null =>
  timeInBudget > 0 ? spend / timeInBudget : null;
