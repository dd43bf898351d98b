import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as fc from 'fast-check';
import type { BuyboxStatus } from '../../kernel/market.ts';
import {
  createPaceKeeper,
  holdOf,
  isJustLost,
  NO_BUYBOX_OBSERVED,
  observedBuyboxAfter,
  type PaceLimits,
  recentUpdates,
  USUAL_PACE,
} from './pace.ts';

const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;
const at = (minutes: number): Date => new Date(START + minutes * MINUTE);

const LOSING = { status: 'LOSING', isOutside: false } as const;
const SENT = { state: 'sent', price: 100_00 } as const;

/** The minutes in which updates were made, of those in which one was wanted. */
function made(wanted: readonly number[], limits: PaceLimits): number[] {
  const keeper = createPaceKeeper(limits);
  return wanted.filter((minute) => keeper.hold(SENT, LOSING, at(minute)) === null);
}

describe('the pace of a listing', () => {
  it('delays an early update until the last limit allows it', () => {
    const hold = (minutes: number[], now: number) =>
      holdOf(recentUpdates(minutes.map(at), USUAL_PACE), USUAL_PACE, at(now));
    assert.equal(hold([], 0), null);
    assert.deepEqual(hold([0], 4), { code: 'interval', until: at(5) });
    assert.equal(hold([0], 5), null);
    const dozen = Array.from({ length: 12 }, (_, n) => n * 5);
    assert.deepEqual(hold(dozen, 56), { code: 'interval', until: at(60) });
    assert.deepEqual(
      hold(
        dozen.map((n) => n / 2),
        40,
      ),
      { code: 'hour', until: at(60) },
    );
    const sixty = Array.from({ length: 60 }, (_, n) => n * 10);
    assert.deepEqual(hold(sixty, 700), { code: 'day', until: at(1_440) });
  });

  it('never allows more updates than its limits, and delays none longer than needed', () =>
    fc.assert(
      fc.property(
        fc.record({
          minutesBetweenUpdates: fc.integer({ min: 0, max: 90 }),
          updatesPerHour: fc.integer({ min: 1, max: 6 }),
          updatesPerDay: fc.integer({ min: 1, max: 20 }),
        }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 150 }),
        (limits, gaps) => {
          let minute = 0;
          const wanted = gaps.map((gap) => (minute += gap));
          const times = made(wanted, limits);
          const within = (from: number, minutes: number) =>
            times.filter((time) => time >= from && time < from + minutes).length;
          for (const time of wanted) {
            assert.ok(within(time - 59, 60) <= limits.updatesPerHour);
            assert.ok(within(time - 1_439, 1_440) <= limits.updatesPerDay);
            assert.ok(within(time, limits.minutesBetweenUpdates) <= 1);
            if (times.includes(time)) continue;
            const isFull =
              within(time - limits.minutesBetweenUpdates + 1, limits.minutesBetweenUpdates) > 0 ||
              within(time - 59, 60) >= limits.updatesPerHour ||
              within(time - 1_439, 1_440) >= limits.updatesPerDay;
            assert.ok(isFull, `held at ${time} for nothing`);
          }
        },
      ),
    ));

  it('lets one answer to a lost buybox through, and a price outside its limits', () => {
    const keeper = createPaceKeeper(USUAL_PACE);
    const hold = (status: BuyboxStatus, minute: number, isOutside = false) =>
      keeper.hold(SENT, { status, isOutside }, at(minute))?.code ?? null;
    assert.equal(hold('WINNING', 0), null);
    assert.equal(hold('LOSING', 1), null);
    assert.equal(hold('LOSING', 2), 'interval');
    assert.equal(hold('LOSING', 3, true), null);
    assert.equal(hold('WINNING', 4), 'interval');
    assert.equal(hold('CO_WINNING', 4), null);
  });

  it('does not hold what a person has to approve', () => {
    const keeper = createPaceKeeper(USUAL_PACE);
    assert.equal(keeper.hold(SENT, LOSING, at(0)), null);
    assert.equal(keeper.hold({ ...SENT, state: 'pending' }, LOSING, at(1)), null);
  });

  it('counts the buybox as lost until an update, and as unchanged while nothing is reported', () => {
    const won = observedBuyboxAfter(NO_BUYBOX_OBSERVED, 'WINNING', at(0));
    assert.equal(observedBuyboxAfter(won, 'WINNING', at(1)), won);
    assert.equal(observedBuyboxAfter(won, 'SYNCING', at(1)), won);
    const lost = observedBuyboxAfter(won, 'LOSING', at(2));
    assert.deepEqual(lost, { wins: false, lostAt: at(2) });
    assert.equal(observedBuyboxAfter(lost, 'LOSING', at(3)), lost);
    const updated = (minute: number) => recentUpdates([at(minute)], USUAL_PACE);
    assert.equal(isJustLost(lost, updated(1)), true);
    assert.equal(isJustLost(lost, updated(2)), false);
    assert.equal(isJustLost(won, updated(1)), false);
    assert.deepEqual(observedBuyboxAfter(lost, 'WINNING', at(4)), { wins: true, lostAt: null });
  });
});
