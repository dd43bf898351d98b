import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { importKills } from '../../../testing/import-kills.ts';

describe('a file whose workers are killed', () => {
  it('is written and taken back by the others, each row once, as if nothing had happened', async () => {
    const report = await importKills({ seed: 3, rows: 900, kills: [0, 1, 1] });
    console.info(`batch: ${JSON.stringify(report)}`);
    assert.deepEqual(report.differences, []);
    assert.equal(report.reportedTwice, 0);
    // Each rule is published once when it is written, and once when it is undone.
    assert.equal(report.reported, 2 * report.written);
    assert.deepEqual(report.kills, [0, 1, 1]);
    assert.equal(report.written, 847);
    assert.equal(report.restored, 847);
  });
});
