// The bid: value of a click times target times multiplier, inside limits and steps. Pure.

import { type Minor, TICK } from '../../kernel/money.ts';
import { CAMPAIGN_STRATEGIES } from '../contract/strategies.ts';
import type { BidPace, CampaignStrategy } from '../contract/words.ts';

/** Both multipliers of a campaign: towards its ACOS target, and towards its budget. */
export interface Multipliers {
  ros: number;
  budget: number;
}

export interface EffectiveMultiplier extends Multipliers {
  /** The lower of the two. */
  used: number;
  binding: 'ROS' | 'BUDGET';
}

/** The lower multiplier counts. A strategy whose clicks each pay for themselves has no multiplier towards the target. */
export function effectiveMultiplier(
  strategy: CampaignStrategy,
  { ros: given, budget }: Multipliers,
): EffectiveMultiplier {
  const ros = CAMPAIGN_STRATEGIES[strategy].isSteered ? given : 1;
  return { ros, budget, used: Math.min(ros, budget), binding: budget < ros ? 'BUDGET' : 'ROS' };
}

/** Floating-point noise at half a cent must not decide the rounding. */
const ROUNDING = 1e-9;

/** To whole minor units. */
export const toBid = (amount: number): Minor => Math.round(amount + ROUNDING);

/** `µ · T · v̂`, in minor units and not rounded. */
export const bidByValue = (multiplier: number, target: number, value: number): number =>
  multiplier * target * value;

/** What bounds a bid, in minor units. */
export interface BidLimits {
  /** The marketplace's. */
  minimum: Minor;
  maximum: Minor;
  /** The campaign's budget of a day; null: not known. */
  campaignBudget: Minor | null;
  /** The company's own limit; null: it has none. */
  cap: Minor | null;
}

/** The fewest clicks that a budget should last for. */
export const CLICKS_OF_BUDGET = 5;

/** The highest bid that is allowed, in minor units. */
export const highestBid = ({ maximum, campaignBudget, cap }: BidLimits): Minor =>
  Math.min(
    maximum,
    campaignBudget === null ? Infinity : Math.floor(campaignBudget / CLICKS_OF_BUDGET),
    cap ?? Infinity,
  );

/** A bid inside its limits, and which of them bounded it; null: no limit did. */
export function withinLimits(
  bid: Minor,
  limits: BidLimits,
): { bid: Minor; bound: 'CAP' | 'MIN' | null } {
  const highest = highestBid(limits);
  if (bid > highest) return { bid: highest, bound: 'CAP' };
  if (bid < limits.minimum) return { bid: limits.minimum, bound: 'MIN' };
  return { bid, bound: null };
}

/** By how much a bid may move in a day, as a share of it. */
export const DAILY_STEP: Readonly<Record<BidPace, number>> = { cautious: 0.25, launch: 0.5 };

/**
 * A bid at most a day's step away from the one with which the day began. A step is at least one tick, as the
 * smallest bids could not move otherwise.
 * @param from the bid with which the day began, in minor units
 */
export function withinStep(bid: Minor, from: Minor, pace: BidPace): Minor {
  const step = DAILY_STEP[pace];
  const highest = Math.max(Math.floor(from * (1 + step) + ROUNDING), from + TICK);
  const lowest = Math.min(Math.ceil(from * (1 - step) - ROUNDING), from - TICK);
  return Math.min(Math.max(bid, lowest), highest);
}
