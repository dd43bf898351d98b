// The engine's inputs of a listing in addition to its market: its costs and its memory.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { setCosts } from '../../catalog/actions.ts';
import type { CostsInput } from '../../catalog/contract.ts';
import { workers as catalogWorkers } from '../../catalog/jobs.ts';
import { ListBody } from '../../kernel/filter.ts';
import type { Minor } from '../../kernel/money.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { callFailure } from '../../testing/memory-marketplace.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain } from '../../testing/test-context.ts';
import { queryListings } from '../listings/query.ts';
import { createRule, setRuleStatus, updateRule } from '../rules/actions.ts';
import { mayLeave } from '../safety/engine/guard.ts';
import { approve } from './actions.ts';
import { loadSubjects } from './load-facts.ts';
import { checkAgain } from './push.ts';
import { repriceListings } from './reprice.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});

const sell = async (sku: string, rivalPrice: Minor) => {
  const id = await scene.sell(sku, 10_000);
  await scene.see(id, 'LOSING', [competitor('R1', rivalPrice)]);
  return id;
};
const cost = (item: CostsInput) => setCosts(scene.ctx, scene.actor, [item]);
const left = () => scene.shop.pushes.map(({ price }) => price);

describe('the costs of a listing', () => {
  // (50.00 + 5.00) / (1 - 0.12 - 0.1 - 0.2)
  const known = { cost: 50, taxPercent: 10, feePercent: 12, feeFixed: 5 };
  const minimum = 9_483;
  const margin = { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 20 };

  it('are known once the cost and the fee are', async () => {
    const id = await sell('MLB1', 9_001);
    const read = async () => {
      const [subject] = await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
        loadSubjects(trx, scene.companyId, [id]),
      );
      return subject!.facts.costs;
    };
    assert.equal(await read(), null);
    await cost({ listingId: id, cost: 50 });
    assert.equal(await read(), null);
    await cost({ listingId: id, feePercent: 12 });
    assert.deepEqual(await read(), { cost: 5_000, taxPercent: 0, feePercent: 12, feeFixed: 0 });
  });

  it('give a rule by margin its minimum: at the decision, in the history, at the last check, in the list', async () => {
    const id = await sell('MLB1', 9_001);
    await cost({ listingId: id, ...known });
    await createRule(scene.ctx, scene.actor, scene.rule([id], margin));
    const [update] = await scene.updates(id);
    assert.deepEqual(
      [update!.state, update!.new_price, update!.min_price, update!.price_tag],
      ['sent', minimum, minimum, 'min_margin'],
    );
    const { content } = await queryListings(
      scene.ctx,
      scene.actor,
      { tab: 'all', page: 0, limit: 10 },
      ListBody.parse({}),
    );
    assert.deepEqual(content[0]!.costs, known);
    assert.deepEqual(
      [content[0]!.rule?.minimumBy, content[0]!.rule?.minPrice, content[0]!.rule?.origin],
      ['MARGIN', 94.83, 'own'],
    );
    const { calls } = await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
      checkAgain(scene.ctx, trx, scene.companyId, [update!.id]),
    );
    const { bounds } = calls[0]!;
    assert.equal(bounds.minPrice, minimum);
    assert.equal(mayLeave(minimum - 1, bounds), 'below_minimum');
    assert.equal(mayLeave(minimum, bounds), null);
  });

  it('keep the price where they are not known', async () => {
    const id = await sell('MLB1', 9_001);
    await createRule(scene.ctx, scene.actor, scene.rule([id], margin));
    await scene.work();
    assert.equal((await scene.updates(id)).length, 0);
  });

  it('reprice the listings of such a rule when they change, and no others', async () => {
    const id = await sell('MLB1', 9_001);
    const other = await sell('MLB2', 9_001);
    await createRule(scene.ctx, scene.actor, scene.rule([id], margin));
    await createRule(scene.ctx, scene.actor, scene.rule([other], { status: 'disabled' }));
    await cost({ listingId: id, ...known });
    await cost({ listingId: other, ...known });
    await scene.work();
    assert.deepEqual(left(), [minimum]);
  });

  it('that rise while a price is queued keep it from leaving', async () => {
    const id = await sell('MLB1', 9_001);
    await cost({ listingId: id, ...known });
    await createRule(scene.ctx, scene.actor, scene.rule([id], margin));
    const [queued] = await scene.updates(id);
    assert.equal(queued!.new_price, minimum);
    await cost({ listingId: id, cost: 52 });
    await scene.work();
    // (52.00 + 5.00) / 0.58
    assert.deepEqual(left(), [9_828]);
    await cost({ listingId: id, cost: null });
    scene.ctx.advance(1_000);
    await scene.see(id, 'LOSING', [competitor('R1', 9_900)]);
    await scene.work();
    assert.deepEqual(left(), [9_828]);
  });
});

describe('a minimum below which the marketplace takes more', () => {
  const margin = { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 5 };
  // 60.00 / (1 - 0.12 - 0.05); with what is kept below 79.00 besides that is 80.43.
  const [tooLow, minimum] = [7_229, 7_900];
  const reportFees = () =>
    drain(
      scene.ctx,
      catalogWorkers(scene.ctx).filter(({ queue }) => /fees$|floors$/.test(queue.name)),
    );
  /** Until there are no more requests. */
  const settle = async () => {
    for (let round = 0; round < 12; round += 1) {
      await scene.work();
      await reportFees();
    }
    await scene.work();
  };
  const open = async () => {
    scene.shop.marketplace.feeOf = (price) => ({
      feePercent: 12,
      feeFixed: price < 7_900 ? 675 : 0,
    });
    const id = await sell('MLB1', 7_000);
    await cost({ listingId: id, cost: 60 });
    await reportFees();
    await createRule(scene.ctx, scene.actor, scene.rule([id], margin));
    return id;
  };

  it('is not gone to before the fee there is known, and counts with it then', async () => {
    const id = await open();
    await scene.work();
    assert.deepEqual(left(), []);
    await settle();
    assert.deepEqual(left(), [minimum]);
    const [update] = await scene.updates(id);
    assert.equal(update!.min_price, minimum);
    assert.match(JSON.stringify(update!.explanation), /fee_at_minimum/);
  });

  it('counts with the one fee where the marketplace reports no other', async () => {
    const id = await open();
    scene.shop.marketplace.broken.set('MLB1', callFailure('invalid', 'no'));
    await settle();
    assert.deepEqual(left(), [tooLow]);
    assert.equal((await scene.updates(id))[0]!.min_price, tooLow);
  });

  it('follows a changed cost, and is requested again', async () => {
    const id = await open();
    await settle();
    await cost({ listingId: id, cost: 70 });
    scene.shop.marketplace.calls.getFees = 0;
    await settle();
    // 70.00 / 0.83: nothing more is kept there.
    assert.deepEqual(left(), [minimum, 8_434]);
    assert.equal(scene.shop.marketplace.calls.getFees, 1);
  });

  it('counts with what is kept further up, where that is more still', async () => {
    const id = await scene.sell('MLB1', 4_900);
    await scene.see(id, 'LOSING', [competitor('R1', 3_000)]);
    scene.shop.marketplace.feeOf = (price) => ({
      feePercent: 12,
      feeFixed: price < 5_000 ? 650 : price < 7_900 ? 675 : 0,
    });
    await cost({ listingId: id, cost: 36 });
    await reportFees();
    await createRule(scene.ctx, scene.actor, scene.rule([id], margin));
    await settle();
    // (36.00 + 6.50) / 0.83 is 51.21, where 6.75 is kept: (36.00 + 6.75) / 0.83.
    assert.deepEqual(left(), [5_151]);
  });
});

describe('the figures of a listing’s advertising', () => {
  const reported = (id: number, spend: Minor, sales: Minor) =>
    scene.database.owner`
      insert into listing_ad_figures (company_id, listing_id, spend, sales, days, until, updated_at)
      values (${scene.companyId}, ${id}, ${spend}, ${sales}, 30, ${scene.ctx.clock()}, ${scene.ctx.clock()})`;
  const acos = {
    competition: 'ACOS',
    acosLimit: 20,
    adjustment: { type: 'PERCENTAGE', amount: 5 },
  };

  it('change a price without any market, once a day, and are sent by the stored memory', async () => {
    const id = await scene.sell('MLB1', 10_000);
    await reported(id, 3_000, 10_000);
    await createRule(scene.ctx, scene.actor, scene.rule([id], acos));
    await scene.work();
    assert.deepEqual(left(), [10_500]);
    await repriceListings(scene.ctx, scene.companyId, [id]);
    await scene.work();
    assert.deepEqual(left(), [10_500]);
    scene.ctx.advance(24 * 3_600_000);
    await repriceListings(scene.ctx, scene.companyId, [id]);
    await scene.work();
    assert.deepEqual(left(), [10_500, 11_025]);
    const updates = await scene.updates(id);
    assert.deepEqual(
      updates.map(({ state, snapshot_id }) => [state, snapshot_id]),
      [
        ['applied', null],
        ['applied', null],
      ],
    );
  });

  it('propose the same until a person decides', async () => {
    const id = await scene.sell('MLB1', 10_000);
    await reported(id, 3_000, 10_000);
    await createRule(scene.ctx, scene.actor, scene.rule([id], { ...acos, requiresApproval: true }));
    for (const hours of [0, 1, 30]) {
      scene.ctx.advance(hours * 3_600_000);
      await repriceListings(scene.ctx, scene.companyId, [id]);
      const updates = await scene.updates(id);
      assert.deepEqual(
        updates.map(({ state, new_price }) => [state, new_price]),
        [['pending', 10_500]],
      );
    }
    const [update] = await scene.updates(id);
    await approve(scene.ctx, scene.actor, update!.rule_id, update!.id);
    await scene.work();
    assert.deepEqual(left(), [10_500]);
  });

  it('are not known without spend or without sales', async () => {
    const ids = [await scene.sell('MLB1', 10_000), await scene.sell('MLB2', 10_000)];
    await reported(ids[0]!, 0, 10_000);
    await reported(ids[1]!, 3_000, 0);
    await createRule(scene.ctx, scene.actor, scene.rule(ids, acos));
    await scene.work();
    assert.deepEqual(left(), []);
  });
});

describe('the engine’s memory of a listing', () => {
  const memoryOf = async (id: number) =>
    (
      await scene.database.owner<{ memory: Record<string, unknown> | null }[]>`
        select memory from listing_pricing where listing_id = ${id}`
    )[0]?.memory ?? null;
  const observe = async (id: number, status: 'LOSING' | 'WINNING', rivalPrice: Minor) => {
    scene.ctx.advance(60_000);
    await scene.see(id, status, [competitor('R1', rivalPrice)]);
    await scene.work();
  };
  const wide = { strategy: 'PRIMAZIA', minPrice: 50, maxPrice: 200 };

  it('is empty for a custom rule, and stored for one that learns', async () => {
    const custom = await sell('MLB1', 9_501);
    const learner = await sell('MLB2', 9_501);
    await createRule(scene.ctx, scene.actor, scene.rule([custom]));
    await createRule(scene.ctx, scene.actor, scene.rule([learner], wide));
    await scene.work();
    assert.equal(await memoryOf(custom), null);
    const first = await memoryOf(learner);
    assert.ok(first !== null);
    await observe(learner, 'WINNING', 12_000);
    assert.notDeepEqual(await memoryOf(learner), first);
  });

  it('is used again when a price is sent, so that the decided price is sent', async () => {
    const id = await sell('MLB1', 9_501);
    await createRule(scene.ctx, scene.actor, scene.rule([id], wide));
    await scene.work();
    // While it wins alone it climbs step by step: each decision depends on what it learned before.
    for (let round = 0; round < 5; round++) await observe(id, 'WINNING', 12_000);
    // The cheapest and still not winning: it is lowered at each new poll.
    for (let round = 0; round < 4; round++) await observe(id, 'LOSING', 12_000);
    const updates = await scene.updates(id);
    assert.ok(updates.length >= 6, `${updates.length} updates`);
    assert.deepEqual(
      updates.map(({ state }) => state),
      updates.map(() => 'applied'),
    );
    assert.deepEqual(
      left(),
      updates.map(({ new_price }) => new_price),
    );
  });

  it('does not step twice for one poll', async () => {
    const id = await sell('MLB1', 9_501);
    await createRule(scene.ctx, scene.actor, scene.rule([id], wide));
    await scene.work();
    await observe(id, 'LOSING', 12_000);
    const stepped = left();
    for (let again = 0; again < 3; again++) {
      await repriceListings(scene.ctx, scene.companyId, [id]);
      await scene.work();
    }
    assert.deepEqual(left(), stepped);
  });

  it('proposes the same until a person decides, who finds it unchanged', async () => {
    const id = await sell('MLB1', 12_000);
    await createRule(scene.ctx, scene.actor, scene.rule([id], { ...wide, requiresApproval: true }));
    for (let again = 0; again < 3; again++) {
      await repriceListings(scene.ctx, scene.companyId, [id]);
      assert.equal((await scene.updates(id)).length, 1);
    }
    const [update] = await scene.updates(id);
    await approve(scene.ctx, scene.actor, update!.rule_id, update!.id);
    await scene.work();
    assert.deepEqual(left(), [update!.new_price]);
  });

  it('is deleted when another rule controls the listing, and only then', async () => {
    const id = await sell('MLB1', 9_501);
    const rule = await createRule(scene.ctx, scene.actor, scene.rule([id], wide));
    await scene.work();
    await observe(id, 'WINNING', 12_000);
    const learned = await memoryOf(id);
    const edited = await updateRule(scene.ctx, scene.actor, rule.id, {
      rule: scene.rule([id], { ...wide, status: 'disabled' }),
      version: rule.version,
    });
    assert.deepEqual(await memoryOf(id), learned);
    await setRuleStatus(scene.ctx, scene.actor, rule.id, {
      status: 'archived',
      version: edited.version,
    });
    await createRule(scene.ctx, scene.actor, scene.rule([id], { status: 'disabled' }));
    assert.equal(await memoryOf(id), null);
  });
});
