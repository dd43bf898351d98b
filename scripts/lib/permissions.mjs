import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { postgresHome } from './postgres.mjs';

/**
 * A list as Deno takes it, with commas between the entries and none inside: what lies in our folder, which may be
 * called anything, is named from there.
 */
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
 * Where letters go. The name is looked up before the address is connected to, and Deno asks about both: so that name,
 * and on its port any address.
 */
function mailServer(/** @type {string | undefined} */ address) {
  if (!address || !URL.canParse(address)) return [];
  const { hostname, port, protocol } = new URL(address);
  return [hostname, `0.0.0.0/0:${port || (protocol === 'smtps:' ? '465' : '587')}`];
}

/** Whom people sign in with besides: the hosts of each provider's issuer, and the further ones that its settings name. */
const signInHosts = (/** @type {NodeJS.ProcessEnv} */ env) =>
  Object.entries(env).flatMap(([name, value]) => {
    if (/^OIDC_[A-Z0-9]+_ISSUER$/.test(name)) return hostOf(value?.trim());
    if (!/^OIDC_[A-Z0-9]+_HOSTS$/.test(name)) return [];
    const hosts = (value ?? '').split(',').map((host) => host.trim());
    return hosts.filter(Boolean).map((host) => (host.includes(':') ? host : `${host}:443`));
  });

/**
 * Hosts whose pages may be read. The name is looked up before the address is connected to, and Deno asks about both: so that name, and by
 * https any address.
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

/** Deno speaks of each program that it does not find, so only those are named that are there. */
const onPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Where root puts what the user `postgres` has to reach, out of folders that only root may enter. */
const FOLDER_FOR_ROOT = '/var/lib/primazia';
/** What root needs to make that user, to look through its eyes, and to copy PostgreSQL to where it can go. */
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
 * The data folder, as the backend finds it.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function dataFolder(root, env) {
  const given = env.PRIMAZIA_DATA?.trim() || '.primazia';
  return isAbsolute(given) ? given : join(root, given);
}

/** The folder of the modules that are deployed, where it does not lie in the data folder. */
function modulesFolder(/** @type {string} */ root, /** @type {NodeJS.ProcessEnv} */ env) {
  const given = env.MODULES_DIR?.trim();
  return given ? [isAbsolute(given) ? given : join(root, given)] : [];
}

/**
 * What the backend may do, and nothing else: Deno refuses the rest, whatever a library tries. To be run in `root`.
 * @param {{ root: string, deno: string, port: number, env: NodeJS.ProcessEnv }} given
 * @returns {string[]} flags of `deno run`
 */
export function permissions({ root, deno, port, env }) {
  // With a database of its own the backend starts none, and needs none of what that takes.
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
    // A prompt that no person reads would hang the start: what is not allowed fails.
    '--no-prompt',
    // All code comes from this folder and from what npm installed into it.
    '--no-remote',
    '--no-lock',
    // A request's signal ends when the caller hangs up, and not already when the answer is out.
    '--unstable-no-legacy-abort',
    // Listens on its ports; speaks with PostgreSQL and the sandbox on this machine, with the database of
    // DATABASE_URL, the mail server, whom people sign in with, and the marketplaces. Any other address, such as one in a seller's text, is out of reach.
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
        // Files of a marketplace may lie on hosts that change. They are reached by the very address that was checked, and
        // Deno asks about that address: so any public one, by https alone, and only where the marketplace is set up.
        ...(env[client]?.trim() ? hostsOfClient : []),
      ]),
    ])}`,
    // Its own code, pages and packages, and its data; argon2 looks into ldd to learn which C library there is, and
    // root has to look up the user that PostgreSQL runs as.
    `--allow-read=${list(root, [root, data, ...modules, '/usr/bin/ldd', ...forRoot, ...(isRoot ? ['/etc/passwd'] : [])])}`,
    // Its data, and the modules that are deployed to it.
    `--allow-write=${list(root, [data, ...modules, ...forRoot])}`,
    // Settings and secrets come by environment, and the libraries look up names of their own there.
    '--allow-env',
    // Of the embedded PostgreSQL its programs, and cat to see whose a process is that a stale lock names; Deno for the
    // sandbox, which gets fewer rights than we have. The shell, and with it everything, is for root alone, and only
    // because PostgreSQL refuses to run as root. With neither database nor sandbox of its own, none.
    ...(programs.length > 0 ? [`--allow-run=${list(root, programs)}`] : []),
    // The password hash (argon2) is native code.
    `--allow-ffi=${list(root, [join(root, 'node_modules', '@node-rs')])}`,
    // Who runs us, and the machine's name and size, which the libraries put into connections and log lines.
    '--allow-sys=uid,gid,hostname,osRelease,cpus',
  ];
}
