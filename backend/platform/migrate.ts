import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration';
import { PgBoss } from 'pg-boss';
import postgres from 'postgres';
import { BOSS_SCHEMA, bossOverPool } from './boss.ts';
import { timeOf } from './database-clock.ts';
import { openPool, toDb } from './db.ts';
import { forcePolicies, seeingAll } from './owner.ts';
import { makeMonths } from './retention.ts';

const OLDEST_VERSION = 15;
/** One process migrates at a time; the others wait, and then have nothing to do. */
const LOCK = 7_463_928_571;
/** Kysely's own tables are in a separate schema: everything in `public` has row-level security. */
const MIGRATION_SCHEMA = 'migration';

/** The database is unsuitable, or cannot be reached. The message never holds a password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Host, port and name of a database, for people to read. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

const CURES: Record<string, string> = {
  ECONNREFUSED: 'no server answers there: start it, or correct DATABASE_URL',
  ENOTFOUND: 'that host is not known: correct DATABASE_URL',
  CONNECT_TIMEOUT: 'no server answered in time: check the network and DATABASE_URL',
  '28P01': 'user or password is wrong: correct DATABASE_URL',
  '28000': 'that user may not sign in: correct DATABASE_URL',
  '3D000': 'that database does not exist: make it, or correct DATABASE_URL',
};

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** The name of a schema while a restore replaces it. */
export const asideOf = (schema: string): string => `${schema}_set_aside`;

interface Met {
  version: number;
  name: string;
  /** A restore is running, or was interrupted: the present data are incomplete. */
  isHalfRestored: boolean;
}

async function connect(url: string): Promise<Met> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await sql<Met[]>`
      select current_setting('server_version_num')::integer / 10000 as version, current_database() as name,
        to_regnamespace(${asideOf('public')}) is not null as "isHalfRestored"`;
    return row!;
  } catch (error) {
    const code = codeOf(error);
    const cure = CURES[code] ?? (error instanceof Error ? error.message : String(error));
    throw new DatabaseError(`The database at ${placeOf(url)} cannot be used (${code}): ${cure}.`, {
      cause: error,
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const halfRestored = (url: string) =>
  new DatabaseError(
    `A restore into the database at ${placeOf(url)} is under way, or was interrupted: the tables from before are set aside. Let it end, or run it again with --force.`,
  );

/** Throws a `DatabaseError` where a restore of the database is under way, or was killed. */
export async function refuseHalfRestored(ownerUrl: string): Promise<void> {
  if ((await connect(ownerUrl)).isHalfRestored) throw halfRestored(ownerUrl);
}

/** The address of the application's role, which owns nothing and cannot bypass a policy. */
function appUrlOf(ownerUrl: string, role: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Whether the role can sign in with this password. */
async function canSignIn(url: string): Promise<boolean> {
  try {
    await connect(url);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && codeOf(error.cause).startsWith('28')) return false;
    throw error;
  }
}

async function prepareRole(
  owner: postgres.Sql,
  role: string,
  password: string,
  appUrl: string,
): Promise<void> {
  const [known] = await owner<{ safe: boolean }[]>`
    select not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) as safe
    from pg_roles where rolname = ${role}`;
  if (known && !known.safe) {
    throw new DatabaseError(
      `The role ${role} may do more than an application should: take its attributes away.`,
    );
  }
  if (known && (await canSignIn(appUrl))) return;
  // A utility statement takes no parameters: the server quotes.
  const verb = known ? 'alter' : 'create';
  const [statement] = await owner<{ text: string }[]>`
    select format(${`${verb} role %I login password %L nosuperuser nocreatedb nocreaterole nobypassrls`},
      ${role}::text, ${password}::text) as text`;
  try {
    await owner.unsafe(statement!.text);
  } catch (error) {
    throw new DatabaseError(
      `The role ${role} could not be made ready (${codeOf(error)}). Give the user of DATABASE_URL the right ` +
        'CREATEROLE, or make that role with the password of DATABASE_APP_PASSWORD.',
    );
  }
}

/** The time after which a process that hangs within a transaction loses its locks. */
const IDLE_TRANSACTION_MS = 120_000;

/** Has the database end such transactions, if its own limit is longer or absent. */
async function endIdleTransactions(owner: postgres.Sql, database: string): Promise<void> {
  const [found] = await owner<{ ms: number }[]>`
    select setting::integer as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`;
  if (found!.ms > 0 && found!.ms <= IDLE_TRANSACTION_MS) return;
  await owner`
    alter database ${owner(database)}
    set idle_in_transaction_session_timeout = ${owner.unsafe(String(IDLE_TRANSACTION_MS))}`;
}

/**
 * The applied migrations, by name. Those of a later version do not prevent the start of this one, which may be restarted
 * during an upgrade: a migration only adds to what the previous version uses.
 */
async function migrationsHad(owner: postgres.Sql): Promise<Record<string, Migration>> {
  const [known] = await owner<{ exists: boolean }[]>`
    select to_regclass(${`${MIGRATION_SCHEMA}.kysely_migration`}) is not null as exists`;
  if (!known?.exists) return {};
  const had = await owner<{ name: string }[]>`
    select name from ${owner(`${MIGRATION_SCHEMA}.kysely_migration`)} order by name`;
  const up = () => Promise.reject(new Error('a migration of a later version cannot be run here'));
  return Object.fromEntries(had.map(({ name }) => [name, { up }]));
}

function migratorOf(owner: postgres.Sql): Migrator {
  const files = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: path.join(import.meta.dirname!, 'migrations'),
  });
  return new Migrator({
    db: toDb(owner),
    provider: {
      getMigrations: async () => ({
        ...(await migrationsHad(owner)),
        ...(await files.getMigrations()),
      }),
    },
    migrationTableSchema: MIGRATION_SCHEMA,
  });
}

/**
 * Brings the tables to a migration, up or down to it; to the last one where none is named.
 * @param owner a pool that signs in as the owner of the database, with two connections or more
 */
export async function migrateTables(owner: postgres.Sql, to?: string): Promise<void> {
  const migrator = migratorOf(owner);
  const { error, results = [] } =
    to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(to);
  if (error === undefined) return;
  const failed =
    results.find(({ status }) => status === 'Error')?.migrationName ?? 'before the first';
  throw new Error(`the migration failed: ${failed}`, { cause: error });
}

/** At most starts the database is up to date: then no table is locked while other processes work. */
async function bringUpToDate(owner: postgres.Sql): Promise<void> {
  const migrations = await migratorOf(owner).getMigrations();
  const isBehind = migrations.some(({ executedAt }) => executedAt === undefined);
  if (isBehind) await seeingAll(owner, () => migrateTables(owner));
  else await forcePolicies(owner);
}

/** Creates pg-boss' tables, and grants the application's role what jobs need of them. */
async function prepareJobs(owner: postgres.Sql, role: string): Promise<void> {
  const boss = new PgBoss({
    db: bossOverPool(owner),
    schema: BOSS_SCHEMA,
    supervise: false,
    schedule: false,
  });
  const faults: unknown[] = [];
  boss.on('error', (error) => faults.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (faults.length > 0) throw new AggregateError(faults, 'the job tables could not be made');

  const app = owner(role);
  const schema = owner(BOSS_SCHEMA);
  await owner`grant usage on schema ${schema} to ${app}`;
  await owner`grant select on all tables in schema ${schema} to ${app}`;
  for (const table of ['job', 'job_common', 'job_dependency', 'queue', 'schedule', 'warning']) {
    await owner`grant insert, update, delete on ${owner(`${BOSS_SCHEMA}.${table}`)} to ${app}`;
  }
  // Each pass of supervision and each cron pass is claimed here.
  await owner`grant update on ${owner(`${BOSS_SCHEMA}.version`)} to ${app}`;
}

/**
 * Migrates a database: the application's role, the tables, the job tables. Several processes may call it at once.
 * `ownerUrl` signs in as the owner of the database; `now` decides for which months partitions are created: by default the
 * database's own time. Returns the address of the application's role.
 * Throws a `DatabaseError` with the cure if the database is unsuitable or incompletely restored, unless the restore itself
 * is the caller.
 */
export async function migrate(
  ownerUrl: string,
  appPassword: string,
  now?: Date,
  { isRestoring = false } = {},
): Promise<string> {
  const { version, name, isHalfRestored } = await connect(ownerUrl);
  if (isHalfRestored && !isRestoring) throw halfRestored(ownerUrl);
  if (version < OLDEST_VERSION) {
    throw new DatabaseError(
      `The database at ${placeOf(ownerUrl)} is PostgreSQL ${version}; ${OLDEST_VERSION} or later is needed.`,
    );
  }
  const role = `${name}_app`;
  const appUrl = appUrlOf(ownerUrl, role, appPassword);
  const owner = openPool(ownerUrl, 4);
  try {
    const lock = await owner.reserve();
    try {
      await lock.unsafe(`select pg_advisory_lock(${LOCK})`);
      await prepareRole(owner, role, appPassword, appUrl);
      // Rights that PostgreSQL grants to every role: temporary tables, and up to version 14 tables in `public` too.
      await owner`revoke temporary on database ${owner(name)} from public`;
      await owner`revoke create on schema public from public`;
      await owner`grant connect on database ${owner(name)} to ${owner(role)}`;
      await owner`grant usage on schema public to ${owner(role)}`;
      await endIdleTransactions(owner, name);
      await bringUpToDate(owner);
      await makeMonths(owner, now ?? new Date(await timeOf(owner)));
      await prepareJobs(owner, role);
    } finally {
      await lock.unsafe(`select pg_advisory_unlock(${LOCK})`);
      lock.release();
    }
  } finally {
    await owner.end({ timeout: 5 });
  }
  return appUrl;
}
