import assert from 'node:assert/strict';
import { verify } from '@node-rs/argon2';
import { describe, it } from '@std/testing/bdd';
import { Problem } from '../kernel/problem.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed by argon2id at the documented cost, each with its own salt', async () => {
    const [first, second] = await Promise.all([hashPassword('Aurora#1'), hashPassword('Aurora#1')]);
    assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(first, second);
  });

  it('are known by their hash and by no other', async () => {
    const stored = await hashPassword('Maçã & pão 🔒');
    assert.equal(await verifyPassword(stored, 'Maçã & pão 🔒'), true);
    assert.equal(await verifyPassword(stored, 'Maca & pao 🔒'), false);
    assert.equal(await verifyPassword(stored, ''), false);
    assert.equal(await verify(stored, 'Maçã & pão 🔒'), true);
  });

  it('are worked a few at a time, and refused where too many wait', async () => {
    const tries = Array.from({ length: 150 }, () => hashPassword('Aurora#1'));
    const outcomes = await Promise.allSettled(tries);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.equal(refused.length, 150 - 104);
    for (const problem of refused) {
      assert.ok(problem instanceof Problem);
      assert.deepEqual([problem.status, problem.code], [503, 'service_not_available']);
    }
    assert.match(await hashPassword('Aurora#1'), /^\$argon2id/);
  });

  it('cost the same where no one is known', async () => {
    const stored = await hashPassword('Aurora#1');
    const time = async (hash: string | undefined) => {
      const start = performance.now();
      assert.equal(await verifyPassword(hash, 'wrong'), false);
      return performance.now() - start;
    };
    // The fastest of alternating tries: this leaves out what a busy machine adds to some.
    let [known, unknown] = [Infinity, Infinity];
    for (let n = 0; n < 8; n++) {
      known = Math.min(known, await time(stored));
      unknown = Math.min(unknown, await time(undefined));
    }
    // Only a large difference would leak.
    assert.ok(unknown > known / 5 && unknown < known * 5, `${unknown} ms, ${known} ms`);
  });
});
