// npm run conformance -- DIR: replays recorded answers of the marketplaces through the connectors.
import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals, run } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [given] = process.argv.slice(2);
if (given === undefined) {
  console.error('Which records? npm run conformance -- DIR');
  process.exit(2);
}
// npm changes to the project's folder: a path is relative to the folder in which it was typed.
const named = resolve(process.env.INIT_CWD ?? process.cwd(), given);
// Deno separates permissions by commas, and the folder's name may contain one: so it runs in that folder.
const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() ?? false;
const folder = isFolder ? realpathSync(named) : named;

endChildrenOnSignals();
await install(root, (line) => console.error(line));
// It can read the records, and nothing else.
const { code } = await run(
  denoBinary(root),
  [
    'run',
    '--no-prompt',
    `--allow-read=${isFolder ? '.' : folder}`,
    join(root, 'backend/testing/recordings/main.ts'),
    folder,
  ],
  { cwd: isFolder ? folder : root, env: process.env, show: true },
);
process.exitCode = code ?? 1;
