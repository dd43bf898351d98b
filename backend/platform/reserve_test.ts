import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import type postgres from 'postgres';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type Db, isUnreachable, openPool, toDb, within } from './db.ts';

let database: TestDatabase;
let pool: postgres.Sql;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  pool = openPool(database.url, 2);
  db = toDb(pool);
});
afterEach(() => pool.end({ timeout: 1 }));

/** Ends the sessions of our pool, as a restart of the server does. */
const endSessions = () => database.owner`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename <> current_user and pid <> pg_backend_pid()`;

/** Until a session of our pool is in the middle of a statement that sleeps: a connection takes its time to be made. */
async function asleep() {
  for (;;) {
    const rows = await database.owner`
      select from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%'
        and pid <> pg_backend_pid()`;
    if (rows.length > 0) return;
    await new Promise((wake) => setTimeout(wake, 5));
  }
}

/** Until the news of a closed connection has arrived. */
const noticed = () => new Promise((wake) => setTimeout(wake, 30));

const one = (over: Db) => sql<{ one: number }>`select 1 as one`.execute(over);

/** Uses every connection of the pool at once. */
const assertAllWork = async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      within(db, { company: 1 }, async (trx) => {
        await sql`select pg_sleep(0.01)`.execute(trx);
        return (await one(trx)).rows[0]?.one;
      }),
    ),
  );
  assert.deepEqual(answers, [1, 1, 1, 1]);
};

describe('a connection that is lost', () => {
  it('between two statements of a transaction refuses the second, and the pool goes on', async () => {
    for (let round = 0; round < 5; round++) {
      const work = within(db, { company: 1 }, async (trx) => {
        await one(trx);
        await endSessions();
        await noticed();
        await one(trx);
      });
      await assert.rejects(work, isUnreachable);
      await noticed();
      await assertAllWork();
    }
  });

  it('during a statement refuses it, and the pool goes on', async () => {
    for (let round = 0; round < 5; round++) {
      const work = within(db, { company: 1 }, async (trx) => {
        const sleeping = sql`select pg_sleep(10)`.execute(trx);
        await Promise.all([sleeping, asleep().then(endSessions)]);
      });
      await assert.rejects(work, isUnreachable);
      await noticed();
      await assertAllWork();
    }
  });

  it('during a statement outside of a transaction refuses it, and the pool goes on', async () => {
    const work = Promise.all([sql`select pg_sleep(${10})`.execute(db), asleep().then(endSessions)]);
    await assert.rejects(work, isUnreachable);
    await noticed();
    await assertAllWork();
  });

  it('while it waits in the pool is replaced', async () => {
    await assertAllWork();
    await endSessions();
    await noticed();
    await assertAllWork();
  });
});
