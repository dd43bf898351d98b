// npm run last-release [-- COMMIT]: builds the modules of the last release, and uses them with the present server in a
// browser, in an ERP's page and in this version's shell: shell/e2e/modules.release.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findBrowser } from './lib/browser.mjs';
import { install } from './lib/install.mjs';
import { npm } from './lib/npm.mjs';
import { endChildrenOnSignals, run } from './lib/processes.mjs';

/** 0.1.0. */
const LAST_RELEASE = 'f8693a7';
const MODULES = ['mfe-pricing', 'mfe-integrations'];

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (/** @type {string} */ line) => console.log(line);
const [commit = LAST_RELEASE] = process.argv.slice(2);

/** Runs a command; its failure ends the script. */
async function must(
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {string} */ cwd,
) {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${output.trim()}`);
}

/** Builds the modules as that commit does, with the packages of its lock file. */
async function buildRelease(/** @type {string} */ release) {
  await must('git', ['worktree', 'add', '--detach', release, commit], root);
  say(`Installing the packages of ${commit}…`);
  const { command, first } = npm();
  // Not `npm ci`: the lock file of 0.1.0 has the packages of one platform only.
  await must(command, [...first, 'install', '--ignore-scripts', '--no-audit'], release);
  const { build } = await import(pathToFileURL(join(release, 'scripts/lib/build.mjs')).href);
  for (const only of MODULES) await build(join(release, '/'), say, { only });
}

endChildrenOnSignals();
const folder = mkdtempSync(join(tmpdir(), 'primazia-release-'));
const release = join(folder, 'source');
try {
  await install(root, say);
  const browser = await findBrowser(root, say);
  await buildRelease(release);
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const { code } = await run(process.execPath, [cli, 'test', '--reporter=list'], {
    cwd: root,
    env: { ...process.env, PRIMAZIA_BROWSER: browser, PRIMAZIA_RELEASE: release },
    show: true,
  });
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await run('git', ['worktree', 'prune'], { cwd: root });
}
