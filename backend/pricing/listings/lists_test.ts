import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../../kernel/export.ts';
import { CONDITIONS, type Filter, ListBody } from '../../kernel/filter.ts';
import { allowedFields, type ListField } from '../../kernel/list-schema.ts';
import type { Problem } from '../../kernel/problem.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import {
  exportBuybox,
  exportListings,
  exportRules,
  exportUpdates,
  queryBuybox,
  queryListings,
  queryRules,
  queryUpdates,
} from '../actions.ts';
import {
  BUYBOX_FIELDS,
  LISTING_FIELDS,
  type ListingTab,
  RULE_FIELDS,
  UPDATE_FIELDS,
  type UpdateExtra,
} from '../contract.ts';
import { createRule } from '../rules/actions.ts';

const DAYS = { dateStart: '2026-04-01', dateEnd: '2026-05-31' };
const PAGE = { page: 0, limit: 50 };
const where = (field: string, condition: string, value: string, logicalOperator = 'AND') => ({
  field,
  condition,
  value,
  logicalOperator,
});

describe('the lists of pricing', () => {
  let scene: Scene;
  let ids: Record<'A' | 'B' | 'C', number>;

  beforeAll(async () => {
    scene = await openScene();
    ids = {
      A: await scene.sell('A-100', 9_000),
      B: await scene.sell('B-200', 12_000),
      C: await scene.sell('C-300', 12_000),
    };
    await scene.see(ids.A, 'LOSING', [competitor('R1', 8_500)]);
    await scene.see(ids.B, 'WINNING', []);
    const rule = { ...scene.rule([ids.A]), name: 'Beat them', requiresApproval: true };
    await createRule(scene.ctx, scene.actor, rule);
    const { owner } = scene.database;
    await owner`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
      values (${scene.companyId}, ${ids.A}, 4500, 5, 15, 900, 'person', now(), now())`;
    await owner`
      insert into listing_particulars (company_id, listing_id, health_score, group_type, told_at)
      values (${scene.companyId}, ${ids.A}, 50, 'variation', now()), (${scene.companyId}, ${ids.B}, 80, 'none', now())`;
  });
  afterAll(() => scene.close());

  const codesOf = (all: { skuMarketplace: string }[]) =>
    all.map(({ skuMarketplace }) => skuMarketplace.slice(0, 1));
  const listings = async (filters: unknown[], orders: unknown[] = [], more: object = {}) =>
    codesOf(
      (
        await queryListings(
          scene.ctx,
          scene.actor,
          { ...PAGE, tab: 'all', ...more },
          ListBody.parse({ filters, orders }),
        )
      ).content,
    );

  describe('the list of listings', () => {
    const cases: [filter: Filter | ReturnType<typeof where>, found: string][] = [
      [where('id', '>=', '1'), 'ABC'],
      [where('skuMarketplace', 'LIKE', 'b-2'), 'B'],
      [where('skuMarketplace', 'IN', 'A-100|C-300'), 'AC'],
      [where('marketplaceId', '=', '2'), 'ABC'],
      [where('status', 'IN', 'PAUSED|ENABLED'), 'ABC'],
      [where('fulfillment', '=', 'true'), ''],
      [where('fulfillment', 'IN', 'true|false'), 'ABC'],
      [where('price', 'BETWEEN', '90|119.99'), 'A'],
      [where('buyboxStatus', '=', 'LOSING'), 'A'],
      [where('buyboxStatus', '!=', 'LOSING'), 'BC'],
      [where('marketObservedAt', '=', '2026-05-04'), 'AB'],
      [where('winnerPrice', '<=', '85'), 'A'],
      [where('ruleName', 'LIKE', 'beat'), 'A'],
      [where('ruleStatus', '=', 'enabled'), 'A'],
      [where('strategy', '=', 'WIN'), 'A'],
      [where('competition', '=', 'BUYBOX'), 'A'],
      [where('minimumBy', '=', 'AMOUNT'), 'A'],
      [where('requiresApproval', '=', 'true'), 'A'],
      [where('cost', '=', '45'), 'A'],
      [where('healthScore', '<=', '50'), 'A'],
      [where('healthScore', 'BETWEEN', '51|100'), 'B'],
      [where('groupType', '=', 'variation'), 'A'],
      // One that was not read yet has no relation.
      [where('groupType', '=', 'none'), 'BC'],
      [where('groupType', '!=', 'variation'), 'BC'],
      // 90.00 - 45.00 - 9.00 - 20 % of 90.00 = 18.00, a fifth of the price.
      [where('margin', 'BETWEEN', '19.999|20.001'), 'A'],
      [where('margin', '>=', '20.01'), ''],
      [where('lastUpdateState', '=', 'pending'), 'A'],
      [where('lastUpdateAt', '>=', '2026-05-01'), 'A'],
    ];
    for (const [filter, found] of cases) {
      it(`finds ${found || 'none'} by ${filter.field} ${filter.condition} ${filter.value}`, async () => {
        assert.equal((await listings([filter])).toSorted().join(''), found);
      });
    }

    it('orders by three columns, each in its own direction', async () => {
      const by = (field: string, direction: string) => ({ field, direction });
      const orders = [by('price', 'desc'), by('skuMarketplace', 'desc'), by('stock', 'asc')];
      assert.deepEqual(await listings([], orders), ['C', 'B', 'A']);
      assert.equal(ListBody.safeParse({ orders: [...orders, by('id', 'asc')] }).success, false);
    });

    it('uses days in the user’s time zone', async () => {
      const body = (timeZone: string) =>
        ListBody.parse({ filters: [where('marketObservedAt', '=', '2026-05-05')], timeZone });
      const count = async (zone: string) =>
        (await queryListings(scene.ctx, scene.actor, { ...PAGE, tab: 'all' }, body(zone)))
          .totalElements;
      // Seen at noon in UTC, when the next day has begun on Kiritimati.
      assert.deepEqual([await count('UTC'), await count('Pacific/Kiritimati')], [0, 2]);
    });

    it('finds by a text of three letters and more, by a shorter one, and by what a pattern might mean', async () => {
      const find = (search: string, filters: unknown[] = []) => listings(filters, [], { search });
      assert.deepEqual(await find('b-200'), ['B']);
      assert.deepEqual(await find('B-'), ['B']);
      assert.deepEqual(await find('-200', [where('price', '>=', '500')]), []);
      assert.deepEqual(await find('%%%%'), []);
      assert.deepEqual(await find('_-200'), []);
      assert.deepEqual(await find("200' or '1'='1"), []);
      assert.deepEqual(await find('\\200'), []);
    });

    it('finds a listing by its texts as soon as they change, and no longer by the old ones', async () => {
      const { owner } = scene.database;
      await owner`update listing set title = 'Chaleira Élan' where id = ${ids.C}`;
      assert.deepEqual(await listings([], [], { search: 'ÉLAN' }), ['C']);
      await owner`update listing set title = 'C' where id = ${ids.C}`;
      assert.deepEqual(await listings([], [], { search: 'élan' }), []);
    });
  });

  const everything = (fields: Readonly<Record<string, ListField>>) =>
    allowedFields(fields).flatMap(({ field, type, options, conditions }) => {
      const one =
        options?.[0] ??
        { date: '2026-05-04', text: "x' --", monetary: '1', numeric: '1' }[type as string] ??
        '1';
      return conditions.map((condition) =>
        where(field, condition, condition === 'BETWEEN' ? `${one}|${one}` : one),
      );
    });
  const wrong = (fields: Readonly<Record<string, ListField>>) =>
    allowedFields(fields).flatMap(({ field, conditions, type }) => [
      ...CONDITIONS.filter((one) => !conditions.includes(one)).map((one) => where(field, one, '1')),
      ...(type === 'text' || type === 'select'
        ? []
        : [where(field, '=', "1'; drop table listing")]),
    ]);
  const reader = () => ({ locale: 'en' as const, signal: new AbortController().signal });
  const lists = {
    listings: {
      fields: LISTING_FIELDS,
      ask: (body: ListBody) =>
        queryListings(scene.ctx, scene.actor, { ...PAGE, tab: 'all' as ListingTab }, body),
      extras: ['link'],
      write: (body: ExportBody) =>
        exportListings(scene.ctx, scene.actor, { tab: 'all' }, body, reader()),
    },
    'listings with their buybox': {
      fields: BUYBOX_FIELDS,
      ask: (body: ListBody) =>
        queryBuybox(scene.ctx, scene.actor, { ...PAGE, tab: 'all' as ListingTab }, body),
      extras: ['link', 'highestPrice', 'position', 'tips'],
      write: (body: ExportBody) =>
        exportBuybox(scene.ctx, scene.actor, { tab: 'all' }, body, reader()),
    },
    rules: {
      fields: RULE_FIELDS,
      ask: (body: ListBody) => queryRules(scene.ctx, scene.actor, PAGE, body),
      extras: [],
      write: (body: ExportBody) => exportRules(scene.ctx, scene.actor, {}, body, reader()),
    },
    'updates in folds': {
      fields: UPDATE_FIELDS,
      ask: (body: ListBody) =>
        queryUpdates(
          scene.ctx,
          scene.actor,
          { ...PAGE, ...DAYS, tab: 'all', fold: 'successive' },
          body,
          'en',
        ),
      extras: [],
      write: (body: ExportBody) =>
        exportUpdates(scene.ctx, scene.actor, { ...DAYS, tab: 'all' }, body, reader()),
    },
    updates: {
      fields: UPDATE_FIELDS,
      ask: (body: ListBody) =>
        queryUpdates(scene.ctx, scene.actor, { ...PAGE, ...DAYS, tab: 'all' }, body, 'en'),
      extras: ['link', 'failure', 'reason'] satisfies UpdateExtra[],
      write: (body: ExportBody) =>
        exportUpdates(scene.ctx, scene.actor, { ...DAYS, tab: 'all' }, body, reader()),
    },
  };
  for (const [name, { fields, ask, extras, write }] of Object.entries(lists)) {
    it(`${name} take every condition of every field, and every order`, async () => {
      for (const filter of everything(fields)) {
        await ask(ListBody.parse({ filters: [filter] }));
      }
      for (const { field } of allowedFields(fields).filter(({ isOrdered }) => isOrdered)) {
        const orders = [
          { field, direction: 'desc' },
          { field: 'id', direction: 'asc' },
        ];
        await ask(ListBody.parse({ orders }));
      }
    });

    it(`${name} export every field`, async () => {
      const names = [...Object.keys(fields), ...extras];
      const columns = names.map((field) => ({ field, label: field }));
      const file = await write(ExportBody.parse({ columns }));
      const [header = ''] = (await new Response(file.body).text()).split('\r\n');
      assert.deepEqual(header.replace('\ufeff', '').split(';'), names);
    });

    it(`${name} name each filter that they cannot answer`, async () => {
      const filters = wrong(fields);
      for (let start = 0; start < filters.length; start += 30) {
        const some = filters.slice(start, start + 30);
        await assert.rejects(ask(ListBody.parse({ filters: some })), (error: Problem) => {
          assert.equal(error.status, 422);
          const paths = (error.more.faults ?? []).map(({ path }) => path.split('.')[1]);
          assert.deepEqual(paths, [...some.keys()].map(String));
          return true;
        });
      }
      await assert.rejects(
        ask(ListBody.parse({ filters: [where('passwordHash', '=', '1')] })),
        (error: Problem) =>
          error.code === 'unknown_field' && error.more.faults?.[0]?.path === 'filters.0.field',
      );
      await assert.rejects(
        ask(
          ListBody.parse({
            orders: [
              { field: 'id', direction: 'asc' },
              { field: 'x', direction: 'asc' },
            ],
          }),
        ),
        (error: Problem) => error.more.faults?.[0]?.path === 'orders.1.field',
      );
    });
  }

  it('shows price updates by filters, with the numbers of the tabs under them', async () => {
    const ask = (filters: unknown[]) =>
      queryUpdates(
        scene.ctx,
        scene.actor,
        { ...PAGE, ...DAYS, tab: 'pending' },
        ListBody.parse({ filters, orders: [{ field: 'title', direction: 'asc' }] }),
        'en',
      );
    const found = await ask([where('rivalPrice', '<=', '85'), where('ruleName', 'LIKE', 'Beat')]);
    assert.deepEqual(
      [found.content.map(({ listingId }) => listingId), found.counts.pending, found.counts.all],
      [[ids.A], 1, 1],
    );
    assert.equal((await ask([where('rivalPrice', '<=', '84')])).totalElements, 0);
  });
});
