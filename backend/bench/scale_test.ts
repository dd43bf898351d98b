import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { runBacktests } from './backtest/run.ts';
import { runLists } from './lists/run.ts';
import { runSync } from './sync/run.ts';

describe('scale benches', () => {
  it('sync every listing and tell of it', async () => {
    const { measurements, faults } = await runSync(1_200);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      measurements.map(({ name }) => name),
      [
        'first-sync',
        'first-sync.floor',
        'first-sync.floor-ratio',
        'unchanged-sync',
        'memory.first-half',
        'memory.second-half',
      ],
    );
    for (const { name, value } of measurements) assert.ok(value > 0, name);
  });

  it('replay every snapshot', async () => {
    const plan = { snapshots: 700, listings: 3, strategy: 'WIN', tell: () => undefined } as const;
    const { measurements, faults } = await runBacktests(plan);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      measurements.map(({ name }) => name),
      [
        'replay',
        'replay.floor',
        'replay.floor-ratio',
        'replay.cpu',
        'replay.changes',
        'heap.first-half',
        'heap.second-half',
      ],
    );
    for (const { name, value } of measurements) assert.ok(value > 0, name);
  });

  it('answer every list call', async () => {
    const lines = await runLists(1_000, 1, () => undefined);
    assert.equal(new Set(lines.map(({ name }) => name)).size, 34);
    for (const line of lines) assert.ok(('p50' in line ? line.p50 : line.rows) > 0, line.name);
  });
});
