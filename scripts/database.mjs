// npm run backup | restore | migrate: runs backend/database.ts on the product's database.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await install(root, (line) => console.error(line));
// Runs for the one who owns the machine's data, and reads and writes wherever that one says.
const child = spawn(
  denoBinary(root),
  ['run', '-A', join(root, 'backend', 'database.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: root },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
