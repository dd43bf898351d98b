import assert from 'node:assert/strict';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { builtModule, bytes, lay } from '../testing/module-server.ts';
import { MAX_BUILDS, prune, readBuild, storeBuild, storedBuilds } from './builds.ts';
import { follow, type Order } from './deployment.ts';
import { ENTRY } from './fingerprint.mjs';
import { BOUNDS, type Files, MANIFEST, PackageError } from './package.ts';
import { changeDeployment, readDeployment, switchesOf } from './switches.ts';

const NAME = 'mfe-pricing';
const HOUR = 60 * 60 * 1000;

let modules: string;
let time: number;
const hand = { clock: () => new Date(time), uuid: () => crypto.randomUUID() };

beforeEach(async () => {
  modules = await Deno.makeTempDir({ prefix: 'primazia-builds-' });
  time = Date.now();
});
afterEach(() => Deno.remove(modules, { recursive: true }));

const order = (wanted: Order) =>
  changeDeployment(modules, NAME, hand, (deployment) => follow(deployment, wanted));

async function namesOf(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  return names.sort();
}

async function refusal(files: Files): Promise<string> {
  const error = await storeBuild(modules, files, hand).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PackageError, `it was taken in, or failed otherwise: ${error}`);
  assert.deepEqual(await namesOf(modules), [], 'nothing is written of what is refused');
  return error.message;
}

const including = (path: string, content = bytes('x')): Files => {
  const { files } = builtModule('one');
  return new Map([...files, [path, content]]);
};

describe('taking a build in', () => {
  it('lays it down whole under its name; a second time it finds it there', async () => {
    const { manifest, files } = builtModule('one');
    assert.deepEqual(await storeBuild(modules, files, hand), { manifest, isNew: true });
    assert.deepEqual(await storeBuild(modules, files, hand), { manifest, isNew: false });
    assert.deepEqual(await namesOf(join(modules, NAME)), [manifest.build]);
    assert.deepEqual(await namesOf(join(modules, NAME, manifest.build)), [...files.keys()].sort());
    assert.deepEqual(await readBuild(modules, NAME, manifest.build), manifest);
  });

  it('by several processes at once stores one', async () => {
    const { manifest, files } = builtModule('one');
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => storeBuild(modules, files, hand)),
    );
    assert.equal(taken.filter(({ isNew }) => isNew).length, 1);
    assert.deepEqual(await namesOf(join(modules, NAME)), [manifest.build]);
  });

  it('replaces one that a disk failure has damaged', async () => {
    const { manifest, files } = builtModule('one');
    const broken = new Map([...files, [ENTRY, bytes('cut o')] as const]);
    await lay(join(modules, NAME, manifest.build), broken);
    assert.equal((await storeBuild(modules, files, hand)).isNew, true);
    const entry = await Deno.readFile(join(modules, NAME, manifest.build, ENTRY));
    assert.deepEqual(entry, files.get(ENTRY));
  });

  it('refuses names that lead elsewhere, hide, or are of no use to a page', async () => {
    for (const path of [
      '../outside.js',
      'a/../../outside.js',
      '/etc/outside.js',
      'C:\\outside.js',
      'a\\..\\outside.js',
      '.hidden.js',
      'a/.hidden/b.js',
      '..js',
      'a/..b.js',
      'page.html',
      'run.sh',
      'run.js.exe',
      'a\0.js',
      'a\n.js',
      '',
      'a//b.js',
      `${'a'.repeat(200)}.js`,
      'a/b/c/d/e/f.js',
    ]) {
      assert.match(await refusal(including(path)), /^No file may be called/, JSON.stringify(path));
    }
  });

  it('refuses what is too much', async () => {
    const many: Files = new Map(builtModule('one').files);
    for (let i = 0; i <= BOUNDS.files; i += 1) many.set(`f${i}.js`, bytes(''));
    assert.match(await refusal(many), /at most 600 are taken/);
    assert.match(
      await refusal(including('big.js', new Uint8Array(BOUNDS.file + 1))),
      /^big\.js has/,
    );
    const heavy: Files = new Map(builtModule('one').files);
    for (let i = 0; i < 5; i += 1) heavy.set(`f${i}.js`, new Uint8Array(BOUNDS.file));
    assert.match(await refusal(heavy), /at most 33554432 are taken/);
  });

  it('refuses files that are not those of its manifest', async () => {
    const { files } = builtModule('one');
    const wrong = /not those that its manifest was written for/;
    const altered = (path: string) => new Map([...files, [path, bytes('altered()')] as const]);
    assert.match(await refusal(altered(ENTRY)), wrong);
    assert.match(await refusal(altered('81.0123abcd.css')), wrong);
    assert.match(await refusal(including('more.js')), wrong);
    const fewer = new Map(files);
    fewer.delete('81.0123abcd.css');
    assert.match(await refusal(fewer), wrong);
    const said = JSON.parse(new TextDecoder().decode(files.get(MANIFEST)));
    const elsewhere = bytes(JSON.stringify({ ...said, routes: ['/app/somewhere-else'] }));
    assert.match(await refusal(new Map([...files, [MANIFEST, elsewhere]])), wrong);
  });

  it('refuses a compressed copy with different, larger or invalid content', async () => {
    const packed = (text: string) => new Uint8Array(brotliCompressSync(text));
    for (const content of [packed('evil()'), packed('x'.repeat(1_000_000)), bytes('no brotli')]) {
      const message = await refusal(including('81.0123abcd.js.br', content));
      assert.match(message, /81\.0123abcd\.js\.br is no packed copy/);
    }
    assert.match(await refusal(including('alone.js.br')), /alone\.js\.br is no packed copy/);
  });

  it('refuses an invalid manifest, or one of something else than a module', async () => {
    const { files } = builtModule('one');
    const telling = (manifest: string) => new Map([...files, [MANIFEST, bytes(manifest)] as const]);
    assert.match(await refusal(telling('{')), /is no JSON/);
    assert.match(await refusal(telling('null')), /is wrong/);
    assert.match(await refusal(telling('{"name":"../shell"}')), /is wrong/);
    const none = new Map(files);
    none.delete(MANIFEST);
    assert.match(await refusal(none), /It has no module\.json/);
  });
});

describe('the builds that are kept', () => {
  /** Takes builds in, a minute after one another; gives their names, the oldest first. */
  async function takeMany(count: number): Promise<string[]> {
    const names: string[] = [];
    for (let i = 0; i < count; i += 1) {
      time += 60_000;
      names.push(
        (await storeBuild(modules, builtModule(`number ${i}`).files, hand)).manifest.build,
      );
    }
    return names;
  }
  const stored = async () =>
    (await storedBuilds(modules, NAME)).map(({ manifest }) => manifest.build).reverse();

  it('are the newest ones, and those in use whatever their age', async () => {
    const builds = await takeMany(MAX_BUILDS + 5);
    const [pinned, before, live] = builds as [string, string, string];
    await order({ do: 'pin', build: pinned, companies: [7] });
    await order({ do: 'live', build: before });
    await order({ do: 'live', build: live });
    const went = await prune(modules, NAME, hand);
    assert.deepEqual(went.sort(), [builds[3]!, builds[4]!].sort());
    assert.deepEqual(await stored(), [pinned, before, live, ...builds.slice(5)]);
    assert.deepEqual(await prune(modules, NAME, hand), [], 'a second time there is nothing to do');
  });

  it('count from when they were sent last', async () => {
    const builds = await takeMany(MAX_BUILDS + 1);
    time += 60_000;
    await storeBuild(modules, builtModule('number 0').files, hand);
    assert.deepEqual(await prune(modules, NAME, hand), [builds[1]]);
  });

  it('are cleaned of the remains of killed processes, not of files of running ones', async () => {
    await takeMany(1);
    await order({ do: 'unpin' });
    await order({ do: 'pin', build: 'a'.repeat(16), companies: [1] });
    const home = join(modules, NAME);
    await lay(home, [
      ['.incoming-old/half.js', bytes('half')],
      ['.gone-old/half.js', bytes('half')],
      ['switches/.draft-old', bytes('half')],
      ['.incoming-new/half.js', bytes('half')],
    ]);
    const old = new Date(time - 2 * HOUR);
    for (const path of ['.incoming-old', '.gone-old', 'switches/.draft-old']) {
      await Deno.utime(join(home, path), old, old);
    }
    time = Date.now();
    await prune(modules, NAME, hand);
    const names = (await namesOf(home)).filter((name) => name.startsWith('.'));
    assert.deepEqual(names, ['.incoming-new']);
    assert.deepEqual(await namesOf(switchesOf(modules, NAME)), ['00000001.json']);
  });
});

describe('switches', () => {
  it('of many at once are all made, one after the other', async () => {
    const companies = Array.from({ length: 24 }, (_, index) => index + 1);
    await Promise.all(
      companies.map((id) => order({ do: 'pin', build: 'b'.repeat(16), companies: [id] })),
    );
    const deployment = await readDeployment(modules, NAME);
    assert.equal(deployment.number, 24);
    assert.deepEqual(Object.keys(deployment.pins).map(Number), companies);
  });

  it('are read complete during changes, and only in order', async () => {
    let isDone = false;
    const seen: number[] = [];
    const reading = (async () => {
      while (!isDone) {
        const { number, live, before } = await readDeployment(modules, NAME);
        assert.equal(live, number === 0 ? null : String(number).padStart(16, '0'));
        assert.equal(before.length, Math.min(number, 10));
        seen.push(number);
      }
    })();
    for (let i = 1; i <= 80; i += 1)
      await order({ do: 'live', build: String(i).padStart(16, '0') });
    isDone = true;
    await reading;
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    assert.ok(new Set(seen).size > 5, 'it was read while it changed');
    assert.equal((await namesOf(switchesOf(modules, NAME))).length, 50, 'old ones go');
  });

  it('that cannot be read do not make an earlier build live', async () => {
    await order({ do: 'live', build: 'a'.repeat(16) });
    await lay(switchesOf(modules, NAME), [['00000002.json', bytes('{"number":2,')]]);
    await assert.rejects(readDeployment(modules, NAME), SyntaxError);
  });
});
