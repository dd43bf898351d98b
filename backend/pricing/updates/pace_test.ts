// The pace of a listing's price, and its other listings of the product: counted in the real database.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { BuyboxStatus } from '../../kernel/market.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { type PricingSettings, PricingSettingsInput } from '../contract.ts';
import { queryListings } from '../listings/query.ts';
import { createRule, updateRule } from '../rules/actions.ts';
import { preview } from '../rules/preview.ts';
import { getPricingSettings, setPricingSettings } from '../rules/settings.ts';
import { repriceListings } from './reprice.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database, { isPaced: true });
});

const settle = async (more: Partial<PricingSettings>) =>
  setPricingSettings(
    scene.ctx,
    scene.actor,
    PricingSettingsInput.parse({ ...(await getPricingSettings(scene.ctx, scene.actor)), ...more }),
  );

const applied = async (listingId: number) =>
  (await scene.updates(listingId))
    .filter(({ state }) => state === 'applied')
    .map(({ new_price }) => new_price);

const heldOf = async (listingId: number) => {
  const page = { page: 0, limit: 10, tab: 'all' } as const;
  const { content } = await queryListings(scene.ctx, scene.actor, page, {
    filters: [],
    orders: [],
    timeZone: 'UTC',
  });
  return content.find(({ id }) => id === listingId)?.held ?? null;
};

/** A listing under a rule that has just answered a competitor at 95.00 with 94.99. */
async function moved(more: Record<string, unknown> = {}, sku = 'MLB1') {
  const listingId = await scene.sell(sku, 100_00);
  await scene.see(listingId, 'LOSING', [competitor('R1', 95_00)]);
  const rule = await createRule(scene.ctx, scene.actor, scene.rule([listingId], more));
  await scene.work();
  assert.deepEqual(await applied(listingId), [94_99]);
  return { listingId, rule };
}

async function see(listingId: number, status: BuyboxStatus, price: number, minutes = 1) {
  scene.ctx.advance(minutes * MINUTE);
  await scene.see(listingId, status, [competitor('R1', price)]);
  await scene.work();
}

describe('the pace of a listing’s price', () => {
  it('delays an update with a reason, and decides it again when it is due', async () => {
    const { listingId, rule } = await moved();
    const until = new Date(scene.ctx.clock().getTime() + 5 * MINUTE).toISOString();
    await see(listingId, 'LOSING', 94_00);
    await see(listingId, 'LOSING', 93_00);
    assert.deepEqual(await applied(listingId), [94_99]);
    assert.deepEqual(await heldOf(listingId), { by: 'interval', until });
    const { explanation } = await preview(scene.ctx, scene.companyId, { rule, listingId }, 'en');
    assert.match(explanation.at(-1)!.text, /^At least 5 min pass between two changes/);

    // Nothing else happens, and its holder is gone.
    const another = scene.another();
    await repriceListings(another, scene.companyId, []);
    scene.ctx.advance(3 * MINUTE + 3_000);
    await scene.work();
    assert.deepEqual(await applied(listingId), [94_99, 92_99]);
    assert.equal(await heldOf(listingId), null);
    const [, last] = await scene.updates(listingId);
    assert.ok(JSON.stringify(last!.explanation).includes('pace_waited'));
  });

  it('does not hold the answer to a lost buybox, a price outside its limits, or a person', async () => {
    const { listingId, rule } = await moved();
    await see(listingId, 'WINNING', 95_00);
    await see(listingId, 'LOSING', 94_00);
    assert.deepEqual(await applied(listingId), [94_99, 93_99]);
    await see(listingId, 'LOSING', 93_00);
    assert.deepEqual(await applied(listingId), [94_99, 93_99]);

    const edited = { rule: scene.rule([listingId], { minPrice: 90 }), version: rule.version };
    await updateRule(scene.ctx, scene.actor, rule.id, edited);
    await scene.work();
    assert.deepEqual(await applied(listingId), [94_99, 93_99, 92_99]);

    await database.owner`update listing set price = 8500 where id = ${listingId}`;
    scene.shop.change('MLB1', 85_00);
    await see(listingId, 'LOSING', 80_00);
    assert.deepEqual(await applied(listingId), [94_99, 93_99, 92_99, 90_00]);
  });

  it('counts the updates of an hour and of a day, decided by a rule or a person', async () => {
    await settle({ minutesBetweenUpdates: 1, updatesPerHour: 2, updatesPerDay: 3 });
    const { listingId } = await moved();
    await see(listingId, 'LOSING', 94_00, 2);
    await see(listingId, 'LOSING', 93_00, 2);
    assert.deepEqual(await applied(listingId), [94_99, 93_99]);
    assert.equal((await heldOf(listingId))?.by, 'hour');
    scene.ctx.advance(60 * MINUTE);
    await scene.work();
    assert.deepEqual(await applied(listingId), [94_99, 93_99, 92_99]);
    await see(listingId, 'LOSING', 92_00, 120);
    assert.equal((await heldOf(listingId))?.by, 'day');
  });

  it('makes one update where two processes decide many listings at the same time', async () => {
    const listings: number[] = [];
    for (let n = 0; n < 6; n++) listings.push((await moved({}, `MLB${n}`)).listingId);
    scene.ctx.advance(6 * MINUTE);
    for (const id of listings) await scene.see(id, 'LOSING', [competitor('R1', 94_00)]);
    const processes = [scene.ctx, scene.another(), scene.another()];
    const decide = () =>
      Promise.all(
        processes.map((ctx, n) =>
          repriceListings(ctx, scene.companyId, n === 1 ? listings.toReversed() : listings),
        ),
      );
    await decide();
    await scene.work();
    for (const id of listings) await scene.see(id, 'LOSING', [competitor('R1', 93_00)]);
    await decide();
    await scene.work();
    for (const id of listings) assert.deepEqual(await applied(id), [94_99, 93_99]);
  });

  it('releases what it holds once the company settles a shorter one', async () => {
    const { listingId } = await moved();
    await see(listingId, 'LOSING', 94_00, 2);
    assert.deepEqual(await applied(listingId), [94_99]);
    await settle({ minutesBetweenUpdates: 1 });
    await scene.work();
    assert.deepEqual(await applied(listingId), [94_99, 93_99]);
  });
});

describe('a rise that is too small', () => {
  it('is not made, unless a person edits the rule for it', async () => {
    const { listingId, rule } = await moved();
    await see(listingId, 'LOSING', 95_20, 10);
    assert.deepEqual(await applied(listingId), [94_99]);
    const adjustment = { type: 'VALUE', amount: 0.05 };
    const edited = { rule: scene.rule([listingId], { adjustment }), version: rule.version };
    await updateRule(scene.ctx, scene.actor, rule.id, edited);
    await scene.work();
    assert.deepEqual(await applied(listingId), [94_99, 95_15]);
  });
});

describe('two own listings of one product', () => {
  it('never go below the price of the one that holds the buybox', async () => {
    const { owner } = database;
    const [account] = await owner<{ sellerId: string }[]>`
      select seller_id as "sellerId" from account where id = ${scene.accountId}`;
    const holder = await scene.sell('MLB1', 97_00);
    const other = await scene.sell('MLB2', 100_00);
    await owner`update listing set catalog_product_id = 'P1' where id = any(${[holder, other]})`;
    const page = (first: number, second: number) => [
      competitor(account!.sellerId, first, { offerId: 'MLB1', position: 1 }),
      competitor('R1', 95_00, { position: 2 }),
      competitor(account!.sellerId, second, { offerId: 'MLB2', position: 3 }),
    ];
    await createRule(scene.ctx, scene.actor, scene.rule([holder, other]));
    await scene.see(holder, 'WINNING', page(97_00, 100_00));
    await scene.see(other, 'LOSING', page(97_00, 100_00));
    await scene.work();
    assert.deepEqual([await applied(holder), await applied(other)], [[], [97_00]]);
    const [update] = await scene.updates(other);
    assert.ok(JSON.stringify(update!.explanation).includes('own_listing'));

    // The one with the buybox rises. Nothing else changes for the other, which follows.
    scene.ctx.advance(10 * MINUTE);
    scene.shop.change('MLB1', 99_00);
    await scene.see(holder, 'WINNING', page(99_00, 97_00));
    await scene.work();
    assert.deepEqual([await applied(holder), await applied(other)], [[], [97_00, 99_00]]);
  });
});
