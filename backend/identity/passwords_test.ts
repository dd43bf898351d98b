import assert from 'node:assert/strict';
import { verify } from '@node-rs/argon2';
import { describe, it } from '@std/testing/bdd';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed by argon2id at the cost that we promise, each with its own salt', async () => {
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

  it('cost the same where nobody is known', async () => {
    const stored = await hashPassword('Aurora#1');
    const time = async (hash: string | undefined) => {
      const start = performance.now();
      for (let n = 0; n < 5; n++) assert.equal(await verifyPassword(hash, 'wrong'), false);
      return performance.now() - start;
    };
    await time(undefined);
    const known = await time(stored);
    const unknown = await time(undefined);
    // Far apart is what leaks; a busy machine alone does not make it fivefold.
    assert.ok(unknown > known / 5, `unknown ${unknown} ms, known ${known} ms`);
    assert.ok(unknown < known * 5, `unknown ${unknown} ms, known ${known} ms`);
  });
});
