// The margin of a unit before advertising, and what advertising may cost. Pure; the one place for these ratios.
import type { Minor } from '../../kernel/money.ts';

/** The costs of a sale without advertising. Percentages are of the price. */
export interface UnitCosts {
  cost: Minor;
  /** Shipping that the seller pays. */
  shipping: Minor;
  feeFixed: Minor;
  feePercent: number;
  taxPercent: number;
}

export interface Margin {
  /** The margin of a unit before advertising, in minor units and not rounded. */
  perUnit: number;
  /** The same as a share of the price, which is the break-even ACOS. */
  share: number;
}

/** `M(P) = P·(1 − f) − k`, and `m = M / P`. */
export function marginOf(price: Minor, costs: UnitCosts): Margin {
  const { cost, shipping, feeFixed, feePercent, taxPercent } = costs;
  const perUnit = price * (1 - (feePercent + taxPercent) / 100) - (cost + shipping + feeFixed);
  return { perUnit, share: perUnit / price };
}

/** A margin that is known as a percentage of the price. */
export const marginByPercent = (price: Minor, percent: number): Margin => ({
  perUnit: (price * percent) / 100,
  share: percent / 100,
});

/** Revenue for each unit of cost at which advertising neither earns nor loses; null: no revenue is enough. */
export const breakEvenRoas = ({ share }: Margin): number | null => (share > 0 ? 1 / share : null);

/** The most that a click may cost, in minor units and not rounded; zero where a unit has no margin. */
export const breakEvenCpc = (conversion: number, unitsPerOrder: number, margin: Margin): number =>
  Math.max(conversion * unitsPerOrder * margin.perUnit, 0);

/** Cost as a share of revenue; null: there is no revenue. */
export const acosOf = (cost: number, revenue: number): number | null =>
  revenue > 0 ? cost / revenue : null;
