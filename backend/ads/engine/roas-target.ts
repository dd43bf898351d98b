// Campaigns of marketplaces without bids: their ROAS target, budget and listings. Pure.
import type { Minor } from '../../kernel/money.ts';

/** The days for which a target or a budget stays after a change, as the marketplace learns again. */
export const TARGET_REST_DAYS = 7;
const STEP = 0.1;
const BUDGET_STEP = 0.2;
const LOST_BY_BUDGET = 0.2;
const LOST_BY_RANK = 0.4;
const WELL_ABOVE = 1.2;
const WELL_BELOW = 0.8;
const PROVING_ORDERS = 30;
const PROVING_COST = 3;

export interface RoasLimits {
  minimum: number;
  maximum: number;
}

const rounded = (roas: number): number => Math.round(roas * 10 + 1e-9) / 10;

/**
 * The ROAS target for a strategy's share of the margin: `1 / (φ · m)`, to one decimal, inside the limits. Null: no
 * target leaves a margin.
 */
export const roasTargetOf = (target: number, { minimum, maximum }: RoasLimits): number | null =>
  target <= 0 ? null : Math.min(Math.max(rounded(1 / target), minimum), maximum);

export interface RoasFacts {
  /** Null: none is set yet. */
  target: number | null;
  /** The strategy's target ACOS, as a share of revenue. */
  acos: number;
  limits: RoasLimits;
  budget: Minor;
  maximumBudget: Minor;
  /** Of the last matured days; null: nothing was spent. */
  roas: number | null;
  orders: number;
  cost: Minor;
  /** The mean cost of an order; null: there is none. */
  costPerOrder: number | null;
  /** Shares of impressions that were lost; null: not reported. */
  lostByBudget: number | null;
  lostByRank: number | null;
  daysSinceTarget: number | null;
  daysSinceBudget: number | null;
}

export interface RoasDecision {
  action: 'SET_TARGET' | 'RAISE_BUDGET' | 'LOOSEN_TARGET' | 'TIGHTEN_TARGET' | 'NO_TARGET' | 'KEEP';
  code: string;
  target: number | null;
  budget: Minor;
}

/** Changes one setting at a time, each at most once a week: the budget where it loses impressions, else the target by a tenth. */
export function decideRoasTarget(facts: RoasFacts): RoasDecision {
  const { target, limits, budget, roas, lostByBudget, lostByRank } = facts;
  if (target === null) {
    const first = roasTargetOf(facts.acos, limits);
    return first === null
      ? { action: 'NO_TARGET', code: 'no_margin', target: null, budget }
      : { action: 'SET_TARGET', code: 'first_target', target: first, budget };
  }
  const keep = (code: string): RoasDecision => ({ action: 'KEEP', code, target, budget });
  const rests = (days: number | null) => days !== null && days < TARGET_REST_DAYS;
  if (roas === null) return keep('not_known');
  const setTarget = (action: 'LOOSEN_TARGET' | 'TIGHTEN_TARGET', code: string, by: number) => {
    if (rests(facts.daysSinceTarget)) return keep('resting');
    const next = Math.min(Math.max(rounded(target * by), limits.minimum), limits.maximum);
    return next === target ? keep('at_limit') : { action, code, target: next, budget };
  };
  const provingCost = PROVING_COST * (facts.costPerOrder ?? Infinity);
  const isProven = facts.orders >= PROVING_ORDERS || facts.cost >= provingCost;
  if (roas < WELL_BELOW * target)
    return isProven ? setTarget('TIGHTEN_TARGET', 'below_target', 1 + STEP) : keep('not_proven');
  if (lostByBudget !== null && lostByBudget > LOST_BY_BUDGET && roas >= target) {
    if (rests(facts.daysSinceBudget)) return keep('resting');
    const next = Math.min(Math.floor(budget * (1 + BUDGET_STEP)), facts.maximumBudget);
    return next > budget
      ? { action: 'RAISE_BUDGET', code: 'lost_by_budget', target, budget: next }
      : keep('at_limit');
  }
  if (lostByRank !== null && lostByRank > LOST_BY_RANK && roas >= WELL_ABOVE * target)
    return setTarget('LOOSEN_TARGET', 'lost_by_rank', 1 - STEP);
  return keep('on_target');
}
