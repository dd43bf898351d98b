import { Level, type notifications } from '@primazia/backend/notifications/contract';
import type { CallInput } from '@primazia/kit';

/** What of the bell one looks at: all, what is unread, what waits for somebody, or one level. */
export const FILTERS = ['all', 'waiting', 'unread', ...Level.options] as const;
export type HistoryFilter = (typeof FILTERS)[number];

type Asked = NonNullable<CallInput<typeof notifications>['query']>;

/** How the server is asked for it. */
export function asked(filter: HistoryFilter): Pick<Asked, 'show' | 'level'> {
  const level = Level.safeParse(filter);
  if (level.success) return { level: level.data };
  return filter === 'waiting' || filter === 'unread' ? { show: filter } : {};
}
