// npm run soak [-- <part of a path>…]: the long forms of the tests, backend/**/*_soak.ts, one file after the other.
// Each prints its figures; the last line is the sum of the files.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals, run } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2);

const files = readdirSync(join(root, 'backend'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('_soak.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !file.includes('node_modules'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

if (files.length === 0) {
  console.error(`No soak test has ${wanted.join(' or ') || '_soak.ts'} in its path`);
  process.exit(2);
}

endChildrenOnSignals();
await install(root, (line) => console.error(line));

let failed = 0;
for (const file of files) {
  const begun = Date.now();
  console.log(`… ${file}`);
  const { code } = await run(denoBinary(root), ['test', '-A', '--no-check', file], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    show: true,
  });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${file} ${seconds} s\n`);
  if (code !== 0) failed += 1;
}
console.log(`${files.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
