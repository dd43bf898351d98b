import { Level } from '@primazia/backend/kernel/bell';
import type { notifications } from '@primazia/backend/notifications/contract';
import type { CallInput } from '@primazia/kit/shell';

/** What the bell shows: all, what is unread, what waits for a person, or one level. */
export const FILTERS = ['all', 'waiting', 'unread', ...Level.options] as const;
export type HistoryFilter = (typeof FILTERS)[number];

type Query = NonNullable<CallInput<typeof notifications>['query']>;

/** The query of a filter. */
export function queryOf(filter: HistoryFilter): Pick<Query, 'show' | 'level'> {
  const level = Level.safeParse(filter);
  if (level.success) return { level: level.data };
  return filter === 'waiting' || filter === 'unread' ? { show: filter } : {};
}
