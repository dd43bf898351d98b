// What listings do not earn while they lose the buybox, and which part of it the price to win would bring back. Pure.
import { type CompanySales, contributionAt, type ListingFacts } from './listing-facts.ts';
import { ratesOf } from './losing-buybox.ts';

/** Days of losses that count, of the 60 that are known. */
const DAYS = 30;
const KNOWN_DAYS = 60;

interface NotEarned {
  /** How much more contribution the same hours with the buybox would have brought, at the present price. */
  lost: number;
  /** The part of it that the price to win brings back. */
  recoverable: number;
}

/**
 * What a listing that loses the buybox did not earn in 30 days.
 * @returns null where the costs, the price to win or sales to estimate it from are not known
 */
export function notEarned(listing: ListingFacts, company: CompanySales): NotEarned | null {
  const { price, costs, market, sales } = listing;
  const { priceToWin } = market;
  const rates = ratesOf(sales, company);
  if (costs === null || priceToWin === null || rates === null) return null;
  const hours = (sales.losingHours * DAYS) / KNOWN_DAYS;
  const present = contributionAt(costs, price);
  const lost = hours * (rates.winning - rates.losing) * Math.max(0, present);
  const then = contributionAt(costs, priceToWin);
  const gain = hours * (rates.winning * then - rates.losing * Math.max(0, present));
  const recoverable = then > 0 ? Math.min(lost, Math.max(0, gain)) : 0;
  return { lost: Math.round(lost), recoverable: Math.round(recoverable) };
}

/** The same of many listings. */
export interface NotEarnedSum extends NotEarned {
  listings: number;
  /** Other listings that lose it, for which it is not known. */
  unknown: number;
}

/** Adds the listings that lose the buybox to sums by currency. */
export function addNotEarned(
  sums: Record<string, NotEarnedSum>,
  listings: readonly ListingFacts[],
  company: CompanySales,
): void {
  for (const listing of listings) {
    if (listing.market.status !== 'LOSING') continue;
    const { currencyCode } = listing;
    const sum = sums[currencyCode] ?? { lost: 0, recoverable: 0, listings: 0, unknown: 0 };
    sums[currencyCode] = sum;
    const its = notEarned(listing, company);
    if (its === null) sum.unknown += 1;
    else {
      sum.listings += 1;
      sum.lost += its.lost;
      sum.recoverable += its.recoverable;
    }
  }
}
