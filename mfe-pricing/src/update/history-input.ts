import type { Filter, ListBody } from '@primazia/backend/kernel/filter';
import { HISTORY_TABS, type HistoryTab } from '@primazia/backend/pricing/contract';
import { type ListState, toListCall } from '@primazia/kit';

const DAY_MS = 24 * 3_600_000;
const two = (value: number) => String(value).padStart(2, '0');

/** A day as the calendar of whoever looks has it. */
const day = (date: Date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The period that stands where none is chosen: the month up to today, both days included. */
export function lastMonth(today: Date): Filter {
  const from = new Date(today);
  from.setMonth(from.getMonth() - 1);
  // There is no 31 February: the last day of the month before stands for it.
  if (from.getDate() !== today.getDate()) from.setDate(0);
  return {
    field: 'createdAt',
    condition: 'BETWEEN',
    value: `${day(from)}|${day(today)}`,
    logicalOperator: 'AND',
  };
}

const isTab = (id: string | null): id is HistoryTab => id !== null && id in HISTORY_TABS;

const shifted = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The days in UTC within which the period lies wherever one is. The filter itself, which is read in the time zone of
 * whoever asks, cuts off what they have too much.
 */
function rangeOf(filters: readonly Filter[]): { dateStart?: string; dateEnd?: string } {
  const [start, end = start] =
    filters.find(({ field }) => field === 'createdAt')?.value.split('|') ?? [];
  if (start === undefined || end === undefined) return {};
  return { dateStart: shifted(start, -1), dateEnd: shifted(end, 1) };
}

/** What stands beside the filters of the history. */
export function historyQuery(state: Pick<ListState, 'filters' | 'tab' | 'search'>) {
  return {
    tab: isTab(state.tab) ? state.tab : ('all' as const),
    ...(state.search === '' ? {} : { search: state.search }),
    ...rangeOf(state.filters),
  };
}

/** Filters for the wire with one more that holds for every row: it is said in each alternative. */
export function alsoBy(filters: readonly Filter[], more: Filter | null): Filter[] {
  if (more === null) return [...filters];
  if (filters.length === 0) return [more];
  return filters.flatMap((filter, place) => {
    const next = filters[place + 1];
    const isLast = next === undefined || next.logicalOperator === 'OR';
    return isLast ? [filter, more] : [filter];
  });
}

/** The updates of one ad alone. */
export const ofAd = (listingId: number | undefined): Filter | null =>
  listingId === undefined
    ? null
    : {
        field: 'listingId',
        condition: '=',
        value: String(listingId),
        logicalOperator: 'AND',
      };

/** A list's state as the question of the history call. */
export function historyCall(state: ListState, listingId: number | undefined) {
  const { query, body } = toListCall(state);
  const asked: ListBody = { ...body, filters: alsoBy(body.filters, ofAd(listingId)) };
  return { query: { ...query, ...historyQuery(state) }, body: asked };
}
