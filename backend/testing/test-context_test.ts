import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import type { DomainEvent } from '../kernel/event.ts';
import { within } from '../platform/db.ts';
import { on, type Queue, type Worker } from '../platform/jobs.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import {
  drain,
  emitted,
  seedCompany,
  seededUuids,
  type TestContext,
  testContext,
  waiting,
} from './test-context.ts';

interface Work {
  n: number;
}
const queue = (name: string): Queue<Work> => ({
  name,
  schema: z.object({ n: z.number() }),
  batch: 2,
  concurrency: 1,
  expireInSeconds: 30,
  retryLimit: 3,
  retryDelay: 60,
  policy: 'standard',
});
const FIRST = queue('first');
const SECOND = queue('second');
const MOVED: DomainEvent<Work> = { name: 'moved', schema: z.object({ n: z.number() }) };

describe('the test installation', () => {
  let database: TestDatabase;
  let ctx: TestContext;
  let seen: string[];
  const note =
    (
      name: string,
      also: (n: number) => Promise<void> = () => Promise.resolve(),
    ): Worker<Work>['handle'] =>
    async (jobs) => {
      for (const { data, attempt } of jobs) {
        seen.push(`${name} ${data.n} attempt ${attempt}`);
        await also(data.n);
      }
    };

  beforeEach(async () => {
    database = await testDatabase();
    ctx = testContext(database.db);
    seen = [];
  });
  afterEach(() => database.close());

  const send = (n: number, startAfter?: Date) =>
    within(ctx.db, { company: 1 }, (trx) =>
      ctx.jobs.send(trx, FIRST, [{ n }], startAfter ? { startAfter } : {}),
    );

  it('runs the queued jobs, and the jobs that they enqueue', async () => {
    await send(1);
    await send(2);
    await send(3);
    const workers: Worker<Work>[] = [
      {
        queue: FIRST,
        handle: note('first', (n) =>
          within(ctx.db, { company: 1 }, (trx) => ctx.jobs.send(trx, SECOND, [{ n: n * 10 }])),
        ),
      },
      { queue: SECOND, handle: note('second') },
    ];
    await drain(ctx, workers);
    assert.deepEqual(seen.sort(), [
      'first 1 attempt 1',
      'first 2 attempt 1',
      'first 3 attempt 1',
      'second 10 attempt 1',
      'second 20 attempt 1',
      'second 30 attempt 1',
    ]);
    await drain(ctx, workers);
    assert.equal(seen.length, 6);
  });

  it('does not run a delayed job before its time', async () => {
    const workers: Worker<Work>[] = [{ queue: FIRST, handle: note('first') }];
    await send(1, new Date(ctx.clock().getTime() + 60_000));
    await drain(ctx, workers);
    assert.deepEqual(seen, []);
    assert.deepEqual(await waiting(ctx, FIRST), [{ n: 1 }]);
    ctx.advance(60_000);
    await drain(ctx, workers);
    assert.deepEqual(seen, ['first 1 attempt 1']);
  });

  it('throws what a handler throws, and retries at the next call', async () => {
    let fails = true;
    const workers: Worker<Work>[] = [
      {
        queue: FIRST,
        handle: note('first', () =>
          fails ? Promise.reject(new Error('not yet')) : Promise.resolve(),
        ),
      },
    ];
    await send(1);
    await assert.rejects(drain(ctx, workers), /not yet/);
    fails = false;
    await drain(ctx, workers);
    assert.deepEqual(seen, ['first 1 attempt 1', 'first 1 attempt 2']);
  });

  it('shows events until a consumer takes them', async () => {
    await within(ctx.db, { company: 1 }, (trx) => ctx.jobs.emit(trx, MOVED, { n: 4 }));
    assert.deepEqual(await emitted(ctx, MOVED), [{ n: 4 }]);
    await drain(ctx, [{ queue: SECOND, handle: note('unrelated') }]);
    assert.deepEqual(await emitted(ctx, MOVED), [{ n: 4 }]);
    await drain(ctx, [
      on(MOVED, FIRST.name, note('first')),
      on(MOVED, SECOND.name, note('second')),
    ]);
    assert.deepEqual(seen.sort(), ['first 4 attempt 1', 'second 4 attempt 1']);
    assert.deepEqual(await emitted(ctx, MOVED), []);
  });

  it("seeds companies that do not get in each other's way", async () => {
    const one = await seedCompany(database.owner);
    const two = await seedCompany(database.owner, { name: 'Two', role: 'analyst', sellerId: '42' });
    assert.notEqual(one.companyId, two.companyId);
    assert.notEqual(one.sellerId, two.sellerId);
    assert.deepEqual(two.actor, {
      personId: two.personId,
      companyId: two.companyId,
      role: 'analyst',
    });
  });

  it('seals and opens', async () => {
    const sealed = await ctx.vault.seal('token', 'account:1');
    assert.equal(await testContext(database.db).vault.unseal(sealed, 'account:1'), 'token');
  });

  it('has uuids that are the same every time and never twice', () => {
    const take = (seed: number) => {
      const uuid = seededUuids(seed);
      return Array.from({ length: 1_000 }, uuid);
    };
    assert.deepEqual(take(1), take(1));
    assert.equal(new Set([...take(1), ...take(2)]).size, 2_000);
    for (const uuid of take(3)) {
      assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});
