import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** @type {string} */
let folder;
/** Parents and children of the present test, which are all ended. */
/** @type {number[]} */
let started = [];

// A child that records its signals and input, and ends when its standard input ends.
const CHILD = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const note = (word) => appendFileSync('notes', word + ' ' + process.pid + '\\n');
  const behaviour = readFileSync('behaviour', 'utf8');
  process.stdin.on('data', (line) => note(String(line).trim()));
  process.stdin.on('end', () => { note('orphaned'); process.exit(0); });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    note(signal);
    if (behaviour !== 'stubborn') setTimeout(() => process.exit(0), 100);
  });
  note('begun');
  if (behaviour.startsWith('exit')) process.exit(Number(behaviour.slice(5)));
`;

const parentOf = (/** @type {string} */ module) => `
  import { supervise } from ${JSON.stringify(module)};
  process.exit(await supervise({
    command: process.execPath, args: ['child.mjs'], cwd: process.cwd(), env: process.env,
    print: (line) => console.error(line), pause: 50,
    ...(process.argv[2] && { pages: process.argv[2] === 'built'
      ? new Promise((resolve) => setTimeout(resolve, 300)) : Promise.reject(new Error(process.argv[2])) }),
  }));
`;

const notes = () => {
  try {
    return readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};
const words = () => notes().map((line) => line.split(' ')[0]);
const pids = () => notes().map((line) => Number(line.split(' ')[1]));

async function until(/** @type {() => boolean} */ holds) {
  for (let tries = 0; tries < 200; tries++) {
    if (holds()) return;
    await sleep(50);
  }
  assert.fail(`it did not come to that: ${words().join(', ')}`);
}

function start(/** @type {string} */ behaviour, /** @type {string[]} */ ...pages) {
  writeFileSync(join(folder, 'behaviour'), behaviour);
  const { npm_lifecycle_event: _, ...env } = process.env;
  const parent = spawn(process.execPath, ['parent.mjs', ...pages], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  parent.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  if (parent.pid !== undefined) started.push(parent.pid);
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => parent.on('close', resolve));
  return { parent, ended, said: () => said };
}

const isAlive = (/** @type {number} */ pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the supervisor', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'primazia-supervise-'));
    writeFileSync(join(folder, 'child.mjs'), CHILD);
    writeFileSync(
      join(folder, 'parent.mjs'),
      parentOf(new URL('./supervise.mjs', import.meta.url).href),
    );
  });
  afterEach(async () => {
    for (const pid of [...started, ...pids()]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    started = [];
    await sleep(50);
    rmSync(folder, { recursive: true, force: true });
  });

  it('forwards a signal once, even if it is received twice at once, and exits with 0', async () => {
    const { parent, ended } = start('steady');
    await until(() => words().length === 1);
    parent.kill('SIGINT');
    parent.kill('SIGINT');
    assert.equal(await ended, 0);
    assert.deepEqual(words(), ['begun', 'SIGINT']);
  });

  it('forwards a later second signal', async () => {
    const { parent } = start('stubborn');
    await until(() => words().length === 1);
    parent.kill('SIGINT');
    await sleep(900);
    parent.kill('SIGINT');
    await until(() => words().length === 3);
    assert.deepEqual(words(), ['begun', 'SIGINT', 'SIGINT']);
  });

  it('starts a child again that was killed', async () => {
    const { parent, ended, said } = start('steady');
    await until(() => words().length === 1);
    process.kill(pids()[0] ?? 0, 'SIGKILL');
    await until(() => words().length === 2);
    assert.match(said(), /was ended by SIGKILL; starting it again/);
    parent.kill('SIGTERM');
    assert.equal(await ended, 0);
  });

  it('notifies each child once that the pages are built', async () => {
    const { parent, ended } = start('steady', 'built');
    await until(() => words().length === 2);
    process.kill(pids()[0] ?? 0, 'SIGKILL');
    await until(() => words().length === 4);
    assert.deepEqual(words(), ['begun', 'built', 'begun', 'built']);
    parent.kill('SIGTERM');
    assert.equal(await ended, 0);
  });

  it('stops the child if the pages cannot be built, with the reason', async () => {
    const { ended, said } = start('steady', 'Building shell failed.');
    assert.equal(await ended, 1);
    assert.match(said(), /^Building shell failed\.$/m);
    assert.ok(!words().includes('orphaned'));
  });

  it('does not start again what would end the same way', async () => {
    const { ended } = start('exit 78');
    assert.equal(await ended, 1);
    assert.deepEqual(words(), ['begun']);
  });

  it('ends with a child that stops on its own', async () => {
    const { ended } = start('exit 0');
    assert.equal(await ended, 0);
    assert.deepEqual(words(), ['begun']);
  });

  it('gives up a child that keeps crashing, with a message', async () => {
    const { ended, said } = start('exit 3');
    assert.equal(await ended, 1);
    assert.equal(words().length, 6);
    assert.match(said(), /ended with code 3, for the 6th time within a minute\. Giving up/);
  });

  it('takes the child along when it is killed itself', async () => {
    const { parent } = start('steady');
    await until(() => words().length === 1);
    parent.kill('SIGKILL');
    await until(() => words().includes('orphaned'));
  });
});
