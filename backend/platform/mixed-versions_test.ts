import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import postgres from 'postgres';
import { activeUpdates } from '../pricing/updates/store.ts';
import { growListings, growSnapshots, growUpdates } from '../testing/growth.ts';
import * as released from '../testing/released-statements.ts';
import { lintRowSecurity } from '../testing/rls-lint.ts';
import {
  TEST_APP_PASSWORD,
  testDatabaseName,
  testServerUrl,
  withDatabase,
} from '../testing/server.ts';
import { type SeededCompany, seedCompany } from '../testing/test-context.ts';
import { type Db, openPool, toDb, within } from './db.ts';
import { migrate, migrateTables } from './migrate.ts';

const RELEASED = '001-spine';

let admin: postgres.Sql;
let name: string;
let url: string;
let owner: postgres.Sql;
let app: postgres.Sql;
let db: Db;
let company: SeededCompany;
let place: released.Place;

beforeEach(async () => {
  const server = await testServerUrl();
  admin = postgres(withDatabase(server, 'postgres'), { max: 1, onnotice: () => {} });
  name = testDatabaseName();
  url = withDatabase(server, name);
  await admin`create database ${admin(name)}`;
  // The state of the released version: its role, its tables, and some rows.
  await admin.unsafe(`create role ${name}_app login password '${TEST_APP_PASSWORD}'`);
  owner = openPool(url, 3);
  await migrateTables(owner, RELEASED);
  const appUrl = new URL(url);
  appUrl.username = `${name}_app`;
  appUrl.password = TEST_APP_PASSWORD;
  app = openPool(appUrl.href, 4);
  db = toDb(app);
  company = await seedCompany(owner);
  const { ruleId } = await growListings(owner, { ...company, count: 0 });
  place = { ...company, ruleId };
});
afterEach(async () => {
  await Promise.all([owner, app].map((pool) => pool.end({ timeout: 1 })));
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin`drop role if exists ${admin(`${name}_app`)}`;
  await admin.end({ timeout: 1 });
});

/** A transaction of the released version; one that PostgreSQL ended for a deadlock is tried again, as jobs are. */
async function inCompany<T>(work: Parameters<typeof within<T>>[2]): Promise<T> {
  for (;;) {
    try {
      return await within(db, { company: company.companyId }, work);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError && error.code === '40P01')) throw error;
    }
  }
}

/** Every row of the released version's tables, as it sees them. */
async function everything(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [table, columns] of known) {
    rows[table] = [
      ...(await owner.unsafe(
        `select ${columns.join(', ')} from ${table} order by ${columns.join(', ')}`,
      )),
    ];
  }
  return rows;
}

/** The tables of the released version, with their columns. */
let known: [table: string, columns: string[]][] = [];
async function rememberColumns() {
  const rows = await owner<{ table: string; columns: string[] }[]>`
    select c.relname as table, array_agg(attname::text order by attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid <> 'jsonb'::regtype
    group by 1 order by 1`;
  known = rows.map(({ table, columns }) => [table, columns]);
}

/** Keys, references, checks, indexes, policies and rights, without their names. */
async function catalog(): Promise<string[]> {
  const rows = await owner<{ line: string }[]>`
    select format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) as line from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .* ON ', 'INDEX ON ')
    from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = 'public'::regnamespace
    union all
    select format('%s.%s: %s %s %s', tablename, policyname, cmd, qual, with_check) from pg_policies
    where schemaname = 'public'
    union all
    select format('%s: %s to %s', oid::regclass, privilege_type, grantee::regrole)
    from pg_class, aclexplode(relacl) where relnamespace = 'public'::regnamespace and grantee <> relowner
    order by 1`;
  return rows.map(({ line }) => line);
}

/** One listing's price in the released version: observed, decided, sent, applied. */
async function runFlow(sku: string) {
  const listingId = await inCompany((trx) => released.storeListing(trx, place, sku, new Date()));
  const update = await inCompany(async (trx) => {
    const snapshotId = await released.recordObservation(trx, place, listingId, new Date());
    await released.lockListing(trx, place, listingId);
    return await released.insertUpdate(trx, place, listingId, snapshotId, new Date());
  });
  const sent = await inCompany((trx) =>
    released.moveUpdate(trx, place, update, 'sent', new Date()),
  );
  assert.ok(sent, 'the fence let its own row not through');
  assert.equal(
    await inCompany((trx) => released.moveUpdate(trx, place, update, 'canceled', new Date())),
    null,
  );
  await inCompany(async (trx) => {
    assert.equal((await released.activeUpdates(trx, place, listingId)).length, 1);
    await released.moveUpdate(trx, place, sent, 'applied', new Date());
    await released.ring(trx, place, `applied:${update.id}`, new Date());
    assert.equal(await released.ring(trx, place, `applied:${update.id}`, new Date()), 0);
    await released.saveCredentials(trx, place, new Date());
  });
  return listingId;
}

describe('old and new together', () => {
  it('the released version keeps writing during and after the migration without errors', async () => {
    await growListings(owner, { ...company, count: 2_000 });
    let isOver = false;
    let runs = 0;
    const old = [0, 1, 2].map(async (lane) => {
      for (let n = 0; !isOver; n++) {
        await runFlow(`OLD-${lane}-${n}`);
        runs += 1;
      }
    });
    /** Until each lane has completed a round, or one has failed. */
    const aWhile = async () => {
      const enough = runs + 2 * old.length;
      const come = async () => {
        while (runs < enough) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      await Promise.race([come(), ...old]);
    };
    await aWhile();
    await migrate(url, TEST_APP_PASSWORD);
    await aWhile();
    isOver = true;
    await Promise.all(old);

    const [counts] = await owner<Record<string, number>[]>`
      select (select count(*) from price_update where state = 'applied' and version = 3) as updates,
        (select count(*) from price_update) as all_updates,
        (select count(*) from market_snapshot) as snapshots, (select count(*) from market) as markets,
        (select count(*) from notification) as rung, (select count(*) from price_update_slot) as slots`;
    assert.deepEqual(
      { ...counts },
      {
        updates: runs,
        all_updates: runs,
        snapshots: runs,
        markets: runs,
        rung: runs,
        slots: 0,
      },
    );
  });

  it('hold each other to one update that waits and one on its way', async () => {
    const listingId = await inCompany((trx) => released.storeListing(trx, place, 'S', new Date()));
    const decide = () =>
      inCompany(async (trx) => {
        const snapshotId = await released.recordObservation(trx, place, listingId, new Date());
        return await released.insertUpdate(trx, place, listingId, snapshotId, new Date());
      });
    // Decided before the migration, it holds its place after it.
    const first = await decide();
    await migrate(url, TEST_APP_PASSWORD);
    const seen = await inCompany((trx) => activeUpdates(trx, company.companyId, [listingId]));
    assert.deepEqual(
      seen.map(({ id, state }) => [id, state]),
      [[first.id, 'pending']],
    );
    await assert.rejects(decide, { code: '23505' });
    await inCompany((trx) => released.moveUpdate(trx, place, first, 'sent', new Date()));
    const racers = await Promise.allSettled(Array.from({ length: 8 }, decide));
    assert.equal(racers.filter(({ status }) => status === 'fulfilled').length, 1);
    const history = await inCompany((trx) => released.history(trx, place));
    assert.deepEqual(
      history.map(({ state }) => state),
      ['pending', 'sent'],
    );
  });
});

describe('rolling back', () => {
  it('restores the released tables with every row, and rolling on again keeps them', async () => {
    const listings = await growListings(owner, { ...company, count: 50 });
    const { listingIds, ruleId } = listings;
    const of = company.companyId;
    const at = (month: number) => new Date(Date.UTC(2026, month, 3));
    for (const month of [0, 3, 5]) await growSnapshots(owner, of, listingIds, at(month));
    for (const state of ['applied', 'pending', 'sent', 'error'])
      await growUpdates(owner, of, ruleId, listingIds, { state, at: at(4) });
    await runFlow('BEFORE');
    await rememberColumns();
    const before = await everything();
    const theirs = await catalog();

    await migrate(url, TEST_APP_PASSWORD);
    assert.deepEqual(await everything(), before);
    assert.deepEqual(await lintRowSecurity(owner, `${name}_app`), []);

    await migrateTables(owner, RELEASED);
    assert.deepEqual(await everything(), before);
    assert.deepEqual(await catalog(), theirs);
    await runFlow('BETWEEN');

    await migrate(url, TEST_APP_PASSWORD);
    await runFlow('AFTER');
    await migrateTables(owner, RELEASED);
    assert.deepEqual(await catalog(), theirs);
    const after = await everything();
    assert.equal(after.price_update!.length, before.price_update!.length + 2);
    assert.deepEqual(await lintReleased(), []);
  });

  it('is possible from every migration', async () => {
    const folder = join(import.meta.dirname!, 'migrations');
    for (const file of await readdir(folder)) {
      if (file.startsWith(RELEASED)) continue;
      const { down } = await import(join(folder, file));
      assert.equal(typeof down, 'function', file);
    }
  });
});

/** The released tables follow the lint rules of their time; keys that begin with the company were added later. */
const lintReleased = async () =>
  (await lintRowSecurity(owner, `${name}_app`)).filter(
    (finding) => !finding.endsWith('the key does not begin with the company'),
  );
