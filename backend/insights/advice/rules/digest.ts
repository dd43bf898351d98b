// Whether a company's advice is worth an entry in the bell: at most one a day. Pure.
import type { NotEarnedSum } from './not-earned.ts';

/** The least effect of a day that is worth it, as a share of a month's contribution. */
const LEAST_SHARE_A_DAY = 0.01;
const MONTH_DAYS = 30;
/** A campaign is worth it if it costs more than this many times its goal. */
export const BURNS_FROM = 2;

export type Due =
  /** `recoverable`: what the listings that lose the buybox would bring in 30 days at the price to win, in minor units. */
  | { about: 'listings'; count: number; currencyCode: string; recoverable: number }
  | { about: 'campaigns'; count: number };

/**
 * @param contributions what the sales of 30 days left, by currency
 * @param burning campaigns with open advice that cost more than twice their goal
 * @returns null where nothing is worth an entry
 */
export function dueOf(
  notEarned: Readonly<Record<string, NotEarnedSum>>,
  contributions: Readonly<Record<string, number>>,
  burning: number,
): Due | null {
  const shares = Object.entries(notEarned).flatMap(([currencyCode, { recoverable, listings }]) => {
    const month = contributions[currencyCode] ?? 0;
    const share = month > 0 ? recoverable / month : 0;
    return share >= LEAST_SHARE_A_DAY * MONTH_DAYS
      ? [{ share, currencyCode, recoverable, count: listings }]
      : [];
  });
  const [most] = shares.toSorted((one, other) => other.share - one.share);
  if (most !== undefined) {
    const { count, currencyCode, recoverable } = most;
    return { about: 'listings', count, currencyCode, recoverable };
  }
  return burning > 0 ? { about: 'campaigns', count: burning } : null;
}
