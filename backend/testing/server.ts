// One PostgreSQL for all tests of a machine's user: started by the first that needs it, or given by TEST_DATABASE_URL.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { type PostgresServer, startPostgres } from '../platform/postgres.ts';

const PASSWORD = 'only-for-tests';
export const TEST_APP_PASSWORD = 'only-for-tests-app';
const PREFIX = 'primazia_test';

const log = createLog({
  write: (line) => console.error(line),
  clock: () => new Date(),
  level: 'warn',
});

const NAME = `primazia-test-${Deno.uid() ?? 'user'}`;
const MEMORY = '/dev/shm';
/** Several times what a whole run needs there. */
const MEMORY_BYTES = 2_000_000_000;

/** A database has hundreds of files: creating and deleting them is much cheaper in memory, if there is room. */
async function roomiest(): Promise<string> {
  // A running server is reused.
  if (existsSync(join(MEMORY, NAME, 'postgres', 'data', 'postmaster.pid'))) return MEMORY;
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    if (bavail * bsize >= MEMORY_BYTES) return MEMORY;
  } catch (error) {
    log.debug('No folder in memory', { reason: String(error) });
  }
  return tmpdir();
}

let found: Promise<string> | undefined;
/** The server's folder. */
function here(): Promise<string> {
  found ??= roomiest().then((folder) => join(folder, NAME));
  return found;
}

/** One at a time over all processes of this user. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const folder = await here();
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(join(folder, 'lock'), { create: true, write: true });
  await lock.lock(true);
  return await work();
}

// Nothing in a test outlives a crash of the machine, so nothing has to reach the disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
  // A password that everybody may read is not worth the thousands of rounds at every connection.
  scram_iterations: '1',
};

const data = async () => join(await here(), 'postgres');

const open = async () => startPostgres({ folder: await data(), password: PASSWORD, log, settings });

async function openOrRenew(): Promise<PostgresServer> {
  try {
    return await open();
  } catch (error) {
    log.warn('Test database does not start; it is created again', { reason: String(error) });
    await Deno.remove(await data(), { recursive: true });
    return await open();
  }
}

/** A lock that all who use the server share, each until its process ends. */
async function openUse(): Promise<Deno.FsFile> {
  const folder = await here();
  return await Deno.open(join(folder, 'use'), { create: true, write: true });
}

/** Starts the tests' server, or finds it running; it is not stopped while this process uses it. */
const startTestServer = (): Promise<PostgresServer> =>
  alone(async () => {
    const use = await openUse();
    await use.lock(false);
    return await openOrRenew();
  });

/** Stops the tests' server if no process uses it. */
const stopTestServer = (): Promise<void> =>
  alone(async () => {
    using use = await openUse();
    if (await use.tryLock(true)) await (await open()).stop();
  });

/** The superuser's address of the server that tests use. */
export const testServerUrl = async (): Promise<string> =>
  Deno.env.get('TEST_DATABASE_URL') ?? (await startTestServer()).url;

export const withDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** What a migrated database depends on, the month in which it is made too: changes of it make a new template. */
async function fingerprint(): Promise<string> {
  const platform = join(import.meta.dirname!, '..', 'platform');
  const migrations = join(platform, 'migrations');
  const files = [join(platform, 'migrate.ts'), join(platform, '..', 'package.json')];
  for await (const entry of Deno.readDir(migrations)) files.push(join(migrations, entry.name));
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 7));
  for (const file of files.sort()) hash.update(await Deno.readTextFile(file));
  return hash.digest('hex').slice(0, 12);
}

const isAlive = async (pid: number) => {
  try {
    await Deno.stat(`/proc/${pid}`);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
};

/** Whose template it is: another checkout may have other migrations. */
const CHECKOUT = join(import.meta.dirname!, '..', '..');

/** Takes away what killed test runs and outdated migrations left. */
async function sweep(sql: postgres.Sql, template: string): Promise<void> {
  const databases = await sql<{ name: string; checkout: string | null }[]>`
    select datname as name, shobj_description(oid, 'pg_database') as checkout
    from pg_database where datname like ${`${PREFIX}\\_%`}`;
  for (const { name, checkout } of databases) {
    const pid = /^primazia_test_run_(\d+)_/.exec(name)?.[1];
    const isInUse = pid !== undefined && (await isAlive(Number(pid)));
    const isAnothers = checkout !== null && checkout !== CHECKOUT && existsSync(checkout);
    if (name === template || isInUse || isAnothers) continue;
    await sql`alter database ${sql(name)} is_template false`;
    await sql`drop database if exists ${sql(name)} with (force)`;
  }
}

/** A migrated template database. Gives its name; its application role is that name with `_app`. */
export const prepareTemplate = (url: string): Promise<string> =>
  alone(async () => {
    const template = `${PREFIX}_template_${await fingerprint()}`;
    const sql = postgres(withDatabase(url, 'postgres'), { max: 1, onnotice: () => {} });
    try {
      const [ready] = await sql`
        select from pg_database where datname = ${template} and datistemplate`;
      if (ready) return template;
      await sweep(sql, template);
      await sql`drop database if exists ${sql(template)} with (force)`;
      await sql`create database ${sql(template)}`;
      await migrate(withDatabase(url, template), TEST_APP_PASSWORD);
      await sql`comment on database ${sql(template)} is ${sql.unsafe(`'${CHECKOUT.replaceAll("'", "''")}'`)}`;
      await sql`alter database ${sql(template)} is_template true`;
      await sql`alter database ${sql(template)} allow_connections false`;
      return template;
    } finally {
      await sql.end({ timeout: 1 });
    }
  });

export const testDatabaseName = (): string =>
  `${PREFIX}_run_${Deno.pid}_${crypto.randomUUID().slice(0, 8)}`;

if (import.meta.main) {
  const [command] = Deno.args;
  if (command === 'start') {
    const { url, adopted } = await startTestServer();
    console.log(url);
    if (adopted) console.log('It ran already.');
  } else if (command === 'stop') await stopTestServer();
  else throw new Error('Usage: start (prints the address for TEST_DATABASE_URL), or stop');
}
