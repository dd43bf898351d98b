import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { applyPatches } from './patches.mjs';
import { run } from './processes.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean, resolved?: string }> }} Lock */

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
 * The first difference between `node_modules` and package-lock.json; null if they match.
 * npm writes `node_modules/.package-lock.json` at the end of an installation: the record of what it installed.
 * Packages for other machines (optional ones) may be absent.
 * @param {string} root
 * @param {boolean} hasTools whether the packages of tests, checks and benches are required too
 */
export function misfit(root, hasTools) {
  const wanted = readLock(join(root, 'package-lock.json'))?.packages;
  if (!wanted) throw new Error('package-lock.json is missing or cannot be read.');
  const present = readLock(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return 'packages are not installed yet';
  for (const [path, entry] of Object.entries(wanted)) {
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

/**
 * Installs the packages of package-lock.json, unless they are installed, and applies the patches of `patches/`.
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {{ tools?: boolean }} [options] `tools: false`: without what only tests, checks and benches use, a third of all, where
 *   it is not there already
 * @returns {Promise<boolean>} whether something was installed
 * @throws {Error} with a message for the user
 */
export async function install(root, say, { tools = true } = {}) {
  const reason = misfit(root, tools);
  if (reason !== null) await installPackages(root, reason, tools || hasTools(root), say);
  await applyPatches(root);
  return reason !== null;
}

async function installPackages(
  /** @type {string} */ root,
  /** @type {string} */ reason,
  /** @type {boolean} */ tools,
  /** @type {(line: string) => void} */ say,
) {
  say(`Installing packages (${reason})…`);
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
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
    ],
    { cwd: root },
  ).finally(() => clearInterval(ticking));
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
