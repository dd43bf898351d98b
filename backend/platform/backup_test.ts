import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import postgres from 'postgres';
import * as z from 'zod';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { growListings, growSnapshots, growUpdates } from '../testing/growth.ts';
import { testQueue } from '../testing/queue.ts';
import {
  TEST_APP_PASSWORD,
  testDatabaseName,
  testServerUrl,
  withDatabase,
} from '../testing/server.ts';
import { type SeededCompany, seedCompany } from '../testing/test-context.ts';
import { BackupError, backup, countLocked, restore, verify } from './backup.ts';
import { openPool, toDb, within } from './db.ts';
import { createJobs } from './jobs.ts';
import { DatabaseError, migrate, refuseHalfRestored } from './migrate.ts';
import { seeingAll } from './owner.ts';
import { dropMonths } from './retention.ts';
import { openVault } from './vault.ts';

const NOW = new Date('2026-05-04T12:00:00.000Z');
const PRODUCT = { product: '0.0.0', now: NOW };
const INTO = { appPassword: TEST_APP_PASSWORD, now: NOW };
const QUEUE = testQueue('push', z.object({ updateId: z.number() }));

let server: string;
let admin: postgres.Sql;
let folder: string;
let pools: postgres.Sql[];
let names: string[];
let roles: string[];
let databases: TestDatabase[];

const open = (url: string) => {
  const pool = openPool(url, 2);
  pools.push(pool);
  return pool;
};
/** An empty database; `managed` gives it an owner that is not a superuser, as on a managed server. */
async function emptyDatabase({ managed = false } = {}): Promise<string> {
  const name = testDatabaseName();
  names.push(name);
  roles.push(`${name}_app`);
  await admin`create database ${admin(name)}`;
  const url = new URL(withDatabase(server, name));
  if (managed) {
    const role = `${name}_owner`;
    roles.push(role);
    await admin.unsafe(`create role ${role} login createrole password 'managed-password'`);
    await admin.unsafe(`alter database ${name} owner to ${role}`);
    url.username = role;
    url.password = 'managed-password';
  }
  return url.href;
}

beforeEach(async () => {
  server = await testServerUrl();
  admin = postgres(withDatabase(server, 'postgres'), { max: 1, onnotice: () => {} });
  folder = await mkdtemp(join(tmpdir(), 'primazia-backup-test-'));
  [pools, names, roles, databases] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  for (const database of databases) await database.close();
  for (const name of names) await admin`drop database if exists ${admin(name)} with (force)`;
  for (const role of roles) await admin`drop role if exists ${admin(role)}`;
  await admin.end({ timeout: 1 });
  await rm(folder, { recursive: true });
});

/** Every row of every table of the product, as JSON. */
async function everything(url: string): Promise<Map<string, string[]>> {
  const owner = open(withDatabase(server, new URL(url).pathname.slice(1)));
  const tables = await owner<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p')
      and not relispartition and relname not in ('queue_stats', 'version', 'listing_tally')
    order by 1`;
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await owner.unsafe<{ row: string }[]>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  // Each connection has its own counter: the count is their sum.
  const counts = await owner<{ row: string }[]>`
    select to_jsonb(t)::text as row from (
      select company_id, sum(listings) as listings, sum(ruled) as ruled, sum(losing) as losing
      from listing_tally group by company_id order by company_id) t`;
  rows.set(
    'listing_tally',
    counts.map(({ row }) => row),
  );
  return rows;
}

interface Seeded {
  company: SeededCompany;
  ruleId: number;
  listingIds: number[];
  db: ReturnType<typeof toDb>;
}

async function seeded(url: string): Promise<Seeded> {
  return await seedRows(url, await migrate(url, TEST_APP_PASSWORD));
}

/** A migrated database with rows in it, as tests have them. */
async function seededCopy(): Promise<Seeded & { url: string }> {
  const database = await testDatabase();
  databases.push(database);
  return { url: database.ownerUrl, ...(await seedRows(database.ownerUrl, database.url)) };
}

async function seedRows(url: string, appUrl: string): Promise<Seeded> {
  const owner = open(withDatabase(server, new URL(url).pathname.slice(1)));
  const company = await seedCompany(owner, { name: 'Tab\tline\nback\\slash ção' });
  const { ruleId, listingIds } = await growListings(owner, { ...company, count: 200 });
  const { companyId } = company;
  for (const month of [0, 2, 8])
    await growSnapshots(owner, companyId, listingIds, new Date(Date.UTC(2026, month, 9)));
  await growUpdates(owner, companyId, ruleId, listingIds, { state: 'applied', at: NOW });
  for (const amount of [500, -200])
    await owner`
      insert into shipping_credit (company_id, at, operation, amount, currency_code, note, reference)
      values (${companyId}, ${NOW}, ${amount > 0 ? 'entry' : 'exit'}, ${amount}, 'BRL', '', ${amount})`;
  const [sent] = await growUpdates(owner, companyId, ruleId, listingIds, {
    state: 'sent',
    at: NOW,
  });
  await owner`update price_update set attempts = 1 where state = 'sent'`;
  const db = toDb(open(appUrl));
  const jobs = createJobs(toDb(open(appUrl)));
  // An approved update that is still to be sent.
  await within(db, { company: companyId }, (trx) => jobs.send(trx, QUEUE, [{ updateId: sent! }]));
  return { company, ruleId, listingIds, db };
}

describe('backup and restore', () => {
  it('bring back every row, numbers that go on, and the jobs that wait', async () => {
    const { url: source, company, ruleId, listingIds } = await seededCopy();
    const manifest = await backup(source, join(folder, 'one'), PRODUCT);
    assert.equal(manifest.tables.find(({ table }) => table === 'public.listing')?.rows, 200);

    const target = await emptyDatabase();
    await restore(target, join(folder, 'one'), INTO);
    assert.deepEqual(await everything(target), await everything(source));

    const owner = open(target);
    const [waiting] =
      await owner`select data from pgboss.job where name = 'push' and state = 'created'`;
    assert.equal(typeof waiting?.data.updateId, 'number');
    // The database keeps its data.
    await assert.rejects(
      growUpdates(owner, company.companyId, ruleId, [listingIds[0]!], { state: 'sent', at: NOW }),
      { code: '23505' },
    );
    const [before] = await owner`select max(id) as id from price_update`;
    const [next] = await growUpdates(owner, company.companyId, ruleId, [listingIds[0]!], {
      state: 'pending',
      at: NOW,
    });
    assert.ok(next! > before!.id);
  });

  it('see one moment while the product writes', async () => {
    const { url: source, company, db } = await seededCopy();
    const { companyId } = company;
    await open(source)`update price_update set attempts = 0 where state = 'sent'`;
    let isOver = false;
    const writing = [0, 1].map(async (lane) => {
      for (let n = 0; !isOver; n++) {
        await within(db, { company: companyId }, async (trx) => {
          await trx
            .insertInto('notification')
            .values({
              company_id: companyId,
              level: 'info',
              code: 'update_applied',
              values: {},
              subject: `${lane}-${n}`,
              created_at: NOW,
            })
            .execute();
          await trx
            .updateTable('account')
            .set({ name: sql`name || 'x'` })
            .where('company_id', '=', companyId)
            .execute();
        });
      }
    });
    const rung = async () =>
      (await open(source)`select count(*) as rung from notification`)[0]!.rung as number;
    while ((await rung()) === 0) await Promise.race([...writing, rung()]);
    const manifest = await backup(source, join(folder, 'live'), PRODUCT);
    isOver = true;
    await Promise.all(writing);

    const target = await emptyDatabase();
    await restore(target, join(folder, 'live'), INTO);
    const [row] = await open(target)<{ rung: number; marks: number }[]>`
      select (select count(*) from notification) as rung,
        (select length(name) - length(rtrim(name, 'x')) from account) as marks`;
    assert.ok(row!.rung > 0);
    assert.equal(row!.marks, row!.rung);
    assert.equal(
      manifest.tables.find(({ table }) => table === 'public.notification')?.rows,
      row!.rung,
    );
    // It may have left since: the price is read before it does.
    const leaving = await open(target)`
      select distinct attempts from price_update where state = 'sent'`;
    assert.deepEqual([...leaving], [{ attempts: 1 }]);
    const [late] = await open(source)`select count(*) as rung from notification`;
    assert.ok(late!.rung > row!.rung);
  });

  it('work for an owner who is no superuser', async () => {
    const source = await emptyDatabase({ managed: true });
    await seeded(source);
    await backup(source, join(folder, 'managed'), PRODUCT);
    const target = await emptyDatabase({ managed: true });
    await restore(target, join(folder, 'managed'), INTO);
    assert.deepEqual(await everything(target), await everything(source));
  });

  it('show every row to such an owner, also while a process starts and months are dropped', async () => {
    const source = await emptyDatabase({ managed: true });
    const { company, db } = await seeded(source);
    const owner = open(source);
    const listings = async () => (await owner`select count(*) as ads from listing`)[0]!.ads;
    const days = {
      snapshots: 90,
      updates: 730,
      notifications: 180,
      audit: 730,
      orders: 40_000,
      recipients: 90,
      daySums: 40_000,
    };
    await seeingAll(owner, async () => {
      await migrate(source, TEST_APP_PASSWORD);
      const inDays = (n: number) => new Date(Date.now() + n * 24 * 3_600_000);
      await dropMonths(open(source), days, inDays(400));
      assert.ok((await dropMonths(open(source), days, inDays(407))).dropped.length > 0);
      assert.equal(await listings(), 200);
      const [market] = await owner`
        select relforcerowsecurity as forced from pg_class where relname = 'market'`;
      assert.equal(market!.forced, false);
    });
    assert.equal(await listings(), 0);

    // A start without pending migrations neither waits for readers nor blocks them.
    await within(db, { company: company.companyId }, async (trx) => {
      await trx.selectFrom('listing').select('id').limit(1).execute();
      await trx.selectFrom('price_update').select('id').limit(1).execute();
      await migrate(source, TEST_APP_PASSWORD);
    });
    await owner`alter table listing no force row level security`;
    await migrate(source, TEST_APP_PASSWORD);
    assert.equal(await listings(), 0);
  });

  it('report how many accounts the credentials open with no key that is here', async () => {
    const database = await testDatabase();
    databases.push(database);
    const { companyId, accountId } = await seedCompany(database.owner);
    const [own, other] = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
    const sealed = await (await openVault(own!)).seal('{}', `account:${accountId}`);
    await database.owner`delete from account_credentials`;
    await database.owner`
      insert into account_credentials (company_id, account_id, sealed, expires_at, updated_at)
      values (${companyId}, ${accountId}, ${sealed}, ${NOW}, ${NOW})`;
    assert.equal(await countLocked(database.ownerUrl, [own!]), 0);
    assert.equal(await countLocked(database.ownerUrl, [other!, own!]), 0);
    assert.equal(await countLocked(database.ownerUrl, [other!]), 1);
  });

  it('let no one work on a database in which a restore was killed, until it was run again', async () => {
    const { url: source } = await seededCopy();
    const at = join(folder, 'two');
    await backup(source, at, PRODUCT);
    const target = await emptyDatabase();
    await seeded(target);
    await refuseHalfRestored(target);
    // The first step of a restore: it renames the present schemas.
    const owner = open(target);
    for (const schema of ['public', 'pgboss', 'migration', 'pace'])
      await owner`alter schema ${owner(schema)} rename to ${owner(`${schema}_set_aside`)}`;
    await owner`create schema public`;
    const works = [() => refuseHalfRestored(target), () => migrate(target, TEST_APP_PASSWORD)];
    for (const work of works) {
      await assert.rejects(work, (error: Error) => {
        assert.ok(error instanceof DatabaseError);
        assert.match(error.message, /was interrupted.*--force/);
        return true;
      });
    }
    await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })));
    await restore(target, at, { ...INTO, replace: true });
    await refuseHalfRestored(target);
    assert.deepEqual(await everything(target), await everything(source));
  });

  it('refuse a backup that was changed, before anything is written', async () => {
    const { url: source } = await seededCopy();
    const at = join(folder, 'spoilt');
    await backup(source, at, PRODUCT);
    const file = join(at, 'public.listing.copy.gz');
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
    const target = await emptyDatabase();
    await assert.rejects(restore(target, at, INTO), /public\.listing\.copy\.gz was changed/);
    await rm(file);
    await assert.rejects(verify(at), /is missing/);
    await assert.rejects(verify(folder), BackupError);
    const tables = await open(target)`select from pg_tables where schemaname = 'public'`;
    assert.equal(tables.length, 0);
  });

  it('replace no data without --force, and restore nothing if a row is invalid', async () => {
    const source = await emptyDatabase();
    await seeded(source);
    const at = join(folder, 'one');
    await backup(source, at, PRODUCT);
    await assert.rejects(backup(source, at, PRODUCT), /is not empty/);
    await assert.rejects(restore(source, at, INTO), /Others use the database/);
    await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })));
    await assert.rejects(restore(source, at, INTO), /is not empty.*--force/);
    const before = await everything(source);
    await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })));
    await restore(source, at, { ...INTO, replace: true });
    assert.deepEqual(await everything(source), before);

    const manifest = await verify(at);
    manifest.tables.find(({ table }) => table === 'public.rule')!.rows += 1;
    await writeFile(join(at, 'manifest.json'), JSON.stringify(manifest));
    const misfit = /public\.rule has 1 rows and should have 2/;
    await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })));
    await assert.rejects(restore(source, at, { ...INTO, replace: true }), misfit);
    assert.deepEqual(await everything(source), before);
    const target = await emptyDatabase();
    await assert.rejects(restore(target, at, INTO), misfit);
    const left = await open(target)<{ schema: string }[]>`
      select nspname as schema from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1`;
    // The trigram search is an extension of the database: its schema has no data of the product.
    assert.deepEqual(
      left.map(({ schema }) => schema),
      ['public', 'trigram'],
    );
  });
});
