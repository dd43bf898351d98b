import type { Level, Notification } from '@primazia/backend/notifications/contract';

/** The levels that come up by themselves; what succeeded waits in the bell. */
const POPPING: readonly Level[] = ['info', 'warn', 'error'];

/** What a banner says above every page, and says on: a pop-up would only hide the banner's button. */
const ON_BANNER: readonly string[] = ['prices_stopped', 'prices_stopped_by_breaker'];

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
    ({ id, level, code, read }) =>
      id > known && !read && POPPING.includes(level) && !ON_BANNER.includes(code),
  );
  return { known: Math.max(known, newest), fresh };
}
