// The long forms of the tests in this folder. Another seed each day finds other faults; a failure prints the seed.
import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { clocksApart } from './clocks.ts';
import { databaseRestarts } from './database-restart.ts';
import { killMatrix } from './kill-matrix.ts';
import { orderKills } from './order-kills.ts';
import { ORDER_POINTS } from './order-scenario.ts';
import { outboxKills } from './outbox-kills.ts';
import { POINTS } from './points.ts';
import { WRONG_CLOCKS } from './wrong-date.ts';

const today = Math.floor(Date.now() / 86_400_000);
const print = (name: string, figures: object) => console.log(`${name}: ${JSON.stringify(figures)}`);

describe('nothing lost, doubled or stale, for long', () => {
  it('kill matrix: 100 runs', async () => {
    const points = Array.from({ length: 100 }, (_, n) => POINTS[n % POINTS.length]!);
    const report = await killMatrix({
      seed: today,
      points,
      listings: 20,
      lateCalls: 5,
      settleMs: 300_000,
    });
    print('kill matrix', report);
    assert.deepEqual(report.faults, [], `seed ${today}`);
    assert.ok(report.reclaimedMs.longest < 15_000, String(report.reclaimedMs.longest));
  });

  it('kill matrix: 24 runs on machines whose clocks are wrong, and set all the time', async () => {
    const points = Array.from({ length: 24 }, (_, n) => POINTS[n % POINTS.length]!);
    const report = await killMatrix({
      seed: today,
      points,
      listings: 20,
      lateCalls: 3,
      settleMs: 300_000,
      clocks: WRONG_CLOCKS,
    });
    print('kill matrix, wrong clocks', report);
    assert.deepEqual(report.faults, [], `seed ${today}`);
    assert.ok(report.reclaimedMs.longest < 15_000, String(report.reclaimedMs.longest));
  });

  it('database restart: every 5 to 10 s during 5,000 updates', async () => {
    const report = await databaseRestarts({
      seed: today,
      listings: 40,
      everyMs: [5_000, 10_000],
      perSecond: 40,
      moves: 9_000,
      settleMs: 60_000,
    });
    print('database restart', report);
    assert.deepEqual(report.faults, [], `seed ${today}`);
    assert.ok(report.updates >= 5_000, String(report.updates));
  });

  it('outbox: 10,000 transactions, killed 50 times', async () => {
    const report = await outboxKills({ seed: today, transactions: 10_000, kills: 50 });
    print('outbox', report);
    assert.equal(report.kills, 50);
    assert.equal(report.jobs, report.lines);
    assert.equal(report.differences, 0, `seed ${today}`);
  });

  it('orders: 3,000 and their changes, the reader killed 70 times', async () => {
    const points = Array.from({ length: 70 }, (_, n) => ORDER_POINTS[n % ORDER_POINTS.length]!);
    const report = await orderKills({ seed: today, orders: 3_000, points });
    print('orders', report);
    assert.deepEqual(report.faults, [], `seed ${today}`);
    assert.equal(Object.keys(report.kills).length, ORDER_POINTS.length);
  });

  it('clock: an hour and a half around the change to summer time', async () => {
    const report = await clocksApart(90, 20);
    print('clock', report);
    assert.deepEqual(report.faults, []);
  });
});
