import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HELD_OPEN, OwnChunks } from '../../shell/kit/rspack/own-chunks.mjs';
import { sharedVersions } from '../../shell/kit/rspack/shared.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/** A text that a change of its sources makes another one; the pages want it in hexadecimal digits. */
const NOT_BUILT = '00000000';

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));

/** What the pages have to know of a build of the working tree, as of one that was deployed. */
function saidBy(/** @type {string} */ folder, /** @type {string} */ build) {
  const { kit, shared } = sharedVersions(folder);
  const { version } = readJson(join(folder, 'package.json'));
  return { ...readJson(join(folder, 'module.json')), version, build, kit: `^${kit}`, shared };
}

/**
 * Builds a module again at each change of its sources, and serves it to pages of other origins: its files,
 * `module.json`, and `events`, which tells of each build.
 * @param {object} parts
 * @param {string} parts.folder the module's folder
 * @param {number} parts.port the first to try; the next free one is taken
 * @param {(line: string) => void} parts.say
 * @returns {Promise<{ address: string, close: () => Promise<void> }>} when the first build has ended, well or badly
 */
export async function openWorkshop({ folder, port, say }) {
  // Its settings read this when they are loaded.
  process.env.NODE_ENV = 'development';
  const { default: settings } = await import(pathToFileURL(join(folder, 'rspack.config.mjs')).href);
  const { rspack } = createRequire(join(folder, 'package.json'))('@rspack/core');
  const output = join(folder, 'node_modules', '.cache', 'dev');
  rmSync(output, { recursive: true, force: true });

  let build = NOT_BUILT;
  /** @type {Set<import('node:http').ServerResponse>} */
  const listeners = new Set();

  const serve = (
    /** @type {import('node:http').IncomingMessage} */ request,
    /** @type {import('node:http').ServerResponse} */ response,
  ) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    if (pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return;
    }
    if (pathname === '/module.json') {
      response.setHeader('content-type', TYPES['.json'] ?? '');
      return void response.end(JSON.stringify(saidBy(folder, build)));
    }
    const file = normalize(join(output, decodeURIComponent(pathname)));
    if (!file.startsWith(output + sep) || !existsSync(file) || !statSync(file).isFile()) {
      return void response.writeHead(404).end();
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (!file.endsWith('.js')) return void createReadStream(file).pipe(response);
    const own = build.slice(0, HELD_OPEN.length);
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

  const compiler = rspack({
    ...settings,
    output: { ...settings.output, path: output, clean: false },
    // The pages keep what they have while a change cannot be built.
    optimization: { ...settings.optimization, emitOnErrors: false },
    // What nothing changed in is taken over from the build before, with the name in it that it was given there: so the
    // name is given when a file is served.
    plugins: settings.plugins.filter((/** @type {object} */ one) => !(one instanceof OwnChunks)),
  });
  /** @type {{ close: (done: () => void) => void }} */
  const watching = await new Promise((resolve) => {
    const watch = compiler.watch(
      { aggregateTimeout: 20, ignored: /[\\/](node_modules|dist)[\\/]/ },
      (/** @type {Error | null} */ error, /** @type {any} */ stats) => {
        if (error !== null || stats.hasErrors()) {
          say(error?.message ?? stats.toString({ preset: 'errors-only', colors: true }));
        } else if (stats.hash !== build) {
          build = stats.hash;
          say(`  built in ${stats.endTime - stats.startTime} ms`);
          for (const listener of listeners) listener.write(`event: built\ndata: ${build}\n\n`);
        }
        resolve(watch);
      },
    );
  });

  return {
    address: `http://localhost:${taken}/`,
    close: async () => {
      await new Promise((done) => watching.close(() => done(undefined)));
      for (const listener of listeners) listener.end();
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
