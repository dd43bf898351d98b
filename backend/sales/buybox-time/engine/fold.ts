// How long listings held the buybox, by day of their account. A listing whose state does not change costs nothing: each state has
// the number of listings that are in it, and the time since the day began in which they were not in it yet; they were in it for
// the rest of the day.
import { addDays, type Calendar, calendarOf, startOfDay } from '../../../kernel/time-zone.ts';

/** For itself, with others, another seller, not competing; `unseen`: not observed for a day. */
export const COUNTED_STATES = ['won', 'shared', 'losing', 'barred', 'unseen'] as const;
export type CountedState = (typeof COUNTED_STATES)[number];
/** `off`: not for sale, or outside of any buybox. */
export type BuyboxState = CountedState | 'off';

/** Milliseconds in each state. */
export type Times = Record<CountedState, number>;
/** Milliseconds in each state by day. */
export type DayTimes = Map<string, Times>;

export const noTimes = (): Times => ({ won: 0, shared: 0, losing: 0, barred: 0, unseen: 0 });

/** The state of a listing; instants in milliseconds since 1970. */
export interface ListingState {
  state: BuyboxState;
  since: number;
  /** The state is not known before this. */
  knownFrom: number;
}

export interface Change {
  listingId: number;
  state: BuyboxState;
  at: number;
}

/** A state that a listing was in, and is no longer. */
export interface Interval {
  listingId: number;
  state: CountedState;
  since: number;
  until: number;
}

/** How many listings are in a state, and the milliseconds since the day began in which they were not yet, in all. */
interface InState {
  listings: number;
  absent: number;
}

/** The day of an account that is being added up. */
export interface OpenDay {
  day: string;
  states: Record<CountedState, InState>;
}

export const emptyDay = (day: string): OpenDay => ({
  day,
  states: {
    won: { listings: 0, absent: 0 },
    shared: { listings: 0, absent: 0 },
    losing: { listings: 0, absent: 0 },
    barred: { listings: 0, absent: 0 },
    unseen: { listings: 0, absent: 0 },
  },
});

export function add(days: DayTimes, day: string, state: CountedState, ms: number): void {
  if (ms === 0) return;
  const times = days.get(day) ?? noTimes();
  times[state] += ms;
  days.set(day, times);
}

const boundsOf = (day: string, timeZone: string) => ({
  start: startOfDay(day, timeZone).getTime(),
  end: startOfDay(addDays(day, 1), timeZone).getTime(),
});

/** Adds a time to the days that it lies in; subtracts it where the sign is -1. */
export function addInterval(
  days: DayTimes,
  dayAt: Calendar,
  { state, since, until }: Pick<Interval, 'state' | 'since' | 'until'>,
  sign: 1 | -1 = 1,
): void {
  for (let at = since; at < until; ) {
    const { day, end } = dayAt(at);
    const to = Math.min(until, end);
    add(days, day, state, sign * (to - at));
    at = to;
  }
}

/** Adds up the days of an account that are over by an instant, and goes on with the day of that instant. */
function passDays(days: DayTimes, timeZone: string, open: OpenDay, until: number): OpenDay {
  let { day } = open;
  let { start, end } = boundsOf(day, timeZone);
  const states = structuredClone(open.states);
  while (end <= until) {
    for (const state of COUNTED_STATES) {
      const { listings, absent } = states[state];
      add(days, day, state, listings * (end - start) - absent);
      states[state] = { listings, absent: 0 };
    }
    day = addDays(day, 1);
    ({ start, end } = boundsOf(day, timeZone));
  }
  return { day, states };
}

/** The times to add to the days of an account up to an instant, the current day included. */
export function timesUntil(timeZone: string, open: OpenDay, until: number): DayTimes {
  const days: DayTimes = new Map();
  const { day, states } = passDays(days, timeZone, open, until);
  const { start } = boundsOf(day, timeZone);
  for (const state of COUNTED_STATES) {
    const { listings, absent } = states[state];
    if (until > start) add(days, day, state, listings * (until - start) - absent);
  }
  return days;
}

export interface Folded {
  open: OpenDay;
  /** The listings of the changes, as they are now. */
  listings: Map<number, ListingState>;
  intervals: Interval[];
  /** What is to be added to the days of the account. */
  days: DayTimes;
}

/**
 * Takes in changes of an account's listings, those of one listing in the order in which they happened. A change from before a
 * listing was known extends what is known backwards, so such changes come in reverse order.
 * @param until days that are over by then are added up, whatever changed; milliseconds since 1970
 */
export function foldChanges(
  timeZone: string,
  before: OpenDay | null,
  known: ReadonlyMap<number, ListingState>,
  changes: readonly Change[],
  until: number,
): Folded {
  const days: DayTimes = new Map();
  const listings = new Map<number, ListingState>();
  const intervals: Interval[] = [];
  const dayAt = calendarOf(timeZone);
  let open = before ?? emptyDay(dayAt(changes[0]?.at ?? until).day);
  let { start, end } = boundsOf(open.day, timeZone);
  const goTo = (at: number) => {
    if (at < end) return;
    open = passDays(days, timeZone, open, at);
    ({ start, end } = boundsOf(open.day, timeZone));
  };
  /** From an instant on a listing is in a state, or is no longer; corrects days that are added up already. */
  const count = (state: BuyboxState, at: number, sign: 1 | -1) => {
    if (state === 'off') return;
    goTo(at);
    const of = open.states[state];
    of.listings += sign;
    of.absent += sign * Math.max(0, at - start);
    addInterval(days, dayAt, { state, since: at, until: start }, sign);
  };
  const close = (listingId: number, state: BuyboxState, since: number, to: number) => {
    if (state !== 'off' && since < to) intervals.push({ listingId, state, since, until: to });
  };

  for (const { listingId, state, at } of changes) {
    const now = listings.get(listingId) ?? known.get(listingId);
    if (now === undefined) {
      count(state, at, 1);
      listings.set(listingId, { state, since: at, knownFrom: at });
    } else if (at < now.knownFrom) {
      close(listingId, state, at, now.knownFrom);
      if (state !== 'off') addInterval(days, dayAt, { state, since: at, until: now.knownFrom });
      listings.set(listingId, { ...now, knownFrom: at });
    } else if (state !== now.state) {
      const from = Math.max(at, now.since);
      count(now.state, from, -1);
      count(state, from, 1);
      close(listingId, now.state, now.since, from);
      listings.set(listingId, { ...now, state, since: from });
    } else listings.set(listingId, now);
  }
  goTo(until);
  return { open, listings, intervals, days };
}
