// What steers all bids of a campaign: towards its average ACOS, and towards its budget. Once a day, and never for one keyword. Pure.
import { acosOf } from './margin.ts';

/** The range of a multiplier, the gain of its controller, and the largest error of one day, on a scale of ratios. */
const ROS = { low: 0.3, high: 4, gain: 0.3 } as const;
const BUDGET = { low: 0.1, high: 4, gain: 0.25 } as const;
const LARGEST_ERROR = 0.5;
const START = { low: 1, high: 2 } as const;
/** How far a multiplier may be from the one at which the present bids stand, on a scale of ratios. */
const LARGEST_LEAD = 0.1;

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
 * The multiplier at which the present bids stand: `Σ clicks · bid / Σ clicks · T · v`. Null: no click came, or none is worth anything.
 * @param keywords the clicks of the last days, the present bid, and the expected revenue of a click
 */
export function presentMultiplier(
  keywords: readonly { clicks: number; bid: number; value: number }[],
  target: number,
): number | null {
  const atBids = keywords.reduce((sum, { clicks, bid }) => sum + clicks * bid, 0);
  const worth = keywords.reduce((sum, { clicks, value }) => sum + clicks * target * value, 0);
  return atBids > 0 && worth > 0 ? atBids / worth : null;
}

/**
 * A multiplier no further than a tenth from where the present bids stand. Bids follow by steps and after waits; the ACOS and the
 * demand of the days until then are no reason for the multiplier to go on.
 * @param present as `presentMultiplier` has it; null: not known
 */
const nearPresent = (multiplier: number, present: number | null): number =>
  present === null
    ? multiplier
    : clip(multiplier, present * Math.exp(-LARGEST_LEAD), present * Math.exp(LARGEST_LEAD));

/**
 * The ACOS of the last days. Its revenue is half that which clicks are expected to bring, and half that which they brought, late
 * orders added. Null: nothing was sold, nor expected.
 * @param cost in minor units, as the next two
 * @param expected `Σ clicks · v`
 * @param matured `Σ revenue / F(age)`
 */
export const settledAcos = (cost: number, expected: number, matured: number): number | null =>
  acosOf(cost, expected / 2 + matured / 2);

/**
 * The multiplier towards the target, a day later; unchanged where nothing is known or nothing was spent.
 * @param present where the present bids stand
 */
export const nextRos = (
  multiplier: number,
  target: number,
  acos: number | null,
  present: number | null = null,
): number =>
  acos === null || acos <= 0 || target <= 0
    ? multiplier
    : steered(nearPresent(multiplier, present), target / acos, ROS);

/**
 * The multiplier towards the budget, a day later; unchanged where nothing was spent.
 * @param dayBudget what a day may spend
 * @param demand the spend of a whole day: the spend over the share of the day for which the budget lasted
 * @param present where the present bids stand
 */
export const nextBudget = (
  multiplier: number,
  dayBudget: number,
  demand: number,
  present: number | null = null,
): number =>
  demand <= 0 || dayBudget <= 0
    ? multiplier
    : steered(nearPresent(multiplier, present), dayBudget / demand, BUDGET);

/** What a day may spend: the rest of the month's budget over the days left, times the usual share of this weekday. */
export const dayBudgetOf = (restOfMonth: number, daysLeft: number, weekdayFactor: number): number =>
  (Math.max(restOfMonth, 0) / Math.max(daysLeft, 1)) * weekdayFactor;

/** The spend of a whole day. Null: it is not known for how long the budget lasted. */
export const demandOf = (spend: number, timeInBudget: number): number | null =>
  timeInBudget > 0 ? spend / timeInBudget : null;
