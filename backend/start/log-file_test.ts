import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { openLogFile } from './log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await Deno.makeTempDir();
});
afterEach(() => Deno.remove(folder, { recursive: true }));

describe('the log file', () => {
  it('is continued after a restart, and readable by the owner only', async () => {
    const path = join(folder, 'x.log');
    openLogFile(path).write('one é');
    openLogFile(path).write('two');
    assert.equal(await Deno.readTextFile(path), 'one é\ntwo\n');
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  });

  it('is rotated before it exceeds its limit, with complete lines', async () => {
    const path = join(folder, 'x.log');
    const file = openLogFile(path, 20);
    for (const line of ['first line', 'second line', 'third line']) file.write(line);
    assert.equal(await Deno.readTextFile(path), 'third line\n');
    assert.equal(await Deno.readTextFile(`${path}.1`), 'second line\n');
  });

  it('loses lines that cannot be written, reports that once, and continues later', async () => {
    const path = join(folder, 'x.log');
    const reported: string[] = [];
    const file = openLogFile(path, 20, (text) => reported.push(text));
    file.write('first line');
    // Nothing can be put aside there.
    await Deno.mkdir(join(`${path}.1`, 'in the way'), { recursive: true });
    file.write('second line');
    file.write('third line');
    assert.deepEqual(
      reported.map((text) => text.split(';')[0]),
      [`Cannot write the log file ${path}`],
    );
    await Deno.remove(`${path}.1`, { recursive: true });
    file.write('fourth line');
    assert.equal(await Deno.readTextFile(`${path}.1`), 'first line\n');
    assert.equal(await Deno.readTextFile(path), 'fourth line\n');
    assert.match(reported[1]!, /can be written again; 2 lines were lost/);
  });
});
