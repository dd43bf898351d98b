// A logical backup of all data: one file of rows for each table, read in one transaction (one snapshot) while the product
// runs. It needs no other program. Not contained: the secrets (above all the vault's key, without which the marketplaces'
// credentials in it cannot be decrypted), logs, and derived data.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import postgres from 'postgres';
import * as z from 'zod';
import { BOSS_SCHEMA } from './boss.ts';
import { openPool } from './db.ts';
import { asideOf, DatabaseError, migrate, migrateTables, placeOf } from './migrate.ts';
import { type OwnerSql, seeingAll } from './owner.ts';
import { isSealedWith } from './vault.ts';

const FORMAT = 1;
const MANIFEST = 'manifest.json';
const SCHEMAS = ['public', BOSS_SCHEMA];
/** Derived by the database or by pg-boss, or valid for one installation only. */
const LEFT_OUT = [
  'public.price_update_slot',
  'public.listing_search',
  'public.listing_tally',
  'public.buybox_change',
  'pgboss.version',
  'pgboss.queue_stats',
  'pgboss.bam',
];

const Entry = z.strictObject({
  /** With its schema. */
  table: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  columns: z.array(z.string().regex(/^[a-z_]+$/)).min(1),
  rows: z.number().int().min(0),
  /** Of the file. */
  sha256: z.string(),
  bytes: z.number().int(),
  /** The identity column, and the last number that the database assigned. */
  numbers: z.strictObject({ column: z.string().regex(/^[a-z_]+$/), last: z.number() }).nullable(),
});
type Entry = z.infer<typeof Entry>;

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  product: z.string(),
  postgres: z.string(),
  /** The last migration, and the version of the job tables, which the rows match. */
  migration: z.string(),
  jobs: z.number(),
  tables: z.array(Entry),
});
export type Manifest = z.infer<typeof Manifest>;

/** A backup is damaged, or cannot be written or restored here. The message is for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Some columns have names that mean something else to SQL. */
const listOf = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ');
const fileOf = (table: string) => `${table}.copy.gz`;

type Table = Pick<Entry, 'table' | 'columns'> & {
  sequence: string | null;
  numbered: string | null;
};

/** The tables, each after those that it references. */
async function tablesOf(sql: OwnerSql): Promise<Table[]> {
  const tables = await sql<(Table & { targets: string[] })[]>`
    select n.nspname || '.' || c.relname as table,
      array_agg(a.attname::text order by a.attnum) as columns,
      max(a.attname) filter (where a.attidentity <> '') as numbered,
      max(pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname))
        filter (where a.attidentity <> '') as sequence,
      array(select distinct fn.nspname || '.' || f.relname from pg_constraint k
        join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as targets
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname || '.' || c.relname <> all(${LEFT_OUT})
    group by c.oid, n.nspname, c.relname order by 1`;
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.table, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ targets }) =>
      targets.every((target) => !waiting.has(target)),
    );
    if (ready.length === 0) throw new Error('tables point at each other in a circle');
    for (const table of ready) {
      waiting.delete(table.table);
      ordered.push(table);
    }
  }
  return ordered;
}

/** Passes bytes through, and counts and hashes them. */
function meter() {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const through = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { through, totals: () => ({ sha256: hash.digest('hex'), bytes, lines }) };
}

/**
 * The rows of a COPY as a stream. postgres.js 3.4 pauses the connection while the reader is slow, and does not resume it if
 * the last rows were still buffered: the statement after the COPY would never be answered.
 */
async function rowsOf(sql: postgres.TransactionSql, text: string): Promise<Readable> {
  const stream = await sql.unsafe(text).readable();
  return stream.once('end', () => stream._read(0));
}

/** Copies one table into its file. */
async function copyOut(sql: postgres.TransactionSql, folder: string, table: Table): Promise<Entry> {
  const { table: name, columns, sequence, numbered } = table;
  const rows = meter();
  const file = meter();
  const text = `copy (select ${listOf(columns)} from ${name}) to stdout`;
  await pipeline(
    await rowsOf(sql, text),
    rows.through,
    createGzip({ level: 5 }),
    file.through,
    createWriteStream(join(folder, fileOf(name)), { mode: 0o600 }),
  );
  const [number] = sequence
    ? await sql.unsafe<{ last: number }[]>(`select last_value as last from ${sequence}`)
    : [];
  const { sha256, bytes } = file.totals();
  return {
    table: name,
    columns,
    rows: rows.totals().lines,
    sha256,
    bytes,
    numbers: numbered && number ? { column: numbered, last: number.last } : null,
  };
}

async function versionsOf(sql: OwnerSql) {
  const [row] = await sql<{ migration: string; jobs: number; postgres: string }[]>`
    select (select max(name) from migration.kysely_migration) as migration,
      (select version from pgboss.version) as jobs, current_setting('server_version') as postgres`;
  return row!;
}

/**
 * Writes a backup into a new folder. The product may run and write: the backup contains what was committed at one moment.
 * The manifest is written last, so a folder without one is not a backup.
 * @throws BackupError if the folder is not empty
 */
export async function backup(
  ownerUrl: string,
  folder: string,
  { product, now }: { product: string; now: Date },
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`);
  const owner = openPool(ownerUrl, 2);
  try {
    const manifest = await seeingAll(owner, () =>
      owner.begin('isolation level repeatable read read only', async (sql): Promise<Manifest> => {
        await sql`set local idle_in_transaction_session_timeout = 0`;
        // Where a policy would hide rows, the backup fails instead of leaving them out.
        await sql`set local row_security = off`;
        const tables: Entry[] = [];
        for (const table of await tablesOf(sql)) tables.push(await copyOut(sql, folder, table));
        const versions = await versionsOf(sql);
        return { format: FORMAT, madeAt: now.toISOString(), product, ...versions, tables };
      }),
    );
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(folder, MANIFEST), text, { mode: 0o600 });
    return manifest;
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function sha256Of(file: string): Promise<string> {
  const { through, totals } = meter();
  through.resume();
  await pipeline(createReadStream(file), through);
  return totals().sha256;
}

/** Reads a backup's manifest and checks every file against it. @throws BackupError where a file differs */
export async function verify(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  } catch (cause) {
    throw new BackupError(`${folder} is no backup that this version can read.`, { cause });
  }
  for (const { table, sha256 } of manifest.tables) {
    const found = await sha256Of(join(folder, fileOf(table))).catch(() => null);
    if (found === null) throw new BackupError(`${fileOf(table)} is missing in ${folder}.`);
    if (found !== sha256) throw new BackupError(`${fileOf(table)} was changed since the backup.`);
  }
  return manifest;
}

/** Whether a database has no tables. */
async function isEmpty(owner: postgres.Sql): Promise<boolean> {
  const [row] = await owner<{ empty: boolean }[]>`
    select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'p')) as empty`;
  return row!.empty;
}

async function othersIn(owner: postgres.Sql): Promise<number> {
  const [row] = await owner<{ others: number }[]>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`;
  return row!.others;
}

const OWN_SCHEMAS = ['public', BOSS_SCHEMA, 'migration', 'pace'];

const hasSchema = async (sql: OwnerSql, name: string) =>
  (await sql`select from pg_namespace where nspname = ${name}`).length > 0;

/** Renames the present schemas, which are kept until the restore succeeds, and deletes those of an interrupted restore. */
async function setAside(owner: postgres.Sql): Promise<void> {
  await owner.begin(async (sql) => {
    const wasKilled = await hasSchema(sql, asideOf('public'));
    for (const schema of OWN_SCHEMAS) {
      if (wasKilled) await sql`drop schema if exists ${sql(schema)} cascade`;
      else if (await hasSchema(sql, schema))
        await sql`alter schema ${sql(schema)} rename to ${sql(asideOf(schema))}`;
    }
    await sql`create schema public`;
  });
}

/** Replaces an incomplete restore by the schemas that were set aside. */
async function restorePrevious(owner: postgres.Sql): Promise<void> {
  await owner.begin(async (sql) => {
    for (const schema of OWN_SCHEMAS) {
      await sql`drop schema if exists ${sql(schema)} cascade`;
      if (await hasSchema(sql, asideOf(schema)))
        await sql`alter schema ${sql(asideOf(schema))} rename to ${sql(schema)}`;
    }
  });
}

async function dropSetAside(owner: postgres.Sql): Promise<void> {
  await owner.begin(async (sql) => {
    for (const schema of OWN_SCHEMAS)
      await sql`drop schema if exists ${sql(asideOf(schema))} cascade`;
  });
}

/**
 * Receives the rows of a COPY. If the server refuses them after the last was sent, postgres.js 3.4 never ends the stream:
 * so a statement follows, which then fails because the transaction is aborted.
 */
export async function copyWriter(sql: postgres.TransactionSql, text: string): Promise<Writable> {
  const stream = await sql.unsafe(text).writable();
  const finish = stream._final;
  stream._final = (done) => {
    finish.call(stream, done);
    sql`select 1`.catch(() =>
      stream.destroy(new BackupError(`The database refused: ${text.replace(/ \(.*/, '')}.`)),
    );
  };
  return stream;
}

async function copyIn(sql: postgres.TransactionSql, folder: string, entry: Entry): Promise<void> {
  const { table, columns, numbers } = entry;
  const rows = meter();
  await pipeline(
    createReadStream(join(folder, fileOf(table))),
    createGunzip(),
    rows.through,
    await copyWriter(sql, `copy ${table} (${listOf(columns)}) from stdin`),
  );
  const { lines } = rows.totals();
  const [counted] = await sql.unsafe<{ rows: number }[]>(`select count(*) as rows from ${table}`);
  if (lines !== entry.rows || counted?.rows !== entry.rows)
    throw new BackupError(`${table} has ${counted?.rows} rows and should have ${entry.rows}.`);
  if (numbers !== null) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${numbers.column}), greatest(${numbers.last}::bigint, 1))`;
  }
}

/**
 * Updates that were to be sent at that moment may have been sent since, and other prices after them: so they count as
 * attempted, and the present price is read before anything is sent.
 */
async function readBeforeSending(sql: postgres.TransactionSql): Promise<void> {
  await sql`update price_update set attempts = 1 where state = 'sent' and attempts = 0`;
}

/**
 * Restores a backup into a database that no process uses, completely or not at all, and migrates it. Every file is checked
 * before anything is written.
 * @param replace replaces the present data, which is deleted when the restore succeeds and kept if it fails; without it, a
 *   database with data is refused
 * @throws BackupError if the backup is damaged or newer than this version, or the database is in use
 */
export async function restore(
  ownerUrl: string,
  folder: string,
  { appPassword, now, replace = false }: { appPassword: string; now: Date; replace?: boolean },
): Promise<Manifest> {
  const manifest = await verify(folder);
  const owner = openPool(ownerUrl, 3);
  const place = placeOf(ownerUrl);
  try {
    if ((await othersIn(owner)) > 0)
      throw new BackupError(`Others use the database at ${place}: stop every process first.`);
    if (!(await isEmpty(owner))) {
      if (!replace) {
        throw new BackupError(
          `The database at ${place} is not empty. Name an empty one, or use --force to lose what is in it.`,
        );
      }
    }
    await setAside(owner);
    try {
      await migrate(ownerUrl, appPassword, now, { isRestoring: true });
      const own = await versionsOf(owner);
      if (own.jobs !== manifest.jobs || own.migration < manifest.migration) {
        throw new BackupError(
          `The backup is of another version (${manifest.product}, ${manifest.migration}, jobs ${manifest.jobs}): restore it with that one, then start this one.`,
        );
      }
      const isOlder = own.migration !== manifest.migration;
      if (isOlder) await migrateTables(owner, manifest.migration);
      await seeingAll(owner, () =>
        owner.begin(async (sql) => {
          await sql`set local idle_in_transaction_session_timeout = 0`;
          for (const { table } of manifest.tables.toReversed())
            await sql.unsafe(`delete from ${table}`);
          for (const entry of manifest.tables) await copyIn(sql, folder, entry);
          await readBeforeSending(sql);
        }),
      );
      if (isOlder) await migrate(ownerUrl, appPassword, now, { isRestoring: true });
    } catch (error) {
      // An incomplete restore must not count as a complete one.
      await restorePrevious(owner);
      throw error;
    }
    await dropSetAside(owner);
    return manifest;
  } catch (error) {
    if (error instanceof BackupError || error instanceof DatabaseError) throw error;
    if (error instanceof postgres.PostgresError)
      throw new BackupError(`The backup could not be restored: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/**
 * How many accounts there are whose credentials none of these keys of the vault opens: after a restore, that it was
 * made with other secrets.
 */
export async function countLocked(ownerUrl: string, keys: readonly Uint8Array[]): Promise<number> {
  const owner = openPool(ownerUrl, 2);
  try {
    const rows = await seeingAll(
      owner,
      () => owner<{ sealed: Uint8Array }[]>`select sealed from account_credentials`,
    );
    const open = await Promise.all(rows.map(({ sealed }) => isSealedWith(keys, sealed)));
    return open.filter((isOpen) => !isOpen).length;
  } finally {
    await owner.end({ timeout: 5 });
  }
}
