import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { openVault, SealBroken, type Vault } from './vault.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);

describe('the vault', () => {
  let vault: Vault;
  beforeAll(async () => {
    vault = await openVault(key(1));
  });

  it('opens what it sealed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (text, about) => {
        assert.equal(await vault.unseal(await vault.seal(text, about), about), text.toWellFormed());
      }),
      { numRuns: 50 },
    );
  });

  it('shows nothing of what it holds, and never the same twice', async () => {
    const once = await vault.seal('refresh-token', 'account:1');
    const again = await vault.seal('refresh-token', 'account:1');
    assert.notDeepEqual(once, again);
    assert.equal(new TextDecoder('latin1').decode(once).includes('refresh'), false);
  });

  it('does not open for anything else than what it was sealed for', async () => {
    const sealed = await vault.seal('refresh-token', 'account:1');
    await assert.rejects(vault.unseal(sealed, 'account:2'), SealBroken);
  });

  it('does not open once any byte was changed, or taken away', async () => {
    const sealed = await vault.seal('refresh-token', 'account:1');
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice();
      changed[at]! ^= 1;
      await assert.rejects(vault.unseal(changed, 'account:1'), SealBroken, `byte ${at}`);
      await assert.rejects(
        vault.unseal(sealed.slice(0, at), 'account:1'),
        SealBroken,
        `cut at ${at}`,
      );
    }
  });

  it('opens what an earlier key sealed, and seals with the new one', async () => {
    const old = await vault.seal('refresh-token', 'account:1');
    const rotated = await openVault(key(2), [key(1)]);
    assert.equal(await rotated.unseal(old, 'account:1'), 'refresh-token');
    const renewed = await rotated.seal('refresh-token', 'account:1');
    await assert.rejects(vault.unseal(renewed, 'account:1'), SealBroken);
    const onlyNew = await openVault(key(2));
    assert.equal(await onlyNew.unseal(renewed, 'account:1'), 'refresh-token');
    await assert.rejects(onlyNew.unseal(old, 'account:1'), SealBroken);
  });

  it('wants keys of 32 bytes', async () => {
    await assert.rejects(openVault(new Uint8Array(16)), /32 bytes/);
  });
});
