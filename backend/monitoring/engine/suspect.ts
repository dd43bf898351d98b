// Prices that may be an error or a fraud: shown with a warning, and no target until they are confirmed. Pure.
import type { Offer } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';

/** A price below this share of what the others ask in the middle may be an error. */
const OF_MEDIAN = 0.6;
const FEWEST_OTHERS = 3;
/** And of a seller who never sold anything, one this far below the next. */
const OF_NEXT = 0.7;

function median(prices: readonly Minor[]): number {
  const sorted = [...prices].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Whether an offer's price looks wrong beside those of other sellers of the same product.
 * @param others what they ask, without the offer itself
 */
export function isSuspectPrice(
  { price, sellerTransactions }: Pick<Offer, 'price' | 'sellerTransactions'>,
  others: readonly Minor[],
): boolean {
  if (others.length >= FEWEST_OTHERS && price < OF_MEDIAN * median(others)) return true;
  return sellerTransactions === 0 && others.length > 0 && price <= OF_NEXT * Math.min(...others);
}
