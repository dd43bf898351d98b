import type { Filter } from '@primazia/backend/kernel/filter';
import type { AlsoAsked, ListState } from '@primazia/kit/list';

const DAY_MS = 24 * 3_600_000;
const two = (value: number) => String(value).padStart(2, '0');

/** A day in the calendar of the person. */
const day = (date: Date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The default period: the month up to today, both days included. */
export function lastMonth(today: Date): Filter {
  const from = new Date(today);
  from.setMonth(from.getMonth() - 1);
  // There is no 31 February: the last day of February takes its place.
  if (from.getDate() !== today.getDate()) from.setDate(0);
  return {
    field: 'createdAt',
    condition: 'BETWEEN',
    value: `${day(from)}|${day(today)}`,
    logicalOperator: 'AND',
  };
}

const shifted = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The days in UTC that contain the period in every time zone. The filter itself, which is read in the user's time zone,
 * removes what is outside of it.
 */
function rangeOf(filters: readonly Filter[]): { dateStart?: string; dateEnd?: string } {
  const [start, end = start] =
    filters.find(({ field }) => field === 'createdAt')?.value.split('|') ?? [];
  if (start === undefined || end === undefined) return {};
  return { dateStart: shifted(start, -1), dateEnd: shifted(end, 1) };
}

/** Filters for the wire with one more that every row has to match: it is added to each alternative. */
export function withFilter(filters: readonly Filter[], more: Filter | null): Filter[] {
  if (more === null) return [...filters];
  if (filters.length === 0) return [more];
  return filters.flatMap((filter, place) => {
    const next = filters[place + 1];
    const isLast = next === undefined || next.logicalOperator === 'OR';
    return isLast ? [filter, more] : [filter];
  });
}

/** The updates of one listing alone. */
const ofListing = (listingId: number | undefined): Filter | null =>
  listingId === undefined
    ? null
    : {
        field: 'listingId',
        condition: '=',
        value: String(listingId),
        logicalOperator: 'AND',
      };

/**
 * The query of the history beside its filters: successive updates as one row, the days around the period, and one listing where
 * the page has one.
 */
export const historyQuery = (
  filters: readonly Filter[],
  state: Pick<ListState, 'filters'>,
  listingId: number | undefined,
): Required<AlsoAsked> => ({
  query: { ...rangeOf(state.filters), fold: 'successive' },
  filters: withFilter(filters, ofListing(listingId)),
});
