// The last look at a number before it leaves, which knows nothing of how it came about: neither the engine that
// decided nor the terms that it read, only the number and the limits of the rule's row.
import { MAX_AMOUNT, type Minor, toMinor } from '../kernel/money.ts';

/** What a number that leaves has to keep to. */
export interface Bounds {
  /** The limits of the rule, in minor units, as its row has them. */
  minPrice: Minor | null;
  maxPrice: Minor | null;
  /** It restores the price from before an update. */
  isUndo: boolean;
  /** A person approved it, or wanted it undone. */
  isWanted: boolean;
}

export const STOPPED_BY_GUARD = [
  'not_a_price',
  'below_minimum',
  'above_maximum',
  'no_minimum',
] as const;
export type StoppedByGuard = (typeof STOPPED_BY_GUARD)[number];

/** No price of ours is higher: the largest amount that a rule may name. */
const HIGHEST: Minor = toMinor(MAX_AMOUNT);

/**
 * Why a price may not leave; null: it may.
 *
 * A blank minimum means no automatic pricing: without one only a person's approval lets a price out. An undo restores
 * what the ad cost before, on a person's word, and so may lie outside of the limits that hold for rules; without that
 * word it may not.
 */
export function mayLeave(price: number, bounds: Bounds): StoppedByGuard | null {
  if (!Number.isSafeInteger(price) || price <= 0 || price > HIGHEST) return 'not_a_price';
  if (bounds.isUndo && bounds.isWanted) return null;
  if (bounds.minPrice === null && !bounds.isWanted) return 'no_minimum';
  if (bounds.minPrice !== null && !(price >= bounds.minPrice)) return 'below_minimum';
  if (bounds.maxPrice !== null && !(price <= bounds.maxPrice)) return 'above_maximum';
  return null;
}
