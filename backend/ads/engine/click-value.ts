// What a click brings in revenue. Pure.
import type { Minor } from '../../kernel/money.ts';

/**
 * How a conversion that was observed at another price changes: `(P_today / P_then)^(−ε)`.
 * @param priceThen in minor units; null: not known, and nothing is corrected
 * @param elasticity null: not learned from at least two changes of the price, and nothing is corrected
 */
export const priceFactor = (
  priceToday: Minor,
  priceThen: number | null,
  elasticity: number | null,
): number =>
  priceThen === null || elasticity === null ? 1 : (priceToday / priceThen) ** -elasticity;

/**
 * The expected revenue of a click, in minor units and not rounded.
 * @param conversion orders for each click
 * @param factor the result of `priceFactor`
 */
export const clickValue = (
  conversion: number,
  unitsPerOrder: number,
  priceToday: Minor,
  factor: number,
): number => conversion * unitsPerOrder * priceToday * factor;
