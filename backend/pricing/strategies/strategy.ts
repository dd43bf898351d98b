import type { Offer } from '../../kernel/market.ts';
import { type Minor, toAmount } from '../../kernel/money.ts';
import type { Adjustment, Line, Memory } from '../terms.ts';

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
  /** The offer that holds the buybox, where it is a rival. */
  holder: Compared | null;
  adjustment: Adjustment;
  /** Percent. */
  safeMargin: number;
  /** The item's own price from which the strategy reasons, and what comes on top of it for comparing. */
  price: Minor;
  shipping: Minor;
  /** The item's own price that would win, where the marketplace tells one and is asked. */
  priceToWin: Minor | null;
  /** What is known of this ad; null: nothing. */
  memory: Memory | null;
}

/** A price to aim at, the rival it was set against, and the line that explains it. */
export interface Aim {
  target: Minor;
  /** Whether the target is the item's own price; else it is a comparable one, and shipping goes off. */
  isOwnPrice: boolean;
  /** The present price wins alone, and nothing better is known: it stays. */
  stays: boolean;
  against: Compared;
  line: Line;
}

/** Where to aim: a strategy is a file beside these. */
export interface Strategy {
  /** The change counts as `increase_margin` whatever the standing. */
  seeksMargin: boolean;
  aim(situation: Situation): Aim;
}

/** Percentages count to four decimal places. */
const PARTS = 1_000_000;

/** `percent` (0 to 100, four decimal places count) of an amount, rounded up to a tick. */
export function percentUp(amount: Minor, percent: number): Minor {
  const parts = Math.round(percent * 10_000);
  const product = amount * parts;
  if (Number.isSafeInteger(product)) return Math.ceil(product / PARTS);
  const scaled = BigInt(amount) * BigInt(parts);
  const whole = scaled / BigInt(PARTS);
  return Number(scaled % BigInt(PARTS) === 0n ? whole : whole + 1n);
}

/**
 * The adjustment as an amount, rounded up to a tick. Taken off, that rounds the target down (WIN);
 * put on, it rounds the target up (LOSE).
 */
export const adjustmentUp = (adjustment: Adjustment, of: Minor): Minor =>
  adjustment.type === 'VALUE' ? adjustment.amount : percentUp(of, adjustment.percent);

/** The explanation of a target: what it is based on, by how much it differs, and what it is. */
const targetLine = (code: string, base: Minor, by: Minor, target: Minor): Line => ({
  step: 'target',
  code,
  values: { base: toAmount(base), by: toAmount(by), target: toAmount(target) },
});

/** A comparable price that differs from that of `against`; one that wins already is never lowered where `wins` says so. */
export function aimAt(
  code: string,
  against: Compared,
  by: Minor,
  target: Minor,
  { price, shipping }: Situation,
  wins: boolean,
): Aim {
  const present = price + shipping;
  if (wins && target < present) return { ...staying(target, present, against), isOwnPrice: false };
  const line = targetLine(code, against.comparable, by, target);
  return { target, isOwnPrice: false, stays: false, against, line };
}

const staying = (target: Minor, present: Minor, against: Compared): Omit<Aim, 'isOwnPrice'> => ({
  target,
  stays: true,
  against,
  line: {
    step: 'target',
    code: 'wins_already',
    values: { target: toAmount(target), present: toAmount(present) },
  },
});
