import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { install, misfit } from './install.mjs';

/** @type {string} */
let root;

const LOCK = {
  packages: {
    '': { name: 'house' },
    backend: { name: '@house/backend' },
    'node_modules/@house/backend': { resolved: 'backend', link: true },
    'node_modules/hono': { version: '4.0.0' },
    'shell/node_modules/rspack': { version: '2.0.0' },
    'node_modules/other-machine': { version: '1.0.0', optional: true },
  },
};

function write(/** @type {string} */ path, /** @type {unknown} */ content) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** The result of npm: the folders, and its own record of them. */
function installed(/** @type {Record<string, object>} */ packages) {
  for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true });
  write('node_modules/.package-lock.json', { packages });
}

const { '': _, 'node_modules/other-machine': __, ...COMPLETE } = LOCK.packages;

describe('what is installed', () => {
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'primazia-install-'));
    write('package-lock.json', LOCK);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('fits where all is there, packages of other machines apart', () => {
    installed(COMPLETE);
    assert.equal(misfit(root, true), null);
  });

  it('does not fit where there is nothing', () => {
    assert.match(misfit(root, true) ?? '', /not installed/);
  });

  it('does not fit where an installation was killed', () => {
    installed(COMPLETE);
    write('node_modules/.package-lock.json', '{"packages":{"node_mod');
    assert.match(misfit(root, true) ?? '', /not installed/);
  });

  it('does not fit where a version is another one', () => {
    installed({ ...COMPLETE, 'node_modules/hono': { version: '3.9.0' } });
    assert.match(misfit(root, true) ?? '', /node_modules\/hono/);
  });

  it('does not match if a package was added to the lock file', () => {
    const { 'node_modules/hono': ___, ...rest } = COMPLETE;
    installed(rest);
    assert.match(misfit(root, true) ?? '', /node_modules\/hono is missing/);
  });

  it('does not match if a folder was removed by hand', () => {
    installed(COMPLETE);
    rmSync(join(root, 'shell/node_modules'), { recursive: true });
    assert.match(misfit(root, true) ?? '', /shell\/node_modules\/rspack is missing/);
  });

  it('matches without tools if they are not required', () => {
    const packages = { ...LOCK.packages, 'node_modules/linter': { version: '1.0.0', dev: true } };
    write('package-lock.json', { packages });
    installed(COMPLETE);
    assert.equal(misfit(root, false), null);
    assert.match(misfit(root, true) ?? '', /node_modules\/linter is missing/);
  });

  it('matches with the packages of one workspace and of the root if only those are required', () => {
    const packages = {
      '': { name: 'house', dependencies: { patcher: '1.0.0' } },
      backend: { name: '@house/backend', dependencies: { hono: '4.0.0' } },
      'node_modules/hono': { version: '4.0.0', dependencies: { deep: '1.0.0' } },
      'node_modules/hono/node_modules/deep': { version: '1.0.0' },
      'node_modules/deep': { version: '2.0.0' },
      'node_modules/patcher': { version: '1.0.0' },
      'node_modules/of-pages': { version: '1.0.0' },
    };
    const missing = (/** @type {(keyof typeof packages)[]} */ ...names) => {
      const left = Object.entries(packages).filter(([name]) => !names.some((one) => one === name));
      rmSync(join(root, 'node_modules'), { recursive: true, force: true });
      installed(Object.fromEntries(left));
      return misfit(root, false, 'backend');
    };
    write('package-lock.json', { packages });
    assert.equal(missing('node_modules/of-pages', 'node_modules/deep'), null);
    assert.match(misfit(root, false) ?? '', /node_modules\/deep is missing/);
    assert.match(missing('node_modules/hono/node_modules/deep') ?? '', /deep is missing/);
    assert.match(missing('node_modules/patcher') ?? '', /patcher is missing/);
  });

  it('does not guess without a lock file', () => {
    rmSync(join(root, 'package-lock.json'));
    assert.throws(() => misfit(root, true), /package-lock\.json/);
  });
});

describe('an installation', () => {
  const NPM = process.env.npm_execpath;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'primazia-install-'));
    write('package-lock.json', { packages: { 'node_modules/hono': { version: '4.0.0' } } });
    mkdirSync(join(root, 'patches'));
    process.env.npm_execpath = join(root, 'npm-cli.js');
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
    if (NPM === undefined) delete process.env.npm_execpath;
    else process.env.npm_execpath = NPM;
  });

  it('starts from the beginning after one that was killed, whose packages may be incomplete', async () => {
    const half =
      "fs.mkdirSync('node_modules/hono'); fs.writeFileSync('node_modules/hono/half', '');";
    write('npm-cli.js', `const fs = require('fs'); ${half} process.kill(process.pid, 'SIGKILL');`);
    await assert.rejects(
      install(root, () => {}),
      /could not install/,
    );
    const lock = "'node_modules/.package-lock.json', fs.readFileSync('package-lock.json')";
    const whole = `fs.mkdirSync('node_modules/hono'); fs.writeFileSync(${lock});`;
    write('npm-cli.js', `const fs = require('fs'); ${whole}`);
    assert.equal(await install(root, () => {}), true);
    assert.ok(!existsSync(join(root, 'node_modules/hono/half')));
    assert.equal(await install(root, () => {}), false);
  });

  it('keeps what was there where npm reports an error', async () => {
    write('node_modules/old/index.js', '');
    write('npm-cli.js', 'process.exit(1);');
    await assert.rejects(
      install(root, () => {}),
      /could not install/,
    );
    await assert.rejects(
      install(root, () => {}),
      /could not install/,
    );
    assert.ok(existsSync(join(root, 'node_modules/old/index.js')));
  });
});
