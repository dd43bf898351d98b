import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

/**
 * Refuses a build whose first JavaScript is too heavy, by the list and the budget in its `.budget.json` (see
 * `shell/kit/rspack/first-files.mjs`). To be called once its compressed copies are there.
 * @param {string} folder
 * @throws {Error} with the bytes of each file
 */
export function requireBudget(folder) {
  const list = join(folder, '.budget.json');
  if (!existsSync(list)) return;
  /** @type {{ bytes: number, files: string[] }} */
  const { bytes: most, files } = JSON.parse(readFileSync(list, 'utf8'));
  const sizes = files.map((file) => {
    const packed = join(folder, `${file}.br`);
    return { file, bytes: statSync(existsSync(packed) ? packed : join(folder, file)).size };
  });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= most) return;
  const lines = sizes.map(({ file, bytes }) => `  ${file}: ${bytes}`);
  throw new Error(
    [
      `${folder} is too heavy: ${total} bytes of first JavaScript, of ${most} at most (brotli)`,
      ...lines,
    ].join('\n'),
  );
}
