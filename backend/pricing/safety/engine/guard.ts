// The last check of a number before it leaves, which knows nothing of how it came about: neither the engine that
// decided nor the terms that it read, only the number, the limits of the rule's row, and how far a price may move.
import { MAX_AMOUNT, type Minor, toMinor } from '../../../kernel/money.ts';

/** So far a rule may move a price without a person's word, in percent. */
export interface MoveLimits {
  /** Of the present price. */
  maxStepPercent: number;
  /** Down from the highest price of the last 24 hours, and up from the lowest. */
  maxDayPercent: number;
}

/** What a move is measured from, in minor units. */
export interface RecentPrices {
  present: Minor;
  /** The lowest and the highest price of the last 24 hours, the present one among them. */
  lowest: Minor;
  highest: Minor;
}

/** What a number that leaves has to keep to. */
export interface Bounds {
  /**
   * The limits of the rule, in minor units, as its row has them. A minimum that follows from a cost may be `unknown`:
   * then nothing leaves.
   */
  minPrice: Minor | null | 'unknown';
  maxPrice: Minor | null;
  recent: RecentPrices;
  limits: MoveLimits;
  /** It restores the price from before an update. */
  isUndo: boolean;
  /** A person approved it, or wanted it undone. */
  isWanted: boolean;
}

export const FAR_MOVES = ['large_step', 'large_day_move'] as const;

/** A move that is too far for a rule alone: from which price, and what the company allows. */
export interface FarMove {
  code: (typeof FAR_MOVES)[number];
  from: Minor;
  limit: number;
}

const STOPPED_BY_GUARD = [
  'not_a_price',
  'below_minimum',
  'above_maximum',
  'no_minimum',
  ...FAR_MOVES,
] as const;
export type StoppedByGuard = (typeof STOPPED_BY_GUARD)[number];

/** No price of ours is higher: the largest amount that a rule may name. */
const HIGHEST: Minor = toMinor(MAX_AMOUNT);

/** In whole numbers, so that a move of exactly the limit may leave. A value that is no number is too far. */
const isWithin = (from: Minor, to: Minor, percent: number): boolean =>
  Math.abs(to - from) * 10_000 <= from * Math.round(percent * 100);

/**
 * Whether a price differs too much from the listing's present one for a change without approval; null: it does not. Many small
 * steps add up to a large one: so a day has a limit too.
 */
export function farMove(
  price: Minor,
  { present, lowest, highest }: RecentPrices,
  { maxStepPercent, maxDayPercent }: MoveLimits,
): FarMove | null {
  if (!isWithin(present, price, maxStepPercent)) {
    return { code: 'large_step', from: present, limit: maxStepPercent };
  }
  // A way down is measured from the top of the day and a way up from its bottom: towards where the listing came from it may go.
  const from = price < present ? highest : lowest;
  if (isWithin(from, price, maxDayPercent)) return null;
  return { code: 'large_day_move', from, limit: maxDayPercent };
}

/**
 * Why a price may not leave; null: it may.
 *
 * A blank minimum means no automatic pricing: without one only a person's approval lets a price out, and a move that
 * is too far asks for that too. An undo restores what the listing cost before, on a person's word, and so may lie outside
 * of the limits that hold for rules; without that word it may not.
 */
export function mayLeave(price: number, bounds: Bounds): StoppedByGuard | null {
  const { minPrice, maxPrice, recent, limits, isUndo, isWanted } = bounds;
  if (!Number.isSafeInteger(price) || price <= 0 || price > HIGHEST) return 'not_a_price';
  if (isUndo && isWanted) return null;
  if (minPrice === 'unknown' || (minPrice === null && !isWanted)) return 'no_minimum';
  if (minPrice !== null && !(price >= minPrice)) return 'below_minimum';
  if (maxPrice !== null && !(price <= maxPrice)) return 'above_maximum';
  return isWanted ? null : (farMove(price, recent, limits)?.code ?? null);
}
