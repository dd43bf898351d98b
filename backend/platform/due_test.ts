import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { spareOf, type TestDatabase, testDatabase } from '../testing/database.ts';
import { testQueue } from '../testing/queue.ts';
import { bossOverPool, type ListeningDb } from './boss.ts';
import { openPool, within } from './db.ts';
import { wakeWhenDue } from './due.ts';
import { createJobs, type Queue } from './jobs.ts';

const EVERY_MS = 1;

/** A database that answers each poll with the next of some answers, and then with none. */
function answering(answers: (string[] | Error)[]) {
  const woken: string[] = [];
  const over = Promise.withResolvers<void>();
  const rest = [...answers];
  const db: ListeningDb = {
    executeSql: () => {
      const answer = rest.shift();
      if (answer === undefined) over.resolve();
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ rows: (answer ?? []).map((name) => ({ name })) });
    },
    wake: (queue) => woken.push(queue),
  };
  return { db, woken, over: over.promise };
}

describe('due jobs', () => {
  it('wake their queues, poll by poll', async () => {
    const { db, woken, over } = answering([['a'], [], ['b', 'a']]);
    const end = wakeWhenDue(db, ['a', 'b'], EVERY_MS, (fault) => assert.fail(String(fault)));
    await over;
    end();
    assert.deepEqual(woken, ['a', 'b', 'a']);
  });

  it('are polled again after a failed poll, which is reported', async () => {
    const { db, woken, over } = answering([new Error('away'), ['a']]);
    const faults: unknown[] = [];
    const end = wakeWhenDue(db, ['a'], EVERY_MS, (fault) => faults.push(fault));
    await over;
    end();
    assert.deepEqual(woken, ['a']);
    assert.match(String(faults), /away/);
  });

  it('are not polled after the end, and a fault of the last poll is not reported', async () => {
    const polled = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ rows: [] }>();
    let checks = 0;
    const db: ListeningDb = {
      executeSql: () => {
        checks += 1;
        polled.resolve();
        return answer.promise;
      },
      wake: () => undefined,
    };
    const end = wakeWhenDue(db, ['a'], EVERY_MS, (fault) => assert.fail(String(fault)));
    await polled.promise;
    end();
    answer.reject(new Error('the pool is closed'));
    await new Promise((resolve) => setTimeout(resolve, 5 * EVERY_MS));
    assert.equal(checks, 1);
  });

  describe('in the database', () => {
    let database: TestDatabase;
    let pool: ReturnType<typeof openPool>;
    beforeEach(async () => {
      database = await testDatabase();
      pool = openPool(database.url, 1);
    });
    afterEach(async () => {
      await pool.end({ timeout: 1 });
      await database.close();
    });

    it('are those whose time has come and that are not active', async () => {
      const named = (name: string): Queue<object> => testQueue(name, z.object({}), {});
      const queues = ['now', 'later', 'empty', 'done', 'foreign'];
      const jobs = createJobs(spareOf(database.db));
      const startAfter = new Date(Date.now() + 3_600_000);
      await within(database.db, { company: 1 }, async (trx) => {
        for (const name of ['now', 'done', 'foreign']) await jobs.send(trx, named(name), [{}]);
        await jobs.send(trx, named('later'), [{}], { startAfter });
      });
      await database.owner`update pgboss.job set state = 'completed' where name = 'done'`;
      const woken: string[] = [];
      const over = Promise.withResolvers<void>();
      const db = bossOverPool(pool);
      const end = wakeWhenDue(
        {
          ...db,
          wake: (queue) => {
            woken.push(queue);
            over.resolve();
          },
        },
        queues.filter((name) => name !== 'foreign'),
        EVERY_MS,
        over.reject,
      );
      await over.promise;
      end();
      assert.deepEqual(woken, ['now']);
    });
  });
});
