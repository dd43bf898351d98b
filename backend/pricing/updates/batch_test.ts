// Prices that are sent by one call, if a marketplace accepts several.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { PricePush, PushOutcome } from '../../integrations/marketplace.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { callFailure } from '../../testing/memory-marketplace.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { reconcile } from '../jobs.ts';
import { createRule } from '../rules/actions.ts';
import type { UpdateRow } from './store.ts';

let database: TestDatabase;
let scene: Scene;
let ids: number[];
/** The listings of each call. */
let calls: string[][];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  calls = [];
  const { marketplace } = scene.shop;
  marketplace.batchKey = (sku) => sku.split('.')[0]!;
  marketplace.setPrices = async (session, pushes) => {
    calls.push(pushes.map(({ skuMarketplace }) => skuMarketplace));
    return ok(await Promise.all(pushes.map((push) => marketplace.setPrice(session, push))));
  };
  ids = [];
  for (const sku of ['7.1', '7.2', '7.3', '8.1']) {
    const id = await scene.sell(sku, 10_000);
    await scene.see(id, 'LOSING', [competitor('R1', 9_500)]);
    ids.push(id);
  }
});

const push = async () => {
  await createRule(scene.ctx, scene.actor, scene.rule(ids));
  await scene.work();
};
const newest = (): Promise<UpdateRow[]> =>
  Promise.all(ids.map(async (id) => (await scene.updates(id)).at(-1)!));
const states = async () => (await newest()).map(({ state }) => state);
const pushed = () => scene.shop.pushes.map(({ skuMarketplace }) => skuMarketplace).sort();
const answering = (
  answer: (
    pushes: readonly PricePush[],
  ) => Result<readonly PushOutcome[], ReturnType<typeof callFailure>>,
) => {
  scene.shop.marketplace.setPrices = (_session, pushes) => {
    calls.push(pushes.map(({ skuMarketplace }) => skuMarketplace));
    return Promise.resolve(answer(pushes));
  };
};
const never = new AbortController().signal;

describe('prices of one batch', () => {
  it('are sent by one call, each recorded before, and separately for each account', async () => {
    let recorded: unknown[] = [];
    scene.shop.during = async () => {
      recorded = (await newest()).slice(0, 3).map((row) => [row.state, row.calling_since !== null]);
    };
    await push();
    assert.deepEqual(calls, [['7.1', '7.2', '7.3']]);
    assert.deepEqual(pushed(), ['7.1', '7.2', '7.3', '8.1']);
    assert.deepEqual(recorded, Array(3).fill(['sent', true]));
    assert.deepEqual(await states(), Array(4).fill('applied'));
    const keys = new Set(scene.shop.pushes.map(({ operationKey }) => operationKey));
    assert.equal(keys.size, 4);
  });

  it('end each by its own outcome; one without an outcome is read back', async () => {
    answering(([first]) => {
      scene.shop.change(first!.skuMarketplace, first!.price);
      return ok([
        { kind: 'confirmed', price: first!.price },
        { kind: 'rejected', code: 'in_promotion', message: 'locked' },
      ]);
    });
    await push();
    const failures = (await newest()).map(({ failure }) => failure?.code ?? null);
    assert.deepEqual(await states(), ['applied', 'rejected', 'retry', 'applied']);
    assert.deepEqual(failures, [null, 'in_promotion', 'timeout', null]);
  });

  it('wait all together where none of them was taken', async () => {
    answering(() => fail(callFailure('rate_limited', 'error_limit', 60_000)));
    await push();
    assert.deepEqual(await states(), ['retry', 'retry', 'retry', 'applied']);
    assert.equal(calls.length, 1);
  });

  it('are sent once if the process crashes after they were set', async () => {
    const { marketplace } = scene.shop;
    const { setPrices } = marketplace;
    marketplace.setPrices = async (session, pushes) => {
      await setPrices!(session, pushes);
      throw new Error('the process died');
    };
    await createRule(scene.ctx, scene.actor, scene.rule(ids));
    await assert.rejects(scene.work());
    marketplace.setPrices = setPrices!;
    scene.ctx.advance(60_000);
    await reconcile(scene.ctx, never);
    await scene.work();
    assert.deepEqual(await states(), Array(4).fill('applied'));
    assert.deepEqual(pushed(), ['7.1', '7.2', '7.3', '8.1']);
  });

  it('renew the credentials once where these are refused', async () => {
    let refused = 0;
    const { setPrices } = scene.shop.marketplace;
    scene.shop.marketplace.setPrices = async (session, pushes) => {
      refused += 1;
      return refused === 1
        ? fail(callFailure('unauthorized', '401'))
        : await setPrices!(session, pushes);
    };
    await push();
    assert.deepEqual(await states(), Array(4).fill('applied'));
    assert.equal(scene.shop.marketplace.calls.refresh, 1);
  });
});
