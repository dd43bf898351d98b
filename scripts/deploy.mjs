// npm run deploy -w MODULE -- --to DIR_OR_URL: builds one module where that is needed, and hands it to
// backend/deploy.ts, which takes it where it is to run. docs/deploy.md tells all it can do.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (/** @type {string} */ line) => console.log(line);
const args = process.argv.slice(2);
const asks = (/** @type {string[]} */ ...names) =>
  args.some((arg) => names.includes(/** @type {string} */ (arg.split('=')[0])));

/** npm starts a workspace's script in its folder. */
const module = basename(process.cwd());
const isModule =
  process.cwd() === join(root, module) && existsSync(join(root, module, 'module.json'));
const needsBuild = !asks('--help', '-h', '--list', '--rollback', '--unpin', '--build', '--built');

const releaseSignals = endChildrenOnSignals();
try {
  await install(root, say);
  if (isModule && needsBuild) await build(root, say, { only: module });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
releaseSignals();

// Runs for the one who deploys, and reads and writes wherever that one says.
const child = spawn(
  denoBinary(root),
  [
    ...['run', '-A', join(root, 'backend', 'deploy.ts')],
    ...(isModule ? ['--module', module] : []),
    ...(asks('--built') ? [] : ['--built', join(root, module, 'dist')]),
    ...args,
  ],
  { stdio: 'inherit', cwd: root },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
