// What names a build, for those who make one and those who take one in: plain JavaScript, since the build runs in Node.
import { createHash } from 'node:crypto';

/** The file of a module that the others are loaded by. */
export const ENTRY = 'remoteEntry.js';

/**
 * What a page holds a script against before it runs it (https://www.w3.org/TR/sri-2/).
 * @param {Uint8Array} bytes
 */
export const integrityOf = (bytes) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** @param {unknown} value @returns {unknown} the same with the keys of every object in order */
function inOrder(value) {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, inOrder(one)]));
}

/**
 * The name of a build: a hash of its files and its manifest, so that equal names are equal builds. Source maps and compressed
 * copies do not count: they are derived.
 * @param {Record<string, unknown>} said the module's manifest; `build` and `integrity` in it do not count
 * @param {Map<string, Uint8Array>} files by their path below the module's folder
 * @returns {string} 16 hexadecimal digits
 */
export function buildOf(said, files) {
  const { build: _build, integrity: _integrity, ...rest } = said;
  const hash = createHash('sha256').update(JSON.stringify(inOrder(rest)));
  for (const path of [...files.keys()].sort()) {
    const content = createHash('sha256').update(files.get(path) ?? new Uint8Array());
    hash.update(`\n${path} ${content.digest('hex')}`);
  }
  return hash.digest('hex').slice(0, 16);
}
