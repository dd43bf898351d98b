// What a marketplace says of a price after it took it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { REFRESH_LISTING } from '../../catalog/actions.ts';
import { PRICE_WRITTEN } from '../../catalog/contract.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { waiting } from '../../testing/test-context.ts';
import { createRule } from '../rules/actions.ts';

let database: TestDatabase;
let scene: Scene;
let listingId: number;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listingId = await scene.sell('MLB1', 10_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
});

const notified = async (skuMarketplace = 'MLB1') => {
  const { companyId, accountId } = scene;
  await within(scene.ctx.db, { company: companyId }, (trx) =>
    scene.ctx.jobs.emit(trx, PRICE_WRITTEN, { companyId, accountId, skuMarketplace }),
  );
};
const latest = async () => (await scene.updates(listingId)).at(-1)!;
const fetched = async () => (await waiting(scene.ctx, REFRESH_LISTING)).map((job) => job.listings);

describe('a notification that a price was set', () => {
  it('has one that we wait for read back at once', async () => {
    scene.shop.ends = ['accept'];
    await createRule(scene.ctx, scene.actor, scene.rule([listingId]));
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    await notified();
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    scene.shop.change('MLB1', 9_499);
    await notified();
    await notified();
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.deepEqual([scene.shop.pushes.length, await fetched()], [1, []]);
  });

  it('waits for the answer to a call that is out', async () => {
    scene.shop.during = async () => {
      scene.shop.during = null;
      await notified();
      await scene.work();
    };
    await createRule(scene.ctx, scene.actor, scene.rule([listingId]));
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('has the listing fetched where the price is not ours', async () => {
    await notified();
    await notified('of nobody');
    await scene.work();
    assert.deepEqual(await fetched(), [['MLB1']]);
    assert.equal((await scene.updates(listingId)).length, 0);
  });
});
