import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { listNotifications } from '../../notifications/actions.ts';
import { workers } from '../../notifications/jobs.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { recordLines, sale } from '../../testing/insights-scene.ts';
import { openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain } from '../../testing/test-context.ts';
import type { Recommendation } from '../contract.ts';
import { acceptRecommendations, undoRecommendation } from './actions.ts';
import { evaluateCompany } from './evaluate.ts';
import { getRecommendation, queryRecommendations, recommendationFunnel } from './list.ts';
import { exportWithoutAds, queryWithoutAds } from './without-ads.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});

interface Sums {
  impressions: number;
  clicks: number;
  cost: number;
  orders: number;
  sales: number;
}

/** A campaign that shows a listing by one keyword, with the same figures on each of 30 settled days. */
async function campaign(sku: string, day: Sums, writes = true) {
  const { owner } = database;
  const { companyId, accountId, ctx } = scene;
  const now = ctx.clock();
  const listingId = await scene.sell(sku, 10_000);
  await owner`
    insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
    values (${companyId}, ${listingId}, 5000, 6, 14, 0, 'marketplace', ${now}, ${now})`;
  await scene.see(listingId, 'WINNING', []);
  const capabilities = {
    writes,
    keywords: true,
    negatives: true,
    placements: true,
    searchTerms: true,
    bid: { minimum: 7, maximum: 370_000 },
    dailyBudget: { minimum: 132, maximum: 530_000_000 },
    roasTarget: null,
  };
  await owner`
    insert into ads_advertiser (company_id, account_id, advertiser_id, name, currency_code, country_code, time_zone,
      capabilities, status, connected_at, figures_at)
    values (${companyId}, ${accountId}, 'A', 'A', 'BRL', 'BR', 'America/Sao_Paulo', ${owner.json(capabilities)},
      'active', ${now}, ${now}) on conflict do nothing`;
  const [{ id: campaignId }] = (await owner`
    insert into ads_campaign (company_id, account_id, remote_id, name, status, type, placements, daily_budget,
      strategy, goal_acos, is_listed, read_at)
    values (${companyId}, ${accountId}, ${sku}, ${`Campaign ${sku}`}, 'ENABLED', 'manual', '[]', 20000, 'none', 12, true,
      ${now}) returning id`) as [{ id: number }];
  const [{ id: groupId }] = (await owner`
    insert into ads_group (company_id, campaign_id, remote_id, name, status, default_bid, is_listed, read_at)
    values (${companyId}, ${campaignId}, ${sku}, 'G', 'ENABLED', 60, true, ${now}) returning id`) as [
    { id: number },
  ];
  await owner`
    insert into ads_ad (company_id, campaign_id, group_id, remote_id, sku_marketplace, status, is_listed, read_at)
    values (${companyId}, ${campaignId}, ${groupId}, ${sku}, ${sku}, 'ENABLED', true, ${now})`;
  const [{ id: targetId }] = (await owner`
    insert into ads_target (company_id, campaign_id, group_id, remote_id, kind, is_negative, match_type, text, status,
      bid, is_listed, read_at)
    values (${companyId}, ${campaignId}, ${groupId}, ${sku}, 'KEYWORD', false, 'EXACT', ${`word ${sku}`}, 'ENABLED', 80,
      true, ${now}) returning id`) as [{ id: number }];
  const { impressions, clicks, cost, orders, sales } = day;
  for (const [table, column, id] of [
    ['ads_campaign_day', 'campaign_id', campaignId],
    ['ads_target_day', 'target_id', targetId],
  ] as const)
    await owner`
      insert into ${owner(table)} (company_id, ${owner(column)}, day, impressions, clicks, cost, orders, units, sales, read_at)
      select ${companyId}, ${id}, date '2026-05-04' - n, ${impressions}, ${clicks}, ${cost}, ${orders}, ${orders}, ${sales},
        ${now}
      from generate_series(0, 45) n`;
  return { listingId, campaignId, targetId };
}

/** 1,000 views and 40 clicks a day, of which two lead to orders of 100.00. */
const day = (more: Partial<Sums> = {}): Sums => ({
  impressions: 1_000,
  clicks: 40,
  cost: 1_600,
  orders: 2,
  sales: 20_000,
  ...more,
});

const evaluate = () => evaluateCompany(scene.ctx, scene.companyId, AbortSignal.timeout(30_000));
const list = async (): Promise<Recommendation[]> =>
  (
    await queryRecommendations(
      scene.ctx,
      scene.actor,
      { page: 0, limit: 50, tab: 'open' },
      ListBody.parse({}),
      'en',
    )
  ).content;
const changes = (campaignId: number) => database.owner`
  select object, field, before_value, after_value, state from ads_change where campaign_id = ${campaignId} order by id`;

describe('advice about campaigns', () => {
  it('lowers the bids of clicks that lose money, and takes that back', async () => {
    const { campaignId } = await campaign('A', day({ cost: 16_000 }));
    const well = await campaign('B', day());
    await evaluate();
    const open = await list();
    assert.deepEqual(
      open.map(({ kind, act, title, page }) => [kind, act, title, page]),
      [
        ['high_cpc', 'set_bids', 'Campaign A', `/campanhas/${campaignId}`],
        ['doing_well', 'none', 'Campaign B', `/campanhas/${well.campaignId}`],
      ],
    );
    const [advice] = open;
    assert.match(advice!.why, /^A click costs .*4\.00 and brings/);
    assert.ok(advice!.effect!.value > 0);
    const details = await getRecommendation(scene.ctx, scene.actor, advice!.id, 'en');
    assert.deepEqual(
      details.changes.map(({ label, before, after }) => [label, before.slice(-4), after.slice(-4)]),
      [['Sum of bids (1)', '0.80', '0.60']],
    );

    const [accepted] = await acceptRecommendations(scene.ctx, scene.actor, [advice!.id], 'en');
    assert.equal(accepted!.outcome, 'applied');
    const change = { object: 'target', field: 'bid', before_value: '80', after_value: '60' };
    assert.deepEqual([...(await changes(campaignId))], [{ ...change, state: 'approved' }]);
    await undoRecommendation(scene.ctx, scene.actor, advice!.id, 'en');
    assert.deepEqual([...(await changes(campaignId))], [{ ...change, state: 'canceled' }]);
  });

  it('takes back what the marketplace has taken by another change', async () => {
    const { campaignId } = await campaign('A', day({ cost: 16_000 }));
    await evaluate();
    const [advice] = await list();
    await acceptRecommendations(scene.ctx, scene.actor, [advice!.id], 'en');
    await database.owner`
      update ads_change set state = 'applied', settled_at = ${scene.ctx.clock()} where campaign_id = ${campaignId}`;
    await database.owner`update ads_target set bid = 60 where campaign_id = ${campaignId}`;
    await undoRecommendation(scene.ctx, scene.actor, advice!.id, 'en');
    const [, back] = await changes(campaignId);
    assert.deepEqual(
      [back!.before_value, back!.after_value, back!.state],
      ['60', '80', 'approved'],
    );
  });

  it('counts a listing at the stage of its campaign, without duplicate recommendations', async () => {
    await campaign('A', day({ cost: 16_000 }));
    await campaign('B', day());
    await scene.sell('C', 5_000);
    await evaluate();
    const { stages } = await recommendationFunnel(scene.ctx, scene.actor);
    assert.deepEqual(
      stages.flatMap(({ stage, listings }) => (listings > 0 ? [[stage, listings]] : [])),
      [
        ['high_cpc', 1],
        ['doing_well', 1],
        ['observing', 1],
      ],
    );
  });

  it('counts a campaign or its targets, whichever brings more, and folds the others', async () => {
    const { campaignId, targetId } = await campaign('A', day({ cost: 16_000 }));
    await campaign('B', day());
    // The keyword had all the clicks and no orders.
    await database.owner`update ads_target_day set orders = 0, sales = 0 where target_id = ${targetId}`;
    await evaluate();
    const about = (await list()).filter((one) => one.campaignId === campaignId);
    const primary = about.filter(({ isPrimary }) => isPrimary);
    assert.equal(about.length, 2);
    assert.equal(primary.length, 1);
    const most = Math.max(...about.map(({ effect }) => effect!.value));
    assert.equal(primary[0]!.effect!.value, most);
  });

  it('leaves out figures that may still change, and campaigns that do not run', async () => {
    const { campaignId } = await campaign('A', day());
    await database.owner`
      update ads_campaign_day set cost = 90000 where campaign_id = ${campaignId} and day > date '2026-05-04' - 8`;
    await evaluate();
    assert.deepEqual(
      (await list()).map(({ kind }) => kind),
      ['doing_well'],
    );
    await database.owner`update ads_campaign set status = 'PAUSED' where id = ${campaignId}`;
    await evaluate();
    assert.deepEqual(await list(), []);
  });

  it('is notified in the bell once a day, where campaigns exceed twice their goal', async () => {
    await campaign('A', day({ cost: 16_000 }));
    await campaign('B', day());
    const reported = async () => {
      await evaluate();
      await drain(scene.ctx, workers(scene.ctx));
      const { companyId, personId } = scene.actor;
      const query = { page: 0, limit: 15, show: 'all' } as const;
      const { content } = await listNotifications(scene.ctx, { companyId, personId }, query);
      return content.map(({ code, values }) => [code, values.count]);
    };
    const once = ['advice_for_campaigns', 1];
    assert.deepEqual(await reported(), [once]);
    assert.deepEqual(await reported(), [once]);
    scene.ctx.advance(24 * 3_600_000);
    assert.deepEqual(await reported(), [once, once]);
  });

  it('only links to the campaign if the account is read-only', async () => {
    await campaign('A', day({ cost: 16_000 }), false);
    await evaluate();
    const [advice] = await list();
    assert.deepEqual([advice!.act, advice!.isDoneHere], ['open_campaign', false]);
  });
});

describe('listings without ads', () => {
  const listed = async (body: object = {}, search = '') => {
    const query = { page: 0, limit: 50, search };
    const found = await queryWithoutAds(scene.ctx, scene.actor, query, ListBody.parse(body));
    return found.content.map(({ skuMarketplace, whyNot }) => [skuMarketplace, whyNot]);
  };
  /** Two listings that sell, of which one has a cost, and one that does not. */
  async function listings(): Promise<void> {
    const { ctx, companyId, accountId } = scene;
    const ids = [];
    for (const sku of ['READY', 'COSTLESS', 'UNSOLD']) ids.push(await scene.sell(sku, 10_000));
    const now = ctx.clock();
    await database.owner`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
      values (${companyId}, ${ids[0]!}, 5000, 6, 14, 0, 'marketplace', ${now}, ${now})`;
    const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
    await recordLines(
      ctx,
      database.owner,
      companyId,
      ids.slice(0, 2).map((listing) => sale(accountId, yesterday, { listing, held: 'won' })),
    );
  }

  it('are those that no running campaign shows, with the first reason against each', async () => {
    await campaign('A', day({ cost: 400 }));
    await listings();
    assert.deepEqual(await listed({ orders: [{ field: 'skuMarketplace', direction: 'asc' }] }), [
      ['COSTLESS', 'not_evaluated'],
      ['READY', 'not_evaluated'],
      ['UNSOLD', 'no_sales'],
    ]);
    await evaluate();
    const all = [
      ['READY', 'ready'],
      ['COSTLESS', 'cost_missing'],
      ['UNSOLD', 'no_sales'],
    ];
    assert.deepEqual(await listed(), all);
    const filters = [
      { field: 'whyNot', condition: 'IN', value: 'ready|no_sales', logicalOperator: 'AND' },
    ];
    assert.deepEqual(await listed({ filters }), [all[0], all[2]]);
    assert.deepEqual(await listed({}, 'costl'), [all[1]]);
    const { rows, body } = await exportWithoutAds(
      scene.ctx,
      scene.actor,
      {},
      ExportBody.parse({ columns: [{ field: 'whyNot', label: 'Why', words: { ready: 'Go' } }] }),
      { locale: 'en', signal: AbortSignal.timeout(10_000) },
    );
    assert.equal(rows, 3);
    assert.equal((await new Response(body).text()).split('\r\n')[1], 'Go');
    const [recommendation] = (await list()).filter(({ title }) => title.includes('READY'));
    assert.match(recommendation!.page!, /^\/campanhas\/nova\?account=\d+&listings=\d+$/);

    await database.owner`update ads_ad set status = 'PAUSED'`;
    assert.deepEqual((await listed()).at(-1), ['A', 'no_sales']);
    await database.owner`update ads_advertiser set status = 'inactive'`;
    assert.deepEqual(await listed(), []);
  });

  it('wait for clicks where the account runs no campaign', async () => {
    const { campaignId } = await campaign('A', day());
    await listings();
    await database.owner`update ads_campaign set status = 'PAUSED' where id = ${campaignId}`;
    await evaluate();
    assert.deepEqual(await listed({}, 'ready'), [['READY', 'no_rates']]);
  });
});
