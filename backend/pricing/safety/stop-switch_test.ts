import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { workers as notificationWorkers } from '../../notifications/jobs.ts';
import { type Db, openPool, toDb, within } from '../../platform/db.ts';
import { type Listing, ruleMany, seeMany, sellMany } from '../../testing/many-listings.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, testContext } from '../../testing/test-context.ts';
import { workers } from '../jobs.ts';
import { checkAgain, pushUpdates, send } from '../updates/push.ts';
import { getPriceSwitch, setPriceSwitch } from './stop-switch.ts';
import { watchSwitch } from './stop-switch-watch.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const never = new AbortController().signal;
const throwIt = (stopped: boolean) => setPriceSwitch(scene.ctx, scene.actor, { stopped });
const jobsOf = async (listings: readonly Listing[]) => {
  const rows = await scene.database.owner<{ id: number }[]>`
    select id from price_update where listing_id = any(${listings.map((listing) => listing.id)}::bigint[]) and state = 'sent'
    order by id`;
  return rows.map(({ id }) => ({ companyId: scene.companyId, updateId: id }));
};
const bell = async (): Promise<[string, string][]> => {
  const rows = await scene.database.owner<{ level: string; code: string }[]>`
    select level, code from notification where code like 'prices_%' order by code`;
  return rows.map(({ level, code }) => [level, code]);
};
const workAll = () => drain(scene.ctx, [...workers(scene.ctx), ...notificationWorkers(scene.ctx)]);

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((wake) => {
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      wake();
    });
  });

describe('the stop switch', () => {
  it('reports who threw it and when: in the answer, in the bell and in the audit log', async () => {
    const clear = { stopped: false, since: null, by: null, reason: null, detail: null };
    assert.deepEqual(await getPriceSwitch(scene.ctx, scene.actor), clear);
    const thrown = await throwIt(true);
    const [person] = await scene.database.owner<{ name: string }[]>`select name from person`;
    const name = person!.name;
    assert.deepEqual(thrown, {
      stopped: true,
      since: scene.ctx.clock().toISOString(),
      by: name,
      reason: 'person',
      detail: null,
    });
    scene.ctx.advance(60_000);
    assert.deepEqual(await throwIt(true), thrown);
    assert.deepEqual(await getPriceSwitch(scene.another(), scene.actor), thrown);
    assert.deepEqual(await throwIt(false), clear);
    assert.deepEqual(await throwIt(false), clear);
    await workAll();
    assert.deepEqual(await bell(), [
      ['info', 'prices_resumed'],
      ['warn', 'prices_stopped'],
    ]);
    const acts = await scene.database.owner<{ action: string; person_name: string }[]>`
      select action, person_name from audit_log where action like 'pricing.prices%' order by id`;
    assert.deepEqual(
      acts.map((act) => [act.action, act.person_name]),
      [
        ['pricing.prices_stopped', name],
        ['pricing.prices_resumed', name],
      ],
    );
  });

  it('reaches the open pages', async () => {
    const received: unknown[] = [];
    const { unlisten } = await scene.database.owner.listen('live', (text) =>
      received.push(JSON.parse(text)),
    );
    await throwIt(true);
    const { companyId } = scene;
    while (received.length === 0) await pause(5);
    await unlisten();
    assert.deepEqual(received, [
      { company: companyId, event: { type: 'switch', ids: [companyId] } },
    ]);
  });

  it('decides queued updates again when it is cleared, and sends none unchecked', async () => {
    const listings = await sellMany(scene, 6, 10_000);
    await seeMany(scene, listings, [competitor('R1', 9_500)]);
    await ruleMany(scene, listings, {});
    const [early, late] = [listings.slice(0, 3), listings.slice(3)];
    await throwIt(true);
    // Half of the queue is worked while prices are stopped, the other half only after.
    await pushUpdates(scene.ctx, await jobsOf(early), never);
    assert.deepEqual(await jobsOf(early), []);
    scene.ctx.advance(1_000);
    await seeMany(scene, listings, [competitor('R1', 9_700)]);
    await throwIt(false);
    await pushUpdates(scene.ctx, await jobsOf(late), never);
    assert.equal(scene.shop.pushes.length, 0);
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map((push) => push.price),
      listings.map(() => 9_699),
    );
  });

  it('thrown under load: no call starts two seconds later in any process', async () => {
    const listings = await sellMany(scene, 120, 10_000);
    scene.ctx.setTime(new Date());
    await seeMany(scene, listings, [competitor('R1', 9_500)]);
    await ruleMany(scene, listings, {});
    const started: number[] = [];
    // The rate limit delays the call by seconds; like the fetcher, this does not start a call that was aborted while it waited.
    scene.shop.marketplace.setPrice = async ({ signal }, { price }) => {
      await pause(started.length < 60 ? 20 : 3_500, signal);
      if (signal?.aborted) {
        const failure = { kind: 'unavailable', code: 'aborted', message: '', retryAfterMs: null };
        return { kind: 'failed', failure: { ...failure, kind: 'unavailable' } };
      }
      started.push(Date.now());
      return { kind: 'confirmed', price };
    };
    const live = (ctx: MarketplaceContext): MarketplaceContext => ({
      ...ctx,
      clock: () => new Date(),
    });
    const processes = [live(scene.ctx), live(scene.another())];
    const jobs = await jobsOf(listings);
    const queue = Array.from({ length: 6 }, (_, n) => jobs.slice(n * 20, n * 20 + 20));
    const work = processes.map(async (ctx) => {
      for (let batch = queue.shift(); batch; batch = queue.shift()) {
        await pushUpdates(ctx, batch, never);
      }
    });
    while (started.length < 60) await pause(5);
    await setPriceSwitch(processes[0]!, scene.actor, { stopped: true });
    const thrownAt = Date.now();
    await Promise.all(work);
    assert.ok(started.length >= 60 && started.length < 120, `${started.length} calls started`);
    assert.ok(Math.max(...started) - thrownAt < 2_000, 'a call started too late');
    const [open] = await scene.database.owner<{ count: number }[]>`
      select count(*) from price_update where calling_since is not null`;
    assert.equal(open!.count, 0, 'no update is left in the air');
  });

  it('holds over a restart', async () => {
    const listings = await sellMany(scene, 3, 10_000);
    await seeMany(scene, listings, [competitor('R1', 9_500)]);
    await ruleMany(scene, listings, {});
    await throwIt(true);
    const pool = openPool(scene.database.url, 2);
    try {
      const born = testContext(toDb(pool));
      const ctx = { ...born, marketplaces: scene.ctx.marketplaces };
      await pushUpdates(ctx, await jobsOf(listings), never);
      assert.equal(scene.shop.pushes.length, 0);
      assert.equal((await getPriceSwitch(ctx, scene.actor)).stopped, true);
    } finally {
      await pool.end();
    }
  });

  it('counts as thrown where the database cannot be reached', async () => {
    const listings = await sellMany(scene, 2, 10_000);
    await seeMany(scene, listings, [competitor('R1', 9_500)]);
    await ruleMany(scene, listings, {});
    const jobs = await jobsOf(listings);
    const execute = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const away = { ...scene.ctx, db: { transaction: () => ({ execute }) } as unknown as Db };
    await assert.rejects(pushUpdates(away, jobs, never), 'a call has to be recorded first');
    // It is cleared between the record and the call.
    const { companyId } = scene;
    const ids = jobs.map((job) => job.updateId);
    const { calls } = await within(scene.ctx.db, { company: companyId }, (trx) =>
      checkAgain(scene.ctx, trx, companyId, ids),
    );
    const longAgo = new Date(scene.ctx.clock().getTime() - 1_001);
    for (const call of calls) {
      const watch = watchSwitch(away, companyId, longAgo);
      const [ending] = await send(scene.ctx, [call], watch, never);
      watch.end();
      assert.equal(ending?.event.type, 'not_left');
    }
    assert.equal(calls.length, 2);
    assert.equal(scene.shop.pushes.length, 0);
  });

  it('counts as thrown where the database does not answer', async () => {
    const execute = () => new Promise<never>(() => {});
    const silent = { transaction: () => ({ execute }) } as unknown as Db;
    const clock = () => new Date();
    const watch = watchSwitch({ ...scene.ctx, db: silent, clock }, scene.companyId, clock());
    await new Promise((wake) => watch.signal.addEventListener('abort', wake));
    assert.equal(await watch.isClear(), false);
    watch.end();
  });
});
