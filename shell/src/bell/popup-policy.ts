import type { Notification } from '@primazia/backend/notifications/contract';

/** A banner above every page shows these already: a pop-up would only cover the banner's button. */
const ON_BANNER: readonly string[] = ['prices_stopped', 'prices_stopped_by_breaker'];

/**
 * How many of a kind pop up within the window: a series that lasts for minutes, such as the update of a whole list, would
 * cover the page all that time. The bell counts them all.
 */
export const AT_ONCE = 3;
const WINDOW_MS = 60_000;

const newestOf = (content: readonly Notification[]) =>
  content.reduce((newest, { id }) => Math.max(newest, id), 0);

export interface Arrivals {
  /** The newest id so far; what comes later is new. */
  known: number;
  /** What may pop up, newest first. */
  fresh: Notification[];
}

/**
 * What was added since the list was last read.
 * @param known null at the first reading, whose notifications are not new
 */
export function arrivals(known: number | null, content: readonly Notification[]): Arrivals {
  const newest = newestOf(content);
  if (known === null) return { known: newest, fresh: [] };
  const fresh = content.filter(
    ({ id, popup, code, read }) => id > known && !read && popup && !ON_BANNER.includes(code),
  );
  return { known: Math.max(known, newest), fresh };
}

/** What popped up lately, and when, in ms. */
export type Recent = readonly { code: string; at: number }[];

/**
 * Limits the pop-ups of each kind.
 * @param now in ms, by the same clock as `before`
 */
export function limitRate(
  fresh: readonly Notification[],
  before: Recent,
  now: number,
): { popups: Notification[]; recent: Recent } {
  const recent = before.filter(({ at }) => now - at < WINDOW_MS);
  const popups = fresh.filter(({ code }) => {
    if (recent.filter((one) => one.code === code).length >= AT_ONCE) return false;
    recent.push({ code, at: now });
    return true;
  });
  return { popups, recent };
}
