import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
});

/**
 * A common server for both applications: files of `folder` if it is given, and the backend for everything else, so that both
 * are served in the same way.
 * @param {number} backend the port of the backend
 * @param {string | null} folder
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function openFront(backend, folder) {
  /** @param {string} pathname */
  const fileOf = (pathname) => {
    if (folder === null || /^\/(api|modules|sandbox)(\/|$)/.test(pathname)) return null;
    const wanted = path.extname(pathname) === '' ? '/index.html' : path.normalize(pathname);
    const file = path.join(folder, wanted);
    return existsSync(file) && statSync(file).isFile() ? file : null;
  };
  const server = createServer((incoming, answer) => {
    const file = fileOf(new URL(incoming.url ?? '/', 'http://front').pathname);
    if (file !== null) {
      const packed = existsSync(`${file}.br`);
      const served = packed ? `${file}.br` : file;
      answer.writeHead(200, {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'content-length': statSync(served).size,
        'cache-control': file.endsWith('.html')
          ? 'no-cache'
          : 'public, max-age=31536000, immutable',
        ...(packed ? { 'content-encoding': 'br' } : {}),
      });
      createReadStream(served).pipe(answer);
      return;
    }
    // The single application contains the modules: their builds must not be prefetched.
    if (folder !== null && incoming.url?.startsWith('/modules/registry.json')) {
      fetch(`http://localhost:${backend}${incoming.url}`)
        .then((registry) => registry.json())
        .then((/** @type {{ entry: string }[]} */ modules) => {
          const without = modules.map((one) => ({
            ...one,
            entry: `http://${incoming.headers.host}${one.entry}`,
          }));
          answer.writeHead(200, { 'content-type': TYPES['.json'] }).end(JSON.stringify(without));
        })
        .catch(() => answer.destroy());
      return;
    }
    const passed = request(
      { port: backend, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (behind) => {
        answer.writeHead(behind.statusCode ?? 502, behind.headers);
        behind.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const behind = connect(backend, 'localhost', () => {
      const headers = incoming.rawHeaders.reduce(
        (lines, part, index) => lines + (index % 2 === 0 ? `${part}: ` : `${part}\r\n`),
        '',
      );
      behind.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The front has no port.');
  return {
    port: address.port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
