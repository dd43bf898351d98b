import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { build } from './build.mjs';

/** @type {string} */
let root;

function write(/** @type {string} */ path, /** @type {unknown} */ content) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A builder that writes its source into `dist`, and fails where the source says so. */
const BUILDER = `
  import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
  const source = readFileSync('src/index.ts', 'utf8');
  rmSync('dist', { recursive: true, force: true });
  if (source.includes('broken')) throw new Error('it is broken');
  mkdirSync('dist');
  writeFileSync('dist/main.js', source.repeat(400));
`;

/** Builds, and tells what was built. */
async function built() {
  /** @type {string[]} */
  const lines = [];
  await build(root, (line) => lines.push(line));
  return lines.flatMap((line) => line.match(/^ {2}(\S+),/)?.[1] ?? []);
}

describe('the build', () => {
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'primazia build-'));
    const script = { build: 'node ../build.mjs' };
    write('build.mjs', BUILDER);
    write('package.json', { type: 'module', workspaces: ['backend', 'kit', 'page'] });
    write('package-lock.json', {});
    write('backend/package.json', { name: '@primazia/backend' });
    write('backend/pricing/contract.ts', 'contract');
    write('backend/pricing/store.ts', 'store');
    write('kit/package.json', {
      name: '@primazia/kit',
      dependencies: { '@primazia/backend': '*' },
    });
    write('kit/src/index.ts', 'kit');
    write('page/package.json', {
      name: '@primazia/page',
      scripts: script,
      dependencies: { '@primazia/kit': '*' },
    });
    write('page/src/index.ts', 'page');
    write('page/module.json', { name: 'page' });
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('builds what has a build, lays the manifest and packed copies beside it', async () => {
    assert.deepEqual(await built(), ['page']);
    assert.deepEqual(JSON.parse(readFileSync(join(root, 'page/dist/module.json'), 'utf8')), {
      name: 'page',
    });
    const packed = readFileSync(join(root, 'page/dist/main.js.br'));
    assert.deepEqual(brotliDecompressSync(packed), readFileSync(join(root, 'page/dist/main.js')));
    assert.ok(!existsSync(join(root, 'page/dist/module.json.br')), 'too small to gain');
  });

  it('leaves alone what is built from the same sources', async () => {
    assert.deepEqual(await built(), []);
  });

  it('does not look at tests, nor at what pages cannot see of the backend', async () => {
    write('page/src/index_test.ts', 'test');
    write('kit/testing/house.ts', 'test');
    write('backend/pricing/store.ts', 'changed');
    assert.deepEqual(await built(), []);
  });

  for (const source of ['page/src/more.ts', 'kit/src/index.ts', 'backend/pricing/contract.ts']) {
    it(`builds anew when ${source} changes`, async () => {
      write(source, `changed ${source}`);
      assert.deepEqual(await built(), ['page']);
    });
  }

  it('builds anew what was removed', async () => {
    rmSync(join(root, 'page/dist'), { recursive: true });
    assert.deepEqual(await built(), ['page']);
  });

  it("tells the builder's words when it fails, and tries again the next time", async () => {
    write('page/src/index.ts', 'broken');
    await assert.rejects(built(), /Building page failed[\s\S]*it is broken/);
    write('page/src/index.ts', 'mended');
    assert.deepEqual(await built(), ['page']);
  });
});
