import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { npm } from './npm.mjs';
import { applyPatches } from './patches.mjs';
import { run } from './processes.mjs';

/** @typedef {'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies'} Kind */
/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean, resolved?: string }
 *   & Partial<Record<Kind, Record<string, string>>>} Entry
 */
/** @typedef {{ packages?: Record<string, Entry> }} Lock */

/** @returns {Lock | null} */
function readLock(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Missing, or truncated by a killed installation: unusable in both cases.
    return null;
  }
}

/**
 * The packages that a workspace and the root need, by their places in the lock file.
 * @param {Record<string, Entry>} packages of the lock file
 * @param {string} workspace its folder
 * @param {boolean} hasTools whether their development dependencies count too
 */
function neededBy(packages, workspace, hasTools) {
  /** Where a package is found from another one's place: in the nearest `node_modules` folder. */
  const placeOf = (/** @type {string} */ name, /** @type {string} */ from) => {
    for (let folder = from; ; folder = posix.dirname(folder)) {
      const place = posix.join(folder, 'node_modules', name);
      if (packages[place] !== undefined) return [place];
      if (folder === '.') return [];
    }
  };
  const needed = new Set(['', workspace]);
  for (const from of needed) {
    const entry = packages[from] ?? {};
    const kinds = [entry.dependencies, entry.optionalDependencies, entry.peerDependencies];
    if (hasTools && !from.includes('node_modules/')) kinds.push(entry.devDependencies);
    for (const name of kinds.flatMap((kind) => Object.keys(kind ?? {})))
      for (const place of placeOf(name, from || '.')) needed.add(place);
    if (entry.link && entry.resolved) needed.add(entry.resolved);
  }
  return needed;
}

/**
 * The first difference between `node_modules` and package-lock.json; null if they match.
 * npm writes `node_modules/.package-lock.json` at the end of an installation: the record of what it installed.
 * Packages for other machines (optional ones) may be absent.
 * @param {string} root
 * @param {boolean} hasTools whether the packages of tests, checks and benches are required too
 * @param {string} [workspace] the folder of the only workspace whose packages are required
 */
export function misfit(root, hasTools, workspace) {
  const wanted = readLock(join(root, 'package-lock.json'))?.packages;
  if (!wanted) throw new Error('package-lock.json is missing or cannot be read.');
  const present = readLock(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return 'packages are not installed yet';
  const needed = workspace === undefined ? null : neededBy(wanted, workspace, hasTools);
  for (const [path, entry] of Object.entries(wanted)) {
    if (needed?.has(path) === false) continue;
    if (!path.includes('node_modules/') || (entry.dev && !hasTools)) continue;
    const found = present[path];
    if (found && (found.version !== entry.version || found.link !== entry.link)) {
      return `${path} is at another version`;
    }
    if (entry.optional || entry.devOptional) continue;
    if (!found || !existsSync(join(root, path))) return `${path} is missing`;
  }
  return null;
}

/** Whether an installation had the packages of tests, checks and benches. */
function hasTools(/** @type {string} */ root) {
  const present = readLock(join(root, 'node_modules', '.package-lock.json'))?.packages;
  return Object.values(present ?? {}).some(({ dev }) => dev === true);
}

/** npm's messages when the registry is unreachable. */
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network request/;

/** The code of a process that a signal ended. */
const SIGNALLED = 128;
/** Present while npm runs: what it has unpacked by then may be incomplete. */
const UNFINISHED = join('node_modules', '.unfinished');

/** Deletes all packages, if an installation was killed: npm would keep those that are unpacked in part. */
function discardUnfinished(/** @type {string} */ root) {
  if (!existsSync(join(root, UNFINISHED))) return;
  const places = Object.keys(readLock(join(root, 'package-lock.json'))?.packages ?? {});
  const folders = places.flatMap((place) => /^(.*?)node_modules\//.exec(place)?.[1] ?? []);
  for (const folder of new Set([...folders.filter((one) => one !== ''), '']))
    rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true });
}

/**
 * Installs the packages of package-lock.json, unless they are installed, and applies the patches of `patches/`.
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {{ tools?: boolean, workspace?: string }} [options] `tools: false`: without what only tests, checks and benches use, a
 *   third of all, where it is not there already; `workspace`: the folder of the only workspace whose packages are installed, with
 *   those of the root
 * @returns {Promise<boolean>} whether something was installed
 * @throws {Error} with a message for the user
 */
export async function install(root, say, { tools = true, workspace } = {}) {
  discardUnfinished(root);
  const reason = misfit(root, tools, workspace);
  if (reason !== null) {
    say(`Installing packages${workspace === undefined ? '' : ` of ${workspace}`} (${reason})…`);
    await runNpm(root, tools || hasTools(root), workspace, say);
  }
  await applyPatches(root);
  return reason !== null;
}

async function runNpm(
  /** @type {string} */ root,
  /** @type {boolean} */ tools,
  /** @type {string | undefined} */ workspace,
  /** @type {(line: string) => void} */ say,
) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, UNFINISHED), '');
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  const ticking = setInterval(() => say(`  still installing, ${seconds()}`), 10_000);
  const { command, first } = npm();
  // Not `npm ci`: it refuses a lock without packages of other platforms that a registry does not have. `--no-save` follows the
  // lock without changing it. All options are explicit, whatever the environment sets.
  const { code, output } = await run(
    command,
    [
      ...first,
      'install',
      '--no-save',
      tools ? '--include=dev' : '--omit=dev',
      ...(workspace === undefined ? [] : [`--workspace=${workspace}`, '--include-workspace-root']),
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
    ],
    { cwd: root },
  ).finally(() => clearInterval(ticking));
  // After an error of its own npm has put back what was there before.
  if (code !== SIGNALLED) rmSync(join(root, UNFINISHED));
  if (code === 127)
    throw new Error('npm was not found. It comes with Node.js; put it on the PATH.');
  if (code !== 0) {
    const what = UNREACHABLE.test(output)
      ? 'The npm registry cannot be reached. Check the connection (and the proxy settings of npm), then start again.'
      : 'npm could not install the packages.';
    throw new Error(`${what}\n${output.trim().split('\n').slice(-12).join('\n')}`);
  }
  say(`  installed in ${seconds()}`);
}
