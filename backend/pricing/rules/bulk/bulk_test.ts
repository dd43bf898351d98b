import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { ListBody } from '../../../kernel/filter.ts';
import { Problem } from '../../../kernel/problem.ts';
import { competitor, openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { drain, seedCompany } from '../../../testing/test-context.ts';
import {
  cancelBulk,
  createRule,
  getBulk,
  getRule,
  queryBulkItems,
  selectListings,
  setRuleStatus,
  startBulk,
  undoBulk,
  updateRule,
} from '../../actions.ts';
import { type Bulk, BulkBody, ListingQuery, type Rule } from '../../contract.ts';
import { moved } from './plan.ts';
import { bulkRunner, ROWS_AT_ONCE } from './work.ts';

let scene: Scene;
let made = 0;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const sell = (price = 10_000, more?: { countryCode?: string }): Promise<number> => {
  made += 1;
  return scene.sell(`BULK${made}`, price, more);
};
const ruled = async (more: Record<string, unknown> = {}, listings = 1): Promise<Rule> => {
  const ids: number[] = [];
  for (let n = 0; n < listings; n++) ids.push(await sell());
  return await createRule(scene.ctx, scene.actor, scene.rule(ids, more));
};
const bulk = (body: Record<string, unknown>): Promise<Bulk> =>
  startBulk(scene.ctx, scene.actor, BulkBody.parse(body));
const again = ({ id }: Rule): Promise<Rule> => getRule(scene.ctx, scene.actor, id);
const work = () => drain(scene.ctx, bulkRunner.workers(scene.ctx));

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error.code;
  throw new Error(`Expected a Problem, got ${error}`);
};
const codes = ({ items }: Bulk) =>
  Object.fromEntries(items.map(({ listingId, code }) => [listingId, code]));
/** All of a rule but what every change changes. */
const said = ({ version: _version, updatedAt: _updatedAt, ...rule }: Rule) => rule;

describe('a bulk act', () => {
  it('disables and enables the rules of listings, and lists what it cannot', async () => {
    const one = await ruled();
    const two = await ruled({ status: 'disabled' });
    const bare = await sell();
    const listingIds = [...one.listingIds, ...two.listingIds, bare, 999_999];
    const done = await bulk({ action: 'disable', listingIds });
    assert.equal(done.state, 'done');
    assert.deepEqual(done.counts, {
      changed: 1,
      made: 0,
      unchanged: 1,
      refused: 2,
      restored: 0,
      notRestored: 0,
    });
    assert.deepEqual(codes(done), {
      [one.listingIds[0]!]: null,
      [two.listingIds[0]!]: null,
      [bare]: 'no_rule',
      999999: 'listing_not_found',
    });
    assert.equal((await again(one)).status, 'disabled');
    assert.equal((await again(one)).version, one.version + 1);
    assert.equal((await again(two)).version, two.version);
    assert.equal((await bulk({ action: 'enable', listingIds })).counts.changed, 2);
    assert.equal((await again(two)).status, 'enabled');
  });

  it('does not change a group rule with listings that were not selected', async () => {
    const group = await ruled({}, 3);
    const part = await bulk({ action: 'disable', listingIds: group.listingIds.slice(0, 2) });
    assert.deepEqual(part.refused, [{ code: 'group_rule_beyond', count: 2 }]);
    assert.equal((await again(group)).status, 'enabled');
    const whole = await bulk({ action: 'disable', listingIds: group.listingIds });
    assert.equal(whole.counts.changed, 3);
    assert.equal((await again(group)).version, group.version + 1);
  });

  it('cancels what waits of a rule, as a person who disables it does', async () => {
    const rule = await ruled({ requiresApproval: true });
    const [listingId] = rule.listingIds;
    await scene.see(listingId!, 'LOSING', [competitor('R1', 9_500)]);
    await scene.work();
    assert.deepEqual(
      (await scene.updates(listingId!)).map(({ state }) => state),
      ['pending'],
    );
    await bulk({ action: 'disable', listingIds: [listingId] });
    assert.deepEqual(
      (await scene.updates(listingId!)).map(({ state }) => state),
      ['canceled'],
    );
  });

  it('sets limits by percent of the price, and previews their effect in money', async () => {
    const rule = await ruled({ minPrice: 50, maxPrice: 60 });
    const other = await ruled({ minimumBy: 'MARGIN', minimumPercent: 10, minPrice: null });
    const group = await ruled({}, 2);
    const listingIds = [...rule.listingIds, ...other.listingIds, ...group.listingIds];
    const body = { action: 'limits', of: 'price', minBelowPercent: -2.5, maxAbovePercent: 7.777 };
    const dryRun = await bulk({ ...body, listingIds, dryRun: true });
    assert.equal(dryRun.id, null);
    assert.deepEqual(dryRun.effects, [
      { currencyCode: 'BRL', raises: 1, raisedBy: 2.5, lowers: 0, loweredBy: 0 },
    ]);
    assert.deepEqual(said(await again(rule)), said(rule));
    const done = await bulk({ ...body, listingIds });
    assert.deepEqual(done.items.map(({ code }) => code).sort(), [
      'group_rule',
      'group_rule',
      'not_with_this_minimum',
      null,
    ]);
    const after = await again(rule);
    assert.deepEqual([after.minPrice, after.maxPrice], [102.5, 107.78]);
  });

  it('moves present limits, once for a group, and refuses ones that would cross', async () => {
    const group = await ruled({ minPrice: 80, maxPrice: 120 }, 2);
    const crossing = await ruled({ minPrice: 80, maxPrice: 81 });
    const open = await ruled({ minPrice: null });
    const listingIds = [...group.listingIds, ...crossing.listingIds, ...open.listingIds];
    const done = await bulk({ action: 'limits', of: 'limits', minBelowPercent: -10, listingIds });
    assert.deepEqual(codes(done), {
      [group.listingIds[0]!]: null,
      [group.listingIds[1]!]: null,
      [crossing.listingIds[0]!]: 'max_not_above_min',
      [open.listingIds[0]!]: 'no_minimum',
    });
    assert.equal((await again(group)).minPrice, 88);
  });

  it('edits one rule at a time, and makes rules for many listings that have none', async () => {
    const rule = await ruled();
    const bare = await sell();
    const abroad = await sell(10_000, { countryCode: 'MX' });
    const fields = { strategy: 'MATCH', minPrice: 70, maxPrice: 90 };
    const many = await bulk({
      action: 'edit',
      fields,
      listingIds: [...rule.listingIds, bare, abroad],
    });
    assert.deepEqual(codes(many), {
      [rule.listingIds[0]!]: 'one_at_a_time',
      [bare]: null,
      [abroad]: 'different_countries',
    });
    const own = many.items.find(({ listingId }) => listingId === bare)!;
    assert.equal(own.outcome, 'made');
    const first = await getRule(scene.ctx, scene.actor, own.ruleId!);
    assert.deepEqual(
      [first.strategy, first.minPrice, first.maxPrice, first.origin, first.listingIds],
      ['MATCH', 70, 90, 'own', [bare]],
    );
    const one = await bulk({ action: 'edit', fields, listingIds: rule.listingIds });
    assert.equal(one.counts.changed, 1);
    assert.deepEqual(said(await again(rule)), { ...said(rule), ...fields });
    const without = await bulk({
      action: 'edit',
      fields: { minPrice: 10 },
      listingIds: [await sell()],
    });
    assert.deepEqual(without.refused, [{ code: 'strategy_missing', count: 1 }]);
  });
});

describe('taking a bulk act back', () => {
  it('restores every rule as it was, archived ones with their listings', async () => {
    const own = await ruled();
    const group = await ruled({ status: 'disabled' }, 2);
    const listingIds = [...own.listingIds, ...group.listingIds];
    const done = await bulk({ action: 'archive', listingIds });
    assert.deepEqual((await again(group)).listingIds, []);
    const undone = await undoBulk(scene.ctx, scene.actor, done.id!);
    assert.equal(undone.state, 'undone');
    assert.equal(undone.counts.restored, 3);
    assert.deepEqual(said(await again(own)), said(own));
    assert.deepEqual(said(await again(group)), said(group));
    assert.equal(await refusal(undoBulk(scene.ctx, scene.actor, done.id!)), 'not_undoable');
  });

  it('skips rules that were changed since, and archives the rules that it created', async () => {
    const unchanged = await ruled();
    const bare = await sell();
    const done = await bulk({ action: 'disable', listingIds: unchanged.listingIds });
    const now = await again(unchanged);
    const { version, listingIds, name } = now;
    await updateRule(scene.ctx, scene.actor, unchanged.id, {
      rule: scene.rule(listingIds, { name, maxPrice: 130 }),
      version,
    });
    const undone = await undoBulk(scene.ctx, scene.actor, done.id!);
    assert.deepEqual(
      undone.items.map(({ restored, undoCode }) => [restored, undoCode]),
      [[false, 'rule_changed']],
    );
    assert.equal((await again(unchanged)).maxPrice, 130);

    const maker = await bulk({ action: 'edit', fields: { strategy: 'WIN' }, listingIds: [bare] });
    await undoBulk(scene.ctx, scene.actor, maker.id!);
    const rule = await getRule(scene.ctx, scene.actor, maker.items[0]!.ruleId!);
    assert.deepEqual([rule.status, rule.listingIds], ['archived', []]);
  });

  it('does not take a listing from the rule that it has by now', async () => {
    const rule = await ruled();
    const done = await bulk({ action: 'archive', listingIds: rule.listingIds });
    await createRule(scene.ctx, scene.actor, scene.rule(rule.listingIds));
    const undone = await undoBulk(scene.ctx, scene.actor, done.id!);
    assert.equal(undone.items[0]!.undoCode, 'listing_has_rule');
    assert.equal((await again(rule)).status, 'archived');
  });
});

describe('a bulk act on more than 200 listings', () => {
  let ids: number[];
  beforeAll(async () => {
    ids = [];
    for (let n = 0; n < 220; n++) ids.push(await sell());
  });
  const start = () =>
    bulk({ action: 'edit', fields: { strategy: 'WIN', minPrice: 80 }, listingIds: ids });

  it('is a job, which can be stopped between its steps and taken back', async () => {
    const queued = await start();
    assert.deepEqual([queued.state, queued.progress], ['queued', { done: 0, total: 220 }]);
    const acquired = await bulkRunner.acquire(scene.ctx, scene.companyId);
    if (acquired.kind !== 'acquired') throw new Error('not acquired');
    let reads = 0;
    // Called before each step: the process crashes after the first one.
    const dies = {
      throwIfAborted() {
        reads += 1;
        if (reads > 1) throw new Error('died');
      },
    } as AbortSignal;
    await assert.rejects(bulkRunner.run(scene.ctx, acquired, dies), /died/);
    const half = await getBulk(scene.ctx, scene.actor, queued.id!);
    assert.deepEqual([half.state, half.progress.done], ['writing', ROWS_AT_ONCE]);
    const stopped = await cancelBulk(scene.ctx, scene.actor, queued.id!);
    assert.equal(stopped.state, 'canceled');
    await work();
    assert.equal((await getBulk(scene.ctx, scene.actor, queued.id!)).state, 'canceled');
    const back = await undoBulk(scene.ctx, scene.actor, queued.id!);
    assert.deepEqual([back.state, back.counts.restored], ['undone', ROWS_AT_ONCE]);
  });

  it('continues after a crashed worker, and does nothing twice', async () => {
    const queued = await start();
    const dead = await bulkRunner.acquire(scene.ctx, scene.companyId);
    if (dead.kind !== 'acquired') throw new Error('not acquired');
    let reads = 0;
    const dies = {
      throwIfAborted() {
        reads += 1;
        if (reads > 1) throw new Error('died');
      },
    } as AbortSignal;
    await assert.rejects(bulkRunner.run(scene.ctx, dead, dies), /died/);
    await work();
    const done = await getBulk(scene.ctx, scene.actor, queued.id!);
    assert.deepEqual([done.state, done.counts.made], ['done', 220]);
    // A worker that lost its lease but still runs writes nothing more.
    await bulkRunner.run(scene.ctx, dead, new AbortController().signal);
    const [count] = await scene.database.owner<{ count: number }[]>`
      select count(*)::integer as count from rule_listing where listing_id = any(${ids}::bigint[])`;
    assert.equal(count!.count, 220);
    const page = await queryBulkItems(scene.ctx, scene.actor, queued.id!, {
      page: 1,
      limit: 200,
    });
    assert.deepEqual([page.totalElements, page.numberOfElements], [220, 20]);
  });

  it('skips a rule that is changed before the job reaches it', async () => {
    const disabled = await bulk({ action: 'disable', listingIds: ids });
    const [first] = disabled.items;
    const rule = await getRule(scene.ctx, scene.actor, first!.ruleId!);
    await setRuleStatus(scene.ctx, scene.actor, rule.id, {
      status: 'archived',
      version: rule.version,
    });
    await work();
    const done = await getBulk(scene.ctx, scene.actor, disabled.id!);
    assert.deepEqual(
      [done.counts.changed, done.refused],
      [219, [{ code: 'rule_changed', count: 1 }]],
    );
  });
});

describe('another company', () => {
  it('sees nothing of a bulk act', async () => {
    const rule = await ruled();
    const done = await bulk({ action: 'disable', listingIds: rule.listingIds });
    const others = await seedCompany(scene.database.owner);
    const { ctx } = scene;
    for (const refused of [
      () => getBulk(ctx, others.actor, done.id!),
      () => undoBulk(ctx, others.actor, done.id!),
      () => cancelBulk(ctx, others.actor, done.id!),
    ])
      assert.equal(await refusal(refused()), 'batch_not_found');
    const started = await startBulk(
      ctx,
      others.actor,
      BulkBody.parse({ action: 'enable', listingIds: rule.listingIds }),
    );
    assert.deepEqual(started.refused, [{ code: 'listing_not_found', count: 1 }]);
    assert.equal(started.items[0]!.title, null);
  });
});

describe('a bulk act on a selection', () => {
  it('is done to the listings that it holds, and refused to others than who made it', async () => {
    const rule = await ruled();
    const { ctx, actor } = scene;
    const query = ListingQuery.parse({ tab: 'all' });
    const filters = [{ field: 'id', condition: '=', value: String(rule.listingIds[0]) }];
    const selection = await selectListings(ctx, actor, query, ListBody.parse({ filters }));
    assert.equal(selection.count, 1);
    const done = await bulk({ action: 'disable', selectionId: selection.id });
    assert.deepEqual([done.counts.changed, done.progress.total], [1, 1]);
    assert.equal((await again(rule)).status, 'disabled');
    const others = await seedCompany(scene.database.owner);
    const body = BulkBody.parse({ action: 'enable', selectionId: selection.id });
    assert.equal(await refusal(startBulk(ctx, others.actor, body)), 'selection_not_found');
  });

  it('names its listings in one of two ways', () => {
    const parse = (more: object) => BulkBody.safeParse({ action: 'enable', ...more }).success;
    assert.equal(parse({}), false);
    assert.equal(parse({ listingIds: [1], selectionId: 1 }), false);
    assert.equal(parse({ listingIds: [1] }), true);
  });
});

it('a limit so many percent from a price is the nearest cent to it, of two that are as near the higher', () => {
  assert.deepEqual([moved(50, 13), moved(50, -89), moved(10_000, 7.777)], [57, 6, 10_778]);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 1, max: 400 }).map((many) => many * 50),
        fc.integer({ min: 1, max: 10_000_000_000 }),
      ),
      fc.oneof(
        fc.integer({ min: -99, max: 1_000 }).map((percent) => percent * 100),
        fc.integer({ min: -9_999, max: 100_000 }),
      ),
      (base, hundredths) => {
        const exact = BigInt(base) * BigInt(10_000 + hundredths);
        const over = BigInt(moved(base, hundredths / 100)) * 10_000n - exact;
        assert.ok(-5_000n < over && over <= 5_000n, `${over}`);
      },
    ),
  );
});
