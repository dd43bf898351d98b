import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOf, ENTRY, integrityOf } from '../../backend/web/fingerprint.mjs';

/** What a build leaves for people and tools, and no page asks for. */
const NOT_OF_THE_BUILD = /(^\.|\.br$|\.map$|^module\.json$|^mf-(manifest|stats)\.json$)/;

/** @returns {Map<string, Uint8Array>} */
function filesOf(/** @type {string} */ dist, under = '') {
  const files = new Map();
  for (const entry of readdirSync(join(dist, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory())
      for (const [name, bytes] of filesOf(dist, path)) files.set(name, bytes);
    else if (!NOT_OF_THE_BUILD.test(path)) files.set(path, readFileSync(join(dist, path)));
  }
  return files;
}

/** The versions of what a shell and its modules share, as they are installed for one of them. */
async function versionsFor(/** @type {string} */ root, /** @type {string} */ folder) {
  // Read only now: the first start builds right after it has installed.
  const file = join(root, 'shell', 'kit', 'rspack', 'shared.mjs');
  /** @type {typeof import('../../shell/kit/rspack/shared.mjs')} */
  const { sharedVersions } = await import(pathToFileURL(file).href);
  return sharedVersions(join(root, folder));
}

/** The version of the API that the working tree was written for. */
function apiVersion(/** @type {string} */ root) {
  const source = readFileSync(join(root, 'backend', 'kernel', 'api-version.ts'), 'utf8');
  const found = /^export const API_VERSION = (\d+);$/m.exec(source);
  if (found === null) throw new Error('backend/kernel/api-version.ts names no API_VERSION');
  return Number(found[1]);
}

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (/** @type {string} */ path, /** @type {object} */ value) =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** The files that a page requests first beside the entry, as the build lists them (`shell/kit/rspack/first-files.mjs`). */
function firstOf(/** @type {string} */ dist) {
  const list = join(dist, '.first-files.json');
  return existsSync(list) ? readJson(list) : [];
}

/**
 * Writes the `module.json` of what was built, with the name of the build and the integrity of its entry.
 * @param {string} dist
 * @param {Record<string, unknown>} said what else the module says of itself
 * @returns {string} the name of the build
 */
export function stamp(dist, said) {
  const files = filesOf(dist);
  const entry = files.get(ENTRY);
  if (entry === undefined) throw new Error(`There is no ${ENTRY} in ${dist}.`);
  const all = { ...said, first: firstOf(dist) };
  const build = buildOf(all, files);
  writeJson(join(dist, 'module.json'), { ...all, build, integrity: integrityOf(entry) });
  return build;
}

/**
 * Writes into what was built what others have to know of it: of a module its `module.json`, of the shell `shell.json`,
 * which tells a module to come what it will run in.
 * @param {string} root
 * @param {string} folder the workspace
 */
export async function writeManifest(root, folder) {
  const dist = join(root, folder, 'dist');
  const manifest = join(root, folder, 'module.json');
  if (!existsSync(manifest)) {
    if (!existsSync(join(dist, 'index.html'))) return;
    writeJson(join(dist, 'shell.json'), {
      ...(await versionsFor(root, folder)),
      api: apiVersion(root),
    });
    return;
  }
  const { version, dependencies = {} } = readJson(join(root, folder, 'package.json'));
  const { kit, shared } = await versionsFor(root, folder);
  const asked = dependencies['@primazia/kit'];
  const said = {
    ...readJson(manifest),
    version,
    // A module that names no kit needs one that is like the one it was built with.
    kit: asked === undefined || asked === '*' ? `^${kit}` : asked,
    shared,
    api: apiVersion(root),
  };
  stamp(dist, said);
}
