// npm run dev -w mfe-pricing: the product as npm start runs it, with one module from the working tree. A change of its
// sources updates the page in place, with React Fast Refresh; what cannot be updated is reloaded.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { readPort } from './lib/port.mjs';
import { STOP_SIGNALS } from './lib/processes.mjs';

const FIRST_PORT = 4001;
const say = (/** @type {string} */ line) => console.log(line);

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.cwd();
const name = basename(folder);
if (!existsSync(join(folder, 'module.json'))) {
  console.error('This is no module: npm run dev -w mfe-pricing');
  process.exit(1);
}

/** Its first page. */
const [page = '/'] = JSON.parse(readFileSync(join(folder, 'module.json'), 'utf8')).routes;
const port = readPort(process.env.PORT);
await install(root, say, { tools: false });
await build(root, say);
// Only now is everything installed that it needs.
const { openShell, openWorkshop } = await import('./lib/workshop.mjs');
const shell = join(root, 'shell', 'node_modules', '.cache', 'dev');
const closeShell = await openShell({ folder: join(root, 'shell'), output: shell, say });
const product = spawn(process.execPath, [join(root, 'start.mjs')], {
  cwd: root,
  // Only outside of production pages take code from this machine.
  env: {
    PRIMAZIA_ENVIRONMENT: 'development',
    ...process.env,
    PORT: String(port),
    SHELL_DIR: shell,
  },
  stdio: ['inherit', 'pipe', 'inherit'],
});
/** @type {(() => Promise<void>)[]} */
const closers = [closeShell];
product.on('exit', async (code) => {
  await Promise.all(closers.map((end) => end()));
  process.exit(code ?? 1);
});
for (const [signal] of STOP_SIGNALS) process.on(signal, () => product.kill(signal));

/** The product is ready when it prints the demo's login, or reports readiness. */
const ready = new Promise((resolve) => {
  product.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    process.stdout.write(text);
    if (text.includes('is ready at')) resolve(undefined);
  });
});

await ready;
const { address, close } = await openWorkshop({ folder, port: FIRST_PORT, say });
closers.push(close);
say(
  `${name} as it stands in the working tree: http://localhost:${port}${page}?modules=${name}@${address}`,
);
