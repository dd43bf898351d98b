// Starts the folder written by npm run package like an operator: read-only, by a separate user.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { differences, packagesOf, writePackage } from './package.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The user `nobody` of most systems; any user that owns no files would do. */
const UNPRIVILEGED = 65534;
const isRoot = process.getuid?.() === 0;

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

/** Requests a page as a navigation, which `fetch` cannot do. Null: not served. */
const get = (/** @type {string} */ url) =>
  /** @type {Promise<string | null>} */ (
    new Promise((resolve) => {
      const outgoing = request(url, { headers: { accept: 'text/html' } }, async (answer) => {
        const chunks = await answer.toArray();
        resolve(answer.statusCode === 200 ? Buffer.concat(chunks).toString() : null);
      });
      outgoing.on('error', () => resolve(null)).end();
    })
  );

function makeReadOnly(/** @type {string} */ folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const isProgram = entry.isDirectory() || /\/(bin|deno)$/.test(entry.parentPath);
    chmodSync(join(entry.parentPath, entry.name), isProgram ? 0o555 : 0o444);
  }
  chmodSync(folder, 0o555);
}

describe('a packaged folder', () => {
  const place = mkdtempSync(join(tmpdir(), 'primazia-package-'));
  const folder = join(place, 'app');
  const data = join(place, 'data');
  before(() => {
    chmodSync(place, 0o711);
    writePackage(root, folder);
    makeReadOnly(folder);
    mkdirSync(data, { mode: 0o711 });
    if (isRoot) chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
  });
  after(() => {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
      if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
    chmodSync(folder, 0o755);
    rmSync(place, { recursive: true, force: true });
  });

  it('has the packages that run, with what they need, and none of those that build and test', () => {
    const packages = packagesOf(root, 'backend');
    for (const name of ['hono', 'postgres', 'deno', 'kysely'])
      assert.ok(packages.includes(`node_modules/${name}`), name);
    for (const name of ['fast-check', 'react', '@playwright/test', '@biomejs/biome'])
      assert.ok(!packages.includes(`node_modules/${name}`), name);
  });

  it('has every command of the database', () => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of ['backup', 'restore', 'migrate', 'monitoring-limit'])
      assert.equal(scripts[name], `exec node scripts/package/database.mjs ${name}`);
  });

  it('starts read-only, serves pages and API, stops on request, and is unchanged', {
    timeout: 300_000,
  }, async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [join(folder, 'scripts', 'package', 'start.mjs')], {
      cwd: '/',
      env: {
        ...{ PATH: process.env.PATH, HOME: '/nonexistent', PORT: String(port) },
        ...{ PRIMAZIA_DATA: data, SANDBOX: 'off' },
        ...{ MELI_CLIENT_ID: 'a-client', MELI_CLIENT_SECRET: 'a-secret' },
      },
      ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    /** The product's first answer. */
    const served = async (/** @type {string} */ path) => {
      for (;;) {
        assert.equal(child.exitCode, null, output);
        const answer = await get(`http://127.0.0.1:${port}${path}`);
        if (answer !== null) return answer;
        await sleep(500);
      }
    };
    try {
      assert.match(await served('/api/health'), /"status":"ok"/);
      assert.match(await served('/app/precificacao-automatica'), /<!doctype html>/i);
      assert.match(await served('/api/openapi.json'), /"openapi"/);
    } finally {
      child.kill('SIGTERM');
    }
    assert.equal(await ended, 0, output);
    assert.deepEqual(differences(folder), []);
  });
});
