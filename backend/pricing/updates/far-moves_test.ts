// What becomes of a price that a rule wants to move far, from the decision to the marketplace.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Minor } from '../../kernel/money.ts';
import { within } from '../../platform/db.ts';
import { isFurther, sellMany } from '../../testing/many-listings.ts';
import { dice } from '../../testing/price-simulation/story.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { explain } from '../engine/explain.ts';
import type { Decision } from '../engine/types.ts';
import { createRule } from '../rules/actions.ts';
import { mayLeave } from '../safety/engine/guard.ts';
import { undo } from '../undo/undo-update.ts';
import { approve } from './actions.ts';
import { recordApplied } from './listing-store.ts';
import { checkAgain } from './push.ts';
import { reprice, repriceListings } from './reprice.ts';

const HOUR = 3_600_000;

describe('a rule that wants to move a price far', () => {
  let scene: Scene;
  let listings = 0;
  let sku: string;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());
  /** Each has a separate listing. */
  beforeEach(() => {
    listings += 1;
    sku = `MLB${listings}`;
  });

  /** A listing at 100.00 whose rule goes a cent below the competitor. */
  const followed = async () => {
    const id = await scene.sell(sku, 10_000);
    await createRule(scene.ctx, scene.actor, scene.rule([id], { minPrice: 1, maxPrice: 10_000 }));
    return id;
  };
  const goTo = async (id: number, rivalPrice: Minor) => {
    scene.ctx.advance(60_000);
    await scene.see(id, 'LOSING', [competitor('R1', rivalPrice)]);
    await repriceListings(scene.ctx, scene.companyId, [id]);
    await scene.work();
  };
  const left = () =>
    scene.shop.pushes.flatMap(({ skuMarketplace, price }) =>
      skuMarketplace === sku ? [price] : [],
    );

  it('waits for approval, with the reason', async () => {
    const id = await followed();
    await goTo(id, 6_001);
    assert.deepEqual(left(), []);
    const [update] = await scene.updates(id);
    assert.equal(update!.state, 'pending');
    const line = (update!.explanation as Decision['explanation']).at(-1)!;
    assert.deepEqual(line, {
      step: 'guard',
      code: 'large_step',
      values: { from: 100, to: 60, percent: 40, limit: 30 },
    });
    assert.match(
      explain(line, 'en', 'BRL').text,
      /From R\$100\.00 to R\$60\.00 is a change of 40%/,
    );
    await approve(scene.ctx, scene.actor, update!.rule_id, update!.id);
    await scene.work();
    assert.deepEqual(left(), [6_000]);
  });

  it('waits too if many small steps add up to a large one, until the day is over', async () => {
    const id = await followed();
    for (const rivalPrice of [7_501, 5_501, 4_101]) await goTo(id, rivalPrice);
    assert.deepEqual(left(), [7_500, 5_500, 4_100]);
    await goTo(id, 3_901);
    assert.deepEqual(left(), [7_500, 5_500, 4_100]);
    const [waits] = (await scene.updates(id)).slice(-1);
    const line = (waits!.explanation as Decision['explanation']).at(-1)!;
    assert.deepEqual(line.values, { from: 100, to: 39, percent: 61, limit: 60 });
    assert.equal(line.code, 'large_day_move');
    // Within the hour more than 24 hours later nothing of that day counts any more.
    scene.ctx.advance(25 * HOUR);
    await goTo(id, 3_801);
    assert.deepEqual(left().slice(3), [3_800]);
  });

  it('counts on from the price that a person wanted last', async () => {
    const id = await followed();
    await goTo(id, 3_001);
    const [update] = await scene.updates(id);
    await approve(scene.ctx, scene.actor, update!.rule_id, update!.id);
    await scene.work();
    await goTo(id, 2_901);
    assert.deepEqual(left(), [3_000, 2_900]);
    await goTo(id, 1_901);
    assert.deepEqual(left(), [3_000, 2_900]);
  });

  it('does not keep a person from taking a price back', async () => {
    const id = await followed();
    await goTo(id, 3_001);
    const [update] = await scene.updates(id);
    await approve(scene.ctx, scene.actor, update!.rule_id, update!.id);
    await scene.work();
    await undo(scene.ctx, scene.actor, update!.rule_id, update!.id, { choice: 'keep_rule' });
    await scene.work();
    assert.deepEqual(left(), [3_000, 10_000]);
  });

  it('waits again if the price changed outside the product while the update was queued', async () => {
    const id = await scene.sell(sku, 10_000);
    await scene.see(id, 'LOSING', [competitor('R1', 8_001)]);
    await createRule(scene.ctx, scene.actor, scene.rule([id], { minPrice: 1 }));
    const [sent] = await scene.updates(id);
    assert.equal(sent!.state, 'sent');
    // Without an observation of the market, which would reprice.
    await scene.database.owner`update listing set price = 20000 where id = ${id}`;
    await scene.work();
    assert.deepEqual(left(), []);
    assert.deepEqual(
      (await scene.updates(id)).map(({ state, old_price }) => [state, old_price]),
      [
        ['canceled', 10_000],
        ['pending', 20_000],
      ],
    );
  });

  it('waits instead of being sent to and fro, should engine and guard ever disagree', async () => {
    const id = await scene.sell(sku, 10_000);
    await createRule(scene.ctx, scene.actor, scene.rule([id]));
    await scene.see(id, 'LOSING', [competitor('R1', 9_001)]);
    const { ctx, companyId } = scene;
    const decide = (withheldPrice: Minor) =>
      within(ctx.db, { company: companyId }, (trx) =>
        reprice(ctx, trx, companyId, [id], {
          ruleEdited: false,
          withheld: new Map([[id, withheldPrice]]),
        }),
      );
    const rejections = () => ctx.complaints.filter((line) => /Guard rejected/.test(line)).length;
    const before = rejections();
    await decide(9_000);
    const [waits] = await scene.updates(id);
    assert.equal(waits!.state, 'pending');
    assert.equal((waits!.explanation as Decision['explanation']).at(-1)!.code, 'kept_back');
    assert.equal(rejections() - before, 1);
    // A different price than the held one is checked like any other.
    await decide(8_999);
    const [, sent] = await scene.updates(id);
    assert.deepEqual([sent!.state, sent!.new_price], ['sent', 9_000]);
  });

  it('is known to the last check of the number itself', async () => {
    const id = await scene.sell(sku, 10_000);
    await scene.see(id, 'LOSING', [competitor('R1', 9_001)]);
    await createRule(scene.ctx, scene.actor, scene.rule([id], { minPrice: 1 }));
    const { ctx, companyId, database } = scene;
    await within(ctx.db, { company: companyId }, (trx) =>
      recordApplied(
        trx,
        companyId,
        [{ listingId: id, from: 12_000, to: 9_500, byPerson: false }],
        ctx.clock(),
      ),
    );
    await database.owner`update listing_pricing set last_set_price = null where listing_id = ${id}`;
    const [update] = await scene.updates(id);
    const { calls } = await within(ctx.db, { company: companyId }, (trx) =>
      checkAgain(ctx, trx, companyId, [update!.id]),
    );
    const { bounds } = calls[0]!;
    assert.deepEqual(bounds.recent, { present: 10_000, lowest: 9_500, highest: 12_000 });
    assert.deepEqual(bounds.limits, { maxStepPercent: 30, maxDayPercent: 60 });
    assert.equal(mayLeave(6_999, bounds), 'large_step');
  });
});

describe('a market in a panic', () => {
  it('changes no price beyond the daily limit without approval, for any listing', async () => {
    const scene = await openScene();
    try {
      const { automatic, approved, waited } = await panic(scene, 12, 10);
      assert.ok(automatic > 30, `${automatic} moved by themselves`);
      assert.ok(approved > 5, `${approved} were approved`);
      assert.ok(waited > 15, `${waited} waited`);
    } finally {
      await scene.close();
    }
  });
});

/** Competitors change by large steps, hours pass, some updates are approved; each applied price is checked against all before. */
async function panic(scene: Scene, count: number, rounds: number) {
  const { ctx, actor, database } = scene;
  const listings = await sellMany(scene, count, 10_000);
  const ids = listings.map(({ id }) => id);
  await createRule(ctx, actor, scene.rule(ids, { minPrice: 1, maxPrice: 900 }));
  const chance = dice(20_260_504);
  const report = { automatic: 0, approved: 0, waited: 0 };
  for (let round = 0; round < rounds; round++) {
    ctx.advance([1, 2, 7, 13][Math.floor(chance() * 4)]! * HOUR);
    for (const { sku, id } of listings) {
      const leap = Math.max(Math.round(scene.shop.shown(sku) * (0.45 + chance() * 1.1)), 2);
      await scene.see(id, 'LOSING', [competitor('R1', leap)]);
    }
    await scene.work();
    const waiting = await database.owner<{ id: number; rule_id: number }[]>`
      select id, rule_id from price_update where state = 'pending' order by id`;
    report.waited += waiting.length;
    for (const update of waiting) {
      if (chance() < 0.3) await approve(ctx, actor, update.rule_id, update.id);
    }
    await scene.work();
  }
  for (const id of ids) {
    const landed = (await scene.updates(id)).filter(({ state }) => state === 'applied');
    for (const [n, { old_price: from, new_price: to, moved_at, decided_by }] of landed.entries()) {
      report[decided_by === null ? 'automatic' : 'approved'] += 1;
      if (decided_by !== null) continue;
      assert.equal(isFurther(from, to, 30), false, `a step from ${from} to ${to}`);
      const word = landed.findLastIndex((each, at) => at < n && each.decided_by !== null);
      const day = landed
        .slice(word + 1, n)
        .filter((each) => moved_at.getTime() - each.moved_at.getTime() < 24 * HOUR)
        .flatMap((each) => [each.old_price, each.new_price]);
      const farEnd = to < from ? Math.max(from, ...day) : Math.min(from, ...day);
      assert.equal(isFurther(farEnd, to, 60), false, `a day from ${farEnd} to ${to}`);
    }
  }
  return report;
}
