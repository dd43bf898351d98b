// npm run release-contract: records the API's contract as that of a release; from then on it may only grow.
import { fileURLToPath } from 'node:url';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals, run } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
endChildrenOnSignals();
await install(root, (line) => console.error(line));
const { code } = await run(
  denoBinary(root),
  [
    'run',
    '--no-prompt',
    '--allow-env',
    '--allow-sys',
    '--allow-ffi',
    `--allow-read=${root}`,
    `--allow-write=${root}backend/contracts-released`,
    'backend/testing/compatibility/release.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, env: process.env, show: true },
);
process.exitCode = code ?? 1;
