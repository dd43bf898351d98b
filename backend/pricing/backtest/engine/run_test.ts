import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as fc from 'fast-check';
import type { Market } from '../../../kernel/market.ts';
import { competitor } from '../../../testing/pricing-scene.ts';
import { RuleBody } from '../../contract.ts';
import { toRule } from '../../engine/rule.ts';
import { STRATEGY_KEYS } from '../../strategies/registry.ts';
import { marketAt, oddsOf, type Snapshot } from './odds.ts';
import { type Change, createBacktest, type Subject } from './run.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = Date.parse('2026-05-01T00:00:00.000Z');

const listing = (more: Partial<Subject> = {}): Subject => ({
  listingId: 1,
  title: 'A kettle',
  currencyCode: 'BRL',
  marketplaceId: 2,
  condition: 'new',
  shippingPrice: 0,
  costs: null,
  ...more,
});

const rule = (more: Record<string, unknown> = {}) =>
  toRule(RuleBody.parse({ strategy: 'WIN', minPrice: 80, maxPrice: 120, ...more }));

/** A poll `after` ms from the beginning; without a status it follows from the prices. */
function snapshot(
  after: number,
  ownPrice: number,
  competitors: Market['offers'],
  buybox: Partial<Market['buybox']> = {},
): Snapshot {
  const own = competitor('US', ownPrice, { isOwn: true });
  const best = competitors.reduce((least, { price }) => Math.min(least, price), Infinity);
  const status = ownPrice < best ? 'WINNING' : 'LOSING';
  return {
    market: {
      observedAt: new Date(FROM + after),
      buybox: {
        status,
        winnerSellerId: status === 'WINNING' ? 'US' : (competitors[0]?.sellerId ?? null),
        priceToWin: null,
        reason: null,
        ...buybox,
      },
      offers: [...competitors, own],
    },
    ownPrice,
    own,
  };
}

/** By default without limits of pace and rise. */
const FREELY = {
  smallestRisePercent: 0,
  pace: { minutesBetweenUpdates: 0, updatesPerHour: 1_000, updatesPerDay: 1_000 },
};

function replay(
  draft: ReturnType<typeof rule>,
  listings: [Subject, Snapshot[]][],
  { days = 1, unitsPerDay = 1, settings = FREELY } = {},
) {
  const changes: Change[] = [];
  const window = { from: FROM, to: FROM + days * DAY };
  const run = createBacktest({ rule: draft, window, unitsPerDay, ...settings }, (change) =>
    changes.push(change),
  );
  for (const [subject, snapshots] of listings) {
    run.begin(subject);
    for (const each of snapshots) run.observe(each);
  }
  run.end();
  return { ...run.results(), changes };
}

describe('a backtest', () => {
  it('respects the pace of the company, and leaves out rises that are too small', () => {
    const pace = { minutesBetweenUpdates: 60, updatesPerHour: 12, updatesPerDay: 60 };
    const snapshots = [
      snapshot(0, 10_000, [competitor('R1', 9_500)]),
      snapshot(10 * 60_000, 10_000, [competitor('R1', 9_000)]),
      snapshot(2 * HOUR, 10_000, [competitor('R1', 9_010)]),
    ];
    const { changes } = replay(rule(), [[listing(), snapshots]], {
      settings: { smallestRisePercent: 0.3, pace },
    });
    assert.deepEqual(
      changes.map(({ at, to }) => [at.toISOString(), to]),
      [
        ['2026-05-01T00:00:00.000Z', 9_499],
        ['2026-05-01T01:00:00.000Z', 8_999],
      ],
    );
  });

  it('sets the price that the draft would have set, and reports when and why', () => {
    const { changes, draft, done, nothing } = replay(rule(), [
      [
        listing(),
        [
          snapshot(0, 10_000, [competitor('R1', 9_500)]),
          snapshot(12 * HOUR, 10_000, [competitor('R1', 9_000)]),
        ],
      ],
    ]);
    assert.deepEqual(
      changes.map(({ at, from, to }) => [at.toISOString(), from, to]),
      [
        ['2026-05-01T00:00:00.000Z', 10_000, 9_499],
        ['2026-05-01T12:00:00.000Z', 9_499, 8_999],
      ],
    );
    assert.equal(changes[0]!.decision.rival?.sellerId, 'R1');
    assert.ok(changes[0]!.decision.explanation.length > 0);
    assert.deepEqual(
      [draft, done, nothing].map(({ changes: count, winningShare, averagePrice }) => [
        count,
        winningShare,
        averagePrice,
      ]),
      [
        [2, 1, 92.49],
        [0, 0, 100],
        [0, 0, 100],
      ],
    );
  });

  it('weighs by time, and draws day by day', () => {
    const snapshots = [
      snapshot(0, 9_000, [competitor('R1', 9_500)]),
      snapshot(30 * HOUR, 9_600, [competitor('R1', 9_500)]),
    ];
    const { done, nothing, days } = replay(rule({ maxPrice: null }), [[listing(), snapshots]], {
      days: 2,
    });
    assert.equal(done.winningShare, 30 / 48);
    assert.equal(done.averagePrice, Math.round((9_000 * 30 + 9_600 * 18) / 48) / 100);
    assert.equal(done.changes, 1);
    assert.equal(nothing.winningShare, 1);
    assert.deepEqual(
      days.map(({ day, done: point }) => [day, point]),
      [
        ['2026-05-01', { averagePrice: 90, winningShare: 1 }],
        ['2026-05-02', { averagePrice: 94.5, winningShare: 0.25 }],
      ],
    );
  });

  it('reckons revenue and margin with the stated demand, of listings whose cost is known', () => {
    const costs = { cost: 5_000, taxPercent: 10, feePercent: 15, feeFixed: 500 };
    const snapshots = [snapshot(0, 9_000, [competitor('R1', 9_500)])];
    const { nothing } = replay(
      rule(),
      [
        [listing({ costs }), snapshots],
        [listing({ listingId: 2 }), snapshots],
      ],
      { days: 2, unitsPerDay: 3 },
    );
    assert.equal(nothing.revenue, 2 * 2 * 3 * 90);
    assert.equal(nothing.margin, 2 * 3 * (90 - 50 - 5 - 22.5));
    assert.equal(replay(rule(), [[listing(), snapshots]]).nothing.margin, null);
  });

  it('names the worst moment: money lost, else the deepest price, else the longest time without winning', () => {
    const snapshots = [
      snapshot(0, 10_000, [competitor('R1', 9_500)]),
      snapshot(HOUR, 10_000, [competitor('R1', 9_000)]),
    ];
    const costs = { cost: 9_200, taxPercent: 0, feePercent: 0, feeFixed: 0 };
    const { draft, nothing } = replay(rule(), [[listing(), snapshots]]);
    assert.deepEqual(draft.worst, {
      at: '2026-05-01T01:00:00.000Z',
      listingId: 1,
      title: 'A kettle',
      price: 89.99,
      reason: 'deepest_price',
      value: 10,
    });
    assert.deepEqual(nothing.worst, {
      at: '2026-05-01T00:00:00.000Z',
      listingId: 1,
      title: 'A kettle',
      price: 100,
      reason: 'longest_loss',
      value: 24,
    });
    const soon = [snapshots[0]!, snapshot(HOUR / 4, 10_000, [competitor('R1', 10_500)])];
    assert.equal(replay(rule(), [[listing(), soon]]).nothing.worst?.value, 0.25);
    const atLoss = replay(rule(), [[listing({ costs }), snapshots]]).draft.worst;
    assert.deepEqual([atLoss?.reason, atLoss?.value], ['sold_at_loss', 2.01]);
  });

  it('begins with the snapshot that was current when the window began, and with each listing again', () => {
    const old = snapshot(-5 * DAY, 10_000, [competitor('R1', 9_500)]);
    const { draft, changes } = replay(rule(), [
      [listing(), [old]],
      [listing({ listingId: 2 }), [snapshot(6 * HOUR, 11_000, [competitor('R1', 9_500)])]],
    ]);
    assert.deepEqual(
      changes.map(({ listingId, at, from }) => [listingId, at.getTime() - FROM, from]),
      [
        [1, 0, 10_000],
        [2, 6 * HOUR, 11_000],
      ],
    );
    assert.equal(draft.winningShare, 1);
  });

  it('takes a draft as if it held, were approved at once, and was in no promotion', () => {
    const draft = rule({
      status: 'disabled',
      startDate: '2030-01-01',
      requiresApproval: true,
      control: 'LOSE',
    });
    const snapshots = [
      snapshot(0, 10_000, [competitor('R1', 9_500)]),
      snapshot(HOUR, 9_700, [competitor('R1', 9_400)]),
    ];
    assert.deepEqual(
      replay(draft, [[listing(), snapshots]]).changes.map(({ to }) => to),
      [9_499, 9_399],
    );
  });

  it('polls again after a change, as the push does after every price that it sets', () => {
    const steps = replay(rule({ strategy: 'PRIMAZIA', maxPrice: null }), [
      [listing(), [snapshot(0, 8_000, [competitor('R1', 10_000)])]],
    ]).changes;
    assert.ok(steps.length > 3, `${steps.length} steps`);
    assert.equal(steps[1]!.at.getTime() - steps[0]!.at.getTime(), 15 * MINUTE);
    assert.ok(steps.at(-1)!.to >= 9_980 && steps.at(-1)!.to < 10_000, String(steps.at(-1)!.to));
  });

  it('measures a rule that compares by price as the rule does', () => {
    const external = rule({ competition: 'EXTERNAL', considerShippingPrice: true });
    const competitors = [
      competitor('R1', 9_000, { shippingPrice: 1_000 }),
      competitor('R2', 8_500, { comparison: 'SIMILAR' }),
    ];
    const replayed = (ownPrice: number) =>
      replay(external, [[listing(), [snapshot(0, ownPrice, competitors, { status: 'LOSING' })]]]);
    // The similar one does not count as a competitor, and the buybox is not used.
    assert.deepEqual(
      [9_999, 10_000, 10_001].map((ownPrice) => replayed(ownPrice).nothing.winningShare),
      [1, 0.5, 0],
    );
    assert.deepEqual(
      replayed(10_001).changes.map(({ to }) => to),
      [9_999],
    );
  });

  it('finds nothing where nothing was seen', () => {
    const { draft, days } = replay(rule(), [[listing(), []]]);
    assert.deepEqual(draft, {
      changes: 0,
      winningShare: null,
      averagePrice: null,
      revenue: null,
      margin: null,
      worst: null,
    });
    assert.deepEqual(days, []);
  });
});

describe('backtests of random markets', () => {
  const price = fc.integer({ min: 7_000, max: 13_000 });
  const competitors = fc.array(fc.tuple(fc.constantFrom('R1', 'R2', 'R3'), price), {
    minLength: 1,
    maxLength: 4,
  });
  const history = fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), competitors), {
    minLength: 1,
    maxLength: 30,
  });
  const drafts = fc.record({
    strategy: fc.constantFrom(...STRATEGY_KEYS),
    competition: fc.constantFrom('BUYBOX', 'EXTERNAL'),
    safeMargin: fc.integer({ min: 0, max: 5 }),
    baseOn: fc.constantFrom('WINNER', 'LOWEST_PRICE'),
  });
  const offersOf = (some: [string, number][]) => some.map(([id, each]) => competitor(id, each));

  it('change nothing where the draft is the rule that was in force', () => {
    fc.assert(
      fc.property(history, drafts, price, (moments, terms, first) => {
        const draft = rule(terms);
        // The rule's changes, poll by poll: each price that it set is in the next poll.
        const snapshots: Snapshot[] = [];
        let after = 0;
        let ownPrice = first;
        for (const [minutes, some] of moments) {
          snapshots.push(snapshot(after, ownPrice, offersOf(some)));
          const { changes } = replay(draft, [[listing(), snapshots]], { days: 90 });
          const until = after + minutes * MINUTE;
          ownPrice = changes.filter(({ at }) => at.getTime() < FROM + until).at(-1)?.to ?? first;
          after = until;
        }
        const { changes } = replay(draft, [[listing(), snapshots]], { days: after / DAY });
        const seen = snapshots
          .slice(1)
          .filter((each, n) => each.ownPrice !== snapshots[n]!.ownPrice);
        const set = changes.map(({ to }) => to);
        // What the last poll brings about is not seen any more.
        assert.deepEqual(
          set.slice(0, seen.length),
          seen.map((each) => each.ownPrice),
        );
        assert.ok(set.length <= seen.length + 1);
      }),
      { numRuns: 100 },
    );
  });

  it('equal those without a rule if the draft always keeps the price', () => {
    const keeps = rule({ buyboxExceptions: ['R1', 'R2', 'R3'], minPrice: null, maxPrice: null });
    fc.assert(
      fc.property(history, price, (moments, ownPrice) => {
        let after = 0;
        const snapshots = moments.map(([hours, some]) => {
          const each = snapshot(after, ownPrice, offersOf(some));
          after += hours * HOUR;
          return each;
        });
        const { draft, nothing, done, changes } = replay(keeps, [[listing(), snapshots]], {
          days: 30,
        });
        assert.deepEqual(draft, nothing);
        assert.deepEqual(draft, done);
        assert.deepEqual(changes, []);
      }),
      { numRuns: 200 },
    );
  });

  it('account for all of the time, keep to the limits, and give the same again', () => {
    fc.assert(
      fc.property(history, drafts, price, (moments, terms, first) => {
        let after = 0;
        const snapshots = moments.map(([hours, some], n) => {
          const each = snapshot(after, first + n * 7, offersOf(some));
          after += hours * HOUR;
          return each;
        });
        const run = () => replay(rule(terms), [[listing(), snapshots]], { days: 20 });
        const result = run();
        const { draft, done, days, changes } = result;
        assert.deepEqual(run(), result);
        const mean = (of: (day: (typeof days)[number]) => number) =>
          days.reduce((sum, day) => sum + of(day), 0) / days.length;
        // Every day is a whole one: the first poll is at the beginning, the last until the end.
        assert.ok(Math.abs(mean((day) => day.done.winningShare) - done.winningShare!) < 1e-9);
        assert.ok(Math.abs(mean((day) => day.draft.winningShare) - draft.winningShare!) < 1e-9);
        assert.ok(Math.abs(mean((day) => day.draft.averagePrice) - draft.averagePrice!) < 0.02);
        assert.equal(draft.changes, changes.length);
        for (const { to, from } of changes) {
          assert.ok(to >= 8_000 && to <= 12_000, String(to));
          assert.notEqual(to, from);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('do not change the snapshots', () => {
    fc.assert(
      fc.property(history, drafts, price, price, (moments, terms, first, other) => {
        const snapshots = moments.map(([, some], n) => snapshot(n * HOUR, first, offersOf(some)));
        const before = structuredClone(snapshots);
        replay(rule(terms), [[listing(), snapshots]], { days: 3 });
        for (const seen of snapshots) {
          const of = { condition: 'new', shippingPrice: 0 } as const;
          marketAt(seen, of, oddsOf(seen, of), other, seen.market.observedAt);
        }
        assert.deepEqual(snapshots, before);
      }),
      { numRuns: 50 },
    );
  });
});
