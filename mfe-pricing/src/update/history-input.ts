import type { Filter } from '@primazia/backend/kernel/filter';
import { HISTORY_TABS, type HistoryTab } from '@primazia/backend/pricing/contract';
import type { ListState } from '@primazia/kit';

const day = (date: Date) => date.toISOString().slice(0, 10);

/** The period that stands where none is chosen: the month up to today, both days included. */
export function lastMonth(today: Date): Filter {
  const from = new Date(today);
  from.setUTCMonth(from.getUTCMonth() - 1);
  // There is no 31 February: the last day of the month before stands for it.
  if (from.getUTCDate() !== today.getUTCDate()) from.setUTCDate(0);
  return {
    field: 'createdAt',
    condition: 'BETWEEN',
    value: `${day(from)}|${day(today)}`,
    logicalOperator: 'AND',
  };
}

const isTab = (id: string | null): id is HistoryTab => id !== null && id in HISTORY_TABS;

/** A list's state as the query of the history call. */
export function historyInput(state: Omit<ListState, 'where'>) {
  const period = state.filters.find(({ field }) => field === 'createdAt')?.value.split('|') ?? [];
  const [dateStart, dateEnd = dateStart] = period;
  const [order] = state.orders;
  return {
    page: state.page - 1,
    limit: state.limit,
    tab: isTab(state.tab) ? state.tab : ('all' as const),
    order: order === undefined ? 'createdAt:desc' : `${order.field}:${order.direction}`,
    ...(state.search === '' ? {} : { search: state.search }),
    ...(dateStart === undefined || dateEnd === undefined ? {} : { dateStart, dateEnd }),
  };
}
