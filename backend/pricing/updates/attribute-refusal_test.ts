import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { REFRESH_LISTING } from '../../catalog/actions.ts';
import { workers as catalogWorkers } from '../../catalog/jobs.ts';
import { remoteListing } from '../../testing/memory-marketplace.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, emitted, waiting } from '../../testing/test-context.ts';
import { createRule, queryUpdates } from '../actions.ts';
import { PRICE_UPDATES_MOVED } from '../contract.ts';
import { queryMovers } from '../external/movers.ts';
import { workers } from '../jobs.ts';

let the: Scene;
let id: number;
let ads = 0;
/** The marketplace's id of the test's own listing. */
let sku: string;
beforeAll(async () => {
  the = await openScene();
});
afterAll(() => the.close());
beforeEach(async () => {
  ads += 1;
  sku = `A${ads}`;
  id = await the.sell(sku, 10_000);
});

/** A rule sends a price, which the marketplace answers as the test says. */
async function refused(end: 'reject' | 'ignore' = 'reject') {
  the.shop.ends.push(end);
  await the.see(id, 'LOSING', [competitor('r', 9_500)]);
  await createRule(the.ctx, the.actor, the.rule([id]));
  await the.work();
  const [update] = await the.updates(id);
  return update!;
}

/** Whether a read of the listing is enqueued. */
const isRequested = async () =>
  (await waiting(the.ctx, REFRESH_LISTING)).some(({ listings }) => listings.includes(sku));

describe('a refused price', () => {
  it('names the marketplace’s automation, in the update and in the bell', async () => {
    const { state, failure } = await refused();
    assert.equal(state, 'rejected');
    const expected = { code: 'item.price.not_modifiable', message: 'locked', mover: 'automation' };
    assert.deepEqual(failure, expected);
    const page = { page: 0, limit: 15, tab: 'all' } as const;
    const all = { filters: [], orders: [], timeZone: 'UTC' };
    const { content } = await queryUpdates(the.ctx, the.actor, page, all, 'pt');
    assert.deepEqual(content[0]?.failure, expected);
    const reported = (await emitted(the.ctx, PRICE_UPDATES_MOVED)).flatMap(
      ({ updates }) => updates,
    );
    const ours = reported.find((one) => one.state === 'rejected' && one.listingId === id);
    assert.equal(ours?.mover, 'automation');
  });

  it('names a promotion, if one is running by now', async () => {
    the.shop.during = async () => {
      await the.database.owner`update listing set promotion_status = 'started' where id = ${id}`;
    };
    const { failure } = await refused();
    the.shop.during = null;
    assert.equal(failure?.mover, 'promotion');
  });

  it('enqueues a read of the listing, so that the next query has the reason', async () => {
    the.shop.marketplace.listings.set(sku, {
      ...remoteListing(sku, { price: 10_000 }),
      automation: { name: 'INT' },
    });
    await refused();
    assert.equal(await isRequested(), true);
    const [reported] = (await queryMovers(the.ctx, the.actor, [id])).items;
    assert.deepEqual(
      reported?.movers.map(({ kind }) => kind),
      ['automation'],
    );
  });

  it('is not proposed while the automation is active, and again when it is off', async () => {
    const listing = { ...remoteListing(sku, { price: 10_000 }), automation: { name: 'INT' } };
    the.shop.marketplace.listings.set(sku, listing);
    await refused();
    await queryMovers(the.ctx, the.actor, [id]);
    const workAll = () => drain(the.ctx, [...catalogWorkers(the.ctx), ...workers(the.ctx)]);
    await workAll();
    the.ctx.advance(60_000);
    await the.see(id, 'LOSING', [competitor('r', 9_400)]);
    await workAll();
    assert.equal((await the.updates(id)).length, 1);
    the.ctx.advance(60_000);
    the.shop.marketplace.listings.set(sku, { ...listing, automation: null });
    await queryMovers(the.ctx, the.actor, [id]);
    await workAll();
    assert.deepEqual(
      (await the.updates(id)).map(({ state, new_price }) => [state, new_price]),
      [
        ['rejected', 9_499],
        ['applied', 9_399],
      ],
    );
  });

  it('for another reason names no mover, and reads nothing', async () => {
    const { failure } = await refused('ignore');
    assert.deepEqual(failure, { code: 'not_modified', message: 'as it was' });
    assert.equal(await isRequested(), false);
  });
});
