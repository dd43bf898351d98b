import * as z from 'zod';

/** An amount in minor units (cents), always a safe integer. Inside the product money is only ever this. */
export type Minor = number;

/** The smallest step of a price, in minor units. It is 0.01 for BRL, USD, MXN and CAD. */
export const TICK: Minor = 1;

/** Above this an amount is a typing error, not a price: 100 million in major units. */
export const MAX_AMOUNT = 100_000_000;

/** Whether a decimal number has two places at most. Rounding errors of floats do not count, and neither does a billionth. */
export const hasTwoPlaces = (value: number): boolean =>
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** A decimal amount as it travels in JSON: at most two decimal places, not negative. */
export const Amount = z
  .number()
  .min(0, { error: 'not_negative' })
  .max(MAX_AMOUNT, { error: 'too_large' })
  .refine(hasTwoPlaces, { error: 'two_decimals' });

/** An `Amount` of one cent at least: what a price or a limit has to be. A billionth is above zero but no price. */
export const PositiveAmount = z
  .number()
  .min(0.01, { error: 'greater_than_zero' })
  .max(MAX_AMOUNT, { error: 'too_large' })
  .refine(hasTwoPlaces, { error: 'two_decimals' });

/** Decimal amount (12.34) to minor units (1234). */
export const toMinor = (amount: number): Minor => Math.round(amount * 100);

/** Minor units (1234) to a decimal amount (12.34). */
export const toAmount = (minor: Minor): number => minor / 100;

/** `toMinor` of an amount that may be unknown. */
export const toMinorOrNull = (amount: number | null): Minor | null =>
  amount === null ? null : toMinor(amount);

/** `toAmount` of minor units that may be unknown. */
export const toAmountOrNull = (minor: Minor | null): number | null =>
  minor === null ? null : toAmount(minor);

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, { error: 'currency_code' });

/**
 * Splits an amount by weights so that the parts add up to it; evenly where all weights are zero.
 */
export function splitAmount(amount: Minor, weights: readonly number[]): Minor[] {
  const total = weights.reduce((sum, one) => sum + one, 0);
  const shares = weights.map((one) => (total === 0 ? 1 / weights.length : one / total));
  let left = amount;
  return shares.map((share, index) => {
    const part = index === shares.length - 1 ? left : Math.min(left, Math.round(amount * share));
    left -= part;
    return part;
  });
}
