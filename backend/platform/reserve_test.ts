import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import type postgres from 'postgres';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type Db, isUnreachable, openPool, toDb, within } from './db.ts';
import { guardReserve } from './reserve.ts';

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

/** Ends the sessions of our pool, as a restart of the server does, and waits until they are gone. */
async function endSessions() {
  const ended = await database.owner<{ pid: number }[]>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename <> current_user and pid <> pg_backend_pid()`;
  const pids = ended.map(({ pid }) => pid);
  while ((await database.owner`select from pg_stat_activity where pid = any(${pids})`).length > 0)
    await new Promise((wake) => setTimeout(wake, 5));
}

/** Until a session of our pool executes a sleeping statement: connecting takes some time. */
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

/** Until the driver has noticed the closed connection. */
const noticed = () => new Promise((wake) => setTimeout(wake, 100));

const one = (over: Db) => sql<{ one: number }>`select 1 as one`.execute(over);

/** A closed connection may be detected only when it is used, and on a busy machine some time later: then it is tried again. */
async function sleepAndCount(tries = 20): Promise<number | undefined> {
  try {
    return await within(db, { company: 1 }, async (trx) => {
      await sql`select pg_sleep(0.01)`.execute(trx);
      return (await one(trx)).rows[0]?.one;
    });
  } catch (error) {
    if (tries === 0 || !isUnreachable(error)) throw error;
    await noticed();
    return await sleepAndCount(tries - 1);
  }
}

/** Uses every connection of the pool at once. */
const assertAllWork = async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => sleepAndCount()));
  assert.deepEqual(answers, [1, 1, 1, 1]);
};

describe('a connection that is lost', () => {
  it('between two statements of a transaction refuses the second, and the pool works', async () => {
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

  it('during a statement refuses it, and the pool works', async () => {
    for (let round = 0; round < 5; round++) {
      const work = within(db, { company: 1 }, (trx) => sql`select pg_sleep(30)`.execute(trx));
      const ending = asleep().then(endSessions);
      await assert.rejects(work, isUnreachable);
      await ending;
      await noticed();
      await assertAllWork();
    }
  });

  it('refuses pipelined statements, also those queued in the driver', async () => {
    const requests: Promise<unknown>[] = [];
    const work = within(db, { company: 1 }, async (trx) => {
      for (const seconds of [10, 11, 12])
        requests.push(sql`select pg_sleep(${seconds}::float), ${seconds}::int`.execute(trx));
      await Promise.allSettled([...requests, asleep().then(endSessions)]);
    });
    await assert.rejects(work, isUnreachable);
    for (const statement of requests) await assert.rejects(statement, isUnreachable);
    await assertAllWork();
  });

  it('during a statement outside of a transaction refuses it, and the pool works', async () => {
    const work = sql`select pg_sleep(${30})`.execute(db);
    const ending = asleep().then(endSessions);
    await assert.rejects(work, isUnreachable);
    await ending;
    await noticed();
    await assertAllWork();
  });

  it('while it waits in the pool is replaced', async () => {
    await assertAllWork();
    await endSessions();
    await noticed();
    await assertAllWork();
  });

  it('before a statement is written refuses it, and the next one uses a new connection', async () => {
    const single = openPool(database.url, 1);
    const sockets: Socket[] = [];
    const { hostname, port } = new URL(database.url);
    Object.assign(single.options, {
      socket: async () => {
        const socket = new Socket();
        sockets.push(socket);
        await new Promise<void>((connected) => socket.connect(Number(port), hostname, connected));
        return socket;
      },
    });
    await single`select 1`;
    const lost = single`select 2`.execute();
    // The driver accepts it a moment later, and writes it in the next turn of the event loop.
    for (let n = 0; n < 5; n++) await Promise.resolve();
    sockets[0]?.emit('close', false);
    sockets[0]?.destroy();
    await assert.rejects(lost, isUnreachable);
    const late = AbortSignal.timeout(5_000);
    const next = single<[{ one: number }]>`select 1 as one`.execute();
    const silence = new Promise<never>((_, reject) =>
      late.addEventListener('abort', () => reject(new Error('No output'))),
    );
    assert.deepEqual([...(await Promise.race([next, silence]))], [{ one: 1 }]);
    assert.equal(sockets.length, 2);
    await single.end({ timeout: 1 });
  });
});

describe('a reservation', () => {
  /** A driver with one connection whose answers the tests define. */
  const driver = (answers: (() => Promise<unknown>)[]) => {
    const fake = { options: { max: 1 }, reserve: () => answers.shift()!() };
    return guardReserve(fake as unknown as postgres.Sql, isUnreachable);
  };
  const connection = (name: string, released: string[]) => () =>
    Promise.resolve({ name, release: () => released.push(name) });

  it('that the driver lost is requested again, and a late one is released', async () => {
    const released: string[] = [];
    const late = Promise.withResolvers<unknown>();
    const guarded = driver([() => late.promise, connection('second', released)]);
    const granted = await guarded.reserve();
    assert.equal(Reflect.get(granted, 'name'), 'second');
    late.resolve({ release: () => released.push('first') });
    await noticed();
    assert.deepEqual(released, ['first']);
  });

  it('waits in line where all places are taken', async () => {
    const released: string[] = [];
    const guarded = driver([connection('one', released), connection('two', released)]);
    const first = await guarded.reserve();
    let isGranted = false;
    const second = guarded.reserve().then((granted) => {
      isGranted = true;
      return granted;
    });
    await noticed();
    assert.equal(isGranted, false);
    first.release();
    first.release();
    assert.equal(Reflect.get(await second, 'name'), 'two');
    assert.deepEqual(released, ['one']);
  });

  it('that fails leaves its connection to the next one', async () => {
    const released: string[] = [];
    const wrong = () => Promise.reject(new Error('wrong password'));
    const guarded = driver([wrong, connection('one', released)]);
    await assert.rejects(guarded.reserve(), /wrong password/);
    assert.equal(Reflect.get(await guarded.reserve(), 'name'), 'one');
  });
});
