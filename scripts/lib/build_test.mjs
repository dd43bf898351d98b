import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { build, compressBuilds } from './build.mjs';

/** @type {string} */
let root;

function write(/** @type {string} */ path, /** @type {unknown} */ content) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A builder that writes its source into `dist`, and fails if the source says so. */
const BUILDER = `
  import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
  import { basename } from 'node:path';
  const source = readFileSync('src/index.ts', 'utf8');
  rmSync('dist', { recursive: true, force: true });
  if (source.includes('broken')) throw new Error('it is broken');
  mkdirSync('dist');
  writeFileSync('dist/main.js', source.repeat(400));
  const budget = Number(source.match(/budget (\\d+)/)?.[1] ?? 1e6);
  writeFileSync('dist/.budget.json', JSON.stringify({ bytes: budget, files: ['main.js'] }));
  writeFileSync('dist/main.js.map', String(Math.random()));
  writeFileSync('dist/remoteEntry.js', 'load(' + JSON.stringify(source) + ')');
  const minified = process.env.PRIMAZIA_MINIFIED;
  const printed = JSON.stringify([minified, existsSync(minified)]);
  writeFileSync('../' + basename(process.cwd()) + '.json', printed);
  if (source.includes('shell')) writeFileSync('dist/index.html', '<title>shell</title>');
`;

const MODULE = { name: 'page', routes: ['/app/page'] };
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Builds, and returns the names of the built workspaces. */
async function built(options = {}) {
  /** @type {string[]} */
  const lines = [];
  await build(root, (line) => lines.push(line), options);
  return lines.flatMap((line) => line.match(/^ {2}(\S+),/)?.[1] ?? []);
}

describe('the build', () => {
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'primazia build-'));
    const script = { build: 'node ../build.mjs' };
    write('build.mjs', BUILDER);
    write('package.json', { type: 'module', workspaces: ['backend', 'kit', 'shell', 'page'] });
    write('package-lock.json', {});
    write('backend/package.json', { name: '@primazia/backend' });
    write('backend/pricing/contract.ts', 'contract');
    write('backend/pricing/store.ts', 'store');
    write('kit/package.json', {
      name: '@primazia/kit',
      dependencies: { '@primazia/backend': '*' },
    });
    write('kit/src/index.ts', 'kit');
    write('backend/kernel/api-version.ts', 'export const API_VERSION = 7;\n');
    write(
      'shell/kit/rspack/shared.mjs',
      "export const sharedVersions = () => ({ kit: '0.2.3', shared: { react: '19.3.1' } });\n",
    );
    write('shell/package.json', { name: '@primazia/shell', scripts: script });
    write('shell/src/index.ts', 'shell');
    write('page/package.json', {
      name: '@primazia/page',
      version: '1.2.3',
      scripts: script,
      dependencies: { '@primazia/kit': '*' },
    });
    write('page/src/index.ts', 'page');
    write('page/module.json', MODULE);
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('builds all workspaces, or one with its dependencies, with compressed copies', async () => {
    assert.deepEqual(await built({ only: 'page' }), ['page']);
    assert.deepEqual(await built(), ['shell']);
    const packed = readFileSync(join(root, 'page/dist/main.js.br'));
    assert.deepEqual(brotliDecompressSync(packed), readFileSync(join(root, 'page/dist/main.js')));
    assert.ok(!existsSync(join(root, 'page/dist/module.json.br')), 'too small to gain');
  });

  it('adds compressed copies to a build without them on request', async () => {
    write('page/src/index.ts', 'page, once more');
    assert.deepEqual(await built({ only: 'page', compresses: false }), ['page']);
    assert.ok(!existsSync(join(root, 'page/dist/main.js.br')), 'that of an earlier build is gone');
    await compressBuilds(root);
    const packed = readFileSync(join(root, 'page/dist/main.js.br'));
    assert.deepEqual(brotliDecompressSync(packed), readFileSync(join(root, 'page/dist/main.js')));
  });

  it('refuses what is too heavy each time, but not where it is not compressed yet', async () => {
    write('page/src/index.ts', 'budget 5');
    assert.deepEqual(await built({ only: 'page', compresses: false }), ['page']);
    await assert.rejects(
      built({ only: 'page' }),
      /too heavy[\s\S]*of 5 at most[\s\S]*main\.js: \d+/,
    );
    await assert.rejects(built({ only: 'page' }), /too heavy/);
    write('page/src/index.ts', 'budget 2000');
    assert.deepEqual(await built({ only: 'page' }), ['page']);
  });

  it('describes what the shell offers, and what a module needs and is', () => {
    const offer = { kit: '0.2.3', shared: { react: '19.3.1' }, api: 7 };
    assert.deepEqual(read('shell/dist/shell.json'), offer);
    const { build: name, integrity, ...said } = read('page/dist/module.json');
    assert.deepEqual(said, { ...offer, ...MODULE, version: '1.2.3', kit: '^0.2.3', first: [] });
    const hash = createHash('sha384').update(readFileSync(join(root, 'page/dist/remoteEntry.js')));
    assert.equal(integrity, `sha384-${hash.digest('base64')}`);
    assert.match(name, /^[0-9a-f]{16}$/);
  });

  it('names a build by what is in it, and by nothing else', async () => {
    const name = () => read('page/dist/module.json').build;
    const first = name();
    assert.deepEqual(await built({ only: 'page', force: true }), ['page']);
    assert.equal(name(), first, 'a source map does not count');
    write('page/module.json', { ...MODULE, routes: ['/app/elsewhere'] });
    await built({ only: 'page' });
    assert.notEqual(name(), first);
    write('page/module.json', MODULE);
    await built({ only: 'page' });
    assert.equal(name(), first);
  });

  it('gives all builders a folder for what they have minified, until the end', async () => {
    await built({ force: true });
    const [minified, wasThere] = read('page.json');
    assert.ok(wasThere);
    assert.deepEqual(read('shell.json'), [minified, true]);
    assert.ok(!existsSync(minified));
  });

  it('does not rebuild unchanged sources', async () => {
    assert.deepEqual(await built(), []);
  });

  it('ignores tests, and files of the backend that pages do not import', async () => {
    write('page/src/index_test.ts', 'test');
    write('kit/testing/house.ts', 'test');
    write('backend/pricing/store.ts', 'changed');
    assert.deepEqual(await built(), []);
  });

  for (const source of ['page/src/more.ts', 'kit/src/index.ts', 'backend/pricing/contract.ts']) {
    it(`builds again when ${source} changes`, async () => {
      write(source, `changed ${source}`);
      assert.deepEqual(await built(), ['page']);
    });
  }

  it('builds again what was removed', async () => {
    rmSync(join(root, 'page/dist'), { recursive: true });
    assert.deepEqual(await built(), ['page']);
  });

  it("prints the builder's errors when it fails, and tries again the next time", async () => {
    write('page/src/index.ts', 'broken');
    await assert.rejects(built(), /Building page failed[\s\S]*it is broken/);
    write('page/src/index.ts', 'mended');
    assert.deepEqual(await built(), ['page']);
  });
});
