import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { bleed } from '../testing/row-security.ts';

describe('row-level security under load', () => {
  it('shows no one a row of another company, however the work before on that connection ended', async () => {
    const { pieces, abandoned, foreign } = await bleed(500);
    console.log(
      `pool bleed: ${pieces} pieces of work, ${abandoned} abandoned, ${foreign} foreign rows`,
    );
    assert.equal(foreign, 0);
    assert.ok(abandoned > pieces / 4, String(abandoned));
  });
});
