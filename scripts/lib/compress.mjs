import { readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

const COMPRESSED = /\.(js|css|json|svg|html)$/;
/** The smallest file that gains by compression, in bytes. */
const LEAST = 1024;

async function pack(/** @type {string} */ path) {
  const bytes = await readFile(path);
  if (bytes.length < LEAST) return;
  const packed = await brotli(bytes, {
    params: {
      // Compressed once and fetched often.
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  if (packed.length >= bytes.length) return;
  // Atomically: it may be served in the meantime.
  await writeFile(`${path}.br-part`, packed);
  await rename(`${path}.br-part`, `${path}.br`);
}

/**
 * Writes a brotli copy next to each file that gains by it; the server sends it to clients that accept it.
 * @param {string} folder with its subfolders
 * @param {number} atOnce files at a time
 */
export async function compress(folder, atOnce = Infinity) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const waiting = files.filter((file) => COMPRESSED.test(file));
  const lane = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      await pack(join(folder, file));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, lane));
}
