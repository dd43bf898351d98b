import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { bleed, rowSecurityCost } from '../testing/row-security.ts';

describe('row-level security under load', () => {
  it('shows nobody a row of another company, however the work before on that connection ended', async () => {
    const { pieces, abandoned, foreign } = await bleed(2_000);
    console.log(
      `pool bleed: ${pieces} pieces of work, ${abandoned} abandoned, ${foreign} foreign rows`,
    );
    assert.equal(foreign, 0);
    assert.ok(abandoned > pieces / 4, String(abandoned));
  });

  it('costs what it costs', async () => {
    // That it can be measured; how much it is, over a hundred times as many rows, the long form holds.
    const { rows, policy, where, ratio } = await rowSecurityCost(5_000, 100);
    console.log(
      `rls cost: ${rows} rows, p95 ${policy.toFixed(2)} ms against ${where.toFixed(2)} ms, ${ratio.toFixed(2)} times`,
    );
    assert.ok(ratio > 0);
  });
});
