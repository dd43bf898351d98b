import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { workers as notificationWorkers } from '../../notifications/jobs.ts';
import { badRule } from '../../testing/breaker-run.ts';
import { allowAnyMove, ruleMany, seeMany, sellMany } from '../../testing/many-listings.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain } from '../../testing/test-context.ts';
import type { BreakerSight } from '../contract.ts';
import { workers } from '../jobs.ts';
import { undo } from '../undo/undo-update.ts';
import { pushUpdates } from '../updates/push.ts';
import { type BreakerTerms, type Leaving, largeDrops, tripped } from './engine/circuit-breaker.ts';
import { getPriceSwitch, setPriceSwitch } from './stop-switch.ts';

describe('the breaker, in itself', () => {
  const terms: BreakerTerms = { percent: 30, drops: 3, minutes: 60 };
  const drop = (id: number, from: number, to: number): Leaving => ({
    id,
    ruleId: 7,
    listingId: 100 + id,
    from,
    to,
  });

  it('counts drops of more than its percentage, to the cent', () => {
    const leaving = [
      drop(1, 10_000, 7_000),
      drop(2, 10_000, 6_999),
      drop(3, 10_000, 12_000),
      drop(4, 3, 2),
      drop(5, 9_999_999_999, 1),
    ];
    assert.deepEqual(
      largeDrops(leaving, terms).map((each) => each.id),
      [2, 4, 5],
    );
    assert.deepEqual(
      largeDrops([drop(1, 10_000, 8_749)], { ...terms, percent: 12.5 }).map((each) => each.id),
      [1],
    );
  });

  it('allows as many as its limit, and none beyond it', () => {
    const three = [1, 2, 3].map((id) => drop(id, 10_000, 1_000));
    assert.equal(tripped(three, 0, terms), null);
    assert.deepEqual(tripped(three, 1, terms), {
      drops: 4,
      limit: 3,
      percent: 30,
      minutes: 60,
      ruleIds: [7],
      listingIds: [101, 102, 103],
    });
  });
});

describe('the breaker', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
    await allowAnyMove(scene);
  });
  afterEach(() => scene.close());

  it('stops a bad rule that proposes a tenth of the price on many listings, and reports it', async () => {
    const { left, sight } = await badRule(scene, 400);
    assert.equal(left, 20);
    assert.deepEqual(
      [sight?.drops, sight?.limit, sight?.percent, sight?.minutes, sight?.ruleIds.length],
      [40, 20, 30, 60, 1],
    );
    const [entry] = await scene.database.owner<{ level: string; values: BreakerSight }[]>`
      select level, values from notification where code = 'prices_stopped_by_breaker'`;
    assert.deepEqual(entry, { level: 'error', values: { drops: 40, percent: 30, minutes: 60 } });
    assert.equal(scene.ctx.complaints.filter((line) => /breaker stopped/.test(line)).length, 1);
    const acts = await scene.database.owner`
      select person_id, values->>'reason' as reason from audit_log where action = 'pricing.prices_stopped'`;
    assert.deepEqual([...acts], [{ person_id: null, reason: 'breaker' }]);
    const [open] = await scene.database.owner<{ count: number }[]>`
      select count(*) from price_update where state in ('sent', 'retry', 'pending')`;
    assert.equal(open!.count, 0);
  });

  it('counts exactly where several processes send at once', async () => {
    const listings = await sellMany(scene, 90, 10_000);
    await seeMany(scene, listings, [competitor('R1', 1_001)]);
    await ruleMany(scene, listings, { minPrice: 5, maxPrice: 200 });
    const rows = await scene.database.owner<
      { id: number }[]
    >`select id from price_update order by id`;
    const jobs = rows.map(({ id }) => ({ companyId: scene.companyId, updateId: id }));
    const processes = [scene.ctx, scene.another(), scene.another()];
    const never = new AbortController().signal;
    await Promise.all(
      Array.from({ length: 18 }, (_, n) =>
        pushUpdates(processes[n % 3]!, jobs.slice(n * 5, n * 5 + 5), never),
      ),
    );
    const counted = await scene.database.owner`select update_id from price_drop`;
    assert.equal(counted.length, 20);
    const { reason, detail } = await getPriceSwitch(scene.ctx, scene.actor);
    assert.deepEqual([reason, detail?.drops], ['breaker', 25]);
    // What was counted and had not left by then was stopped with all others.
    assert.ok(scene.shop.pushes.length <= 20, String(scene.shop.pushes.length));
  });

  it('counts an update once however often it is tried, and drops it after its window', async () => {
    const listings = await sellMany(scene, 21, 10_000);
    await seeMany(scene, listings.slice(0, 20), [competitor('R1', 1_001)]);
    scene.shop.ends = Array(20).fill('rate_limit');
    await ruleMany(scene, listings, { minPrice: 5, maxPrice: 200 });
    await scene.work();
    scene.ctx.advance(60_000);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 40);
    assert.equal((await getPriceSwitch(scene.ctx, scene.actor)).stopped, false);
    scene.ctx.advance(60 * 60_000);
    await seeMany(scene, listings.slice(20), [competitor('R1', 1_001)]);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 41);
    assert.equal((await getPriceSwitch(scene.ctx, scene.actor)).stopped, false);
  });

  it('counts manual changes too, restarts after a reset, and ignores small drops', async () => {
    await scene.database.owner`update company set breaker_drops = 1`;
    const [first, second, third] = await sellMany(scene, 3, 10_000);
    await seeMany(scene, [first!], [competitor('R1', 18_001)]);
    await ruleMany(scene, [first!], { minPrice: 5, maxPrice: 200, strategy: 'MATCH' });
    await scene.work();
    const [raise] = await scene.updates(first!.id);
    assert.deepEqual([raise!.state, raise!.new_price], ['applied', 18_001]);
    // Undoing a raise is a drop of 44 %.
    await undo(scene.ctx, scene.actor, raise!.rule_id, raise!.id, { choice: 'keep_rule' });
    await scene.work();
    assert.equal(scene.shop.shown(first!.sku), 10_000);
    await seeMany(scene, [second!], [competitor('R1', 1_001)]);
    await ruleMany(scene, [second!], { minPrice: 5, maxPrice: 200 });
    await scene.work();
    const state = await getPriceSwitch(scene.ctx, scene.actor);
    assert.deepEqual([state.reason, state.detail?.drops, state.detail?.limit], ['breaker', 2, 1]);
    assert.equal(scene.shop.shown(second!.sku), 10_000);

    await setPriceSwitch(scene.ctx, scene.actor, { stopped: false });
    await scene.work();
    assert.equal(scene.shop.shown(second!.sku), 1_000);
    await seeMany(scene, [third!], [competitor('R1', 7_100)]);
    await ruleMany(scene, [third!], { minPrice: 5, maxPrice: 200 });
    await drain(scene.ctx, [...workers(scene.ctx), ...notificationWorkers(scene.ctx)]);
    assert.equal(scene.shop.shown(third!.sku), 7_099);
    assert.equal((await getPriceSwitch(scene.ctx, scene.actor)).stopped, false);
  });
});
