import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../kernel/filter.ts';
import { Problem } from '../../kernel/problem.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { seedCompany } from '../../testing/test-context.ts';
import { RuleBody, type RuleTab } from '../contract.ts';
import { createRule, getRule, setRuleStatus, updateRule } from './actions.ts';
import { queryRules } from './query.ts';

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

const ctx = () => scene.ctx;
const actor = () => scene.actor;
const make = (more: Record<string, unknown> = {}, listingIds = [listingId]) =>
  createRule(ctx(), actor(), scene.rule(listingIds, more));
const reported = async () =>
  (await scene.updates(listingId)).map((row) => `${row.state} ${row.new_price}`);

const refused = (status: number, code: string) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.deepEqual([error.status, error.code], [status, code]);
  return true;
};

const faulty = (faults: [path: string, code: string][]) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.equal(error.status, 422);
  assert.deepEqual(
    error.more.faults?.map(({ path, code }) => [path, code]),
    faults,
  );
  return true;
};

describe('making a rule', () => {
  it('keeps all that was typed, and decides at once', async () => {
    const rule = await make({
      strategy: 'LOSE',
      adjustment: { type: 'PERCENTAGE', amount: 2 },
      buyboxExceptions: ['R7'],
      endDate: '2027-01-31',
      requiresApproval: true,
    });
    assert.deepEqual([rule.version, rule.status, rule.origin], [1, 'enabled', 'own']);
    assert.deepEqual(rule.listingIds, [listingId]);
    assert.deepEqual(await getRule(ctx(), actor(), rule.id), rule);
    assert.deepEqual(
      RuleBody.parse(rule),
      RuleBody.parse(
        scene.rule([listingId], {
          strategy: 'LOSE',
          adjustment: { type: 'PERCENTAGE', amount: 2 },
          buyboxExceptions: ['R7'],
          endDate: '2027-01-31',
          requiresApproval: true,
        }),
      ),
    );
    assert.deepEqual(await reported(), ['pending 9690']);
    assert.equal((await scene.updates(listingId))[0]?.event_type, 'adjusting_rule');
  });

  it('names every listing that does not fit', async () => {
    await make();
    const foreign = await scene.sell('MLB3', 5_000, { countryCode: 'MX' });
    const free = await scene.sell('MLB2', 5_000);
    await assert.rejects(
      make({}, [free, listingId, 999_999, foreign]),
      faulty([
        ['listingIds.1', 'listing_has_rule'],
        ['listingIds.2', 'listing_not_found'],
        ['listingIds.3', 'different_countries'],
      ]),
    );
    const page = await queryRules(ctx(), actor(), { page: 0, limit: 15 }, ListBody.parse({}));
    assert.equal(page.totalElements, 1);
  });

  it('gives a listing to one rule when two people make one at once', async () => {
    const ends = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        createRule(scene.another(), actor(), scene.rule([listingId], { requiresApproval: true })),
      ),
    );
    assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1);
    for (const end of ends) {
      if (end.status === 'rejected') faulty([['listingIds.0', 'listing_has_rule']])(end.reason);
    }
    assert.deepEqual(await reported(), ['pending 9499']);
  });

  it('does not see the listings of another company', async () => {
    const stranger = await seedCompany(scene.database.owner);
    await assert.rejects(
      createRule(ctx(), stranger.actor, scene.rule([listingId])),
      faulty([['listingIds.0', 'listing_not_found']]),
    );
  });

  it('waits for its start, and ends with its last day', async () => {
    /** Runs the next scheduled date while the database's clock is a second ahead of the worker. */
    const whenDue = async () => {
      const [job] = await scene.database.owner<{ start_after: Date }[]>`
        update pgboss.job set start_after = start_after - interval '1 second' where id = (
          select id from pgboss.job where name = 'pricing.rule-due' and state = 'created'
          order by start_after limit 1)
        returning start_after`;
      scene.ctx.setTime(job!.start_after);
      await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
      await scene.work();
    };
    await make({ startDate: '2026-05-06', endDate: '2026-05-07', requiresApproval: true });
    await scene.work();
    assert.deepEqual(await reported(), []);

    await whenDue();
    assert.deepEqual(await reported(), ['pending 9499']);

    scene.ctx.setTime(new Date('2026-05-07T23:59:59.999Z'));
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
    await scene.work();
    assert.deepEqual(await reported(), ['pending 9499']);
    await whenDue();
    assert.deepEqual(await reported(), ['canceled 9499']);
  });

  it('starts from the present prices, whatever prices an older rule set', async () => {
    const old = await make();
    await scene.work();
    await setRuleStatus(ctx(), actor(), old.id, { status: 'archived', version: 1 });
    scene.shop.change('MLB1', 11_000);
    await scene.database.owner`update listing set price = 11000 where id = ${listingId}`;
    const rule = await make({ control: 'LOSE', requiresApproval: true });
    assert.equal((await getRule(ctx(), actor(), rule.id)).status, 'enabled');
    assert.equal((await reported()).at(-1), 'pending 9499');
  });
});

describe('changing a rule', () => {
  it('cancels what waits, and decides again as the work of a person', async () => {
    const rule = await make({ requiresApproval: true });
    const edit = {
      rule: scene.rule([listingId], { minPrice: 97, requiresApproval: true }),
      version: 1,
    };
    const saved = await updateRule(ctx(), actor(), rule.id, edit);
    assert.deepEqual([saved.version, saved.minPrice], [2, 97]);
    assert.deepEqual(await reported(), ['canceled 9499', 'pending 9700']);
    const update = (await scene.updates(listingId)).at(-1);
    assert.deepEqual(
      [update?.event_type, update?.price_tag, update?.rule_version],
      ['adjusting_rule', 'rule_intervention', 2],
    );
  });

  it('is refused if someone else saved it in between', async () => {
    const rule = await make({ requiresApproval: true });
    const edits = [97, 98, 99].map((minPrice) =>
      updateRule(scene.another(), actor(), rule.id, {
        rule: scene.rule([listingId], { minPrice, requiresApproval: true }),
        version: 1,
      }),
    );
    const ends = await Promise.allSettled(edits);
    assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1);
    for (const end of ends) {
      if (end.status === 'rejected') refused(409, 'rule_changed')(end.reason);
    }
    assert.equal((await getRule(ctx(), actor(), rule.id)).version, 2);
  });

  it('takes listings in and lets others go', async () => {
    const rule = await make({ requiresApproval: true });
    const other = await scene.sell('MLB2', 10_000);
    await scene.see(other, 'LOSING', [competitor('R1', 9_000)]);
    const edit = { rule: scene.rule([other], { requiresApproval: true }), version: 1 };
    const saved = await updateRule(ctx(), actor(), rule.id, edit);
    assert.deepEqual(saved.listingIds, [other]);
    assert.deepEqual(await reported(), ['canceled 9499']);
    const [update] = await scene.updates(other);
    assert.deepEqual([update?.state, update?.new_price], ['pending', 8_999]);
    await make({ name: 'Outra', requiresApproval: true });
  });

  it('names the listings that do not fit by their place in the edit', async () => {
    const rule = await make();
    const taken = await scene.sell('MLB2', 10_000);
    await make({}, [taken]);
    const edit = { rule: scene.rule([listingId, taken]), version: 1 };
    await assert.rejects(
      updateRule(ctx(), actor(), rule.id, edit),
      faulty([['rule.listingIds.1', 'listing_has_rule']]),
    );
  });
});

describe('a rule with dates', () => {
  const status = async (id: number) => (await getRule(ctx(), actor(), id)).status;
  const edit = (more: Record<string, unknown>, version: number) => ({
    rule: scene.rule([listingId], { control: 'LOSE', ...more }),
    version,
  });
  /** The price is changed at the marketplace. */
  const setOutside = async () => {
    scene.shop.change('MLB1', 11_000);
    await scene.database.owner`update listing set price = 11000 where id = ${listingId}`;
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_400)]);
  };

  it('restarts after its end: the price set in between is the starting price', async () => {
    const rule = await make({ control: 'LOSE', endDate: '2026-05-04' });
    await scene.work();
    scene.ctx.setTime(new Date('2026-05-05T09:00:00Z'));
    await setOutside();
    await scene.work();
    assert.equal(await status(rule.id), 'enabled');
    await updateRule(ctx(), actor(), rule.id, edit({ endDate: '2026-05-31' }, 1));
    await scene.work();
    assert.equal(await status(rule.id), 'enabled');
    assert.equal((await reported()).at(-1), 'applied 9399');
  });

  it('begins again where it was put off, from the price at that time', async () => {
    const rule = await make({ control: 'LOSE' });
    await scene.work();
    await updateRule(ctx(), actor(), rule.id, edit({ startDate: '2026-05-05' }, 1));
    await scene.work();
    scene.ctx.setTime(new Date('2026-05-05T09:00:00Z'));
    await setOutside();
    await scene.work();
    assert.equal(await status(rule.id), 'enabled');
    assert.equal((await reported()).at(-1), 'applied 9399');
  });
});

describe('the status of a rule', () => {
  it('disabled: what waits is cancelled, and nothing moves until it is enabled again', async () => {
    const rule = await make({ requiresApproval: true });
    await setRuleStatus(ctx(), actor(), rule.id, { status: 'disabled', version: 1 });
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_200)]);
    await scene.work();
    assert.deepEqual(await reported(), ['canceled 9499']);
    await setRuleStatus(ctx(), actor(), rule.id, { status: 'enabled', version: 2 });
    assert.deepEqual(await reported(), ['canceled 9499', 'pending 9199']);
  });

  it('archived: its listings have no rule, and it stays archived', async () => {
    const rule = await make({ requiresApproval: true });
    const archived = await setRuleStatus(ctx(), actor(), rule.id, {
      status: 'archived',
      version: 1,
    });
    assert.deepEqual([archived.status, archived.listingIds], ['archived', []]);
    assert.deepEqual(await reported(), ['canceled 9499']);
    await assert.rejects(
      setRuleStatus(ctx(), actor(), rule.id, { status: 'enabled', version: 2 }),
      refused(409, 'rule_archived'),
    );
    await make({ requiresApproval: true });
    assert.equal((await reported()).at(-1), 'pending 9499');
  });

  it('enabled after a pause: starts from the present price', async () => {
    const rule = await make({ control: 'LOSE' });
    await scene.work();
    scene.ctx.advance(60_000);
    await scene.database.owner`update listing set price = 11000 where id = ${listingId}`;
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_400)]);
    await scene.work();
    const paused = await getRule(ctx(), actor(), rule.id);
    assert.deepEqual([paused.status, paused.version], ['paused', 2]);
    await setRuleStatus(ctx(), actor(), rule.id, { status: 'enabled', version: 2 });
    await scene.work();
    assert.equal((await getRule(ctx(), actor(), rule.id)).status, 'enabled');
    assert.equal((await reported()).at(-1), 'applied 9399');
  });
});

describe('who may', () => {
  it('finds no rule of another company', async () => {
    const rule = await make();
    const { actor: stranger } = await seedCompany(scene.database.owner);
    const edit = { rule: scene.rule([listingId]), version: 1 };
    const status = { status: 'disabled' as const, version: 1 };
    await assert.rejects(getRule(ctx(), stranger, rule.id), refused(404, 'rule_not_found'));
    await assert.rejects(
      updateRule(ctx(), stranger, rule.id, edit),
      refused(404, 'rule_not_found'),
    );
    await assert.rejects(
      setRuleStatus(ctx(), stranger, rule.id, status),
      refused(404, 'rule_not_found'),
    );
    assert.deepEqual(await getRule(ctx(), actor(), rule.id), rule);
  });
});

describe('a page of rules', () => {
  it('filters and orders by what the whitelist names, and refuses the rest', async () => {
    const second = await scene.sell('MLB2', 5_000);
    const third = await scene.sell('MLB3', 5_000);
    await make({ name: 'Chaleiras' });
    await make({ name: 'Bules', strategy: 'MATCH', minPrice: 40 }, [second]);
    await make({ name: 'Xícaras', status: 'disabled' }, [third]);
    const find = async (filters: unknown[], orders: unknown[] = []) => {
      const body = ListBody.parse({ filters, orders });
      const page = await queryRules(ctx(), actor(), { page: 0, limit: 2 }, body);
      return [page.totalElements, ...page.content.map((rule) => rule.name)];
    };
    assert.deepEqual(await find([]), [3, 'Bules', 'Chaleiras']);
    assert.deepEqual(await find([], [{ field: 'name', direction: 'desc' }]), [
      3,
      'Xícaras',
      'Chaleiras',
    ]);
    const filter = (field: string, condition: string, value: string) => ({
      field,
      condition,
      value,
      logicalOperator: 'AND',
    });
    assert.deepEqual(await find([filter('strategy', '=', 'MATCH')]), [1, 'Bules']);
    assert.deepEqual(await find([filter('minPrice', '<=', '40')]), [1, 'Bules']);
    assert.deepEqual(await find([filter('status', '=', 'disabled')]), [1, 'Xícaras']);
    await assert.rejects(find([filter('settings', '=', 'x')]), refused(422, 'unknown_field'));
    await assert.rejects(
      find([], [{ field: 'created_by', direction: 'asc' }]),
      refused(422, 'unknown_field'),
    );
  });

  it('has tabs with counts, finds by name, and reports how many listings a rule has', async () => {
    const more = [await scene.sell('MLB2', 5_000), await scene.sell('MLB3', 5_000)];
    const gone = await make({ name: 'Velha' }, [await scene.sell('MLB4', 5_000)]);
    await setRuleStatus(ctx(), actor(), gone.id, { status: 'archived', version: gone.version });
    await make({ name: 'Chaleiras', status: 'disabled' });
    await make({ name: 'Bules' }, more);
    const ask = async (query: { tab?: RuleTab; search?: string }) => {
      const page = { page: 0, limit: 15, ...query };
      const { counts, totalElements, content } = await queryRules(
        ctx(),
        actor(),
        page,
        ListBody.parse({}),
      );
      return { counts, totalElements, rows: content.map((row) => [row.name, row.ads]) };
    };
    const counts = { current: 2, enabled: 1, paused: 0, disabled: 1, archived: 1 };
    assert.deepEqual(await ask({ tab: 'current' }), {
      counts,
      totalElements: 2,
      rows: [
        ['Bules', 2],
        ['Chaleiras', 1],
      ],
    });
    assert.deepEqual((await ask({ tab: 'archived' })).rows, [['Velha', 0]]);
    assert.equal((await ask({})).totalElements, 3);
    const found = await ask({ search: 'CHAL', tab: 'enabled' });
    assert.deepEqual([found.totalElements, found.counts.disabled], [0, 1]);
    const { content } = await queryRules(
      ctx(),
      actor(),
      { page: 0, limit: 15 },
      ListBody.parse({}),
    );
    assert.deepEqual(
      content.map(({ currencyCode }) => currencyCode),
      ['BRL', 'BRL', null],
    );
    assert.ok(content.every((row) => !('listingIds' in row)));
  });
});
