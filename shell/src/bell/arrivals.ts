import type { Level, Notification } from '@primazia/backend/notifications/contract';

/** The levels that come up by themselves; what succeeded waits in the bell. */
const POPPING: readonly Level[] = ['info', 'warn', 'error'];

const newestOf = (content: readonly Notification[]) =>
  content.reduce((newest, { id }) => Math.max(newest, id), 0);

export interface Arrivals {
  /** The newest one that has been seen; what comes later is new. */
  known: number;
  /** What to show at once, newest first. */
  fresh: Notification[];
}

/**
 * What has come since the list was last looked at.
 * @param known null at the first look: what is there by then is history, not news
 */
export function arrivals(known: number | null, content: readonly Notification[]): Arrivals {
  const newest = newestOf(content);
  if (known === null) return { known: newest, fresh: [] };
  const fresh = content.filter(
    ({ id, level, read }) => id > known && !read && POPPING.includes(level),
  );
  return { known: Math.max(known, newest), fresh };
}
