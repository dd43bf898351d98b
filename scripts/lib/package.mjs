import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { noticesOf, sbomOf, thirdParties } from './notices.mjs';
import { arePatched } from './patches.mjs';
import { linkPostgres } from './postgres.mjs';

/** @typedef {{ version?: string, link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked */

/** Files of the backend for tests and benches only, which are not packaged. */
const FOLDERS_OF_TESTS = new Set(['testing', 'bench', 'reliability', 'contracts-released']);
const TEST = /(_test|_soak)\.ts$/;

/** The dependencies of `scripts/package`. */
const LIBRARIES = [
  ...['deno.mjs', 'permissions.mjs', 'port.mjs', 'postgres.mjs', 'processes.mjs'],
  ...['serve.mjs', 'supervise.mjs'],
];

/** The beginning of the scripts in package.json that run database commands. */
const DATABASE = 'exec node scripts/database.mjs ';
const PACKAGED_DATABASE = 'exec node scripts/package/database.mjs ';

/** The list of all files, as `sha256sum --check` reads it. */
export const CHECKSUMS = 'SHA256SUMS';
const NOTICES = 'THIRD-PARTY-NOTICES.txt';
const SBOM = 'sbom.cdx.json';

/**
 * The folders of the packages that a workspace needs to run, below the root, with all that they need. Packages for other
 * machines are included only if they are installed.
 * @param {string} root
 * @param {string} workspace
 * @returns {string[]}
 * @throws {Error} where one is not installed
 */
export function packagesOf(root, workspace) {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  /** Resolves a package like Node.js: in the folder of the importer, then in each parent folder. */
  const find = (/** @type {string} */ from, /** @type {string} */ name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      if (locked[place] !== undefined) return place;
      if (folder === '') return null;
    }
  };
  const found = new Set([workspace]);
  for (const place of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      locked[place] ?? {};
    const isOptional = (/** @type {string} */ name) =>
      optionalDependencies?.[name] !== undefined || peerDependenciesMeta?.[name]?.optional === true;
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const needed = find(place, name);
      const isThere = needed !== null && existsSync(join(root, needed));
      if (isThere) found.add(needed);
      else if (!isOptional(name))
        throw new Error(`${name}, which ${place} needs, is not installed.`);
    }
  }
  found.delete(workspace);
  return [...found].sort();
}

/**
 * The packaged workspaces: the server, and those built into pages.
 * @param {string} root
 * @returns {string[]}
 */
export const workspacesOf = (root) => [
  ...['backend', 'design-tokens', 'shell', 'shell/kit', 'shell/embed'],
  ...modulesOf(root),
];

/**
 * All files below a folder, with `/` between their parts, sorted. A link is a file.
 * @returns {string[]}
 */
function filesBelow(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const hashOf = (/** @type {string} */ path) =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * The files of a package that are missing, changed or added.
 * @param {string} folder of the package
 * @returns {string[]} their paths below it
 */
export function differences(folder) {
  const lines = readFileSync(join(folder, CHECKSUMS), 'utf8').trimEnd().split('\n');
  const packaged = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = new Set(filesBelow(folder));
  present.delete(CHECKSUMS);
  const differing = [...packaged]
    .filter(([path, hash]) => !present.has(path) || hashOf(join(folder, path)) !== hash)
    .map(([path]) => path);
  return [...differing, ...[...present].filter((path) => !packaged.has(path))];
}

/** The modules of the working tree: folders with a `module.json`. */
const modulesOf = (/** @type {string} */ root) =>
  readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'module.json')))
    .sort();

/**
 * Writes a folder that runs without npm, build or network: the backend, the built pages, and the packages that run.
 * Everything has to be installed and built.
 * @param {string} root
 * @param {string} target a folder that is absent or empty
 * @returns {{ version: string, files: number }}
 * @throws {Error} where the folder is not empty, a patch is not applied, or pages are not built
 */
export function writePackage(root, target) {
  const folder = resolve(target);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name a folder that does not exist yet.`);
  if (!arePatched(root)) throw new Error('A patch of patches/ is not applied: run npm install.');
  const copy = (/** @type {string} */ path) => {
    const source = join(root, path);
    if (!existsSync(source)) throw new Error(`${path} is missing: run npm run build.`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(source, join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.built-from'),
    });
  };

  mkdirSync(join(folder, 'backend'), { recursive: true });
  cpSync(join(root, 'backend'), join(folder, 'backend'), {
    recursive: true,
    filter: (path) => {
      const [first = ''] = relative(join(root, 'backend'), path).split(sep);
      return !FOLDERS_OF_TESTS.has(first) && first !== 'node_modules' && !TEST.test(path);
    },
  });
  for (const path of packagesOf(root, 'backend')) copy(path);
  copy('shell/dist');
  for (const name of modulesOf(root)) {
    copy(join(name, 'dist'));
    copy(join(name, 'module.json'));
  }
  for (const name of LIBRARIES) copy(join('scripts', 'lib', name));
  copy(join('scripts', 'package'));
  copy('deno.json');
  linkPostgres(folder);

  const {
    name,
    version,
    engines,
    scripts: own,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const scripts = {
    start: 'exec node scripts/package/start.mjs',
    // Database commands are the same in a package.
    ...Object.fromEntries(
      Object.entries(/** @type {Record<string, string>} */ (own))
        .filter(([, line]) => line.startsWith(DATABASE))
        .map(([one, line]) => [one, line.replace(DATABASE, PACKAGED_DATABASE)]),
    ),
  };
  const manifest = {
    ...{ name, version, private: true, type: 'module', license: 'UNLICENSED', engines },
    ...{ workspaces: ['backend'], scripts },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const parties = thirdParties(
    root,
    workspacesOf(root).flatMap((workspace) => packagesOf(root, workspace)),
  );
  writeFileSync(join(folder, NOTICES), noticesOf(parties));
  writeFileSync(
    join(folder, SBOM),
    `${JSON.stringify(sbomOf({ name, version }, parties), null, 2)}\n`,
  );
  const files = filesBelow(folder);
  const lines = files.map((path) => `${hashOf(join(folder, path))}  ${path}\n`);
  writeFileSync(join(folder, CHECKSUMS), lines.join(''));
  return { version, files: files.length };
}
