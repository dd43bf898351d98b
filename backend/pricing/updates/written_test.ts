// What a marketplace reports of a price after it accepted it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { REFRESH_LISTING } from '../../catalog/actions.ts';
import { PRICE_WRITTEN } from '../../catalog/contract.ts';
import type { PriceWrite } from '../../integrations/marketplace.ts';
import { ok } from '../../kernel/result.ts';
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
  it('has an awaited one read back immediately', async () => {
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

describe('a price that was accepted with a trace', () => {
  const write = async (...ends: PriceWrite[]) => {
    const traces: string[] = [];
    scene.shop.marketplace.setPrice = (_session, push) => {
      scene.shop.pushes.push(push);
      return Promise.resolve({ kind: 'accepted', trace: `trace-${scene.shop.pushes.length}` });
    };
    scene.shop.marketplace.getPriceWrite = (_session, trace) => {
      traces.push(trace);
      return Promise.resolve(ok(ends.length > 1 ? ends.shift()! : ends[0]!));
    };
    await createRule(scene.ctx, scene.actor, scene.rule([listingId]));
    await scene.work();
    return traces;
  };
  const readAgain = async (minutes: number) => {
    for (let n = 0; n < minutes; n++) {
      scene.ctx.advance(60_000);
      await scene.work();
    }
  };

  it('is refused with the marketplace’s message, once that is reported', async () => {
    const refused = { kind: 'refused' as const, code: 'policies_blocked_price', message: 'alto' };
    const traces = await write({ kind: 'pending' }, refused);
    await readAgain(1);
    assert.equal((await latest()).state, 'sent');
    await readAgain(1);
    const { state, failure, trace } = await latest();
    assert.deepEqual(
      [state, failure, trace],
      ['rejected', { code: 'policies_blocked_price', message: 'alto' }, null],
    );
    assert.deepEqual([traces, scene.shop.pushes.length], [['trace-1', 'trace-1'], 1]);
  });

  it('is not sent again while the marketplace works it, however long that takes', async () => {
    await write({ kind: 'pending' });
    await readAgain(30);
    assert.deepEqual([(await latest()).state, scene.shop.pushes.length], ['sent', 1]);
    scene.shop.change('MLB1', 9_499);
    await readAgain(10);
    assert.equal((await latest()).state, 'applied');
  });

  it('is sent again where it was worked, and buyers do not see it', async () => {
    await write({ kind: 'done' });
    await readAgain(5);
    assert.ok(scene.shop.pushes.length > 1);
    assert.notEqual((await latest()).state, 'applied');
  });
});
