import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { BuyboxStatus } from '../kernel/market.ts';
import { within } from '../platform/db.ts';
import { approve, cancel, createRule, setRuleStatus } from '../pricing/actions.ts';
import type { Rule } from '../pricing/contract.ts';
import { workers as pricingWorkers } from '../pricing/jobs.ts';
import { announceAfter } from '../testing/alerts.ts';
import { endUpdates } from '../testing/bell-scene.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { competitor, openScene, type Scene } from '../testing/pricing-scene.ts';
import { drain } from '../testing/test-context.ts';
import { listNotifications } from './actions.ts';
import { workers } from './jobs.ts';
import { recount } from './notify.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
let scene: Scene;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});

/** Works all queues, those of digests too, which wait for more events of their hour. */
async function work() {
  const { ctx } = scene;
  const all = [...pricingWorkers(ctx), ...workers(ctx)];
  await drain(ctx, all);
  ctx.advance(MINUTE);
  await drain(ctx, all);
}

const bell = (show: 'all' | 'waiting' = 'all') =>
  listNotifications(scene.ctx, scene.actor, { page: 0, limit: 50, show });
const shown = async () =>
  (await bell()).content.map(({ code, values: { count = null } }) => [code, count]);

const countAgain = () =>
  within(scene.ctx.db, { company: scene.companyId }, (trx) =>
    recount(scene.ctx, trx, scene.companyId),
  );

const makeRule = (listingIds: number[], more: Record<string, unknown> = {}): Promise<Rule> =>
  createRule(scene.ctx, scene.actor, scene.rule(listingIds, more));

describe('a digest', () => {
  it('sums up a rule and hour in one entry, by the ratio of the sums, without a pop-up', async () => {
    const [cheap, dear] = [await scene.sell('A', 10_000), await scene.sell('B', 30_000)];
    const { id: ruleId } = await makeRule([cheap, dear], { name: 'Vencer' });
    const change = (listingId: number, oldPrice: number, newPrice: number) =>
      endUpdates(scene, [{ listingId, ruleId, oldPrice, newPrice }]);
    await change(cheap, 10_000, 8_000);
    await work();
    const [first] = (await bell()).content;
    assert.equal(first?.code, 'rule_changed_price');
    assert.equal(first?.values.averagePercent, -20);

    await change(dear, 30_000, 30_600);
    await change(dear, 30_600, 31_000);
    await work();
    const { content, unread } = await bell();
    assert.equal(content.length, 1);
    assert.equal(unread, 0);
    const [grown] = content;
    assert.equal(grown?.id, first?.id);
    assert.deepEqual([grown?.read, grown?.popup], [true, false]);
    assert.equal(grown?.code, 'rule_changed_prices');
    const { ruleName, count, listings, averagePercent } = grown?.values ?? {};
    // 69,600 of 70,600; the mean of the three percentages would be -5.6.
    assert.deepEqual([ruleName, count, listings, averagePercent], ['Vencer', 3, 2, -1.4]);
  });

  it('begins again with each hour, and keeps currencies apart', async () => {
    const [one, other] = [await scene.sell('A', 10_000), await scene.sell('B', 10_000)];
    const { id: ruleId } = await makeRule([one, other]);
    const change = { ruleId, oldPrice: 10_000, newPrice: 9_000 };
    await endUpdates(scene, [
      { ...change, listingId: one },
      { ...change, listingId: other, newPrice: 11_000, currencyCode: 'USD' },
    ]);
    await work();
    scene.ctx.advance(HOUR);
    await endUpdates(scene, [{ ...change, listingId: one, oldPrice: 9_000, newPrice: 9_900 }]);
    await work();
    const { content } = await bell();
    assert.deepEqual(content.map(({ values }) => values.averagePercent).sort(), [-10, 10, 10]);
  });

  it('is one for the hour where many rules changed prices', async () => {
    const listingIds = await Promise.all(
      Array.from({ length: 6 }, (_, at) => scene.sell(`S${at}`, 10_000)),
    );
    const rules: Rule[] = [];
    for (const id of listingIds) rules.push(await makeRule([id]));
    const changed = listingIds.map((listingId, at) => ({
      listingId,
      ruleId: rules[at]!.id,
      oldPrice: 10_000,
      newPrice: 9_960,
    }));
    await endUpdates(scene, changed.slice(0, 5));
    await work();
    assert.equal((await bell()).content.length, 5);
    await endUpdates(scene, changed.slice(5));
    await work();
    const { content } = await bell();
    assert.deepEqual(
      content.map(({ code, values: { rules, count, listings, averagePercent } }) => [
        code,
        rules,
        count,
        listings,
        averagePercent,
      ]),
      [['rules_changed_prices', 6, 6, 6, -0.4]],
    );
  });
});

describe('what waits for a person', () => {
  it('is one entry that counts prices to be approved, until none is left', async () => {
    const listingIds = [await scene.sell('A', 10_000), await scene.sell('B', 10_000)];
    const rule = await makeRule(listingIds, { requiresApproval: true });
    const updateOf = async (listingId: number) => (await scene.updates(listingId)).at(-1)!.id;
    await scene.see(listingIds[0]!, 'LOSING', [competitor('R', 9_500)]);
    await work();
    const [first] = (await bell('waiting')).content;
    assert.deepEqual(await shown(), [['prices_wait', 1]]);
    await scene.see(listingIds[1]!, 'LOSING', [competitor('R', 9_500)]);
    await work();
    const { content, waiting, failures, unread } = await bell('waiting');
    assert.deepEqual([content[0]?.id, content[0]?.values.count], [first?.id, 2]);
    assert.deepEqual([waiting, failures, unread], [1, 0, 1]);

    await cancel(scene.ctx, scene.actor, rule.id, await updateOf(listingIds[0]!));
    await work();
    assert.deepEqual(await shown(), [['prices_wait', 1]]);
    await approve(scene.ctx, scene.actor, rule.id, await updateOf(listingIds[1]!));
    await drain(scene.ctx, workers(scene.ctx));
    assert.deepEqual(await shown(), []);
    assert.equal((await bell()).waiting, 0);
  });

  it('shows the next pop-up an hour later at the earliest', async () => {
    const listingId = await scene.sell('A', 10_000);
    const { id: ruleId } = await makeRule([listingId]);
    const propose = async () => {
      const [id] = await endUpdates(scene, [
        { listingId, ruleId, oldPrice: 10_000, newPrice: 9_000, state: 'pending' },
      ]);
      await work();
      const [entry] = (await bell()).content;
      await cancel(scene.ctx, scene.actor, ruleId, id!);
      await work();
      assert.deepEqual(await shown(), []);
      return entry?.id;
    };
    const first = await propose();
    assert.equal(await propose(), first);
    scene.ctx.advance(HOUR);
    assert.notEqual(await propose(), first);
  });

  it('counts paused rules, until they are enabled', async () => {
    const listingId = await scene.sell('A', 10_000);
    const rule = await makeRule([listingId], { name: 'Vencer' });
    await database.owner`update rule set status = 'paused' where id = ${rule.id}`;
    await countAgain();
    assert.deepEqual(await shown(), []);
    const other = await makeRule([await scene.sell('B', 10_000)]);
    await database.owner`update rule set status = 'paused' where id = ${other.id}`;
    const enable = ({ id, version }: Rule) =>
      setRuleStatus(scene.ctx, scene.actor, id, { status: 'enabled', version });
    await enable(other);
    await work();
    const [entry] = (await bell()).content;
    assert.deepEqual(
      [entry?.code, entry?.values],
      ['rules_wait', { count: 1, ruleName: 'Vencer' }],
    );
    await enable(rule);
    await work();
    assert.deepEqual(await shown(), []);
  });

  it('is counted again where no event reported a change', async () => {
    const listingId = await scene.sell('A', 10_000);
    const { id: ruleId } = await makeRule([listingId]);
    const [id] = await endUpdates(scene, [
      { listingId, ruleId, oldPrice: 10_000, newPrice: 9_000, state: 'pending' },
    ]);
    await work();
    await database.owner`update price_update set state = 'canceled' where id = ${id!}`;
    assert.deepEqual(await shown(), [['prices_wait', 1]]);
    await countAgain();
    assert.deepEqual(await shown(), []);
  });
});

describe('what failed', () => {
  it('is reported once for a listing and cause until it is resolved, others of the hour in the same entry', async () => {
    const listingIds = [await scene.sell('A', 10_000), await scene.sell('B', 10_000)];
    const { id: ruleId } = await makeRule(listingIds);
    const end = async (at: number, more: { state?: 'rejected'; failure?: string } = {}) => {
      const change = { ruleId, oldPrice: 10_000, newPrice: 9_000 };
      await endUpdates(scene, [{ ...change, listingId: listingIds[at]!, ...more }]);
      await work();
    };
    const failures = async () =>
      (await bell()).content.flatMap(({ id, code, values, waits }) =>
        code === 'price_update_rejected' ? [{ id, count: values.count, waits }] : [],
      );
    const locked = { state: 'rejected', failure: 'locked' } as const;
    await end(0, locked);
    await end(0, locked);
    await end(1, locked);
    const [entry, ...rest] = await failures();
    assert.deepEqual([entry?.count, entry?.waits, rest], [2, true, []]);
    await end(0, { ...locked, failure: 'too_low' });
    assert.equal((await failures()).length, 2);

    await end(0);
    assert.deepEqual(
      (await failures()).map(({ waits }) => waits),
      [false, true],
    );
    await end(1);
    assert.ok((await failures()).every(({ waits }) => !waits));
    await end(0, locked);
    assert.deepEqual(
      (await failures()).map(({ count, waits }) => [count, waits]),
      [
        [1, true],
        [1, false],
        [2, false],
      ],
    );
  });
});

describe('a price that a guard holds', () => {
  it('is reported at once, and once', async () => {
    const listingId = await scene.sell('A', 20_000);
    await makeRule([listingId], { minPrice: 10, maxPrice: 300 });
    await scene.see(listingId, 'LOSING', [competitor('R', 5_000)]);
    await work();
    await scene.see(listingId, 'LOSING', [competitor('R', 4_900)]);
    await work();
    const codes = (await shown()).map(([code]) => code);
    assert.deepEqual(codes.sort(), ['price_held_by_limit', 'prices_wait']);
  });
});

describe('a lost buybox', () => {
  const lose = async (listingId: number) => {
    await see(listingId, 'WINNING');
    await see(listingId, 'LOSING');
  };
  const see = async (listingId: number, status: BuyboxStatus) => {
    scene.ctx.advance(MINUTE);
    await scene.see(listingId, status, [competitor('R', 9_900)]);
    await announceAfter(scene.ctx, scene.companyId);
    await drain(scene.ctx, workers(scene.ctx));
  };
  const losses = async () =>
    (await bell()).content.flatMap(({ code, values: { title = null, count = null } }) =>
      code === 'buybox_lost' ? [[title, count]] : [],
    );

  it('is reported for a listing in stock under an enabled rule that competes for it, and for no other', async () => {
    const [ruled, free, sold, ads] = [
      await scene.sell('A', 10_000),
      await scene.sell('B', 10_000),
      await scene.sell('C', 10_000),
      await scene.sell('D', 10_000),
    ];
    await makeRule([ruled, sold]);
    await makeRule([ads], { competition: 'EXTERNAL' });
    await database.owner`update listing set stock = 0 where id = ${sold}`;
    for (const id of [free, sold, ads, ruled]) await lose(id);
    const [row] = await database.owner`select title from listing where id = ${ruled}`;
    assert.deepEqual(await losses(), [[row?.title, 1]]);
  });

  it('is reported again once the listing has held it for a day', async () => {
    const listingId = await scene.sell('A', 10_000);
    await makeRule([listingId]);
    await lose(listingId);
    await lose(listingId);
    assert.equal((await losses()).length, 1);
    await see(listingId, 'WINNING');
    scene.ctx.advance(24 * HOUR);
    await see(listingId, 'LOSING');
    assert.equal((await losses()).length, 2);
  });
});
