import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { killMatrix } from './kill-matrix.ts';
import { POINTS } from './points.ts';
import { WRONG_CLOCKS } from './wrong-date.ts';

describe('the kill matrix', () => {
  it('loses and doubles nothing where a process dies at any point of the flow, and no machine’s clock is right', async () => {
    const report = await killMatrix({
      seed: 1,
      points: POINTS,
      listings: 3,
      lateCalls: 0,
      // Lost answers are read back, prices sent again: on a busy machine two minutes were too few.
      settleMs: 300_000,
      clocks: WRONG_CLOCKS,
    });
    console.info(`kill matrix: ${JSON.stringify(report)}`);
    assert.deepEqual(report.faults, [], `seed ${report.seed}`);
    // 15 s where the machine is ours, which the long form holds; by its expiry alone a job would take 120 s.
    assert.ok(report.reclaimedMs.longest < 110_000, String(report.reclaimedMs.longest));
  });
});
