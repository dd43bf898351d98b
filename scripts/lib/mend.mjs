import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the driver stops what was to be written a moment later: when a connection is closed, and when it is ended. */
const STOPS = /^( *)clearImmediate\(nextWriteTimer\)\n(?! *chunk = nextWriteTimer = null\n)/gm;
const MENDED = /^ *clearImmediate\(nextWriteTimer\)\n *chunk = nextWriteTimer = null\n/gm;
const PLACES = 2;

/**
 * The code of a connection in postgres.js 3.4.9, mended. It keeps the timer that it stopped, and the bytes, and so takes
 * every later write to be on its way already: a connection that is lost in that moment is made again and again, and each
 * time nothing is said on it until its time is up. An account's calls stood still for minutes by one.
 * @see https://github.com/porsager/postgres/pull/1215
 * @param {string} code
 * @throws {Error} where it is not the code that is known here: another version may need no mending
 */
export function mended(code) {
  const whole = code.replaceAll(
    STOPS,
    '$1clearImmediate(nextWriteTimer)\n$1chunk = nextWriteTimer = null\n',
  );
  if (whole.match(MENDED)?.length !== PLACES) {
    throw new Error(
      'This is not the postgres.js that scripts/lib/mend.mjs mends: look at it anew.',
    );
  }
  return whole;
}

/**
 * Mends the driver where it is installed, unless it is mended already.
 * @param {string} root
 */
export function mendDriver(root) {
  const path = join(root, 'node_modules', 'postgres', 'src', 'connection.js');
  const code = readFileSync(path, 'utf8');
  const whole = mended(code);
  if (whole === code) return;
  // At once: another process may read it.
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, whole);
  renameSync(beside, path);
}
