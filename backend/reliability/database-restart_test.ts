import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { databaseRestarts } from './database-restart.ts';

describe('a database that restarts under load', () => {
  it('loses nothing, and the product recovers without a restart', async () => {
    const report = await databaseRestarts({
      seed: 1,
      listings: 20,
      everyMs: [3_000, 4_000],
      perSecond: 30,
      moves: 180,
      // A machine that is busy takes longer, and a job whose worker hung is given out again a minute later, which may
      // happen more than once; within a minute, where the machine is ours, the long form holds.
      settleMs: 300_000,
    });
    console.info(`database restart: ${JSON.stringify(report)}`);
    assert.deepEqual(report.faults, [], `seed ${report.seed}`);
    assert.ok(report.restarts >= 2);
    assert.ok(report.updates >= 80, String(report.updates));
  });
});
