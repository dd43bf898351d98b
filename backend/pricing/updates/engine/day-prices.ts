// The lowest and the highest price of a listing within the last 24 hours, kept by the hour beside what pricing remembers of
// it: a decision reads them with the listing itself, and no history is searched. Pure; listing-store.ts writes them.
import type { Minor } from '../../../kernel/money.ts';
import type { RecentPrices } from '../../safety/engine/guard.ts';

/**
 * By hours since 1970 the lowest and the highest price between which we moved the listing in that hour, in minor units. The
 * last price that a person wanted restarts the count: who approves a large move means to go on from there.
 */
export type DayPrices = Readonly<Record<string, readonly [lowest: Minor, highest: Minor]>>;

const HOUR = 3_600_000;
/** The hours that reach into the last 24, the present one included. */
const RETAINED_HOURS = 24;

/** Whole hours since 1970, UTC. */
export const hourOf = (instant: Date): number => Math.floor(instant.getTime() / HOUR);

/** The oldest hour that still counts: the one in which the last 24 began counts as a whole. */
export const oldestHour = (now: Date): number => hourOf(now) - RETAINED_HOURS;

/** What a move of a listing is measured from at a moment. */
export function recentPricesOf(day: DayPrices | null, present: Minor, now: Date): RecentPrices {
  let lowest = present;
  let highest = present;
  const oldest = oldestHour(now);
  for (const hour in day) {
    const prices = day[hour];
    if (prices === undefined || Number(hour) < oldest) continue;
    lowest = Math.min(lowest, prices[0]);
    highest = Math.max(highest, prices[1]);
  }
  return { present, lowest, highest };
}
