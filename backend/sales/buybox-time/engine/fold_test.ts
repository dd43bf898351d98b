import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { calendarOf } from '../../../kernel/time-zone.ts';
import {
  addInterval,
  type BuyboxState,
  type Change,
  COUNTED_STATES,
  type DayTimes,
  foldChanges,
  type ListingState,
  noTimes,
  type OpenDay,
  timesUntil,
} from './fold.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STATES: BuyboxState[] = [...COUNTED_STATES, 'off'];

/** Takes in changes in several parts, as jobs do, and returns the days up to `now`. */
function added(zone: string, parts: readonly (readonly Change[])[], now: number) {
  let open: OpenDay | null = null;
  const known = new Map<number, ListingState>();
  const dayAt = calendarOf(zone);
  const days: DayTimes = new Map();
  const closed: DayTimes = new Map();
  const merge = (more: DayTimes) => {
    for (const [day, times] of more) {
      const sum = days.get(day) ?? noTimes();
      for (const state of COUNTED_STATES) sum[state] += times[state];
      days.set(day, sum);
    }
  };
  for (const changes of parts) {
    const last = Math.max(...changes.map(({ at }) => at));
    const folded = foldChanges(zone, open, known, changes, last);
    open = folded.open;
    for (const [id, listing] of folded.listings) known.set(id, listing);
    for (const interval of folded.intervals) addInterval(closed, dayAt, interval);
    merge(folded.days);
  }
  if (open !== null) merge(timesUntil(zone, open, now));
  for (const [, { state, since }] of known)
    if (state !== 'off') addInterval(closed, dayAt, { state, since, until: now });
  return { days: withoutEmpty(days), byListing: withoutEmpty(closed) };
}

const withoutEmpty = (days: DayTimes) =>
  Object.fromEntries(
    [...days]
      .filter(([, times]) => COUNTED_STATES.some((state) => times[state] !== 0))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Reads the state of each listing in each minute. */
function counted(zone: string, changes: readonly Change[], now: number) {
  const days: DayTimes = new Map();
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  const ofListings = Map.groupBy(changes, ({ listingId }) => listingId);
  const first = Math.min(...changes.map(({ at }) => at));
  for (let at = first; at < now; at += MINUTE) {
    const day = format.format(at);
    for (const [, its] of ofListings) {
      const state = its.findLast((change) => change.at <= at)?.state ?? 'off';
      if (state === 'off') continue;
      const times = days.get(day) ?? noTimes();
      times[state] += MINUTE;
      days.set(day, times);
    }
  }
  return withoutEmpty(days);
}

describe('buybox time', () => {
  it('is by time, however many observations lie in it', () => {
    const start = Date.UTC(2026, 4, 4, 12);
    const changes = [
      { listingId: 1, state: 'won' as const, at: start },
      ...[0, 10, 20, 30, 40].map((n) => ({
        listingId: 1,
        state: 'losing' as const,
        at: start + HOUR + n * MINUTE,
      })),
    ];
    const { days } = added('UTC', [changes], start + 2 * HOUR);
    assert.deepEqual(days, { '2026-05-04': { ...noTimes(), won: HOUR, losing: HOUR } });
  });

  it('writes nothing for an unchanged listing, and counts each of its days', () => {
    const at = Date.UTC(2026, 4, 4, 12);
    const { intervals, open } = foldChanges(
      'UTC',
      null,
      new Map(),
      [{ listingId: 1, state: 'won', at }],
      at + 72 * HOUR,
    );
    assert.deepEqual(intervals, []);
    assert.deepEqual(open.day, '2026-05-07');
    assert.equal(open.states.won.listings, 1);
  });

  // São Paulo without changes of the clocks, and two zones that change them within the days.
  for (const [zone, from] of [
    ['America/Sao_Paulo', Date.UTC(2026, 4, 3, 20)],
    ['America/New_York', Date.UTC(2026, 9, 31, 20)],
    ['America/New_York', Date.UTC(2026, 2, 7, 20)],
  ] as const) {
    it(`equals a count by minute, in ${zone} around ${new Date(from).toISOString()}`, () => {
      const change = fc.record({
        listingId: fc.integer({ min: 1, max: 6 }),
        state: fc.constantFrom(...STATES),
        minute: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      });
      fc.assert(
        fc.property(
          fc.array(change, { minLength: 1, maxLength: 60 }),
          fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 }),
          fc.infiniteStream(fc.nat()),
          (drawn, sizes, dice) => {
            const changes = drawn
              .map(({ minute, ...one }) => ({ ...one, at: from + minute * MINUTE }))
              .sort((a, b) => a.at - b.at);
            // Changes of one listing are in order; those of several are in any order.
            const queues = [...Map.groupBy(changes, ({ listingId }) => listingId).values()].map(
              (its) => [...its],
            );
            const parts: Change[][] = [];
            for (let n = 0; queues.some((queue) => queue.length > 0); n++) {
              const part: Change[] = [];
              while (part.length < sizes[n % sizes.length]!) {
                const filled = queues.filter((queue) => queue.length > 0);
                const [roll] = dice.take(1);
                const next = filled[(roll ?? 0) % Math.max(1, filled.length)]?.shift();
                if (next === undefined) break;
                part.push(next);
              }
              parts.push(part);
            }
            const now = from + 4 * 24 * HOUR;
            const truth = counted(zone, changes, now);
            const { days, byListing } = added(zone, parts, now);
            assert.deepEqual(days, truth);
            assert.deepEqual(byListing, truth);
          },
        ),
        { numRuns: 40 },
      );
    });
  }

  it('takes in the time before a listing was known, the latest first', () => {
    const at = Date.UTC(2026, 4, 10, 12);
    const past: Change[] = [
      { listingId: 1, state: 'losing', at: at - 30 * HOUR },
      { listingId: 1, state: 'won', at: at - 50 * HOUR },
    ];
    const present: Change[] = [{ listingId: 1, state: 'won', at }];
    const inOrder = [...past].reverse().concat(present);
    assert.deepEqual(
      added('UTC', [present, past.slice(0, 1), past.slice(1)], at + HOUR).days,
      added('UTC', [inOrder], at + HOUR).days,
    );
  });
});
