import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HELD_OPEN, OwnChunks } from '../../shell/kit/rspack/own-chunks.mjs';
import { sharedVersions } from '../../shell/kit/rspack/shared.mjs';

const KIT = fileURLToPath(new URL('../../shell/kit/package.json', import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/** The name before the first build; pages expect hexadecimal digits. */
const NOT_BUILT = '00000000';

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));

/** The manifest of a build of the working tree, in the format of a deployed one. */
function buildOutput(/** @type {string} */ folder, /** @type {string} */ build) {
  const { kit, shared } = sharedVersions(folder);
  const { version } = readJson(join(folder, 'package.json'));
  return { ...readJson(join(folder, 'module.json')), version, build, kit: `^${kit}`, shared };
}

/**
 * Compiles the development build of a folder, and recompiles at each change of its sources.
 * @param {string} folder
 * @param {(one: import('@rspack/core').Configuration) => import('@rspack/core').Configuration} change of its settings
 * @param {(fault: string | null, build: string, ms: number) => void} compiled called after each build; a fault is the compiler's message
 * @returns {Promise<() => Promise<void>>} when the first build has ended, with or without errors; the returned function stops it
 */
async function watch(folder, change, compiled) {
  // The configuration reads this when it is loaded.
  process.env.NODE_ENV = 'development';
  const { default: settings } = await import(pathToFileURL(join(folder, 'rspack.config.mjs')).href);
  /** @type {typeof import('@rspack/core')} */
  const { rspack } = createRequire(KIT)('@rspack/core');
  const compiler = rspack([settings].flat().map(change));
  return new Promise((resolve) => {
    const watching = compiler.watch(
      { aggregateTimeout: 20, ignored: /[\\/](node_modules|dist)[\\/]/ },
      (error, stats) => {
        const fault =
          error?.message ??
          (stats?.hasErrors() ? stats.toString({ preset: 'errors-only', colors: false }) : null);
        const [first] = stats?.stats ?? [];
        compiled(fault, first?.hash ?? '', (first?.endTime ?? 0) - (first?.startTime ?? 0));
        resolve(() => new Promise((done) => watching?.close(() => done(undefined))));
      },
    );
  });
}

/**
 * Maintains a development build of the shell in a folder: hot updates of a module need React's development build.
 * @param {{ folder: string, output: string, say: (line: string) => void }} parts
 * @returns {Promise<() => Promise<void>>} when the first build has ended
 */
export function openShell({ folder, output, say }) {
  let isFirst = true;
  return watch(
    folder,
    (one) => ({ ...one, output: { ...one.output, path: output } }),
    (fault) => {
      if (fault !== null) say(fault);
      else if (!isFirst) say('  the shell was built; reload the page');
      isFirst = false;
    },
  );
}

/**
 * Rebuilds a module at each change of its sources, and serves it to pages of other origins: its files and `module.json`.
 * `changes` notifies pages that run the module of each build, which they apply in place; `events` notifies pages of a build
 * that they have to reload, because none of them runs the module or an update failed.
 * @param {object} parts
 * @param {string} parts.folder the module's folder
 * @param {number} parts.port the first to try; the next free one is taken
 * @param {(line: string) => void} parts.say
 * @returns {Promise<{ address: string, close: () => Promise<void> }>} when the first build has ended, with or without
 * errors
 */
export async function openWorkshop({ folder, port, say }) {
  const output = join(folder, 'node_modules', '.cache', 'dev');
  rmSync(output, { recursive: true, force: true });

  let build = NOT_BUILT;
  /** The build that pages last had to reload; later ones were applied in place. */
  let loaded = NOT_BUILT;
  /** @type {string | null} */
  let fault = null;
  /** @type {Record<string, Set<import('node:http').ServerResponse>>} */
  const listeners = { '/events': new Set(), '/changes': new Set() };

  const send = (/** @type {string} */ path, /** @type {string} */ event) => {
    for (const listener of listeners[path] ?? []) listener.write(event);
  };
  const news = () =>
    fault === null
      ? `event: built\ndata: ${build}\n\n`
      : `event: failed\ndata: ${JSON.stringify(fault)}\n\n`;
  const reload = () => {
    loaded = build;
    send('/events', news());
  };

  const serve = (
    /** @type {import('node:http').IncomingMessage} */ request,
    /** @type {import('node:http').ServerResponse} */ response,
  ) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    const listening = listeners[pathname];
    if (listening !== undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
      if (pathname === '/changes') response.write(news());
      listening.add(response);
      response.on('close', () => listening.delete(response));
      return;
    }
    if (pathname === '/reload' && request.method === 'POST') {
      reload();
      return void response.writeHead(204).end();
    }
    if (pathname === '/module.json') {
      response.setHeader('content-type', TYPES['.json'] ?? '');
      return void response.end(JSON.stringify(buildOutput(folder, loaded)));
    }
    const file = normalize(join(output, decodeURIComponent(pathname)));
    if (!file.startsWith(output + sep) || !existsSync(file) || !statSync(file).isFile()) {
      return void response.writeHead(404).end();
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (!file.endsWith('.js')) return void createReadStream(file).pipe(response);
    // Deferred parts and updates have to match what the page has loaded.
    const own = loaded.slice(0, HELD_OPEN.length);
    response.end(readFileSync(file, 'utf8').replaceAll(HELD_OPEN, own));
  };

  const server = createServer((request, response) => {
    try {
      serve(request, response);
    } catch (error) {
      say(String(error));
      response.writeHead(500).end();
    }
  });
  const taken = await listen(server, port);

  const stop = await watch(
    folder,
    (one) => ({
      ...one,
      output: { ...one.output, path: output, clean: false },
      // Pages keep the last build while a change cannot be built.
      optimization: { ...one.optimization, emitOnErrors: false },
      // Unchanged files are reused from the previous build, with the name in them: so the name is inserted when a file
      // is served.
      plugins: (one.plugins ?? []).filter((plugin) => !(plugin instanceof OwnChunks)),
    }),
    (failed, hash, ms) => {
      const isSame = failed === null && fault === null && hash === build;
      fault = failed;
      if (isSame) return;
      if (failed === null) build = hash;
      say(failed ?? `  built in ${ms} ms`);
      send('/changes', news());
      if (failed === null && listeners['/changes']?.size === 0) reload();
    },
  );

  return {
    address: `http://localhost:${taken}/`,
    close: async () => {
      await stop();
      for (const listener of Object.values(listeners).flatMap((some) => [...some])) listener.end();
      await new Promise((done) => server.close(done));
    },
  };
}

/** @returns {Promise<number>} the port that was free */
function listen(/** @type {import('node:http').Server} */ server, /** @type {number} */ port) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(listen(server, port + 1));
      else reject(error);
    });
    server.listen(port, 'localhost', () => resolve(port));
  });
}
