// Prices that may be an error or a fraud: shown with a warning, and no target of rules until they are confirmed. Pure.
import type { Offer } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';

/** A price below this share of the others' median may be an error. */
const OF_MEDIAN = 0.6;
const FEWEST_OTHERS = 3;
/** So may the price of a seller without sales that is below this share of the next one. */
const OF_NEXT = 0.7;

function median(prices: readonly Minor[]): number {
  const sorted = [...prices].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Whether an offer's price looks wrong beside those of other sellers of the same product.
 * @param others their prices, without the offer itself
 */
export function isSuspectPrice(
  { price, sellerTransactions }: Pick<Offer, 'price' | 'sellerTransactions'>,
  others: readonly Minor[],
): boolean {
  if (others.length >= FEWEST_OTHERS && price < OF_MEDIAN * median(others)) return true;
  return sellerTransactions === 0 && others.length > 0 && price <= OF_NEXT * Math.min(...others);
}
