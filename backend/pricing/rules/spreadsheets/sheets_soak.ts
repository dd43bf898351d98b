// The long form of what the tests show in short: large files, whose workers are killed again and again.
import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { importKills } from '../../../testing/import-kills.ts';

/** Another seed each day finds other faults; a failure prints the seed. */
const today = Math.floor(Date.now() / 86_400_000);

describe('spreadsheets of rules, for long', () => {
  it('20,000 rows, read, written and taken back, with 15 kills each', async () => {
    const report = await importKills({ seed: today, rows: 20_000, kills: [3, 15, 15] });
    console.log(`batch kills: ${JSON.stringify(report)}`);
    assert.deepEqual(report.differences, []);
    assert.equal(report.reportedTwice, 0);
    assert.deepEqual(report.kills.slice(1), [15, 15]);
    assert.equal(report.restored, report.written);
  });
});
