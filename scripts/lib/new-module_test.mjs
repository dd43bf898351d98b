import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newModule } from './new-module.mjs';
import { run } from './processes.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// A folder that can resolve the project's packages, but is not part of the project.
const copy = mkdtempSync(join(tmpdir(), 'primazia-new-module-'));
after(() => rmSync(copy, { recursive: true }));
for (const path of ['node_modules', 'shell', 'design-tokens', 'backend'])
  symlinkSync(join(root, path), join(copy, path));
for (const path of ['scripts/new-module', 'tsconfig.base.json', 'package.json'])
  cpSync(join(root, path), join(copy, path), { recursive: true });

const tool = (/** @type {string} */ path) => join(root, 'node_modules', ...path.split('/'));
const node = (/** @type {string[]} */ args, /** @type {string} */ folder) =>
  run(process.execPath, args, { cwd: join(copy, folder) });

describe('a new module', () => {
  const folder = newModule(copy, 'stock-alerts');

  it('is named everywhere', () => {
    assert.equal(folder, 'mfe-stock-alerts');
    const manifest = JSON.parse(readFileSync(join(copy, folder, 'module.json'), 'utf8'));
    assert.equal(manifest.name, folder);
    assert.deepEqual(manifest.routes, ['/app/stock-alerts']);
    assert.equal(manifest.labels.en, 'Stock Alerts');
    assert.equal(manifest.embed, 'primazia-stock-alerts');
  });

  it('brings no version of a package that the project has not', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(copy, folder, 'package.json'), 'utf8'),
    );
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (version !== '*') assert.equal(packages[`node_modules/${name}`]?.version, version, name);
  });

  it('has no fault of types', async () => {
    const { code, output } = await node([tool('typescript-native/bin/tsc'), '-p', '.'], folder);
    assert.equal(code, 0, output);
  });

  it('passes its tests, which show a list page', async () => {
    const { code, output } = await node([tool('@rstest/core/bin/rstest.js'), 'run'], folder);
    assert.equal(code, 0, output);
  });

  it('builds', async () => {
    const { code, output } = await node([tool('@rspack/cli/bin/rspack.js'), 'build'], folder);
    assert.equal(code, 0, output);
    assert.ok(existsSync(join(copy, folder, 'dist', 'remoteEntry.js')));
  });

  it('is refused under a name that is no folder, or is taken', () => {
    for (const name of [undefined, '', 'Returns', '../x', 'a--b', 'x'.repeat(41)]) {
      assert.throws(() => newModule(copy, name), /lowercase/);
    }
    assert.throws(() => newModule(copy, 'stock-alerts'), /exists already/);
  });
});
