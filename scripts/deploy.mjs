// npm run deploy -w MODULE -- --to DIR_OR_URL: builds one module if needed, and deploys it with backend/deploy.ts. See
// docs/deploy.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals, STOP_SIGNALS } from './lib/processes.mjs';

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

/** Runs with the user's permissions to read and write any folder. Ends this process on failure. */
async function deploy(/** @type {string[]} */ ...more) {
  const child = spawn(
    denoBinary(root),
    [
      ...['run', '-A', join(root, 'backend', 'deploy.ts')],
      ...(isModule ? ['--module', module] : []),
      ...(asks('--built') ? [] : ['--built', join(root, module, 'dist')]),
      ...args,
      ...more,
    ],
    { stdio: 'inherit', cwd: root },
  );
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const [signal] of STOP_SIGNALS) process.on(signal, pass);
  const [code] = await once(child, 'exit');
  for (const [signal] of STOP_SIGNALS) process.off(signal, pass);
  if (code !== 0) process.exit(code ?? 1);
}

/** Runs a preparation, and ends this process if it fails. */
async function prepare(/** @type {() => Promise<unknown>} */ work) {
  const releaseSignals = endChildrenOnSignals();
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  releaseSignals();
}

await prepare(() => install(root, say, { tools: false }));
if (isModule && needsBuild) {
  // An impossible deploy is refused now, and not after the build.
  await deploy('--ahead');
  await prepare(() => build(root, say, { only: module }));
}
await deploy();
