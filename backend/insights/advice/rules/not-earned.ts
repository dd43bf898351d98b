// What listings do not earn while they lose the buybox: what a price could win back, and what winning would cost more than. Pure.
import { type CompanySales, contributionAt, type ListingFacts } from './listing-facts.ts';
import { ratesOf } from './losing-buybox.ts';

/** Losses count of so many days, of the 60 that are known. */
const DAYS = 30;
const KNOWN_DAYS = 60;

interface NotEarned {
  /** How much more the same hours with the buybox would have left, at the present price. */
  lost: number;
  /** The part of it that the price to win brings back. */
  recoverable: number;
}

/**
 * What a listing that loses the buybox did not earn in 30 days.
 * @returns null where it is not known: costs, the price to win, or sales by which to tell
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
  /** Of so many others that lose it, it is not known. */
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
