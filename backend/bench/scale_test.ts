import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { runBacktests } from './backtest/run.ts';
import { runLists } from './lists/run.ts';
import { runMonitoring } from './monitoring/run.ts';
import { runSync } from './sync/run.ts';

/** There are measurements, and none is zero. */
function assertMeasured(figures: readonly { name: string; value: number }[]): void {
  assert.notEqual(figures.length, 0);
  for (const { name, value } of figures) assert.ok(value > 0, name);
}

describe('scale benches', () => {
  it('sync every listing and publish it', async () => {
    const { measurements, faults } = await runSync(1_200);
    assert.deepEqual(faults, []);
    assertMeasured(measurements);
  });

  it('backtest every snapshot', async () => {
    const plan = { snapshots: 700, listings: 3, strategy: 'WIN', tell: () => undefined } as const;
    const { measurements, faults } = await runBacktests(plan);
    assert.deepEqual(faults, []);
    assertMeasured(measurements);
  });

  it('answer the calls of buybox monitoring', async () => {
    const lines = await runMonitoring(1_000, 1, () => undefined);
    assertMeasured(
      lines.map((line) => ({ name: line.name, value: 'p50' in line ? line.p50 : line.perSecond })),
    );
  });

  it('answer every list call', async () => {
    const lines = await runLists(1_000, 1, () => undefined);
    assertMeasured(
      lines.map((line) => ({ name: line.name, value: 'p50' in line ? line.p50 : line.rows })),
    );
  });
});
