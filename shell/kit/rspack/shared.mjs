import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ZOD = '@primazia/kit/zod';
const KIT = '@primazia/kit';

// What may be on a page only once: contexts, the registry of stores, Spectrum (inside of the kit).
const SINGLETONS = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'react-hook-form',
  'valtio',
  '@primazia/kit',
  '@primazia/kit/form',
  ZOD,
];

/** The kit lists the names of these that pages use: a build does not tree-shake a package that is shared whole. */
const CHOSEN = ['@tanstack/react-query', '@tanstack/react-router'];
const choiceOf = (/** @type {string} */ key) => key.replace('@tanstack/', '@primazia/kit/');

/**
 * Entries of the kit that are shared as one: a request for any of them gets the whole under the kit's own name, as
 * modules expect that were built when the kit had one entry.
 */
const ENTRIES = [KIT, `${KIT}/ui`, `${KIT}/list`, `${KIT}/chart`];

/** No page needs these at its start. */
const LATER = ['@primazia/kit/form', 'react-hook-form'];

/** The package of a shared key: keys may name a folder or a part of it. */
const packageOf = (/** @type {string} */ key) =>
  key
    .split('/')
    .slice(0, key.startsWith('@') ? 2 : 1)
    .join('/');

/** @returns {Record<string, string>} the version of each that is installed for an app */
function installed(/** @type {string} */ dir) {
  const require = createRequire(path.join(dir, 'package.json'));
  const versionOf = (/** @type {string} */ name) => {
    for (const folder of require.resolve.paths(name) ?? []) {
      const file = path.join(folder, name, 'package.json');
      if (existsSync(file)) return require(file).version;
    }
    throw new Error(`${name} is not installed for ${dir}`);
  };
  return Object.fromEntries(SINGLETONS.map((key) => [key, versionOf(packageOf(key))]));
}

/**
 * What federation shares. Versions come from what is installed for the app, so a module built elsewhere gets a version
 * that matches. What a host starts with is in its first file: chunks refer to each other by names, which are a tenth of
 * all bytes, and one file compresses better than its parts.
 * @param {string} dir the app's folder
 * @param {{ isHost: boolean }} app whether it is the page, into which others come
 */
export const sharing = (dir, { isHost }) =>
  Object.fromEntries(
    Object.entries(installed(dir)).flatMap(([key, version]) => {
      const eager = isHost && !LATER.includes(key);
      const rule = { singleton: true, version, requiredVersion: `^${version}`, eager };
      // The contracts of the backend import 'zod': they get the names that the kit chooses of it.
      if (key === ZOD) return [['zod', { ...rule, import: ZOD, shareKey: ZOD }]];
      if (key === KIT) {
        const whole = { ...rule, import: `${KIT}/shared`, shareKey: KIT };
        return ENTRIES.map((entry) => [entry, whole]);
      }
      return [[key, CHOSEN.includes(key) ? { ...rule, import: choiceOf(key) } : rule]];
    }),
  );

/**
 * The versions of the shared packages that an app is built with, each package once, and the kit's apart.
 * @param {string} dir the app's folder
 * @returns {{ kit: string, shared: Record<string, string> }}
 */
export function sharedVersions(dir) {
  const { '@primazia/kit': kit = '', ...versions } = installed(dir);
  const shared = Object.fromEntries(
    Object.entries(versions).filter(([key]) => key === packageOf(key)),
  );
  return { kit, shared };
}
