// Step 8 of a decision: the limits bound the item's own price, never the total.
import { type Minor, toAmount, toAmountOrNull } from '../../kernel/money.ts';
import type { PriceTag } from '../contract.ts';
import type { Line } from './types.ts';

/** The limits in force; the minimum may follow from a cost. */
export interface Limits {
  minPrice: Minor | null;
  maxPrice: Minor | null;
  applyMinPriceWhenLosing: boolean;
}

/** A price with its tag, or the reason to keep the present one. */
export type Bounded =
  | { price: Minor; tag: PriceTag; line: Line }
  | { price: null; code: string; line: Line };

export const limitsLine = (code: string, price: Minor, limits: Limits): Line => ({
  step: 'limits',
  code,
  values: {
    price: toAmount(price),
    minPrice: toAmountOrNull(limits.minPrice),
    maxPrice: toAmountOrNull(limits.maxPrice),
  },
});

const isAbove = (price: Minor, { maxPrice }: Limits): boolean =>
  maxPrice !== null && price > maxPrice;
const isBelow = (price: Minor, { minPrice }: Limits): boolean =>
  minPrice !== null && price < minPrice;

/** Keeps the present price with `code`, unless that lies outside the limits: then it goes to the nearer one. */
export function keepWithinLimits(
  present: Minor,
  limits: Limits,
  code: string,
  line: Line,
): Bounded {
  if (isAbove(present, limits)) {
    const outside = limitsLine('present_outside', present, limits);
    return { price: limits.maxPrice!, tag: 'max_margin', line: outside };
  }
  if (isBelow(present, limits)) {
    const outside = limitsLine('present_outside', present, limits);
    return { price: limits.minPrice!, tag: 'min_margin', line: outside };
  }
  return { price: null, code, line };
}

/** The price that the limits make of one that is aimed at. */
export function bound(price: Minor, present: Minor, limits: Limits): Bounded {
  if (isAbove(price, limits)) {
    const line = limitsLine('above_maximum', price, limits);
    return { price: limits.maxPrice!, tag: 'max_margin', line };
  }
  if (isBelow(price, limits)) {
    if (limits.applyMinPriceWhenLosing) {
      const line = limitsLine('raised_to_minimum', price, limits);
      return { price: limits.minPrice!, tag: 'min_margin', line };
    }
    const line = limitsLine('below_minimum', price, limits);
    return keepWithinLimits(present, limits, 'below_minimum', line);
  }
  if (price <= 0) {
    const line = limitsLine('not_above_zero', price, limits);
    return { price: null, code: 'below_minimum', line };
  }
  return limits.minPrice !== null || limits.maxPrice !== null
    ? { price, tag: 'with_margin', line: limitsLine('inside', price, limits) }
    : { price, tag: 'none', line: limitsLine('no_limits', price, limits) };
}
