import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { outboxKills } from './outbox-kills.ts';

describe('the outbox, whose writer is killed', () => {
  it('holds a job for every commit, and none for what was rolled back or cut short', async () => {
    const report = await outboxKills({ seed: 1, transactions: 600, kills: 3 });
    console.info(`outbox: ${JSON.stringify(report)}`);
    assert.equal(report.kills, 3);
    assert.equal(report.jobs, report.lines);
    assert.equal(report.differences, 0, `seed ${report.seed}`);
    assert.ok(report.lines > 250, String(report.lines));
  });
});
