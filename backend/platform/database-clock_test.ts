import assert from 'node:assert/strict';
import { beforeEach, describe, it } from '@std/testing/bdd';
import { databaseClock } from './database-clock.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds: the database's time; how long the machine slept; what a question and its answer take. */
let time: number;
let slept: number;
let there: number;
let back: number;
beforeEach(() => {
  time = Date.UTC(2026, 10, 22);
  slept = 0;
  there = 1;
  back = 1;
});

const begin = (runsFor: number) => {
  const begun = time - runsFor;
  return databaseClock(
    () => time - begun - slept,
    () => {
      time += there;
      const reported = time;
      time += back;
      return Promise.resolve(reported);
    },
  );
};

const wrong = (clock: () => Date) => Math.abs(clock().getTime() - time);

describe('the clock of a process', () => {
  it('shows the time of the database, however long the machine runs', async () => {
    for (const runsFor of [0, 10 * SECOND, 500 * HOUR]) {
      const { clock, poll } = await begin(runsFor);
      time += 20 * MINUTE;
      assert.ok(wrong(clock) <= 1);
      await poll();
      assert.ok(wrong(clock) <= 1);
    }
  });

  it('takes of an answer that was slow only what it proves', async () => {
    const { clock, poll } = await begin(0);
    for ([there, back] of [
      [0, 3 * SECOND],
      [3 * SECOND, 0],
    ] as const) {
      await poll();
      assert.ok(wrong(clock) <= 1);
    }
    const late = await begin(0);
    assert.ok(wrong(late.clock) <= 3 * SECOND);
    there = 1;
    await late.poll();
    assert.ok(wrong(late.clock) <= 1);
  });

  it('catches up after sleep of the machine, which timers do not count', async () => {
    const { clock, poll } = await begin(0);
    time += 8 * HOUR;
    slept = 8 * HOUR;
    await poll();
    assert.ok(wrong(clock) <= 1);
  });

  it('follows the database where its time is set', async () => {
    let set = 0;
    const { clock, poll } = await databaseClock(
      () => time,
      () => Promise.resolve(time + set),
    );
    for (set of [-5 * MINUTE, 5 * MINUTE]) {
      await poll();
      assert.equal(clock().getTime() - time, set);
    }
  });
});
