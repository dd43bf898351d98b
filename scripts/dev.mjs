// npm run dev -w mfe-pricing: the product as npm start runs it, with one module from the working tree, built anew at
// each change; the page takes each build in its place, without being loaded anew.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPort } from './lib/port.mjs';
import { STOP_SIGNALS } from './lib/processes.mjs';

const FIRST_PORT = 4001;
const say = (/** @type {string} */ line) => console.log(line);

const folder = process.cwd();
const name = basename(folder);
if (!existsSync(join(folder, 'module.json'))) {
  console.error('This is no module: npm run dev -w mfe-pricing');
  process.exit(1);
}

const port = readPort(process.env.PORT);
const product = spawn(process.execPath, [join(dirname(folder), 'start.mjs')], {
  cwd: dirname(folder),
  // Only outside of production pages take code from this machine.
  env: { PRIMAZIA_ENVIRONMENT: 'development', ...process.env, PORT: String(port) },
  stdio: ['inherit', 'pipe', 'inherit'],
});
product.on('exit', (code) => process.exit(code ?? 1));
for (const [signal] of STOP_SIGNALS) process.on(signal, () => product.kill(signal));

/** Ready is the product when it names the login of the demo, or says that it is. */
const ready = new Promise((resolve) => {
  product.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    process.stdout.write(text);
    if (text.includes('is ready at')) resolve(undefined);
  });
});

await ready;
// Only now is everything installed that it needs.
const { openWorkshop } = await import('./lib/workshop.mjs');
const { address } = await openWorkshop({ folder, port: FIRST_PORT, say });
say(
  `${name} as it stands in the working tree: http://localhost:${port}/?modules=${name}@${address}`,
);
