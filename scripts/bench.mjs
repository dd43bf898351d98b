// npm run bench -- <name> [options]: runs backend/bench/<name>.ts and hands its JSON lines through.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'backend', 'bench');
const [name, ...options] = process.argv.slice(2);
const file = join(folder, `${name}.ts`);

if (name === undefined || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const known = existsSync(folder)
    ? readdirSync(folder)
        .filter((entry) => entry.endsWith('.ts') && !entry.endsWith('_test.ts'))
        .map((entry) => entry.slice(0, -3))
    : [];
  console.error(`Which bench? npm run bench -- <name>, one of: ${known.join(', ') || 'none yet'}`);
  process.exit(2);
}

// JSON lines go to standard output, everything else to standard error.
await install(root, (line) => console.error(line));
// A bench measures the machine and starts servers of its own, so it may do everything.
const child = spawn(denoBinary(root), ['run', '-A', file, ...options], {
  stdio: 'inherit',
  cwd: root,
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
