import { type FeePoint, feeAt } from '@primazia/backend/kernel/fees';

/** What is known of what a listing costs, in decimal amounts and percent; null: not known. */
export interface KnownCosts {
  cost: number | null;
  taxPercent: number | null;
  feePercent: number | null;
  feeFixed: number | null;
}

/** The same with the marketplace's fee at other prices; without it the one fee holds at every price. */
export interface CostsByPrice extends KnownCosts {
  feePoints?: readonly FeePoint[] | undefined;
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
  const { cost, taxPercent, feePoints = [] } = costs;
  if (price === null || price <= 0 || cost === null) return null;
  if (costs.feePercent === null && costs.feeFixed === null) return null;
  const usual = { feePercent: costs.feePercent ?? 0, feeFixed: costs.feeFixed ?? 0 };
  const { feePercent, feeFixed } = feeAt(price, usual, feePoints);
  const taken = (price * (feePercent + (taxPercent ?? 0))) / 100;
  const profit = price - cost - feeFixed - taken;
  return Number.isFinite(profit) ? { profit, share: profit / price } : null;
}
