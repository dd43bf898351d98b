import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { hold, holdIfFree, makeDataFolder } from './data-folder.ts';
import { StartError } from './errors.ts';

let folder: string;
beforeEach(async () => {
  folder = await Deno.makeTempDir();
});
afterEach(() => Deno.remove(folder, { recursive: true }));

describe('the data folder', () => {
  it('is made with all above it, closed to others, and found again', async () => {
    const data = join(folder, 'a', 'b');
    await makeDataFolder(data);
    await makeDataFolder(data);
    const { mode } = await Deno.stat(data);
    assert.equal((mode ?? 0) & 0o066, 0);
    assert.equal(((await Deno.stat(join(data, 'log'))).mode ?? 0) & 0o777, 0o700);
  });

  it('is refused with the setting named where something else is set there', async () => {
    const file = join(folder, 'file');
    await Deno.writeTextFile(file, '');
    for (const place of [file, join(file, 'data')]) {
      await assert.rejects(
        makeDataFolder(place),
        (error: Error) => error instanceof StartError && error.message.includes('PRIMAZIA_DATA'),
      );
    }
  });

  it('is held by one at a time', async () => {
    const first = await hold(folder, 'database');
    assert.equal(await holdIfFree(folder, 'database'), null);
    await assert.rejects(hold(folder, 'database', 300), StartError);
    const other = await holdIfFree(folder, 'sandbox');
    assert.notEqual(other, null);
    other?.close();
    first.close();
    // Not immediately: a process that is being forked at this moment inherits all open files for a short time.
    (await hold(folder, 'database', 5_000)).close();
  });

  it('is waited for while a run before is stopping', async () => {
    const first = await hold(folder, 'database');
    setTimeout(() => first.close(), 300);
    (await hold(folder, 'database', 5_000)).close();
  });
});
