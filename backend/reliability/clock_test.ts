import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { clocksApart } from './clocks.ts';

describe('two processes whose clocks are five minutes apart, in the hour of the change to summer time', () => {
  it('fire each schedule once', async () => {
    const report = await clocksApart(3, 20);
    console.info(`clock: ${JSON.stringify(report)}`);
    assert.deepEqual(report.faults, []);
    assert.equal(report.fired['0 * * * *']?.length, 1);
    assert.equal(report.fired['30 * * * *']?.length, 0);
  });
});
