import type { Offer } from '../../kernel/market.ts';
import { type Minor, toAmount } from '../../kernel/money.ts';
import type { Adjustment, Line } from '../terms.ts';

/** An offer with the price by which it is compared: with shipping where the rule considers it. */
export interface Compared {
  offer: Offer;
  comparable: Minor;
}

/** How our ad stands: winning alone, sharing the first place, or behind somebody. */
export type Standing = 'alone' | 'shared' | 'behind';

/** All that a strategy may look at. */
export interface Situation {
  standing: Standing;
  /** What the rule is based on. */
  base: Compared;
  /** The lowest comparable price among the rivals; a tie went to the better position. */
  best: Compared;
  adjustment: Adjustment;
  /** Percent. */
  safeMargin: number;
}

/** A comparable price to aim at, the rival it was set against, and the line that explains it. */
export interface Aim {
  target: Minor;
  against: Compared;
  line: Line;
}

/** A custom strategy: where to aim, and in which standings it never lowers the price. */
export interface Strategy {
  neverLowers: readonly Standing[];
  /** The change counts as `increase_margin` whatever the standing. */
  seeksMargin: boolean;
  aim(situation: Situation): Aim;
}

/** `percent` (0 to 100, four decimal places count) of an amount, rounded up to a tick. */
export function percentUp(amount: Minor, percent: number): Minor {
  const scaled = BigInt(amount) * BigInt(Math.round(percent * 10_000));
  const whole = scaled / 1_000_000n;
  return Number(scaled % 1_000_000n === 0n ? whole : whole + 1n);
}

/**
 * The adjustment as an amount, rounded up to a tick. Taken off, that rounds the target down (WIN);
 * put on, it rounds the target up (LOSE).
 */
export const adjustmentUp = (adjustment: Adjustment, of: Minor): Minor =>
  adjustment.type === 'VALUE' ? adjustment.amount : percentUp(of, adjustment.percent);

/** The explanation of a target: what it is based on, by how much it differs, and what it is. */
export const targetLine = (code: string, base: Minor, by: Minor, target: Minor): Line => ({
  step: 'target',
  code,
  values: { base: toAmount(base), by: toAmount(by), target: toAmount(target) },
});
