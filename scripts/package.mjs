// npm run package -- DIR: installs, patches and builds what is missing, and writes a self-contained folder.
import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { differences, writePackage } from './lib/package.mjs';
import { endChildrenOnSignals } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (/** @type {string} */ line) => console.log(line);
const [target] = process.argv.slice(2);

endChildrenOnSignals();
try {
  if (target === undefined) throw new Error('Name the folder: npm run package -- DIR');
  await install(root, say);
  await build(root, say);
  const { version, files } = writePackage(root, target);
  const wrong = differences(target);
  if (wrong.length > 0) throw new Error(`These files were not copied whole: ${wrong.join(', ')}`);
  say(`Primazia ${version} in ${target}, ${files} files. Start it: npm start --prefix ${target}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
