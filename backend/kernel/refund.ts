import type { Minor } from './money.ts';

/** What buyers were paid back. */
export interface Refund {
  /** Whole units that the amount covers. */
  units: number;
  amount: Minor;
}

/** Whole units that an amount paid back covers. @param price of one unit; null: not known */
export function refundFor(amount: Minor, price: Minor | null, units: number): Refund {
  const covered = price === null || price === 0 ? 0 : Math.floor(amount / price);
  return { units: Math.min(units, covered), amount };
}
