// npm run bench -- <name> [options]: runs a bench of backend/bench or scripts/bench and prints its JSON lines.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Those of the backend run in Deno, those of the pages in Node. */
const KINDS = [
  { folder: join(root, 'backend', 'bench'), ends: '.ts' },
  { folder: join(root, 'scripts', 'bench'), ends: '.mjs' },
];
const [name, ...options] = process.argv.slice(2);
const kind = KINDS.find(({ folder, ends }) => existsSync(join(folder, `${name}${ends}`)));

if (name === undefined || !/^[a-z-]+$/.test(name) || kind === undefined) {
  const known = KINDS.flatMap(({ folder, ends }) =>
    readdirSync(folder)
      .filter((entry) => entry.endsWith(ends) && !entry.endsWith(`_test${ends}`))
      .map((entry) => entry.slice(0, -ends.length)),
  );
  console.error(`Which bench? npm run bench -- <name>, one of: ${known.join(', ')}`);
  process.exit(2);
}
const file = join(kind.folder, `${name}${kind.ends}`);

// JSON lines go to standard output, everything else to standard error.
await install(root, (line) => console.error(line));
// A bench measures the machine and starts its own servers, so it has all permissions.
const [command, args] =
  kind.ends === '.ts' ? [denoBinary(root), ['run', '-A', file]] : [process.execPath, [file]];
const child = spawn(command, [...args, ...options], { stdio: 'inherit', cwd: root });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
