// npm start of a packaged folder, which is read-only: everything is written to PRIMAZIA_DATA.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../lib/permissions.mjs';
import { readPort, reservePort } from '../lib/port.mjs';
import { serve } from '../lib/serve.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (/** @type {string} */ line) => console.error(line);

async function main() {
  if (!process.env.PRIMAZIA_DATA?.trim())
    throw new Error('PRIMAZIA_DATA is missing: the folder for data, secrets and logs.');
  const port = readPort(process.env.PORT);
  if (process.env.PRIMAZIA_ROLE !== 'worker') await reservePort(port, (line) => console.log(line));
  console.log('Starting Primazia…');
  return await serve({ root, port, print, cache: join(dataFolder(root, process.env), 'deno') });
}

try {
  process.exit(await main());
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
