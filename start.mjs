// npm start: installs and builds what is missing, then runs the backend until it is told to stop.
// It needs nothing but Node.js: it runs before there is a node_modules folder.
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(`Primazia needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}.`);
  process.exit(1);
}

// Imported only now, so that an older Node.js reaches the message above.
const { build, compressLater } = await import('./scripts/lib/build.mjs');
const { install } = await import('./scripts/lib/install.mjs');
const { linkPostgres } = await import('./scripts/lib/postgres.mjs');
const { reservePort, readPort } = await import('./scripts/lib/port.mjs');
const { endChildren, endChildrenOnSignals, STOP_SIGNALS } = await import(
  './scripts/lib/processes.mjs'
);
const { serve } = await import('./scripts/lib/serve.mjs');

const root = fileURLToPath(new URL('.', import.meta.url));
const say = (/** @type {string} */ line) => console.log(line);
const print = (/** @type {string} */ line) => console.error(line);

async function main() {
  const port = readPort(process.env.PORT);
  const releaseSignals = endChildrenOnSignals();
  if (process.env.PRIMAZIA_ROLE !== 'worker') await reservePort(port, say);
  await install(root, say, { tools: false, workspace: 'backend' });
  linkPostgres(root);
  releaseSignals();

  say('Starting Primazia…');
  // At once: a first start plays and stores what the demo has lived while the pages' packages are unpacked and the pages built.
  for (const [signal] of STOP_SIGNALS) process.on(signal, () => endChildren(signal));
  const pages = install(root, say, { tools: false }).then(() =>
    build(root, say, { compresses: false }),
  );
  const code = serve({ root, port, print, pages });
  void pages.then(
    () => compressLater(root),
    () => undefined,
  );
  return await code;
}

try {
  process.exit(await main());
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
