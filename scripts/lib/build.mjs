import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { delimiter, join } from 'node:path';
import { compress, requireBudget } from './compress.mjs';
import { writeManifest } from './manifest.mjs';
import { run } from './processes.mjs';

/** @typedef {{ folder: string, name: string, builder: string | null, needs: string[] }} Workspace */

/**
 * The workspaces in the order of the root package.json, which is the order in which they are built.
 * @param {string} root
 * @returns {Workspace[]}
 */
export function workspaces(root) {
  const read = (/** @type {string} */ folder) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  /** `mfe-*` stands for every module, sorted. */
  const expand = (/** @type {string} */ pattern) =>
    pattern.endsWith('*')
      ? readdirSync(root)
          .filter((name) => name.startsWith(pattern.slice(0, -1)))
          .filter((name) => existsSync(join(root, name, 'package.json')))
          .sort()
      : [pattern];
  return read('.')
    .workspaces.flatMap(expand)
    .map((/** @type {string} */ folder) => {
      const manifest = read(folder);
      return {
        folder,
        name: manifest.name,
        builder: manifest.scripts?.build ?? null,
        needs: Object.keys(manifest.dependencies ?? {}).filter((name) =>
          name.startsWith('@primazia/'),
        ),
      };
    });
}

const LEFT_OUT = new Set(['node_modules', 'dist', 'e2e', 'testing', 'test-results', 'coverage']);
const TEST = /[._]test\.[cm]?[jt]sx?$/;

/**
 * Files below `folder` that a build can depend on, sorted.
 * @returns {string[]}
 */
function sources(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sources(path);
      return entry.isFile() && !TEST.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** Pages import only the contracts and the kernel of the backend. */
const CONTRACT = /(^|[\\/])(contract\.ts|package\.json)$|[\\/](kernel|contract)[\\/]/;

/** A workspace with its dependencies, direct and indirect. */
function reachedBy(/** @type {Workspace[]} */ all, /** @type {Workspace} */ workspace) {
  const reached = new Set([workspace]);
  for (const one of reached) {
    for (const other of all) if (one.needs.includes(other.name)) reached.add(other);
  }
  return reached;
}

/** Files that affect every build. */
const BUILT_WITH = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/lib/manifest.mjs',
  'backend/web/fingerprint.mjs',
];

/**
 * A hash of everything that a workspace's build reads: itself, the workspaces that it needs, the lock file.
 * @param {string} root
 * @param {Workspace[]} all
 * @param {Workspace} workspace
 */
function inputHash(root, all, workspace) {
  const reached = reachedBy(all, workspace);
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  const files = BUILT_WITH.map((path) => join(root, path)).filter((path) => existsSync(path));
  for (const one of [...reached].sort((a, b) => a.folder.localeCompare(b.folder))) {
    const own = sources(join(root, one.folder));
    files.push(
      ...(one.folder === 'backend'
        ? own.filter((/** @type {string} */ path) => CONTRACT.test(path))
        : own),
    );
  }
  for (const path of files) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/** The stamp is inside the build: removing `dist` removes it too. */
const stampOf = (/** @type {string} */ root, /** @type {Workspace} */ workspace) =>
  join(root, workspace.folder, 'dist', '.built-from');

function isBuilt(/** @type {string} */ stamp, /** @type {string} */ hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Parts of a build run on one core: a second build uses the other one. More would only take memory. */
const LANES = 2;

/**
 * Runs the build script of a workspace as npm does, which itself would take half a second each time. A script is one command.
 * @param {string} root
 * @param {Workspace} workspace
 * @param {string} minified a folder in which builds share their minified scripts
 * @returns {Promise<void>}
 */
async function runBuilder(root, { folder, builder }, minified) {
  const path = [join(root, folder), root].map((one) => join(one, 'node_modules', '.bin'));
  const windows = process.platform === 'win32';
  const { code, output } = await run(windows ? `${builder}` : `exec ${builder}`, [], {
    cwd: join(root, folder),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PRIMAZIA_MINIFIED: minified,
      [windows ? 'Path' : 'PATH']: [...path, process.env.PATH].join(delimiter),
    },
    shell: true,
  });
  if (code !== 0) throw new Error(`Building ${folder} failed.\n${output.trim()}`);
}

/**
 * Does work for each item in order, with limited concurrency.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<void>} work
 * @throws the first error: no more items are started, and the running ones have ended
 */
async function eachOf(items, work) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item);
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/**
 * Builds every workspace whose sources differ from those of its `dist`: first those that others need.
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {{ force?: boolean, only?: string, compresses?: boolean }} [options] `only`: the folder of a workspace, which is built
 *   with its dependencies; `compresses`: whether all files have compressed copies at the end
 * @returns {Promise<number>} how many were built
 * @throws {Error} with the builder's output
 */
export async function build(root, say, { force = false, only, compresses = true } = {}) {
  const all = workspaces(root);
  const wanted = all.filter(({ folder }) => only === undefined || folder === only);
  const reached = new Set(wanted.flatMap((workspace) => [...reachedBy(all, workspace)]));
  const built = [...reached]
    .sort((a, b) => all.indexOf(a) - all.indexOf(b))
    .filter(({ builder }) => builder !== null);
  const due = built
    .map((workspace) => ({
      workspace,
      stamp: stampOf(root, workspace),
      hash: inputHash(root, all, workspace),
    }))
    .filter(({ stamp, hash }) => force || !isBuilt(stamp, hash));
  if (due.length > 0) say('Building the pages…');
  const minified = mkdtempSync(join(os.tmpdir(), 'primazia-minified-'));
  const buildOne = async (/** @type {(typeof due)[number]} */ { workspace, stamp, hash }) => {
    const dist = join(root, workspace.folder, 'dist');
    rmSync(stamp, { force: true });
    discardCompressed(dist);
    const begun = Date.now();
    await runBuilder(root, workspace, minified);
    await writeManifest(root, workspace.folder);
    writeFileSync(stamp, hash);
    if (compresses) await compressOnce(dist);
    say(`  ${workspace.folder}, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  };
  const isNeeded = (/** @type {Workspace} */ one) =>
    due.some(({ workspace }) => workspace !== one && reachedBy(all, workspace).has(one));
  try {
    for (const one of due) if (isNeeded(one.workspace)) await buildOne(one);
    await eachOf(
      due.filter(({ workspace }) => !isNeeded(workspace)),
      buildOne,
    );
  } finally {
    rmSync(minified, { recursive: true });
  }
  if (compresses) for (const { folder } of built) await compressOnce(join(root, folder, 'dist'));
  return due.length;
}

const COMPRESSED = '.compressed';

/** Deletes the compressed copies of an earlier build. */
function discardCompressed(/** @type {string} */ dist) {
  if (!existsSync(dist)) return;
  rmSync(join(dist, COMPRESSED), { force: true });
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.br')) rmSync(join(dist, path));
}

/** Compresses a build, unless that was done, and refuses it where its first JavaScript is too heavy. */
async function compressOnce(/** @type {string} */ dist, atOnce = Infinity) {
  const stamp = join(dist, COMPRESSED);
  if (existsSync(stamp)) return;
  await compress(dist, atOnce);
  requireBudget(dist);
  writeFileSync(stamp, '');
}

/** Compresses the builds, a file at a time: for a separate process. */
export async function compressBuilds(/** @type {string} */ root) {
  for (const workspace of workspaces(root)) {
    const dist = join(root, workspace.folder, 'dist');
    if (existsSync(stampOf(root, workspace))) await compressOnce(dist, 1);
  }
}

/** Compresses the builds in a separate process with low priority; until then pages get uncompressed files. */
export function compressLater(/** @type {string} */ root) {
  const script = join(root, 'scripts', 'compress.mjs');
  return run(process.execPath, [script], {
    cwd: root,
    priority: os.constants.priority.PRIORITY_LOW,
  });
}
