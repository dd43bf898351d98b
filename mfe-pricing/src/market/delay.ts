import type { AccountPlan } from '@primazia/backend/monitoring/contract';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** Beyond this many minutes the delay is worth a word. */
const WORTH_TELLING = 60;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

export interface Delay {
  /** Minutes until every market is polled again; Infinity: unknown. */
  all: number;
  /** The same for listings under a rule. */
  ruled: number;
}

/** The longest delay of all accounts where it is worth a word; else null. */
export function delayOf(accounts: readonly AccountPlan[]): Delay | null {
  const longest = (minutes: readonly (number | null)[]) =>
    Math.max(0, ...minutes.map((some) => some ?? Number.POSITIVE_INFINITY));
  const all = longest(accounts.map(({ delayMinutes }) => delayMinutes));
  const ruled = longest(accounts.map(({ ruledDelayMinutes }) => ruledDelayMinutes));
  return Math.max(all, ruled) > WORTH_TELLING ? { all: Math.max(all, ruled), ruled } : null;
}

/** Minutes in words, rounded: the more, the coarser. */
export function lengthText(t: Translate, minutes: number): string {
  if (!Number.isFinite(minutes) || minutes > MINUTES_OF_DAY) return t('pricing.length.days', {});
  if (minutes > 2 * MINUTES_OF_HOUR)
    return t('pricing.length.hours', { count: Math.round(minutes / MINUTES_OF_HOUR) });
  return t('pricing.length.minutes', { count: Math.max(1, Math.round(minutes)) });
}

/** Minutes from now until a moment, at least one. */
export const minutesUntil = (at: string, now: number): number =>
  Math.max(1, Math.round((Date.parse(at) - now) / 60_000));
