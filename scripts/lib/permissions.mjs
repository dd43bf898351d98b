import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { postgresHome } from './postgres.mjs';

/** A list for Deno: comma-separated, without commas in the entries. So paths in our folder, whose name may contain one, are relative. */
function list(/** @type {string} */ root, /** @type {string[]} */ entries) {
  return entries
    .map((entry) => {
      const fromRoot = relative(root, entry);
      const name = isAbsolute(entry) && !fromRoot.startsWith('..') ? `./${fromRoot}` : entry;
      if (!name.includes(',')) return name;
      throw new Error(
        `Deno cannot be given a folder with a comma in its name: ${name}. Name another one with PRIMAZIA_DATA or MODULES_DIR.`,
      );
    })
    .join(',');
}

/** The host and port of an address, as Deno's permission wants them; nothing where there is no address. */
function hostOf(/** @type {string | undefined} */ address) {
  if (!address || !URL.canParse(address)) return [];
  const { hostname, port, protocol } = new URL(address);
  const usual = protocol === 'https:' ? '443' : protocol === 'http:' ? '80' : '5432';
  return [`${hostname}:${port || usual}`];
}

/**
 * The mail server. The name is resolved before the connection, and Deno checks both: so the name is allowed, and on its port
 * any address.
 */
function mailServer(/** @type {string | undefined} */ address) {
  if (!address || !URL.canParse(address)) return [];
  const { hostname, port, protocol } = new URL(address);
  return [hostname, `0.0.0.0/0:${port || (protocol === 'smtps:' ? '465' : '587')}`];
}

/** The identity providers: the hosts of each provider's issuer, and the further ones of its settings. */
const signInHosts = (/** @type {NodeJS.ProcessEnv} */ env) =>
  Object.entries(env).flatMap(([name, value]) => {
    if (/^OIDC_[A-Z0-9]+_ISSUER$/.test(name)) return hostOf(value?.trim());
    if (!/^OIDC_[A-Z0-9]+_HOSTS$/.test(name)) return [];
    const hosts = (value ?? '').split(',').map((host) => host.trim());
    return hosts.filter(Boolean).map((host) => (host.includes(':') ? host : `${host}:443`));
  });

/**
 * Hosts whose pages may be read. The name is resolved before the connection, and Deno checks both: so the name is allowed, and
 * by https any address.
 */
function pageHosts(/** @type {string | undefined} */ hosts) {
  const named = (hosts ?? '').split(',').flatMap((host) => host.trim() || []);
  return named.length === 0 ? [] : [...named, '0.0.0.0/0:443'];
}

/**
 * The hosts that a marketplace needs: `network.json` of its folder.
 * @typedef {object} Network
 * @property {string} client the setting that names the product's application there
 * @property {boolean} isNeeded whether the sandbox stands in for all marketplaces while that setting is absent
 * @property {string[]} addresses settings that are addresses
 * @property {string[]} hosts with their ports
 * @property {string[]} hostsOfClient further hosts, reached only where the application is named
 */

/** @returns {Network[]} */
function networks(/** @type {string} */ root) {
  const folder = join(root, 'backend', 'integrations', 'marketplaces');
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name, 'network.json');
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : [];
  });
}

/** Whether a sandbox is started, as the backend decides it. */
const hasSandbox = (/** @type {Network[]} */ marketplaces, /** @type {NodeJS.ProcessEnv} */ env) =>
  env.SANDBOX?.trim()
    ? env.SANDBOX.trim() === 'on'
    : marketplaces.every(({ isNeeded, client }) => !isNeeded || !env[client]?.trim());

/** Deno warns of each missing program, so only existing ones are listed. */
const onPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** The folder for files that the user `postgres` has to reach, if the server is run by root. */
const FOLDER_FOR_ROOT = '/var/lib/primazia';
/** The programs that root needs to create that user, to check access as that user, and to copy PostgreSQL to a readable folder. */
const PROGRAMS_FOR_ROOT = ['/bin/sh', 'cp', 'chmod', 'useradd', 'adduser'];

const PROGRAMS_OF_POSTGRES = ['initdb', 'pg_ctl', 'postgres'];

/** @returns {string[]} */
function postgresPrograms(/** @type {string | null} */ home, /** @type {boolean} */ isRoot) {
  if (home === null) return [];
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const folders = [
    join(home, 'native', 'bin'),
    ...(isRoot ? [join(FOLDER_FOR_ROOT, `postgresql-${version}`, 'bin')] : []),
  ];
  return folders.flatMap((folder) => PROGRAMS_OF_POSTGRES.map((name) => join(folder, name)));
}

/**
 * The data folder, by the same rules as in the backend.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function dataFolder(root, env) {
  const given = env.PRIMAZIA_DATA?.trim() || '.primazia';
  return isAbsolute(given) ? given : join(root, given);
}

/** The folder of deployed modules, if it is not in the data folder. */
function modulesFolder(/** @type {string} */ root, /** @type {NodeJS.ProcessEnv} */ env) {
  const given = env.MODULES_DIR?.trim();
  return given ? [isAbsolute(given) ? given : join(root, given)] : [];
}

/**
 * The permissions of the backend: Deno refuses everything else, whatever a library tries. To be run in `root`.
 * @param {{ root: string, deno: string, port: number, env: NodeJS.ProcessEnv }} given
 * @returns {string[]} flags of `deno run`
 */
export function permissions({ root, deno, port, env }) {
  // With an external database the backend starts none, and needs no permissions for that.
  const startsDatabase = !env.DATABASE_URL?.trim();
  const isRoot = startsDatabase && process.getuid?.() === 0;
  const marketplaces = networks(root);
  const data = dataFolder(root, env);
  const modules = modulesFolder(root, env);
  const forRoot = isRoot ? [FOLDER_FOR_ROOT] : [];
  const programs = [
    ...(hasSandbox(marketplaces, env) ? [deno] : []),
    ...(startsDatabase ? ['cat', ...postgresPrograms(postgresHome(root), isRoot)] : []),
    ...(isRoot ? PROGRAMS_FOR_ROOT.filter((name) => isAbsolute(name) || onPath(name)) : []),
  ];
  return [
    // A permission prompt would block the start: what is not allowed fails.
    '--no-prompt',
    // All code is from this folder and its installed packages.
    '--no-remote',
    '--no-lock',
    // A request's signal aborts when the client disconnects, and not already after the answer.
    '--unstable-no-legacy-abort',
    // Listens on its ports; connects to PostgreSQL and the sandbox on this machine, to the database of DATABASE_URL, the mail
    // server, the identity providers, and the marketplaces. Any other address, such as one in a seller's text, is refused.
    `--allow-net=${list(root, [
      `0.0.0.0:${port}`,
      ...(env.METRICS_PORT?.trim() ? [`0.0.0.0:${env.METRICS_PORT.trim()}`] : []),
      '127.0.0.1',
      ...hostOf(env.DATABASE_URL),
      ...mailServer(env.SMTP_URL),
      ...signInHosts(env),
      ...pageHosts(env.PAGE_LOOK_HOSTS),
      ...marketplaces.flatMap(({ addresses, hosts, hostsOfClient, client }) => [
        ...addresses.flatMap((name) => hostOf(env[name])),
        ...hosts,
        // Files of a marketplace may be on changing hosts. They are requested by the checked IP address, which Deno checks too: so
        // any public one is allowed, by https only, and only if the marketplace is configured.
        ...(env[client]?.trim() ? hostsOfClient : []),
      ]),
    ])}`,
    // Its own code, pages and packages, and its data; argon2 reads ldd to detect the C library, and root has to look up the user
    // of PostgreSQL.
    `--allow-read=${list(root, [root, data, ...modules, '/usr/bin/ldd', ...forRoot, ...(isRoot ? ['/etc/passwd'] : [])])}`,
    // Its data, and the modules that are deployed to it.
    `--allow-write=${list(root, [data, ...modules, ...forRoot])}`,
    // Settings and secrets are in the environment, and libraries read their own variables.
    '--allow-env',
    // The programs of the embedded PostgreSQL, and cat to identify the process of a stale lock; Deno for the sandbox, which gets
    // fewer permissions. The shell, and with it everything, is for root only, and only because PostgreSQL refuses to run as
    // root. With an external database and without the sandbox, none.
    ...(programs.length > 0 ? [`--allow-run=${list(root, programs)}`] : []),
    // The password hash (argon2) is native code.
    `--allow-ffi=${list(root, [join(root, 'node_modules', '@node-rs')])}`,
    // The user, and the machine's name and size, which libraries put into connections and log lines; its memory, of which the
    // embedded PostgreSQL takes a part.
    '--allow-sys=uid,gid,hostname,osRelease,cpus,systemMemoryInfo',
  ];
}
