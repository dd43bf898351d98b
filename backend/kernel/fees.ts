// What a marketplace keeps of a sale, by the price. Pure; amounts and prices are all in the same unit, minor or not.

import type { Minor } from './money.ts';

/** A percentage of the price plus an amount. */
export interface FeeParts {
  feePercent: number;
  feeFixed: number;
}

/** What is kept at one price. */
export interface FeePoint extends FeeParts {
  price: number;
}

/** The fees at prices around a minimum that follows from a cost; they may differ from the fee at the present price. */
export interface MinimumFees {
  /** The minimum by the fee at the present price. */
  base: Minor;
  /** The price for which the fee is requested next, or was requested last. */
  price: Minor;
  /** What was reported for this base, by price. */
  fees: readonly FeePoint[];
  /** Null: not requested yet. */
  requestedAt: Date | null;
}

const feeOf = ({ feePercent, feeFixed }: FeeParts, price: number): number =>
  (price * feePercent) / 100 + feeFixed;

/**
 * The fee at a price, by the known fees: at a price with a reported fee, that one; above all of them the usual one; else the
 * higher one of its neighbors.
 * @param points the other reported fees, by price
 */
export function feeAt(price: number, usual: FeeParts, points: readonly FeePoint[]): FeeParts {
  const at = points.findIndex((point) => point.price >= price);
  const above = points[at];
  if (above === undefined) return usual;
  if (above.price === price) return above;
  const below = points[at - 1] ?? usual;
  return feeOf(below, price) > feeOf(above, price) ? below : above;
}
