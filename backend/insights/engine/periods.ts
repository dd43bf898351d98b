// Days of a range as periods, and the range before it that it is compared with.
import { addDays } from '../../kernel/time-zone.ts';
import type { Granularity } from '../contract.ts';

export interface Range {
  from: string;
  to: string;
}

const dateOf = (day: string) => Temporal.PlainDate.from(day);

/** How many days a range has, both ends included. */
export const daysIn = ({ from, to }: Range): number =>
  dateOf(from).until(dateOf(to), { largestUnit: 'days' }).days + 1;

/** The last day of the week or month of a day. */
function lastDayOf(day: string, granularity: Exclude<Granularity, 'total'>): string {
  const date = dateOf(day);
  if (granularity === 'day') return day;
  if (granularity === 'week') return addDays(day, date.daysInWeek - date.dayOfWeek);
  return date.with({ day: date.daysInMonth }).toString();
}

/** The periods of a range; those at its ends may be parts of a week or a month. */
export function periodsOf({ from, to }: Range, granularity: Granularity): Range[] {
  if (granularity === 'total') return [{ from, to }];
  const periods: Range[] = [];
  for (let first = from; first <= to; first = addDays(periods.at(-1)!.to, 1)) {
    const last = lastDayOf(first, granularity);
    periods.push({ from: first, to: last < to ? last : to });
  }
  return periods;
}

/** By how many days a range is moved to meet the one before it: whole weeks, so that weekdays meet. */
export const shiftOf = (range: Range): number => Math.ceil(daysIn(range) / 7) * 7;

export const moved = ({ from, to }: Range, days: number): Range => ({
  from: addDays(from, days),
  to: addDays(to, days),
});

export function* daysOf({ from, to }: Range): Iterable<string> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day;
}
