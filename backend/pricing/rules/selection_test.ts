import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { recordOwnPrices } from '../../catalog/actions.ts';
import { type Minor, toMinor } from '../../kernel/money.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { seeMany, sellMany } from '../../testing/many-listings.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { previewSelection as declared, RuleBody, RuleInput } from '../contract.ts';
import { setPriceSwitch } from '../safety/stop-switch.ts';
import { repriceListings } from '../updates/reprice.ts';
import { createRule, setRuleStatus, updateRule } from './actions.ts';
import { previewSelection } from './selection.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});

const draft = (more: Record<string, unknown> = {}) =>
  RuleBody.parse({ strategy: 'WIN', minPrice: 80, maxPrice: 120, ...more });

const ask = async (listingIds: number[], more: Record<string, unknown> = {}, ruleId?: number) => {
  const body = { rule: draft(more), ruleId: ruleId ?? null, listingIds };
  return declared.answer.parse(await previewSelection(scene.ctx, scene.actor, body));
};

/** A listing at 100.00 with one competitor. */
const sell = async (sku: string, rivalPrice: Minor) => {
  const id = await scene.sell(sku, 10_000);
  await scene.see(id, 'LOSING', [competitor('R1', rivalPrice)]);
  return id;
};

/** What a sale of a listing costs: the product, ten percent and 5.00 for the marketplace. */
const costing = (id: number, cost: Minor) => scene.database.owner`
  insert into listing_cost (company_id, listing_id, cost, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
  values (${scene.companyId}, ${id}, ${cost}, 10, 500, 'person', ${scene.ctx.clock()}, ${scene.ctx.clock()})`;

const countRows = async () => {
  const [row] = await scene.database.owner<{ count: number }[]>`
    select (select count(*) from price_update) + (select count(*) from listing_pricing)
      + (select count(*) from audit_log) as count`;
  return row!.count;
};

describe('a rule over a selection of listings', () => {
  it('reports what would change and by how much, the largest moves first, and writes nothing', async () => {
    const a = await sell('MLB1', 9_501);
    const b = await sell('MLB2', 9_001);
    const c = await sell('MLB3', 10_501);
    const d = await sell('MLB4', 10_001);
    const before = await countRows();
    const preview = await ask([a, b, c, d, 999_999]);
    assert.equal(await countRows(), before);
    assert.deepEqual(
      [preview.total, preview.changes, preview.raises, preview.lowers],
      [4, 3, 1, 2],
    );
    // -5 %, -10 % and +5 %.
    assert.equal(preview.averageChangePercent, -3.33);
    assert.deepEqual(preview.outcomes, [
      { outcome: 'CHANGE', code: null, count: 3 },
      { outcome: 'KEEP', code: 'already_there', count: 1 },
    ]);
    assert.deepEqual([preview.stopped, preview.warnings], [[], []]);
    assert.deepEqual(
      preview.items.map(({ listingId, newPrice, state }) => [listingId, newPrice, state]),
      [
        [b, 90, 'sent'],
        [a, 95, 'sent'],
        [c, 105, 'sent'],
        [d, null, null],
      ],
    );
  });

  it('counts what only the rule’s own approval holds as changes', async () => {
    const id = await sell('MLB1', 9_501);
    const preview = await ask([id], { requiresApproval: true });
    assert.equal(preview.changes, 1);
    assert.deepEqual([preview.items[0]?.state, preview.items[0]?.stoppedBy], ['pending', null]);
  });

  it('reports for each listing what prevents a change', async () => {
    const fine = await sell('MLB1', 9_501);
    const low = await sell('MLB2', 7_001);
    const unseen = await scene.sell('MLB3', 10_000);
    const promoted = await sell('MLB4', 9_501);
    await scene.database
      .owner`update listing set promotion_status = 'started' where id = ${promoted}`;
    const others = await sell('MLB5', 9_501);
    await createRule(scene.ctx, scene.actor, scene.rule([others]));
    const preview = await ask([fine, low, unseen, promoted, others], {
      applyMinPriceWhenLosing: false,
    });
    const stoppers = new Map(preview.items.map((each) => [each.listingId, each.stoppedBy]));
    assert.deepEqual(
      [fine, low, unseen, promoted, others].map((id) => stoppers.get(id)),
      [null, 'below_minimum', 'no_market_data', 'in_promotion', 'listing_has_rule'],
    );
    assert.equal(preview.changes, 1);
    assert.deepEqual(
      preview.stopped.map(({ code, count }) => [code, count]),
      [
        ['below_minimum', 1],
        ['in_promotion', 1],
        ['listing_has_rule', 1],
        ['no_market_data', 1],
      ],
    );
    // Conflicts are listed first.
    assert.equal(preview.items.at(-1)?.listingId, fine);
  });

  it('holds moves against the company’s limits, and a rule without a minimum', async () => {
    const far = await sell('MLB1', 6_001);
    const near = await sell('MLB2', 9_501);
    const preview = await ask([far, near], { minPrice: 50 });
    assert.deepEqual(preview.stopped, [{ code: 'large_step', count: 1 }]);
    assert.equal(preview.changes, 1);
    assert.deepEqual(
      preview.items.map(({ newPrice, state, stoppedBy }) => [newPrice, state, stoppedBy]),
      [
        [60, 'pending', 'large_step'],
        [95, 'sent', null],
      ],
    );
    const blank = await ask([near], { minPrice: null });
    assert.deepEqual([blank.changes, blank.stopped], [0, [{ code: 'no_minimum', count: 1 }]]);
  });

  it('is what the rule then does', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await sell(`MLB${n}`, 5_000 + n * 700));
    const preview = await ask(ids, { minPrice: 60 });
    await createRule(scene.ctx, scene.actor, scene.rule(ids, { minPrice: 60 }));
    const rows = await scene.database.owner<
      { listing_id: number; new_price: Minor; state: string }[]
    >`select listing_id, new_price, state from price_update
      where company_id = ${scene.companyId} order by listing_id`;
    assert.deepEqual(
      preview.items
        .filter(({ newPrice }) => newPrice !== null)
        .map(({ listingId, newPrice, state }) => [listingId, toMinor(newPrice!), state])
        .sort(([one], [other]) => Number(one) - Number(other)),
      rows.map((row) => [row.listing_id, row.new_price, row.state]),
    );
    assert.ok(rows.some(({ state }) => state === 'pending'));
    assert.ok(rows.some(({ state }) => state === 'sent'));
  });

  it('recognizes the edited rule’s own listings, and their settings', async () => {
    const id = await sell('MLB1', 9_501);
    const { id: ruleId } = await createRule(
      scene.ctx,
      scene.actor,
      scene.rule([id], { control: 'LOSE' }),
    );
    await scene.work();
    assert.deepEqual((await ask([id], {}, ruleId)).outcomes, [
      { outcome: 'KEEP', code: 'already_there', count: 1 },
    ]);
    scene.ctx.advance(1_000);
    await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
      recordOwnPrices(trx, scene.companyId, [{ listingId: id, price: 9_900 }], scene.ctx.clock()),
    );
    const edited = await ask([id], { control: 'LOSE' }, ruleId);
    assert.deepEqual(edited.stopped, [{ code: 'control_lost', count: 1 }]);
    // Another rule would begin again.
    const taken = await ask([id], { control: 'LOSE' });
    assert.deepEqual(taken.stopped, [{ code: 'listing_has_rule', count: 1 }]);
    assert.equal(taken.items[0]?.newPrice, 95);
    // A disabled one starts from the present price.
    await setRuleStatus(scene.ctx, scene.actor, ruleId, { status: 'disabled', version: 1 });
    const begun = await ask([id], { control: 'LOSE' }, ruleId);
    assert.deepEqual([begun.stopped, begun.items[0]?.newPrice], [[], 95]);
  });

  it('follows a margin of each listing’s own cost, and reports where that is not known', async () => {
    const dear = await sell('MLB1', 7_001);
    const cheap = await sell('MLB2', 9_001);
    const unknown = await sell('MLB3', 9_001);
    const costs = [
      { id: dear, cost: 6_000 },
      { id: cheap, cost: 2_000 },
    ];
    for (const { id, cost } of costs) await costing(id, cost);
    const margin = { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 20 };
    const preview = await ask([dear, cheap, unknown], margin);
    const of = (id: number) => preview.items.find((each) => each.listingId === id)!;
    // (60.00 + 5.00) / (1 - 0.1 - 0.2)
    assert.deepEqual([of(dear).minPrice, of(dear).newPrice], [92.86, 92.86]);
    assert.deepEqual([of(cheap).minPrice, of(cheap).newPrice], [35.72, 90]);
    assert.deepEqual([of(unknown).minPrice, of(unknown).stoppedBy], [null, 'no_cost']);
  });

  it('warns of limits that look like a typing error, or change the price immediately', async () => {
    const id = await sell('MLB1', 9_501);
    const warned = async (more: object) =>
      (await ask([id], more as Record<string, unknown>)).items[0]!.warnings;
    assert.deepEqual(await warned({ minPrice: 30 }), []);
    assert.deepEqual(await warned({ minPrice: 29.99 }), ['minimum_far_below']);
    assert.deepEqual(await warned({ minPrice: 100.01, maxPrice: 130 }), ['minimum_above_price']);
    assert.deepEqual(await warned({ minPrice: 8, maxPrice: 99.99 }), [
      'minimum_far_below',
      'maximum_below_price',
    ]);
    const preview = await ask([id], { minPrice: 8, maxPrice: 99.99 });
    assert.deepEqual(preview.warnings, [
      { code: 'maximum_below_price', count: 1 },
      { code: 'minimum_far_below', count: 1 },
    ]);
  });

  it('warns of a new price at which a sale costs more than it brings', async () => {
    const [above, even, under] = [
      await sell('MLB1', 9_001),
      await sell('MLB2', 9_001),
      await sell('MLB3', 9_001),
    ];
    // Ten percent of 90.00 and 5.00 go, 76.00 are left.
    await costing(above, 7_599);
    await costing(even, 7_600);
    await costing(under, 7_601);
    const preview = await ask([above, even, under]);
    assert.deepEqual(preview.warnings, [{ code: 'under_cost', count: 1 }]);
    const warned = preview.items.find(({ warnings }) => warnings.includes('under_cost'));
    assert.deepEqual([warned?.listingId, warned?.newPrice], [under, 90]);
  });

  it('reports stopped price changes of the company', async () => {
    const id = await sell('MLB1', 9_501);
    await setPriceSwitch(scene.ctx, scene.actor, { stopped: true });
    assert.deepEqual((await ask([id])).stopped, [{ code: 'kill_switch', count: 1 }]);
  });

  it('answers for a thousand listings, and shows two hundred of them', async () => {
    const listings = await sellMany(scene, 1_000, 10_000);
    await seeMany(scene, listings, [competitor('R1', 9_501)]);
    const preview = await ask(listings.map(({ id }) => id));
    assert.deepEqual([preview.total, preview.changes, preview.items.length], [1_000, 1_000, 200]);
  });
});

describe('a rule over a group of listings', () => {
  it('controls each listing of a group individually; a rule of one listing only that one', async () => {
    const ids = [await sell('MLB1', 9_501), await sell('MLB2', 9_001)];
    const single = await sell('MLB3', 9_001);
    const group = await createRule(scene.ctx, scene.actor, scene.rule(ids));
    const own = await createRule(scene.ctx, scene.actor, scene.rule([single]));
    assert.deepEqual([group.origin, own.origin], ['group', 'own']);
    await scene.work();
    assert.deepEqual([scene.shop.shown('MLB1'), scene.shop.shown('MLB2')], [9_500, 9_000]);
    await repriceListings(scene.ctx, scene.companyId, ids);
    assert.equal((await scene.updates(ids[0]!)).length, 1);
  });

  it('stays a group rule with any number of listings, and a rule of one listing accepts no second one', async () => {
    const ids = [await sell('MLB1', 9_501), await sell('MLB2', 9_001)];
    const group = await createRule(scene.ctx, scene.actor, scene.rule(ids));
    const edit = { rule: scene.rule([ids[0]!]), version: group.version };
    const fewer = await updateRule(scene.ctx, scene.actor, group.id, edit);
    assert.deepEqual([fewer.origin, fewer.listingIds], ['group', [ids[0]]]);
    const made = { name: 'Regra', strategy: 'WIN', listingIds: ids, origin: 'own' };
    assert.deepEqual(
      RuleInput.safeParse(made).error?.issues.map(({ path, message }) => [path[0], message]),
      [['origin', 'own_rule_one_ad']],
    );
  });
});
