import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { batchKills } from '../../testing/batch-kills.ts';

describe('a file whose workers are killed', () => {
  it('is written and taken back by the others, each row once, as if nothing had happened', async () => {
    const { results, ...report } = await batchKills({ seed: 3, rows: 900, kills: 1 });
    console.info(`batch: ${JSON.stringify(report)}`);
    assert.equal(results.length, 2);
    for (const { killed, peaceful } of results) {
      assert.deepEqual(killed.rows, peaceful.rows);
      assert.deepEqual(killed.rules, peaceful.rules);
      assert.deepEqual(killed.told, peaceful.told);
      assert.ok(killed.told.every(({ times }) => times === 1));
    }
    assert.ok(report.kills >= 2, String(report.kills));
    assert.equal(report.written, 847);
    assert.equal(report.restored, 847);
  });
});
