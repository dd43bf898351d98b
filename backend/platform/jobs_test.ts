import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import type { DomainEvent } from '../kernel/event.ts';
import { spareOf, type TestDatabase, testDatabase } from '../testing/database.ts';
import { within } from './db.ts';
import { createJobs, type JobBook, on, type Queue } from './jobs.ts';

const queue = (
  name: string,
  policy: Queue<unknown>['policy'] = 'standard',
): Queue<{ n: number }> => ({
  name,
  schema: z.object({ n: z.number() }),
  batch: 10,
  concurrency: 1,
  expireInSeconds: 30,
  retryLimit: 2,
  retryDelay: 1,
  policy,
});
const handle = () => Promise.resolve();
const MOVED: DomainEvent<{ n: number }> = { name: 'moved', schema: z.object({ n: z.number() }) };

describe('jobs', () => {
  let database: TestDatabase;
  let jobs: JobBook;

  beforeEach(async () => {
    database = await testDatabase();
    jobs = createJobs(spareOf(database.db));
  });
  afterEach(() => database.close());

  const inCompany = <T>(work: Parameters<typeof within<T>>[2]) =>
    within(database.db, { company: 1 }, work);
  const written = (name: string) =>
    database.owner<{ n: number; key: string | null; state: string; delay: number }[]>`
      select (data->>'n')::integer as n, singleton_key as key, state::text as state,
        extract(epoch from start_after - created_on)::integer as delay
      from pgboss.job where name = ${name} order by (data->>'n')::integer`;

  it('are committed and rolled back with their transaction', async () => {
    await inCompany((trx) => jobs.send(trx, queue('plain'), [{ n: 1 }]));
    await assert.rejects(
      inCompany(async (trx) => {
        await jobs.send(trx, queue('plain'), [{ n: 2 }]);
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.deepEqual(
      (await written('plain')).map(({ n }) => n),
      [1],
    );
  });

  it('keep the queue if the first transaction that creates it fails', async () => {
    await assert.rejects(
      inCompany(async (trx) => {
        await jobs.send(trx, queue('first'), [{ n: 1 }]);
        throw new Error('no');
      }),
    );
    await inCompany((trx) => jobs.send(trx, queue('first'), [{ n: 2 }]));
    assert.deepEqual(
      (await written('first')).map(({ n }) => n),
      [2],
    );
  });

  it('count as commits do: half rolled back, many at once', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        inCompany(async (trx) => {
          await jobs.send(trx, queue('outbox'), [{ n }]);
          if (n % 2 === 1) throw new Error('rolled back');
        }).catch((error: Error) => assert.equal(error.message, 'rolled back')),
      ),
    );
    const expected = Array.from({ length: 50 }, (_, n) => 2 * n);
    assert.deepEqual(
      (await written('outbox')).map(({ n }) => n),
      expected,
    );
  });

  it('are written in few statements, however many they are', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => ({ n }));
    await inCompany((trx) => jobs.send(trx, queue('many'), [{ n: -1 }]));
    let statements = 0;
    await within(database.db, { company: 1 }, async (trx) => {
      const counting = Object.create(trx);
      counting.executeQuery = (query: Parameters<typeof trx.executeQuery>[0]) => {
        statements += 1;
        return trx.executeQuery(query);
      };
      await jobs.send(counting, queue('many'), many);
    });
    assert.equal(statements, 3);
    assert.equal((await written('many')).length, 2_501);
  });

  it('refuse data that are not what the queue takes', async () => {
    await assert.rejects(
      inCompany((trx) =>
        jobs.send(trx, queue('checked'), [{ n: 'one' } as unknown as { n: number }]),
      ),
    );
    assert.equal((await written('checked')).length, 0);
  });

  it('can be put off, each for itself', async () => {
    const later = new Date(Date.now() + 600_000);
    await inCompany((trx) =>
      jobs.send(trx, queue('later'), [{ n: 1 }, { n: 2 }], ({ n }) =>
        n === 1 ? {} : { startAfter: later },
      ),
    );
    const [now, put] = await written('later');
    assert.equal(now?.delay, 0);
    assert.ok(put!.delay > 590 && put!.delay <= 600);
  });

  describe('of which one waits for each key', () => {
    const afresh = queue('afresh', 'short');
    const byKey = ({ n }: { n: number }) => ({ key: `listing-${Math.floor(n / 10)}` });

    it('are written once while one waits', async () => {
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 1 }, { n: 2 }, { n: 11 }], byKey));
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 3 }, { n: 12 }, { n: 21 }], byKey));
      assert.deepEqual(
        (await written('afresh')).map(({ n }) => n),
        [1, 11, 21],
      );
    });

    it('are written again once the one before is at work', async () => {
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 1 }], byKey));
      await database.owner`update pgboss.job set state = 'active' where name = 'afresh'`;
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 2 }], byKey));
      assert.deepEqual(
        (await written('afresh')).map(({ n }) => n),
        [1, 2],
      );
    });

    it('bring one forward that was put off for longer', async () => {
      const later = new Date(Date.now() + 600_000);
      const soon = new Date(Date.now() + 60_000);
      const delay = async () => (await written('afresh'))[0]!.delay;
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 1 }], { key: 'a', startAfter: soon }));
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 2 }], { key: 'a', startAfter: later }));
      assert.ok((await delay()) <= 60 && (await delay()) > 50);
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 3 }], { key: 'a' }));
      assert.equal(await delay(), 0);
      assert.equal((await written('afresh')).length, 1);
    });

    it('are not taken by a worker before the transaction that relies on them is through', async () => {
      await inCompany((trx) => jobs.send(trx, afresh, [{ n: 1 }], { key: 'a' }));
      const takeable = () => database.owner`
        select id from pgboss.job where name = 'afresh' and state = 'created' for update skip locked`;
      assert.equal((await takeable()).length, 1);
      await inCompany(async (trx) => {
        await jobs.send(trx, afresh, [{ n: 2 }], { key: 'a' });
        assert.equal((await takeable()).length, 0, 'a worker would look before this is committed');
      });
      assert.equal((await takeable()).length, 1);
    });

    it('are neither lost nor doubled while workers take them and many send', async () => {
      let sent = 0;
      let stop = false;
      // A worker that records the counter at the time of its read.
      let seen = 0;
      await database.owner`create table counter (value integer)`;
      await database.owner`insert into counter values (0)`;
      await database.owner`grant all on counter to public`;
      const db = database.db.withTables<{ counter: { value: number } }>();
      const worker = (async () => {
        while (!stop) {
          const taken = await database.owner`
            update pgboss.job set state = 'active' where id in (
              select id from pgboss.job where name = 'afresh' and state = 'created'
              for update skip locked limit 1) returning id`;
          if (taken.length === 0) continue;
          const [row] = await database.owner<{ value: number }[]>`select value from counter`;
          seen = Math.max(seen, row!.value);
        }
      })();
      const sender = async () => {
        for (let turn = 0; turn < 60; turn++) {
          await db.transaction().execute(async (trx) => {
            await jobs.send(trx as never, afresh, [{ n: turn }], { key: 'a' });
            await trx
              .updateTable('counter')
              .set((eb) => ({ value: eb('value', '+', 1) }))
              .execute();
          });
          sent += 1;
        }
      };
      await Promise.all([sender(), sender(), sender()]);
      const drained = async () =>
        (await database.owner`select 1 from pgboss.job where name = 'afresh' and state = 'created'`)
          .length === 0;
      while (!(await drained())) await new Promise((resolve) => setTimeout(resolve, 5));
      stop = true;
      await worker;
      assert.equal(sent, 180);
      assert.equal(seen, 180, 'the last change was never looked at');
    });
  });

  describe('that carry an event', () => {
    it('are written for each who consumes it, in the transaction that it reports', async () => {
      const others: DomainEvent<{ n: number }> = { ...MOVED, name: 'other' };
      jobs.register([
        on(MOVED, 'bell', handle),
        on(MOVED, 'pricing', handle),
        on(others, 'elsewhere', handle),
        { queue: queue('unrelated'), handle },
      ]);
      await inCompany((trx) => jobs.emit(trx, MOVED, { n: 5 }));
      await inCompany(async (trx) => {
        await jobs.emit(trx, MOVED, { n: 6 });
        throw new Error('no');
      }).catch(() => undefined);
      const [row] = await database.owner`
        select array_agg(name order by name) as names from pgboss.job where data = '{"n": 5}'`;
      assert.deepEqual(row!.names, ['bell', 'pricing']);
      const lost = await database.owner`select 1 from pgboss.job where data = '{"n": 6}'`;
      assert.equal(lost.length, 0);
    });

    it('are written once for a queue that registers twice', async () => {
      jobs.register([on(MOVED, 'bell', handle)]);
      jobs.register([on(MOVED, 'bell', handle)]);
      await inCompany((trx) => jobs.emit(trx, MOVED, { n: 1 }));
      assert.equal((await written('bell')).length, 1);
    });

    it('are not lost silently where no consumer is registered yet', async () => {
      await assert.rejects(
        inCompany((trx) => jobs.emit(trx, MOVED, { n: 1 })),
        /No consumers are registered/,
      );
    });
  });
});
