// How far a rule may change a price without approval.
import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Minor } from '../../kernel/money.ts';
import { within } from '../../platform/db.ts';
import { isFurther } from '../../testing/many-listings.ts';
import { competitor, openScene } from '../../testing/pricing-scene.ts';
import type { Decision } from '../engine/types.ts';
import { createRule } from '../rules/actions.ts';
import { type Bounds, farMove, mayLeave } from '../safety/engine/guard.ts';
import { hourOf, recentPricesOf } from './engine/day-prices.ts';
import { guarded, stillHolds } from './engine/push-policy.ts';
import { recordApplied } from './listing-store.ts';

const HOUR = 3_600_000;
const limits = { maxStepPercent: 30, maxDayPercent: 60 };
const still = (present: Minor) => ({ present, lowest: present, highest: present });

describe('a move', () => {
  const cases: [string, Minor, ReturnType<typeof still>, string | null][] = [
    ['down by exactly the limit', 7_000, still(10_000), null],
    ['a cent further down', 6_999, still(10_000), 'large_step'],
    ['up by exactly the limit', 13_000, still(10_000), null],
    ['a cent further up', 13_001, still(10_000), 'large_step'],
    ['to a hundredth', 100, still(10_000), 'large_step'],
    ['of nothing', 10_000, still(10_000), null],
    ['a cent down from two', 1, still(2), 'large_step'],
    [
      'a small step far below the day',
      3_999,
      { ...still(4_500), highest: 10_000 },
      'large_day_move',
    ],
    ['a small step to the limit of the day', 4_000, { ...still(4_500), highest: 10_000 }, null],
    ['a small step far above the day', 8_001, { ...still(7_000), lowest: 5_000 }, 'large_day_move'],
    ['back up towards the day', 5_500, { ...still(4_500), highest: 20_000 }, null],
    ['back down towards the day', 8_000, { ...still(9_000), lowest: 3_000 }, null],
    ['of the largest price', 9_999_999_999, still(9_000_000_000), null],
    ['from no price at all', 100, still(Number.NaN), 'large_step'],
  ];
  for (const [name, price, recent, code] of cases) {
    it(`${name}: ${code ?? 'may be sent'}`, () => {
      assert.equal(farMove(price, recent, limits)?.code ?? null, code);
      const bounds: Bounds = {
        minPrice: 1,
        maxPrice: null,
        recent,
        limits,
        isUndo: false,
        isWanted: false,
      };
      assert.equal(mayLeave(price, bounds), code);
      assert.equal(mayLeave(price, { ...bounds, isWanted: true }), null);
    });
  }
});

describe('the day of a price', () => {
  it('is its last 24 hours, the hour that they began in as a whole', () => {
    const now = new Date('2026-05-04T12:30:00Z');
    const at = (hours: number) => String(hourOf(now) - hours);
    const day = {
      [at(0)]: [9_000, 9_500],
      [at(24)]: [8_000, 9_900],
      [at(25)]: [1, 99_999],
    } as const;
    assert.deepEqual(recentPricesOf(day, 9_200, now), {
      present: 9_200,
      lowest: 8_000,
      highest: 9_900,
    });
    assert.deepEqual(recentPricesOf(null, 9_200, now), still(9_200));
  });
});

const price = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: 9_000, max: 11_000 }),
  fc.constantFrom(1, 2, 9_999_999_999, 10_000_000_000),
);
const limit = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(30, 60),
);
const situation = fc.record({
  present: price,
  earlier: fc.array(price, { maxLength: 3 }),
  step: limit,
  day: limit,
  wished: price,
  state: fc.constantFrom('sent' as const, 'pending' as const),
  attempts: fc.integer({ min: 0, max: 2 }),
});

describe('whatever the engine decides', () => {
  it('no price beyond the company’s limits is sent without approval', () => {
    fc.assert(
      fc.property(situation, ({ present, earlier, step, day, wished, state, attempts }) => {
        const prices = [present, ...earlier];
        const recent = { present, lowest: Math.min(...prices), highest: Math.max(...prices) };
        const allowed = { maxStepPercent: step, maxDayPercent: day };
        const decision: Decision = {
          outcome: 'CHANGE',
          code: null,
          price: wished,
          eventType: 'to_win',
          priceTag: 'none',
          state,
          rival: null,
          memory: null,
          explanation: [],
        };
        const farEnd = wished < present ? recent.highest : recent.lowest;
        const isFar = isFurther(present, wished, step) || isFurther(farEnd, wished, day);

        const held = guarded(decision, recent, allowed);
        assert.equal(held.far !== null, isFar);
        assert.equal(held.decision.state, isFar ? 'pending' : state);
        assert.equal(held.decision.explanation.length, isFar ? 1 : 0);

        const bounds: Bounds = {
          minPrice: 1,
          maxPrice: null,
          recent,
          limits: allowed,
          isUndo: false,
          isWanted: false,
        };
        const update = {
          rule_id: 1,
          rule_version: 1,
          old_price: present,
          new_price: wished,
          attempts,
          reverts: null,
          decided_by: null,
        };
        const rule = { id: 1, version: 1 };
        const holds = stillHolds(update, rule, decision, present, bounds);
        // A price that is there already moves nothing.
        if (holds && wished !== present) assert.equal(isFar, false);
        if (mayLeave(wished, bounds) === null) assert.equal(isFar, false);
        if (!isFar && state === 'sent' && wished <= 10_000_000_000) assert.equal(holds, true);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the hours of a day in the database', () => {
  it('are those of the applied prices, in any order', async () => {
    const scene = await openScene();
    try {
      const { ctx, companyId, database } = scene;
      const ids = [await scene.sell('MLB1', 10_000), await scene.sell('MLB2', 10_000)];
      for (const id of ids) {
        await scene.see(id, 'WINNING', [competitor('R1', 20_000)]);
        await createRule(ctx, scene.actor, scene.rule([id], { status: 'disabled' }));
      }
      const story = fc.sample(
        fc.record({
          hours: fc.constantFrom(0, 0, 1, 5, 23, 24, 25, 60),
          from: fc.integer({ min: 1, max: 20_000 }),
          to: fc.integer({ min: 1, max: 20_000 }),
          byPerson: fc.constantFrom(false, false, false, true),
        }),
        { numRuns: 60, seed: 20_260_504 },
      );
      // The expected range of the day, from a list of all events.
      let reported: { hour: number; prices: Minor[] }[] = [];
      for (const { hours, from, to, byPerson } of story) {
        ctx.advance(hours * HOUR);
        const now = ctx.clock();
        await within(ctx.db, { company: companyId }, (trx) =>
          recordApplied(
            trx,
            companyId,
            ids.map((listingId) => ({ listingId, from, to, byPerson })),
            now,
          ),
        );
        if (byPerson) reported = [];
        reported.push({ hour: hourOf(now), prices: byPerson ? [to] : [from, to] });
        const counts = reported.flatMap(({ hour, prices }) =>
          hour >= hourOf(now) - 24 ? prices : [],
        );
        const rows = await database.owner<
          { day_prices: Record<string, [number, number]>; last_set_price: number }[]
        >`select day_prices, last_set_price from listing_pricing`;
        assert.equal(rows.length, 2);
        for (const { day_prices, last_set_price } of rows) {
          assert.equal(last_set_price, to);
          assert.deepEqual(recentPricesOf(day_prices, to, now), {
            present: to,
            lowest: Math.min(to, ...counts),
            highest: Math.max(to, ...counts),
          });
          assert.ok(Object.keys(day_prices).length <= 25);
        }
      }
    } finally {
      await scene.close();
    }
  });
});
