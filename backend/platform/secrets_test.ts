import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { copySecrets, loadSecrets } from './secrets.ts';

describe('the secrets', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = join(await Deno.makeTempDir({ prefix: 'secrets-' }), 'data');
    file = join(folder, 'secrets.json');
  });
  afterEach(() => Deno.remove(join(folder, '..'), { recursive: true }));

  it('are created once, readable by the owner only', async () => {
    const first = await loadSecrets(folder, {}, ['webhookKey']);
    assert.deepEqual(await loadSecrets(folder), first);
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    assert.equal(atob(first.vaultKey).length, 32);
    assert.ok(first.jwtSecret.length >= 32);
    assert.match(first.demoPassword, /^[a-z2-9]{14}$/);
    assert.equal(new Set(Object.values(first)).size, 6);
  });

  it('are the same for processes that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder)));
    for (const secrets of all) assert.deepEqual(secrets, all[0]);
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name),
      ['secrets.json'],
    );
  });

  it('give way to those of the environment, which are not written down', async () => {
    const secrets = await loadSecrets(folder, { jwtSecret: 'given' });
    assert.equal(secrets.jwtSecret, 'given');
    assert.equal((await Deno.readTextFile(file)).includes('given'), false);
    assert.notEqual((await loadSecrets(folder)).jwtSecret, 'given');
  });

  it('are copied as they are in use, readable by the owner only', async () => {
    const given = { vaultKey: btoa('k'.repeat(32)) };
    const secrets = await loadSecrets(folder, given);
    const elsewhere = join(folder, '..', 'backup');
    await Deno.mkdir(elsewhere);
    await copySecrets(secrets, join(elsewhere, 'secrets.json'));
    assert.deepEqual(await loadSecrets(elsewhere), secrets);
    assert.equal((await Deno.stat(join(elsewhere, 'secrets.json'))).mode! & 0o777, 0o600);
  });

  it('are completed where a newer version needs more', async () => {
    const { demoPassword, ...rest } = await loadSecrets(folder);
    await Deno.writeTextFile(file, JSON.stringify(rest));
    const completed = await loadSecrets(folder);
    assert.equal(completed.jwtSecret, rest.jwtSecret);
    assert.notEqual(completed.demoPassword, demoPassword);
    assert.deepEqual(await loadSecrets(folder), completed);
  });

  it('are not replaced where the file is damaged', async () => {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(file, '{"jwtSecret": "half');
    await assert.rejects(loadSecrets(folder), /secrets\.json is damaged/);
    assert.equal(await Deno.readTextFile(file), '{"jwtSecret": "half');
  });
});
