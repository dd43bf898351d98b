// Days of a range as periods, and the range before it that it is compared with. Days are counted in UTC, in which all are equally
// long: a calendar's arithmetic is the same in every zone.
import type { Granularity } from '../contract.ts';

export interface Range {
  from: string;
  to: string;
}

const DAY_MS = 24 * 3_600_000;

/** A day by its number since 1970, and back: much cheaper than calendar objects. */
const numberOf = (day: string): number => Date.parse(day) / DAY_MS;
const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** How many days a range has, both ends included. */
export const daysIn = ({ from, to }: Range): number => numberOf(to) - numberOf(from) + 1;

/** 1 January 1970 was a Thursday. */
const daysSinceMonday = (number: number): number => (number + 3) % 7;

/** The number of the last day of the week or month of a day. */
function lastOf(number: number, granularity: Exclude<Granularity, 'total'>): number {
  if (granularity === 'day') return number;
  if (granularity === 'week') return number + 6 - daysSinceMonday(number);
  const date = new Date(number * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / DAY_MS;
}

/** The periods of a range; those at its ends may be parts of a week or a month. */
export function periodsOf({ from, to }: Range, granularity: Granularity): Range[] {
  if (granularity === 'total') return [{ from, to }];
  const periods: Range[] = [];
  const end = numberOf(to);
  for (let first = numberOf(from); first <= end; ) {
    const last = Math.min(lastOf(first, granularity), end);
    periods.push({ from: dayAt(first), to: dayAt(last) });
    first = last + 1;
  }
  return periods;
}

/** By how many days a range is moved to meet the one before it: whole weeks, so that weekdays meet. */
export const shiftOf = (range: Range): number => Math.ceil(daysIn(range) / 7) * 7;

export const moved = ({ from, to }: Range, days: number): Range => ({
  from: dayAt(numberOf(from) + days),
  to: dayAt(numberOf(to) + days),
});

export const daysOf = (range: Range): string[] => {
  const first = numberOf(range.from);
  return Array.from({ length: daysIn(range) }, (_, n) => dayAt(first + n));
};
