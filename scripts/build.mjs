// npm run build [-- --force]: builds the pages whose sources have changed since.
import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (/** @type {string} */ line) => console.log(line);

endChildrenOnSignals();
try {
  await install(root, say, { tools: false });
  const built = await build(root, say, { force: process.argv.includes('--force') });
  if (built === 0) say('Everything is built.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
