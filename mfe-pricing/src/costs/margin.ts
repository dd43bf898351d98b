import type { FeeUpTo } from '@primazia/backend/catalog/contract';

/** What is known of what an ad costs, in decimal amounts and percent; null: not known. */
export interface KnownCosts {
  cost: number | null;
  taxPercent: number | null;
  feePercent: number | null;
  feeFixed: number | null;
}

/** The same with the fee up to a minimum, where the marketplace told it; without, the one fee holds at every price. */
export interface CostsByPrice extends KnownCosts {
  feeAtMinimum?: FeeUpTo | undefined;
}

export interface Margin {
  /** What a sale leaves, in money. */
  profit: number;
  /** The same as a share of the price. */
  share: number;
}

/**
 * What a sale at a price leaves after the goods, the fee and the tax; null where the cost or the fee is not known.
 * A tax that is not given counts as none, and so does the part of a fee that is not given beside the other.
 */
export function marginAt(price: number | null, costs: CostsByPrice): Margin | null {
  const { cost, taxPercent, feeAtMinimum } = costs;
  if (price === null || price <= 0 || cost === null) return null;
  const isBelow = feeAtMinimum !== undefined && price <= feeAtMinimum.price;
  const { feePercent, feeFixed } = isBelow ? feeAtMinimum : costs;
  if (feePercent === null && feeFixed === null) return null;
  const taken = (price * ((feePercent ?? 0) + (taxPercent ?? 0))) / 100;
  const profit = price - cost - (feeFixed ?? 0) - taken;
  return Number.isFinite(profit) ? { profit, share: profit / price } : null;
}
