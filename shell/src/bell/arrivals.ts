import type { Level, Notification } from '@primazia/backend/notifications/contract';

/** The levels that come up by themselves; what succeeded waits in the bell. */
const POPPING: readonly Level[] = ['info', 'warn', 'error'];

/** What a banner says above every page, and says on: a pop-up would only hide the banner's button. */
const ON_BANNER: readonly string[] = ['prices_stopped', 'prices_stopped_by_breaker'];

/**
 * Of each kind so many come up in so many ms: what takes minutes, as the prices of a whole list do, would cover the page
 * for as long. The bell counts on.
 */
export const AT_ONCE = 3;
const SPAN_MS = 60_000;

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

/** What came up lately, and when, in ms. */
export type CameUp = readonly { code: Notification['code']; at: number }[];

/**
 * Those of what is fresh that come up.
 * @param now in ms, by the same clock as `before`
 */
export function comingUp(
  fresh: readonly Notification[],
  before: CameUp,
  now: number,
): { up: Notification[]; cameUp: CameUp } {
  const cameUp = before.filter(({ at }) => now - at < SPAN_MS);
  const up = fresh.filter(({ code }) => {
    if (cameUp.filter((one) => one.code === code).length >= AT_ONCE) return false;
    cameUp.push({ code, at: now });
    return true;
  });
  return { up, cameUp };
}
