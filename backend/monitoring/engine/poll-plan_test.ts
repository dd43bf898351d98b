import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { BUYBOX_STATUSES } from '../../kernel/market.ts';
import {
  type Candidate,
  dayOf,
  FRESH_MS,
  forecast,
  nextPolls,
  pauseAfter,
  stakeOf,
} from './poll-plan.ts';

const NOW = Date.UTC(2026, 4, 4, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const candidate = (listingId: number, more: Partial<Candidate> = {}): Candidate => ({
  listingId,
  ruled: false,
  status: 'WINNING',
  changedAt: null,
  worth: 100_000,
  observedAt: NOW - HOUR,
  knownSince: NOW - 100 * HOUR,
  failedAt: null,
  notBefore: null,
  ...more,
});

const anyCandidate = fc.record({
  ruled: fc.boolean(),
  status: fc.constantFrom(null, ...BUYBOX_STATUSES),
  changedAt: fc.option(fc.integer({ min: NOW - 3 * HOUR, max: NOW })),
  worth: fc.integer({ min: 0, max: 1e9 }),
  observedAt: fc.option(fc.integer({ min: NOW - 48 * HOUR, max: NOW })),
  knownSince: fc.integer({ min: NOW - 72 * HOUR, max: NOW }),
  failedAt: fc.option(fc.integer({ min: NOW - 48 * HOUR, max: NOW })),
  notBefore: fc.option(fc.integer({ min: NOW - HOUR, max: NOW + HOUR })),
});
const anyCandidates = fc
  .array(anyCandidate, { maxLength: 40 })
  .map((all) => all.map((one, n): Candidate => ({ listingId: n + 1, ...one })));

describe('what is at stake', () => {
  const more: [string, Partial<Candidate>, Partial<Candidate>][] = [
    ['a rule', { ruled: true }, { ruled: false }],
    ['a lost buybox', { status: 'LOSING' }, { status: 'WINNING' }],
    ['a market never seen', { status: null }, { status: 'NO_COMPETITOR' }],
    ['a market that just moved', { changedAt: NOW - MINUTE }, { changedAt: NOW - 3 * HOUR }],
    ['more to sell', { worth: 5_000_000 }, { worth: 10_000 }],
  ];
  for (const [what, higher, lower] of more) {
    it(`is more with ${what}`, () => {
      assert.ok(stakeOf(candidate(1, higher), NOW) > stakeOf(candidate(2, lower), NOW));
    });
  }
});

describe('the next polls', () => {
  it('go to what is at stake', () => {
    const all = [
      candidate(1),
      candidate(2, { ruled: true }),
      candidate(3, { ruled: true, status: 'LOSING' }),
      candidate(4, { observedAt: null, status: null, knownSince: NOW - HOUR }),
      candidate(5, { observedAt: NOW - FRESH_MS + 1, ruled: true, status: 'LOSING' }),
      candidate(6, { notBefore: NOW + 1, ruled: true, status: 'LOSING' }),
    ];
    assert.deepEqual(nextPolls(all, 10, NOW), [3, 2, 4, 1]);
    assert.deepEqual(nextPolls(all, 2, NOW), [3, 2]);
  });

  it('keep to the budget, take no one twice, and only whose turn it is', () => {
    fc.assert(
      fc.property(anyCandidates, fc.integer({ min: -1, max: 50 }), (all, budget) => {
        const polls = nextPolls(all, budget, NOW);
        assert.ok(polls.length <= Math.max(0, budget));
        assert.equal(new Set(polls).size, polls.length);
        for (const id of polls) {
          const { observedAt, notBefore } = all[id - 1]!;
          assert.ok(observedAt === null || observedAt <= NOW - FRESH_MS);
          assert.ok(notBefore === null || notBefore <= NOW);
        }
      }),
    );
  });

  it('never put more at stake later than less, all else the same', () => {
    fc.assert(
      fc.property(anyCandidates, anyCandidate, fc.nat(), (others, one, extra) => {
        const twin = { ...one, ruled: true, worth: one.worth + extra };
        const all = [
          ...others,
          { ...twin, listingId: 1_001 },
          { ...one, ruled: false, listingId: 1_000 },
        ];
        const polls = nextPolls(all, all.length, NOW);
        assert.ok(polls.indexOf(1_001) <= polls.indexOf(1_000));
        const expected = forecast(all, 0.5, NOW);
        assert.ok((expected.get(1_001) ?? Infinity) <= (expected.get(1_000) ?? Infinity));
      }),
    );
  });

  it('starve no one, however much is at stake elsewhere', () => {
    const worthless = candidate(1, { worth: 0, status: 'NON_CATALOG', observedAt: NOW });
    const precious = Array.from({ length: 30 }, (_, n) =>
      candidate(n + 2, { ruled: true, status: 'LOSING', worth: 1e9, observedAt: NOW }),
    );
    let all = [worthless, ...precious];
    // One poll a minute, where the most important ones could take three.
    for (let now = NOW; now < NOW + 150 * HOUR; now += MINUTE) {
      const polled = new Set(nextPolls(all, 1, now));
      if (polled.has(1)) return;
      all = all.map((one) => (polled.has(one.listingId) ? { ...one, observedAt: now } : one));
    }
    assert.fail('the worthless one was not looked at within its share of the looks');
  });
});

describe('polls that fail for good', () => {
  it('are polled in order, and not those of others', () => {
    const failing = Array.from({ length: 400 }, (_, n) =>
      candidate(n + 2, { observedAt: null, status: null }),
    );
    let all = [candidate(1), ...failing];
    // One poll a minute: as they are paused for six hours at most, one of them is due at any time.
    for (let now = NOW; now < NOW + 24 * HOUR; now += MINUTE) {
      const [polled] = nextPolls(all, 1, now);
      if (polled === 1) return;
      const tried = { failedAt: now, notBefore: now + 6 * HOUR };
      all = all.map((one) => (one.listingId === polled ? { ...one, ...tried } : one));
    }
    assert.fail('the one that can be looked at was not');
  });
});

describe('too few polls', () => {
  /** Minutes between two polls at a listing on average, with and without a rule, where all were known at once. */
  function intervals(observedAt: number | null) {
    const ruled = 20;
    let all = Array.from({ length: 1_000 }, (_, n) =>
      candidate(n + 1, { ruled: n < ruled, observedAt, knownSince: NOW - HOUR }),
    );
    const polls = { ruled: 0, others: 0 };
    const minutes = 20 * 60;
    for (let minute = 0; minute < minutes; minute++) {
      const now = NOW + minute * MINUTE;
      const polled = new Set(nextPolls(all, 2, now));
      for (const id of polled) polls[id <= ruled ? 'ruled' : 'others'] += 1;
      all = all.map((one) => (polled.has(one.listingId) ? { ...one, observedAt: now } : one));
    }
    return {
      ruled: (minutes * ruled) / polls.ruled,
      others: (minutes * (all.length - ruled)) / polls.others,
    };
  }

  for (const [what, observedAt] of [
    ['ads that were all seen', NOW - 2 * HOUR],
    ['ads that nobody has seen yet', null],
  ] as const) {
    it(`go to listings under a rule several times as often, among ${what}`, () => {
      const { ruled, others } = intervals(observedAt);
      assert.ok(others / ruled > 5, `${ruled} and ${others} minutes`);
    });
  }
});

describe('a forecast', () => {
  it('reports what the poll then does', () => {
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        const all = candidates.map((one) => ({ ...one, changedAt: null }));
        const eachMs = 2 * MINUTE;
        const day = dayOf(all, NOW);
        const expected = forecast(all, 1_000 / eachMs, NOW, day);
        let state = all;
        const seen = new Map<number, number>();
        let at = NOW;
        for (let n = 0; n < 4 * all.length && seen.size < all.length; n++) {
          let [id] = nextPolls(state, 1, at, day);
          if (id === undefined) {
            const turns = state.map(({ observedAt, notBefore }) =>
              Math.max(observedAt === null ? 0 : observedAt + FRESH_MS, notBefore ?? 0),
            );
            at = Math.max(at, Math.min(...turns));
            [id] = nextPolls(state, 1, at, day);
          }
          assert.ok(id !== undefined);
          const polled = id;
          if (!seen.has(polled)) seen.set(polled, at);
          const now = at;
          state = state.map((one) =>
            one.listingId === polled ? { ...one, observedAt: now, notBefore: null } : one,
          );
          at += eachMs;
        }
        assert.deepEqual([...expected].sort(), [...seen].sort());
      }),
      { numRuns: 60 },
    );
  });

  it('plans no more polls than the limit', () => {
    const all = Array.from({ length: 1_000 }, (_, n) => candidate(n + 1, { observedAt: null }));
    const times = [...forecast(all, 2, NOW).values()].sort((a, b) => a - b);
    assert.equal(times.length, 1_000);
    assert.equal(times.at(-1)! - times[0]!, 999 * 500);
  });

  it('is quick with many listings', () => {
    const all = Array.from({ length: 20_000 }, (_, n) =>
      candidate(n + 1, { worth: n * 1_000, ruled: n % 7 === 0, observedAt: NOW - n * 1_000 }),
    );
    assert.ok(forecast(all, 0.6, NOW).size > 0);
  });
});

describe('a listing whose polls fail', () => {
  it('is paused for longer each time, and never permanently', () => {
    assert.deepEqual(
      [1, 2, 3, 9, 10, 1_000].map((failures) => pauseAfter(failures) / MINUTE),
      [1, 2, 4, 256, 360, 360],
    );
  });
});
