// Product Ads of the sandbox's Mercado Livre over its wire: campaigns without bids, changes that the account may send, and those
// that a person makes.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import { OWN_SELLERS, type ProductCampaign } from '../sandbox/world.ts';
import { type AdsScene, adsScene } from '../testing/ads/sandbox-scene.ts';
import { adsAccounts, editCampaign, getCampaign, planEdit, queryCampaigns } from './actions.ts';
import { requestReading } from './advertisers/queues.ts';
import { setCampaignStrategy } from './automation/strategy.ts';
import { cancelChange, changeAd, listChanges, markChange, undoChange } from './changes/actions.ts';
import { type AdsChange, type AdsChangeBody, type Campaign, CampaignEdit } from './contract.ts';

const DAY_MS = 24 * 3_600_000;
let scene: AdsScene;

beforeAll(async () => {
  scene = await adsScene(20, 'mercadolivre');
});
afterAll(() => scene.close());

const ALL = { page: 0, limit: 50, tab: 'all' as const };
const NO_BODY = { filters: [], orders: [], timeZone: 'UTC' };

const listed = async () => (await queryCampaigns(scene.ctx, scene.company, ALL, NO_BODY)).content;
const named = async (name: string): Promise<Campaign> =>
  (await listed()).find((campaign) => campaign.name === name)!;
const remote = ({ remoteId }: Campaign): ProductCampaign =>
  scene.sandbox.world().ads.productCampaigns.get(remoteId)!;

/** What the seller does in Mercado Ads. */
const inPanel = (campaign: Campaign, change: Partial<ProductCampaign>) =>
  scene.sandbox.control.changeAds([
    { entity: 'productCampaigns', value: { ...remote(campaign), ...change } },
  ]);

const change = (campaign: Campaign, set: Partial<AdsChangeBody>) =>
  changeAd(scene.ctx, scene.company.actor, campaign.id, {
    object: 'campaign',
    objectId: campaign.id,
    ...set,
  });

const find = async ({ id, campaignId }: AdsChange): Promise<AdsChange> => {
  const page = { page: 0, limit: 50 };
  const { content } = await listChanges(scene.ctx, scene.company.actor, campaignId, page);
  return content.find((one) => one.id === id)!;
};

const stateOf = async (one: AdsChange) => {
  const { state, code } = await find(one);
  return code === null ? state : `${state} ${code}`;
};

/** Reads the campaigns, as happens every hour. */
async function read(): Promise<void> {
  const { ctx, company, accountId, database } = scene;
  ctx.advance(60_000);
  await within(database.db, { company: company.companyId }, (trx) =>
    requestReading(ctx, trx, { companyId: company.companyId, accountId }),
  );
  await scene.work(2);
}

const refuses = (work: Promise<unknown>, code: string) =>
  assert.rejects(work, (error: Problem) => error.code === code);

describe('campaigns of Product Ads', () => {
  it('are opened by the account’s own authorization, and have a target instead of bids', async () => {
    const [account] = await adsAccounts(scene.ctx, scene.company.companyId);
    const { status, capabilities } = account!;
    assert.equal(status, 'active');
    assert.deepEqual(
      [capabilities?.writes, capabilities?.bid, capabilities?.keywords, capabilities?.roasTarget],
      [false, null, false, { minimum: 100, maximum: 3_500 }],
    );
    const campaigns = await listed();
    assert.deepEqual(
      campaigns
        .map(({ name, status, type, dailyBudget, roasTarget, biddingStrategy }) =>
          [name, status, type, dailyBudget, roasTarget, biddingStrategy].join(' '),
        )
        .sort(),
      [
        'Campeões de venda ENABLED ads 90 8 ',
        'Lançamentos ENABLED ads 12 3 ',
        'Queima de estoque PAUSED ads 25 3 ',
      ],
    );
  });

  it('have the figures of the ledger, and how often they were shown', async () => {
    const campaign = await named('Campeões de venda');
    const { figures, shares } = campaign;
    const days = scene.sandbox.world().sales.adDays.get(`campaign/${campaign.remoteId}`) ?? [];
    const clicks = days.reduce((sum, day) => sum + day.clicks, 0);
    const spend = days.reduce((sum, day) => sum + day.spend, 0);
    assert.ok(clicks > 20);
    assert.deepEqual([figures.clicks, figures.investment], [clicks, spend / 100]);
    assert.ok(figures.sales! > 0 && figures.revenue! > 0);
    const { shown, lostByBudget, lostByRank } = shares!;
    assert.ok(Math.abs(shown! + lostByBudget! + lostByRank! - 100) < 0.1);
    assert.equal((await named('Queima de estoque')).shares, null);
  });

  it('have their listings in groups without bids, and a page at the marketplace', async () => {
    const { id, remoteId } = await named('Campeões de venda');
    const { companyId } = scene.company;
    const { groups, link, negatives } = await getCampaign(scene.ctx, companyId, id, {}, 'pt');
    assert.ok(groups.length > 10 && negatives.length === 0);
    for (const { defaultBid, ads, targets } of groups) {
      assert.deepEqual([defaultBid, targets], [null, []]);
      assert.ok(ads.length > 0 && ads.every(({ listingId }) => listingId !== null));
    }
    assert.match(link ?? '', new RegExp(`^http.*/${remoteId}/dashboard$`));
  });

  it('have no bids to change or to automate', async () => {
    const campaign = await named('Campeões de venda');
    const { ctx, company } = scene;
    const { groups } = await getCampaign(ctx, company.companyId, campaign.id, {}, 'pt');
    const group = { object: 'group', objectId: groups[0]!.id, bid: 1 } as const;
    await refuses(changeAd(ctx, company.actor, campaign.id, group), 'invalid_request');
    await refuses(change(campaign, { roasTarget: 35.01 }), 'out_of_limits');
    await refuses(change(campaign, { endDate: '2026-12-24' }), 'invalid_request');
  });
});

describe('a change that the account may not send', () => {
  it('is kept as a suggestion, and is done once the marketplace shows it', async () => {
    const campaign = await named('Lançamentos');
    const suggestion = await change(campaign, { dailyBudget: 31.5 });
    assert.equal(suggestion.state, 'suggested');
    await read();
    assert.equal(await stateOf(suggestion), 'suggested');
    assert.equal(remote(campaign).budget, 1_200);

    const marked = await markChange(scene.ctx, scene.company.actor, suggestion.id);
    assert.equal(marked.state, 'marked');
    await scene.work(2);
    assert.equal(await stateOf(suggestion), 'marked not_seen');

    inPanel(campaign, { budget: 3_150 });
    await read();
    assert.equal(await stateOf(suggestion), 'applied');
    assert.equal((await named('Lançamentos')).dailyBudget, 31.5);
  });

  it('is done without a word, and is undone by another suggestion', async () => {
    const campaign = await named('Lançamentos');
    const suggestion = await change(campaign, { roasTarget: 6.5 });
    inPanel(campaign, { roasTarget: 6.5 });
    await read();
    assert.equal(await stateOf(suggestion), 'applied');
    const undo = await undoChange(scene.ctx, scene.company.actor, suggestion.id);
    assert.deepEqual([undo.state, undo.after.amount], ['suggested', 3]);
    inPanel(campaign, { roasTarget: 3 });
    await read();
    assert.deepEqual([await stateOf(undo), await stateOf(suggestion)], ['applied', 'undone']);
  });

  it('is replaced by a later one, and can be dropped', async () => {
    const campaign = await named('Lançamentos');
    const first = await change(campaign, { status: 'PAUSED' });
    const { actor } = scene.company;
    await cancelChange(scene.ctx, actor, first.id);
    await refuses(markChange(scene.ctx, actor, first.id), 'change_state');
    const second = await change(campaign, { dailyBudget: 40 });
    const third = await change(campaign, { dailyBudget: 41 });
    assert.deepEqual(
      [await stateOf(second), await stateOf(third)],
      ['canceled replaced', 'suggested'],
    );
    await cancelChange(scene.ctx, actor, third.id);
  });
});

describe('a change that the account may send', () => {
  it('is found out by a write without an effect, a day later at the latest', async () => {
    const { ctx, company, sandbox } = scene;
    sandbox.control.allowAdWrites(OWN_SELLERS.HOME, true, 'mercadolivre');
    const before = [...sandbox.world().ads.productCampaigns.values()];
    ctx.advance(DAY_MS);
    await read();
    const [account] = await adsAccounts(ctx, company.companyId);
    assert.equal(account?.capabilities?.writes, true);
    assert.deepEqual(
      [...sandbox.world().ads.productCampaigns.values()].map(({ updatedAt: _, ...one }) => one),
      before.map(({ updatedAt: _, ...one }) => one),
    );
    const campaign = await named('Lançamentos');
    const settings = { strategy: 'growth', goalAcos: null, automation: 'proposed' } as const;
    await refuses(setCampaignStrategy(ctx, company.actor, campaign.id, settings), 'no_bids');
  });

  it('is sent once, read back and undone', async () => {
    const campaign = await named('Lançamentos');
    scene.sandbox.control.fail({
      kind: 'lost_answer',
      marketplace: 'mercadolivre',
      operation: 'putCampaign',
    });
    const sent = await change(campaign, { roasTarget: 7.5 });
    await scene.work(1);
    assert.equal(await stateOf(sent), 'sending');
    const { updatedAt } = remote(campaign);
    await scene.work(4);
    assert.equal(await stateOf(sent), 'applied');
    assert.deepEqual([remote(campaign).roasTarget, remote(campaign).updatedAt], [7.5, updatedAt]);
    const undo = await undoChange(scene.ctx, scene.company.actor, sent.id);
    const paused = await change(campaign, { status: 'PAUSED' });
    const budget = await change(campaign, { dailyBudget: 44.4 });
    await scene.work(2);
    for (const one of [undo, paused, budget]) assert.equal(await stateOf(one), 'applied');
    const { roasTarget, status, budget: cents } = remote(campaign);
    assert.deepEqual([roasTarget, status, cents], [3, 'paused', 4_440]);
  });

  it('pauses a group with all of its variations, names a campaign, and takes both back', async () => {
    const { ctx, company, sandbox } = scene;
    const campaign = await named('Campeões de venda');
    const { groups } = await getCampaign(ctx, company.companyId, campaign.id, {}, 'pt');
    const { id } = groups.find(({ status }) => status === 'ENABLED')!;
    const before = [...sandbox.world().ads.productGroups.values()];
    const edit = CampaignEdit.parse({ name: 'Campeões', groups: [{ id, isEnabled: false }] });
    const { key, lines } = await planEdit(ctx, company.actor, campaign.id, edit, 'pt');
    assert.deepEqual(
      lines.map(({ object, field }) => `${object} ${field}`),
      ['campaign name', 'group status'],
    );
    await editCampaign(ctx, company.actor, campaign.id, { edit, key });
    await scene.work(2);
    const { content } = await listChanges(ctx, company.actor, campaign.id, { page: 0, limit: 2 });
    assert.deepEqual(
      content.map(({ state }) => state),
      ['applied', 'applied'],
    );
    assert.equal(remote(campaign).name, 'Campeões');
    const paused = [...sandbox.world().ads.productGroups.values()].filter(
      ({ status }) => status === 'paused',
    );
    assert.equal(paused.length, before.filter(({ status }) => status === 'paused').length + 1);
    for (const one of content) await undoChange(ctx, company.actor, one.id);
    await scene.work(2);
    assert.equal(remote(campaign).name, 'Campeões de venda');
    const read = await getCampaign(ctx, company.companyId, campaign.id, {}, 'pt');
    assert.equal(read.groups.find((group) => group.id === id)?.status, 'ENABLED');
  });

  it('is rejected with the marketplace’s reason', async () => {
    const campaign = await named('Lançamentos');
    const refused = await change(campaign, { dailyBudget: 0.5 });
    await scene.work(1);
    assert.equal(await stateOf(refused), 'rejected bad_request');
  });

  it('becomes a suggestion where the permission is gone when it is sent', async () => {
    const { ctx, company, sandbox } = scene;
    sandbox.control.allowAdWrites(OWN_SELLERS.HOME, false, 'mercadolivre');
    const campaign = await named('Lançamentos');
    const sent = await change(campaign, { status: 'ENABLED' });
    assert.equal(sent.state, 'approved');
    await scene.work(1);
    assert.equal(await stateOf(sent), 'suggested');
    const [account] = await adsAccounts(ctx, company.companyId);
    assert.equal(account?.capabilities?.writes, false);
  });
});
