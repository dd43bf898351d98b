// Manages the embedded PostgreSQL. pg_ctl starts the server in a separate session (Ctrl-C does not reach it), a server whose
// parent process was killed is adopted, and the remains of a kill -9 are removed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import postgres from 'postgres';
import type { Log } from './log.ts';
import { type PostgresHome, preparePostgresHome, run } from './postgres-home.ts';

export interface PostgresOptions {
  /** Absolute path of a folder for this server only. */
  folder: string;
  /** The superuser's password; a cluster that has another one is given this one. */
  password: string;
  log: Log;
  /** Further server settings, besides the usual ones. */
  settings?: Record<string, string>;
}

export interface PostgresServer {
  /** The superuser's address; it holds the password. */
  url: string;
  port: number;
  /** The folder of the cluster: outside the wanted folder where the server's user cannot enter that. */
  data: string;
  /** It was already running, without a parent process. */
  adopted: boolean;
  stop(): Promise<void>;
}

const SUPERUSER = 'postgres';
const HOST = '127.0.0.1';
const START_SECONDS = 60;
const STOP_SECONDS = 30;
const START_ATTEMPTS = 5;
/** A killed server's children keep its shared memory for a moment, and its lock remains until they end. */
const STALE_ROUNDS = 40;
const STALE_PAUSE_MS = 250;

const WRONG_PASSWORD = '28P01';
const STARTING_UP = '57P03';

const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  timezone: 'UTC',
  max_connections: '120',
  random_page_cost: '1.1',
  jit: 'off',
  // Plans are cached: those of a table that was nearly empty are discarded with its next statistics.
  autovacuum_naptime: '15s',
  idle_in_transaction_session_timeout: '120s',
  // A week of files that are written over.
  logging_collector: 'on',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_messages: 'warning',
};

const MB = 2 ** 20;
const LEAST_BUFFERS = 128 * MB;
const MOST_BUFFERS = 4_096 * MB;

/** The size of the server's page cache for a machine's memory: an eighth, since other programs run there too. Both in bytes. */
export const buffersFor = (memory: number): number =>
  Math.min(MOST_BUFFERS, Math.max(LEAST_BUFFERS, memory / 8));

/** The machine's memory, or what a container leaves of it, in bytes. */
const memoryOfMachine = (): number =>
  Math.min(Deno.systemMemoryInfo().total, process.constrainedMemory() || Number.POSITIVE_INFINITY);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function answers(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: HOST, port })).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused || error instanceof Deno.errors.TimedOut)
      return false;
    throw error;
  }
}

/** `wished` if it is free, else any free port. */
export function freePort(wished: number | null): number {
  for (const port of wished === null ? [0] : [wished, 0]) {
    try {
      const listener = Deno.listen({ hostname: HOST, port });
      const { port: found } = listener.addr as Deno.NetAddr;
      listener.close();
      return found;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error('no port is free on this machine');
}

/** Creates the cluster in a temporary folder and renames that when it is complete. */
async function initialise(home: PostgresHome, password: string, log: Log): Promise<void> {
  for await (const entry of Deno.readDir(home.folder)) {
    if (!entry.name.startsWith('unfinished-')) continue;
    try {
      await Deno.remove(join(home.folder, entry.name), { recursive: true });
    } catch (error) {
      // The initdb of a start that was killed may still write there; it does no harm.
      log.warn('Leftovers of an earlier start could not be removed', { reason: String(error) });
    }
  }
  const unfinished = await Deno.makeTempDir({ dir: home.folder, prefix: 'unfinished-' });
  const passwordFile = join(unfinished, 'password');
  const cluster = join(unfinished, 'data');
  await Deno.writeTextFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (home.runAs.uid !== undefined && home.runAs.gid !== undefined) {
    await Deno.chown(unfinished, home.runAs.uid, home.runAs.gid);
    await Deno.chown(passwordFile, home.runAs.uid, home.runAs.gid);
  }
  try {
    const { code, output } = await run(
      join(home.bin, 'initdb'),
      [
        `--pgdata=${cluster}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--data-checksums',
      ],
      home.runAs,
    );
    if (code !== 0) throw new Error(`the database could not be made:\n${output}`);
    await Deno.rename(cluster, home.data);
  } finally {
    await Deno.remove(unfinished, { recursive: true });
  }
}

interface Lock {
  pid: number;
  port: number;
}

/** The lock file of a running or killed server. */
async function readLock(home: PostgresHome): Promise<Lock | null> {
  try {
    const lines = (await Deno.readTextFile(join(home.data, 'postmaster.pid'))).split('\n');
    const lock = { pid: Number(lines[0]), port: Number(lines[3]) };
    return lock.pid > 0 && lock.port > 0 ? lock : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Whether the process id in a lock was reused by another program: otherwise the lock would count as active for ever. */
async function belongsToAnother(pid: number): Promise<boolean> {
  // Deno opens /proc only to a process that may do everything; a program may look into it.
  const { code, output } = await run('cat', [`/proc/${pid}/comm`]);
  return code === 0 && output.trim() !== 'postgres';
}

/** The port of a server that runs over this cluster; null: none answers. */
async function runningPort(home: PostgresHome): Promise<number | null> {
  const lock = await readLock(home);
  if (lock === null || (await belongsToAnother(lock.pid))) return null;
  return (await answers(lock.port)) ? lock.port : null;
}

const addressOf = (port: number, password: string) =>
  `postgres://${SUPERUSER}:${encodeURIComponent(password)}@${HOST}:${port}/postgres`;

type Greeting = 'ours' | 'wrong password' | 'another';

/** Whose server answers at a port. Waits for a server that is recovering from a crash. */
async function greet(url: string, data: string): Promise<Greeting> {
  for (let left = (START_SECONDS * 1_000) / STALE_PAUSE_MS; ; left--) {
    const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
    try {
      const [row] = await sql<{ data: string }[]>`select current_setting('data_directory') as data`;
      return row?.data === data ? 'ours' : 'another';
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : null;
      if (code === WRONG_PASSWORD) return 'wrong password';
      if (code !== STARTING_UP || left <= 0) throw error;
      await pause(STALE_PAUSE_MS);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

const pgCtl = (home: PostgresHome, args: string[]) =>
  run(join(home.bin, 'pg_ctl'), [...args, `--pgdata=${home.data}`], home.runAs);

async function stopServer(home: PostgresHome): Promise<void> {
  const stop = (mode: string) =>
    pgCtl(home, ['stop', '--wait', `--timeout=${STOP_SECONDS}`, `--mode=${mode}`]);
  const fast = await stop('fast');
  if (fast.code === 0 || (await readLock(home)) === null) return;
  const immediate = await stop('immediate');
  if (immediate.code !== 0)
    throw new Error(`the database could not be stopped:\n${immediate.output}`);
}

async function startServer(home: PostgresHome, port: number, settings: Record<string, string>) {
  const sized = { shared_buffers: `${Math.floor(buffersFor(memoryOfMachine()) / MB)}MB` };
  const flags = Object.entries({ ...SETTINGS, ...sized, ...settings, port: String(port) })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  return await pgCtl(home, [
    'start',
    '--wait',
    `--timeout=${START_SECONDS}`,
    `--log=${join(home.folder, 'start.log')}`,
    '-o',
    flags,
  ]);
}

/** Starts a stopped server, despite the remains of a killed one, and on another port if its own is taken. */
async function startAfresh(
  home: PostgresHome,
  wished: number | null,
  settings: Record<string, string>,
): Promise<number> {
  let said = '';
  for (let attempt = 0, rounds = 0; attempt < START_ATTEMPTS; ) {
    const lock = await readLock(home);
    if (lock && (await belongsToAnother(lock.pid)))
      await Deno.remove(join(home.data, 'postmaster.pid'));
    const port = freePort(attempt === 0 ? wished : null);
    const { code, output } = await startServer(home, port, settings);
    if (code === 0) return port;
    said = output;
    // A parent process that was killed during the start left a server that is still starting.
    const running = await runningPort(home);
    if (running !== null) return running;
    const isStale = lock !== null && rounds < STALE_ROUNDS;
    if (isStale) {
      rounds += 1;
      await pause(STALE_PAUSE_MS);
    } else {
      attempt += 1;
    }
  }
  const log = await Deno.readTextFile(join(home.folder, 'start.log')).catch(() => '');
  throw new Error(`the database could not be started:\n${said}\n${log.slice(-2_000)}`);
}

/** Gives the superuser a password without knowing the old one, which only works while the server is down. */
async function setPassword(home: PostgresHome, password: string): Promise<void> {
  const quoted = `'${password.replaceAll("'", "''")}'`;
  const { code, output } = await run(
    join(home.bin, 'postgres'),
    ['--single', '-D', home.data, 'postgres'],
    { ...home.runAs, input: `alter role ${SUPERUSER} password ${quoted}\n` },
  );
  if (code !== 0)
    throw new Error(
      `the database's password could not be set:\n${output.replaceAll(quoted, '***')}`,
    );
}

interface Remembered {
  port: number;
}

async function recall(file: string): Promise<Remembered | null> {
  try {
    const { port } = JSON.parse(await Deno.readTextFile(file)) as Partial<Remembered>;
    return typeof port === 'number' ? { port } : null;
  } catch (error) {
    // No stored port, or an incomplete file: another port is fine.
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Starts the embedded PostgreSQL, or adopts a running one whose parent process was killed. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { password, log, settings = {} } = options;
  const home = await preparePostgresHome(options.folder, log);
  if (!existsSync(join(home.data, 'PG_VERSION'))) await initialise(home, password, log);

  const memory = join(home.folder, 'server.json');
  const running = await runningPort(home);
  const adopted = running !== null;
  let port = running ?? (await startAfresh(home, (await recall(memory))?.port ?? null, settings));

  let greeting = await greet(addressOf(port, password), home.data);
  if (greeting === 'wrong password') {
    log.warn('Database password differs from the settings; it is set to theirs');
    await stopServer(home);
    await setPassword(home, password);
    port = await startAfresh(home, port, settings);
    greeting = await greet(addressOf(port, password), home.data);
  }
  if (greeting !== 'ours') throw new Error(`another server answers at port ${port}: ${greeting}`);

  await Deno.writeTextFile(memory, JSON.stringify({ port } satisfies Remembered));
  return {
    url: addressOf(port, password),
    port,
    data: home.data,
    adopted,
    stop: () => stopServer(home),
  };
}
