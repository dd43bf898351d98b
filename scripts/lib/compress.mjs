import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

const COMPRESSED = /\.(js|css|json|svg|html)$/;
/** Smaller ones gain nothing, in bytes. */
const LEAST = 1024;

async function pack(/** @type {string} */ path) {
  const bytes = await readFile(path);
  if (bytes.length < LEAST) return;
  const packed = await brotli(bytes, {
    params: {
      // Packed once, and fetched by everybody.
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  if (packed.length < bytes.length) await writeFile(`${path}.br`, packed);
}

/**
 * Lays a brotli copy beside each file that gains by it; the server sends it to clients that take it.
 * @param {string} folder with all below it
 */
export async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    files.filter((file) => COMPRESSED.test(file)).map((file) => pack(join(folder, file))),
  );
}
