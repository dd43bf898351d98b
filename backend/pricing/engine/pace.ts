// How often the price of a listing changes. It is checked after a decision and before an update is written: what is held
// is decided again when its time comes. Pure; the product counts stored updates, simulations count their own.
import type { BuyboxStatus } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Limits } from './limits.ts';
import type { Decision, Line } from './types.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Updates that are older than this count for no limit. */
export const PACE_WINDOW_MS = DAY;

/** A company's limits of how often the price of one listing changes. */
export interface PaceLimits {
  minutesBetweenUpdates: number;
  updatesPerHour: number;
  updatesPerDay: number;
}

/** What a company begins with; the database has the same defaults. */
export const USUAL_PACE: PaceLimits = {
  minutesBetweenUpdates: 5,
  updatesPerHour: 12,
  updatesPerDay: 60,
};

/** When updates of a listing were made that left or are on their way; null: there were not so many. */
export interface RecentUpdates {
  latest: Date | null;
  /** The one after which the limit of an hour, or of a day, is reached: that many updates ago. */
  hourth: Date | null;
  dayth: Date | null;
}

export const NO_UPDATES: RecentUpdates = { latest: null, hourth: null, dayth: null };

/** The updates that count for the limits, of all times of updates, oldest first. */
export const recentUpdates = (times: readonly Date[], limits: PaceLimits): RecentUpdates => ({
  latest: times.at(-1) ?? null,
  hourth: times.at(-limits.updatesPerHour) ?? null,
  dayth: times.at(-limits.updatesPerDay) ?? null,
});

export const PACE_CODES = ['interval', 'hour', 'day'] as const;
export type PaceCode = (typeof PACE_CODES)[number];

/** A limit that holds the price of a listing, and until when. */
export interface Hold {
  code: PaceCode;
  until: Date;
}

/** The limit that holds an update longest; null: it may be made now. */
export function holdOf(recent: RecentUpdates, limits: PaceLimits, now: Date): Hold | null {
  const waits: [PaceCode, Date | null, number][] = [
    ['interval', recent.latest, limits.minutesBetweenUpdates * MINUTE],
    ['hour', recent.hourth, HOUR],
    ['day', recent.dayth, DAY],
  ];
  let hold: Hold | null = null;
  for (const [code, since, ms] of waits) {
    if (since === null) continue;
    const until = new Date(since.getTime() + ms);
    if (until > now && (hold === null || until > hold.until)) hold = { code, until };
  }
  return hold;
}

/** What is known of a listing's buybox from one decision to the next. */
export interface ObservedBuybox {
  wins: boolean;
  /** When it was seen to be lost; null: it was not since it was won last. */
  lostAt: Date | null;
}

export const NO_BUYBOX_OBSERVED: ObservedBuybox = { wins: false, lostAt: null };

/** Statuses that tell nothing about who holds the buybox. */
const SILENT: ReadonlySet<BuyboxStatus> = new Set(['SYNCING', 'WAITING_BUYBOX']);

/** What is known of the buybox after a market was seen; the same object where it says nothing new. */
export function observedBuyboxAfter(
  before: ObservedBuybox,
  status: BuyboxStatus | null,
  now: Date,
): ObservedBuybox {
  if (status === null || SILENT.has(status)) return before;
  const wins = status === 'WINNING' || status === 'NO_COMPETITOR';
  if (wins) return before.wins && before.lostAt === null ? before : { wins, lostAt: null };
  return before.wins ? { wins, lostAt: now } : before;
}

/** Whether the buybox was lost and no update has answered that yet. */
export const isJustLost = ({ lostAt }: ObservedBuybox, { latest }: RecentUpdates): boolean =>
  lostAt !== null && (latest === null || latest < lostAt);

export const isOutside = (
  price: Minor,
  { minPrice, maxPrice }: Pick<Limits, 'minPrice' | 'maxPrice'>,
): boolean => (minPrice !== null && price < minPrice) || (maxPrice !== null && price > maxPrice);

/** The data of a listing that its pace depends on. */
export interface Paced {
  recent: RecentUpdates;
  observedBuybox: ObservedBuybox;
  /** The present price lies outside the rule's limits. */
  isOutside: boolean;
  /** A person asked for the change. */
  isRequested: boolean;
}

/**
 * What holds back a decision that would be sent. A person, a price outside its limits and a buybox that was just lost
 * do not wait; neither does a proposal, which a person has to approve anyway.
 */
export function paceOf(
  { state }: Pick<Decision, 'state'>,
  { recent, observedBuybox, isOutside, isRequested }: Paced,
  limits: PaceLimits,
  now: Date,
): Hold | null {
  if (state !== 'sent' || isRequested || isOutside || isJustLost(observedBuybox, recent))
    return null;
  return holdOf(recent, limits, now);
}

/** The line of the explanation for a limit that holds a price. */
export const paceLine = ({ code }: Hold, limits: PaceLimits): Line => ({
  step: 'guard',
  code: `pace_${code}`,
  values: {
    minutes: limits.minutesBetweenUpdates,
    updates: code === 'day' ? limits.updatesPerDay : limits.updatesPerHour,
  },
});

/** The line for a change that is made now and was held before. */
export const WAITED: Line = { step: 'guard', code: 'pace_waited', values: {} };

/** The pace of one listing whose updates are kept in memory, for simulations. */
export interface PaceKeeper {
  /** What holds a decision back that was made on a market with this status; else its update counts from now on. */
  hold(
    decision: Pick<Decision, 'state' | 'price'>,
    present: { status: BuyboxStatus; isOutside: boolean },
    now: Date,
  ): Hold | null;
}

export function createPaceKeeper(limits: PaceLimits): PaceKeeper {
  let times: Date[] = [];
  let observedBuybox = NO_BUYBOX_OBSERVED;
  return {
    hold(decision, { status, isOutside }, now) {
      observedBuybox = observedBuyboxAfter(observedBuybox, status, now);
      if (decision.price === null) return null;
      const from = now.getTime() - PACE_WINDOW_MS;
      times = times.filter((at) => at.getTime() > from);
      const recent = recentUpdates(times, limits);
      const hold = paceOf(
        decision,
        { recent, observedBuybox, isOutside, isRequested: false },
        limits,
        now,
      );
      if (hold === null) times.push(now);
      return hold;
    },
  };
}
