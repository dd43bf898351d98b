// Nothing lost, doubled or stale: the parts that one process can show.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { Worker } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { startWorkers } from '../../platform/workers.ts';
import { ruleMany, seeMany, sellMany } from '../../testing/many-listings.ts';
import { openLedger, outbox } from '../../testing/outbox.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { reconcileRun } from '../../testing/reconcile-run.ts';
import { pushUpdates } from './push.ts';
import { PUSH, type UpdateJob } from './queues.ts';
import { readBack } from './read-back.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const never = new AbortController().signal;
const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

describe('the outbox', () => {
  it('holds a job for every commit, and none for a rollback', async () => {
    const { database, ctx } = scene;
    const app = new URL(database.url).username;
    await openLedger(database.owner, app);
    assert.deepEqual(await outbox(ctx, database.owner, 600), {
      commits: 300,
      lines: 300,
      jobs: 300,
      differences: 0,
    });
  });
});

describe('a price that was decided a while ago', () => {
  it('is not sent if its market is too old by now, or its minimum was raised', async () => {
    const listings = await sellMany(scene, 60, 10_000);
    await seeMany(scene, listings, [competitor('R1', 9_500)]);
    await ruleMany(scene, listings.slice(0, 30), {});
    await ruleMany(scene, listings.slice(30), { applyMinPriceWhenLosing: false });
    const [waiting] = await scene.database.owner`
      select count(*) from price_update where state = 'sent'`;
    assert.equal(waiting?.count, 60);
    // The minimum of half of them exceeds the price; the market of the other half expires.
    await scene.database.owner`
      update rule set min_price = 9500 where id = (select max(id) from rule)`;
    scene.ctx.advance(24 * 3_600_000);
    await seeMany(scene, listings.slice(30), [competitor('R1', 9_500)]);
    scene.ctx.advance(1);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    const states = await scene.database.owner`
      select state, count(*) from price_update group by state`;
    assert.deepEqual([...states], [{ state: 'canceled', count: 60 }]);
  });
});

describe('reconciling', () => {
  it('has no differences after two cycles if a tenth of the pushes got no answer', async () => {
    const report = await reconcileRun(scene, 300);
    assert.deepEqual(report, { open: 30, differences: 0, again: 15 });
  });
});

describe('a handler that takes three times its expiry', () => {
  it('writes once, and is refused by the fence when it resumes', async () => {
    const [listing] = await sellMany(scene, 1, 10_000);
    await seeMany(scene, [listing!], [competitor('R1', 9_500)]);
    await ruleMany(scene, [listing!], {});
    const [update] = await scene.updates(listing!.id);
    const job = { companyId: scene.companyId, updateId: update!.id };
    const lines: string[] = [];
    const log = createLog({
      write: (line) => lines.push(line),
      clock: scene.ctx.clock,
      level: 'info',
    });
    const ctx = { ...scene.ctx, log };
    // The price is set at once, and the answer takes its time; the handler does not listen to its signal.
    const answer = Promise.withResolvers<void>();
    scene.shop.during = () => answer.promise;
    const deliveries: number[] = [];
    const worker: Worker<UpdateJob> = {
      queue: { ...PUSH, name: 'test.slow-push', expireInSeconds: 1 },
      async handle(jobs, signal) {
        deliveries.push(jobs[0]!.attempt);
        await pushUpdates(
          ctx,
          jobs.map((each) => each.data),
          never,
        );
        signal.throwIfAborted();
      },
    };
    const running = await startWorkers([worker as Worker], {
      databaseUrl: scene.database.url,
      clock: () => new Date(),
      log,
      graceMs: 5_000,
    });
    try {
      const { companyId } = scene;
      await scene.database.owner`delete from pgboss.job where name = ${PUSH.name}`;
      await ctx.db.transaction().execute((trx) => ctx.jobs.send(trx, worker.queue, [job]));
      const expired = pause(3_000);
      while (deliveries.length < 2) await pause(20);
      await expired;
      // Long after the first attempt timed out another process polls, and settles the update.
      scene.shop.change(listing!.sku, 9_499);
      scene.ctx.advance(13_000);
      await readBack(scene.another(), [{ companyId, updateId: update!.id }], never);
      answer.resolve();
      while (!lines.some((line) => line.includes('too late'))) await pause(20);
    } finally {
      await running.stop();
    }
    assert.ok(deliveries.length >= 2, 'the job was given out again while the first was at work');
    assert.equal(scene.shop.pushes.length, 1);
    const [settled] = await scene.updates(listing!.id);
    assert.deepEqual([settled!.state, settled!.attempts], ['applied', 1]);
  });
});
