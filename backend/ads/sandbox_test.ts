// Campaigns of the sandbox's Amazon Ads, read over its wire: lists and reports, their restatement, and what the engine makes of
// them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../kernel/export.ts';
import type { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import { campaignKeyOf, OWN_SELLERS, ordersOf } from '../sandbox/world.ts';
import { type AdsScene, adsScene, NOON } from '../testing/ads/sandbox-scene.ts';
import {
  adsAccounts,
  campaignReport,
  campaignTags,
  explainBid,
  exportCampaigns,
  exportReport,
  getCampaign,
  queryCampaigns,
  queryReport,
  tagCampaigns,
} from './actions.ts';
import { requestReports } from './advertisers/read.ts';
import type { AdFigures } from './contract.ts';

const DAY_MS = 86_400_000;
const NO_BODY = { filters: [], orders: [], timeZone: 'UTC' };
const ALL = { page: 0, limit: 50, tab: 'all' as const };

let scene: AdsScene;
let { sandbox, database, ctx, company, accountId } = {} as AdsScene;

beforeAll(async () => {
  scene = await adsScene(40);
  ({ sandbox, database, ctx, company, accountId } = scene);
});
afterAll(() => scene.close());

const listed = (query = {}) =>
  queryCampaigns(ctx, { companyId: company.companyId }, { ...ALL, ...query }, NO_BODY);

/** Figures with known sums. */
function read(figures: AdFigures) {
  const { impressions, clicks, investment, sales, revenue } = figures;
  assert.ok(impressions !== null && clicks !== null && sales !== null);
  assert.ok(investment !== null && revenue !== null);
  return { ...figures, impressions, clicks, investment, sales, revenue };
}

describe('the campaigns of the sandbox', () => {
  it('are those of the seller, with what their clicks cost and brought', async () => {
    const { world } = sandbox;
    const own = [...world().ads.campaigns.values()].filter(
      ({ sellerId }) => sellerId === OWN_SELLERS.HOME,
    );
    const { content, counts, totals } = await listed();
    assert.deepEqual(content.map(({ name }) => name).sort(), own.map(({ name }) => name).sort());
    assert.deepEqual(counts, { all: 6, active: 4, paused: 1, over: 1 });
    for (const campaign of content) {
      const days = world().sales.adDays.get(campaignKeyOf(campaign.remoteId)) ?? [];
      const shown = days.filter(({ day }) => day * DAY_MS > NOON.getTime() - 30.5 * DAY_MS);
      const { impressions, clicks, investment, revenue, acos } = read(campaign.figures);
      assert.equal(
        impressions,
        shown.reduce((sum, { prints }) => sum + prints, 0),
        campaign.name,
      );
      const all = shown.reduce((sum, one) => sum + one.clicks, 0);
      assert.ok(clicks <= all && clicks >= all * 0.8, `${campaign.name}: ${clicks} of ${all}`);
      assert.equal(acos, revenue === 0 ? null : Math.round((investment / revenue) * 10_000) / 100);
    }
    const [total] = totals;
    assert.equal(
      total?.figures.clicks,
      content.reduce((sum, { figures }) => sum + read(figures).clicks, 0),
    );
    const orders = ordersOf(world(), OWN_SELLERS.HOME, 'amazon').filter(
      ({ via }) => via.kind === 'ad',
    );
    assert.ok(orders.length > 20 && read(total.figures).sales > 10);
    const [account] = await adsAccounts(ctx, company.companyId);
    assert.ok(account?.capabilities?.writes && account.capabilities.bid?.minimum === 7);
  });

  it('have groups, ads with their listings, and targets whose bids the engine explains', async () => {
    const [first] = (await listed({ search: 'EXATA' })).content;
    const details = await getCampaign(ctx, company.companyId, first!.id, {}, 'pt');
    assert.equal(details.groups.length, 2);
    for (const { ads, targets } of details.groups) {
      assert.ok(ads.every(({ listingId, price }) => listingId !== null && price !== null));
      assert.equal(targets.length, 4);
      for (const { advice, kind, matchType, bid } of targets) {
        assert.deepEqual([kind, matchType], ['KEYWORD', 'EXACT']);
        assert.ok(bid! > 0 && advice.outcome !== null && advice.text !== '');
      }
    }
    const [group] = details.groups;
    const target = group!.targets[0]!;
    const { decision } = await explainBid(
      ctx,
      company.companyId,
      { campaignId: first!.id, targetId: target.id },
      'en',
    );
    assert.equal(decision.outcome, target.advice.outcome);
    assert.ok(decision.explanation.length > 1);
    const byTarget = details.groups.flatMap(({ targets }) => targets);
    const sum = byTarget.reduce((all, { figures }) => all + read(figures).clicks, 0);
    assert.equal(sum, details.campaign.figures.clicks);
  });

  it('count a day that is reported again once, as it is reported last', async () => {
    const before = read((await listed()).totals[0]!.figures);
    // Only time passes, in which invalid clicks are deducted.
    ctx.advance(4 * DAY_MS);
    await within(database.db, { company: company.companyId }, (trx) =>
      requestReports(ctx, trx, { companyId: company.companyId, accountId }),
    );
    await scene.work();
    const [total] = (await listed({ from: '2026-10-25', to: '2026-11-23' })).totals;
    const after = read(total!.figures);
    assert.equal(after.impressions, before.impressions);
    assert.ok(after.clicks <= before.clicks && after.investment <= before.investment);
    const open = await database.owner`select from ads_report`;
    assert.equal(open.length, 0);
  });
});

describe('the report of a campaign', () => {
  it('has each day with its figures, which sum up to those of the list', async () => {
    const { actor } = company;
    const [campaign] = (await listed()).content;
    const report = await campaignReport(ctx, actor, campaign!.id, {});
    assert.equal(report.content.length, 30);
    assert.deepEqual(report.totals, campaign!.figures);
    const sum = report.content.reduce((all, { figures }) => all + read(figures).clicks, 0);
    assert.equal(sum, read(campaign!.figures).clicks);
    // Days within the last nine may still change.
    assert.equal(report.content.filter(({ isSettling }) => isSettling).length, 9);
    assert.ok(report.content.slice(-9).every(({ isSettling }) => isSettling));
    // Before the first report nothing is known, and that is not zero.
    const early = await campaignReport(ctx, actor, campaign!.id, {
      from: '2026-01-01',
      to: '2026-01-03',
    });
    assert.ok(early.content.every(({ figures }) => figures.clicks === null));

    const query = { campaignId: campaign!.id, page: 0, limit: 15 };
    const by = (field: string, value: string) => ({
      ...NO_BODY,
      filters: [{ field, condition: '=' as const, value, logicalOperator: 'AND' as const }],
    });
    const page = await queryReport(ctx, actor, query, NO_BODY);
    assert.deepEqual([page.totalElements, page.content[0]], [30, report.content.at(-1)]);
    assert.equal(
      (await queryReport(ctx, actor, query, by('settling', 'settling'))).totalElements,
      9,
    );
    const { body, rows } = await exportReport(
      ctx,
      actor,
      { campaignId: campaign!.id },
      ExportBody.parse({
        orders: [{ field: 'day', direction: 'asc' }],
        columns: [
          { field: 'day', label: 'Day' },
          { field: 'clicks', label: 'Clicks' },
        ],
      }),
      { locale: 'en', signal: AbortSignal.timeout(10_000) },
    );
    const [, line] = (await new Response(body).text()).split('\r\n');
    const [first] = report.content;
    assert.deepEqual([rows, line], [30, `${first!.day};${first!.figures.clicks}`]);
  });
});

describe('tags of campaigns', () => {
  it('are added to several at once, filtered by, exported and removed', async () => {
    const { actor } = company;
    const [one, other, last] = (await listed()).content.map(({ id }) => id);
    const tag = (wish: { campaignIds: number[]; add?: string[]; remove?: string[] }) =>
      tagCampaigns(ctx, actor, { add: [], remove: [], ...wish });
    await tag({ campaignIds: [one!, other!], add: ['Natal', 'Black Friday'] });
    // The same names in other words and another spelling.
    await tag({ campaignIds: [last!], add: ['christmas', 'black friday'] });
    const { tags } = await campaignTags(ctx, actor);
    assert.deepEqual(
      tags.map(({ tag, campaigns }) => [tag, campaigns]),
      [
        ['EASTER', 0],
        ['CHRISTMAS', 3],
        ['JUNE', 0],
        ['WINTER', 0],
        ['SUMMER', 0],
        ['Black Friday', 3],
      ],
    );
    await tag({ campaignIds: [one!, last!], remove: ['Black Friday'] });
    const by = (condition: 'IN' | '!=', value: string) => ({
      ...NO_BODY,
      filters: [{ field: 'tags', condition, value, logicalOperator: 'AND' as const }],
    });
    const found = async (body: ReturnType<typeof by>) =>
      (await queryCampaigns(ctx, actor, ALL, body)).content.map(({ id, tags }) => [id, tags]);
    assert.deepEqual(await found(by('IN', 'Black Friday')), [
      [other, ['Black Friday', 'CHRISTMAS']],
    ]);
    assert.equal((await found(by('!=', 'CHRISTMAS'))).length, 3);
    const { body } = await exportCampaigns(
      ctx,
      actor,
      { tab: 'all' },
      ExportBody.parse({
        ...by('IN', 'Black Friday'),
        columns: [{ field: 'tagNames', label: 'Tags', words: { CHRISTMAS: 'Natal' } }],
      }),
      { locale: 'pt', signal: AbortSignal.timeout(10_000) },
    );
    const lines = (await new Response(body).text()).split('\r\n');
    assert.equal(lines[1], 'Black Friday, Natal');

    await assert.rejects(
      tag({ campaignIds: [one!], add: Array.from({ length: 20 }, (_, n) => `Tag ${n}`) }),
      ({ code }: Problem) => code === 'too_many_tags',
    );
    assert.deepEqual(await found(by('IN', 'Tag 1')), []);
    await assert.rejects(
      tag({ campaignIds: [one!, 999_999], add: ['Natal'] }),
      ({ code }: Problem) => code === 'campaign_not_found',
    );
  });
});
