import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOf, ENTRY, integrityOf } from '../../backend/web/fingerprint.mjs';

/** Files of a build for people and tools, which no page requests. */
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

/** The versions of the shared packages that are installed for the shell or a module. */
async function versionsFor(/** @type {string} */ root, /** @type {string} */ folder) {
  // Imported only now: the first start builds right after the installation.
  const file = join(root, 'shell', 'kit', 'rspack', 'shared.mjs');
  /** @type {typeof import('../../shell/kit/rspack/shared.mjs')} */
  const { sharedVersions } = await import(pathToFileURL(file).href);
  return sharedVersions(join(root, folder));
}

/** The API version of the working tree. */
function apiVersion(/** @type {string} */ root) {
  const source = readFileSync(join(root, 'backend', 'kernel', 'api-version.ts'), 'utf8');
  const found = /^export const API_VERSION = (\d+);$/m.exec(source);
  if (found === null) throw new Error('backend/kernel/api-version.ts names no API_VERSION');
  return Number(found[1]);
}

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (/** @type {string} */ path, /** @type {object} */ value) =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** The files that a page requests first besides the entry, as listed by the build (`shell/kit/rspack/first-files.mjs`). */
function firstOf(/** @type {string} */ dist) {
  const list = join(dist, '.first-files.json');
  return existsSync(list) ? readJson(list) : [];
}

/**
 * Writes the `module.json` of a build, with its name and the integrity of its entry.
 * @param {string} dist
 * @param {Record<string, unknown>} said the other fields of the manifest
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
 * Writes the manifest of a build: for a module `module.json`, for the shell `shell.json`, which contains what the shell
 * offers to modules.
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
  const required = dependencies['@primazia/kit'];
  const said = {
    ...readJson(manifest),
    version,
    // A module without a declared kit version needs one that is compatible with that of its build.
    kit: required === undefined || required === '*' ? `^${kit}` : required,
    shared,
    api: apiVersion(root),
  };
  stamp(dist, said);
}
