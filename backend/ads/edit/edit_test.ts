// Campaigns that are edited over the sandbox's wire: listed before anything is sent, recorded as changes, and undone.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Problem } from '../../kernel/problem.ts';
import { setPriceSwitch } from '../../pricing/actions.ts';
import { type AdsScene, adsScene } from '../../testing/ads/sandbox-scene.ts';
import { drain } from '../../testing/test-context.ts';
import { editCampaign, getCampaign, planEdit, queryCampaigns } from '../actions.ts';
import { listChanges, setSettings, undoChange } from '../changes/actions.ts';
import { type AdvertisableListing, CampaignEdit, type EditPlan } from '../contract.ts';
import { decideCreation, getCreation, openCreations } from '../creation/actions.ts';
import { advertisableListings } from '../creation/listings.ts';
import { workers } from '../jobs.ts';

let scene: AdsScene;
let campaignId: number;
let remoteId: string;

async function campaignNamed(search: string) {
  const query = { page: 0, limit: 1, tab: 'all' as const, search };
  const body = { filters: [], orders: [], timeZone: 'UTC' };
  const { content } = await queryCampaigns(scene.ctx, scene.company, query, body);
  return content[0]!;
}

beforeAll(async () => {
  scene = await adsScene(2);
  ({ id: campaignId, remoteId } = await campaignNamed('EXATA'));
});
afterAll(() => scene.close());
beforeEach(() => scene.sandbox.control.clearFaults());

const read = (id = campaignId) => getCampaign(scene.ctx, scene.company.companyId, id, {}, 'pt');
const plan = (edit: object, id = campaignId): Promise<EditPlan> =>
  planEdit(scene.ctx, scene.company.actor, id, CampaignEdit.parse(edit), 'pt');
async function make(edit: object, id = campaignId) {
  const { key, faults } = await plan(edit, id);
  assert.deepEqual(faults, []);
  const body = { edit: CampaignEdit.parse(edit), key };
  return await editCampaign(scene.ctx, scene.company.actor, id, body);
}
const push = () => drain(scene.ctx, workers(scene.ctx));
const there = (id = remoteId) => scene.sandbox.world().ads.campaigns.get(id)!;
const refuses = (work: Promise<unknown>, code: string) =>
  assert.rejects(work, (error: Problem) => error.code === code);
const latest = async (id = campaignId) =>
  (await listChanges(scene.ctx, scene.company.actor, id, { page: 0, limit: 50 })).content;
const faultsOf = async (edit: object, id = campaignId) =>
  (await plan(edit, id)).faults.map(({ path, code }) => `${path} ${code}`);
const targetsThere = () =>
  [...scene.sandbox.world().ads.targets.values()].filter((one) => one.campaignId === remoteId);

describe('an edit of a campaign', () => {
  it('is listed from before to after, recorded as changes, sent, and undone one by one', async () => {
    const { groups } = await read();
    const [group] = groups;
    const [first, second] = group!.targets;
    const edit = {
      name: 'Editada',
      dailyBudget: 55,
      biddingStrategy: 'FIXED',
      placements: [{ placement: 'PRODUCT_PAGES', percent: 40 }],
      groups: [
        {
          id: group!.id,
          name: 'Grupo editado',
          defaultBid: 0.91,
          targets: [
            { id: first!.id, bid: 1.41 },
            { id: second!.id, isEnabled: false },
          ],
        },
      ],
    };
    const before = there();
    const { lines, writes, requiresApproval } = await plan(edit);
    assert.deepEqual([writes, requiresApproval], [true, false]);
    assert.deepEqual(
      lines.map(({ object, field, before: old, after }) => [
        object,
        field,
        old.text ?? old.amount ?? old.status,
        after.text ?? after.amount ?? after.status,
      ]),
      [
        ['campaign', 'name', before.name, 'Editada'],
        ['campaign', 'dailyBudget', before.budget / 100, 55],
        ['campaign', 'biddingStrategy', lines[2]!.before.text, 'FIXED'],
        ['campaign', 'placements', lines[3]!.before.text, 'PRODUCT_PAGES=40'],
        ['group', 'name', group!.name, 'Grupo editado'],
        ['group', 'bid', group!.defaultBid, 0.91],
        ['target', 'bid', first!.bid, 1.41],
        ['target', 'status', 'ENABLED', 'PAUSED'],
      ],
    );
    assert.equal(there(), before);
    assert.equal((await latest()).length, 0);

    assert.deepEqual(await make(edit), { changes: 8, creationId: null });
    await push();
    const changes = await latest();
    assert.ok(changes.every(({ state }) => state === 'applied'));
    const { name, budget, strategy, placementBidding } = there();
    assert.deepEqual([name, budget, strategy], ['Editada', 5_500, 'MANUAL']);
    assert.deepEqual(
      placementBidding.filter(({ percentage }) => percentage > 0),
      [{ placement: 'PLACEMENT_PRODUCT_PAGE', percentage: 40 }],
    );
    const shown = await read();
    assert.deepEqual(
      [shown.campaign.name, shown.campaign.biddingStrategy, shown.groups[0]!.name],
      ['Editada', 'FIXED', 'Grupo editado'],
    );
    // A reading finds the same, so nothing was changed elsewhere.
    await scene.work(2);
    assert.deepEqual((await plan(edit)).lines, []);
    await refuses(make(edit), 'nothing_changes');

    for (const { id } of changes) await undoChange(scene.ctx, scene.company.actor, id);
    await push();
    const back = there();
    assert.deepEqual(
      [
        back.name,
        back.budget,
        back.strategy,
        back.placementBidding.filter((one) => one.percentage > 0),
      ],
      [
        before.name,
        before.budget,
        before.strategy,
        before.placementBidding.filter((one) => one.percentage > 0),
      ],
    );
    assert.ok((await latest()).every(({ state }) => state === 'applied' || state === 'undone'));
  });

  it('sends the lines that the person saw, all or none', async () => {
    const { key } = await plan({ dailyBudget: 61, name: 'Outra' });
    await make({ name: 'Vista' });
    const edit = CampaignEdit.parse({ dailyBudget: 61, name: 'Outra' });
    const before = await latest();
    await refuses(
      editCampaign(scene.ctx, scene.company.actor, campaignId, {
        edit: CampaignEdit.parse({ dailyBudget: 62, name: 'Outra' }),
        key,
      }),
      'edit_changed',
    );
    assert.deepEqual(await latest(), before);
    await push();
    await refuses(
      editCampaign(scene.ctx, scene.company.actor, campaignId, { edit, key }),
      'edit_changed',
    );
  });

  it('is refused where the campaign would break a rule, at the field', async () => {
    const { groups, campaign } = await read();
    const other = await campaignNamed('descoberta');
    const [group] = groups;
    const own = group!.targets.filter(({ isNegative }) => !isNegative);
    assert.deepEqual(await faultsOf({ name: other.name }), ['edit.name campaign_name_taken']);
    assert.deepEqual(await faultsOf({ name: campaign.name.toUpperCase() }), []);
    assert.ok((await faultsOf({ dailyBudget: 1 })).includes('edit.dailyBudget out_of_limits'));
    assert.deepEqual(await faultsOf({ startDate: '2027-01-01' }), ['edit.startDate start_fixed']);
    assert.deepEqual(await faultsOf({ endDate: '2026-11-20' }), [
      'edit.endDate end_not_after_today',
      ...(campaign.startDate !== null && campaign.startDate >= '2026-11-20'
        ? ['edit.endDate end_not_after_start']
        : []),
    ]);
    const groupEdit = (changes: object) => ({ groups: [{ id: group!.id, ...changes }] });
    const stopped = own.map(({ id }) => ({ id, isEnabled: false }));
    assert.deepEqual(await faultsOf(groupEdit({ targets: stopped })), [
      'edit.groups.0.targeting no_targets',
    ]);
    assert.deepEqual(await faultsOf(groupEdit({ targets: [{ id: own[0]!.id, bid: 0.01 }] })), [
      'edit.groups.0.targets.0.bid out_of_limits',
    ]);
    const twice = { text: own[0]!.text, matchType: own[0]!.matchType };
    assert.deepEqual(
      await faultsOf(groupEdit({ keywords: [{ text: 'nova', matchType: 'EXACT' }, twice] })),
      ['edit.groups.0.keywords.1.text repeated'],
    );
    assert.deepEqual(
      await faultsOf(groupEdit({ ads: group!.ads.map(({ id }) => ({ id, isEnabled: false })) })),
      ['edit.groups.0.listingIds no_ads'],
    );
    assert.deepEqual(
      await faultsOf({ groups: [{ id: null, name: group!.name, defaultBid: 0.5 }] }),
      [
        'edit.groups.0.targeting no_targets',
        'edit.groups.0.listingIds no_ads',
        'edit.groups.0.name group_name_taken',
      ],
    );
    await refuses(
      editCampaign(scene.ctx, scene.company.actor, campaignId, {
        edit: CampaignEdit.parse({ dailyBudget: 1 }),
        key: '',
      }),
      'edit_invalid',
    );
  });

  it('adds keywords, negatives, ads and groups, moves ads, and pauses what it added where that is undone', async () => {
    const { groups } = await read();
    const [group] = groups;
    const { ctx, company, accountId } = scene;
    const listings = await advertisableListings(ctx, company, { page: 0, limit: 200, accountId });
    const [elsewhere, other] = listings.content.filter(
      ({ campaigns }) => campaigns.length > 0 && campaigns.every(({ id }) => id !== campaignId),
    ) as [AdvertisableListing, AdvertisableListing];
    const edit = {
      groups: [
        {
          id: group!.id,
          listingIds: [elsewhere.listingId],
          keywords: [{ text: 'copo novo', matchType: 'PHRASE', bid: 0.77 }],
          negativeKeywords: [{ text: 'usado', matchType: 'EXACT' }],
        },
        {
          id: null,
          name: 'Grupo novo',
          defaultBid: 0.5,
          listingIds: [other.listingId],
          keywords: [{ text: 'outra', matchType: 'EXACT' }],
        },
      ],
      movedListingIds: [elsewhere.listingId, other.listingId],
    };
    const unconfirmed = { ...edit, movedListingIds: [] };
    assert.deepEqual(await faultsOf(unconfirmed), [
      'edit.groups.0.listingIds.0 ad_elsewhere',
      'edit.groups.1.listingIds.0 ad_elsewhere',
    ]);
    const { lines } = await plan(edit);
    const added = lines.filter(({ field }) => field === null);
    assert.deepEqual(
      added.map(({ object, name, isNegative }) => `${object} ${isNegative ? '-' : ''}${name}`),
      [
        `ad ${elsewhere.title}`,
        'target copo novo',
        'target -usado',
        'group Grupo novo',
        `ad ${other.title}`,
        'target outra',
      ],
    );
    assert.ok(lines.some(({ isElsewhere, parent }) => isElsewhere && parent !== null));

    // Its answer is lost: it is looked up, and added once.
    scene.sandbox.control.fail({
      kind: 'lost_answer',
      marketplace: 'amazon',
      operation: 'sp/keywords',
      method: 'POST',
    });
    const count = targetsThere().length;
    const { changes, creationId } = await make(edit);
    assert.equal(changes, 0);
    await refuses(
      make({ groups: [{ id: group!.id, keywords: [{ text: 'x', matchType: 'EXACT' }] }] }),
      'change_under_way',
    );
    await scene.work(5);
    const creation = await getCreation(ctx, company.companyId, creationId!);
    assert.deepEqual(
      [creation.state, creation.isAddition, creation.campaignId],
      ['done', true, campaignId],
    );
    assert.deepEqual(
      creation.parts.map(({ part, total, done }) => [part, total, done]),
      [
        ['group', 1, 1],
        ['ad', 2, 2],
        ['target', 2, 2],
        ['negative', 1, 1],
      ],
    );
    assert.equal(targetsThere().length, count + 3);
    assert.equal(there().state, 'ENABLED');
    const moved = await latest(elsewhere.campaigns.find(({ id }) => id !== campaignId)!.id);
    assert.ok(moved.some(({ object, after }) => object === 'ad' && after.status === 'PAUSED'));

    const [known] = await openCreations(ctx, company.companyId, { campaignId });
    assert.equal(known?.id, creationId);
    assert.equal((await decideCreation(ctx, company.actor, creationId!, 'undo')).state, 'undone');
    await push();
    const states = Object.fromEntries(
      targetsThere().map(({ keyword, state }) => [keyword?.text ?? '', state]),
    );
    assert.deepEqual([states['copo novo'], states.usado], ['PAUSED', 'PAUSED']);
    const fresh = [...scene.sandbox.world().ads.adGroups.values()].find(
      ({ name }) => name === 'Grupo novo',
    );
    assert.equal(fresh?.state, 'PAUSED');
    await refuses(decideCreation(ctx, company.actor, creationId!, 'undo'), 'creation_state');
  });

  it('waits for approval where the company wants it, and does not leave while all is stopped', async () => {
    const { ctx, company } = scene;
    await setSettings(ctx, company.actor, { requiresApproval: true });
    const { groups } = await read();
    const edit = {
      dailyBudget: 71,
      groups: [{ id: groups[0]!.id, keywords: [{ text: 'espera', matchType: 'EXACT' }] }],
    };
    const { creationId } = await make(edit);
    await push();
    const budget = there().budget;
    assert.notEqual(budget, 7_100);
    assert.equal((await latest())[0]!.state, 'pending');
    assert.equal((await getCreation(ctx, company.companyId, creationId!)).state, 'pending');
    await setPriceSwitch(ctx, company.actor, { stopped: true });
    await decideCreation(ctx, company.actor, creationId!, 'approve');
    await push();
    const stopped = await getCreation(ctx, company.companyId, creationId!);
    assert.deepEqual([stopped.state, stopped.code], ['incomplete', 'stopped']);
    assert.ok(targetsThere().every(({ keyword }) => keyword?.text !== 'espera'));
    await setPriceSwitch(ctx, company.actor, { stopped: false });
    await setSettings(ctx, company.actor, { requiresApproval: false });
  });

  it('changes the strategy of the product with it', async () => {
    const { lines } = await plan({ strategy: 'growth', goalAcos: 15 });
    assert.deepEqual(
      lines.map(({ field, after }) => [field, after.text ?? after.amount]),
      [
        ['strategy', 'growth'],
        ['goalAcos', 15],
      ],
    );
    await make({ strategy: 'growth', goalAcos: 15 });
    const { campaign } = await read();
    assert.deepEqual([campaign.strategy, campaign.goalAcos], ['growth', 15]);
  });
});

describe('an edit of a campaign without bids, in an account that may not write', () => {
  it('is kept as suggestions, and offers what the marketplace has', async () => {
    const shop = await adsScene(2, 'mercadolivre');
    const { ctx, company } = shop;
    const query = { page: 0, limit: 50, tab: 'all' as const };
    const body = { filters: [], orders: [], timeZone: 'UTC' };
    const { content } = await queryCampaigns(ctx, company, query, body);
    const details = async (id: number) => getCampaign(ctx, company.companyId, id, {}, 'pt');
    const all = await Promise.all(content.map(({ id }) => details(id)));
    const { campaign, groups } = all.find((one) =>
      one.groups.some(({ status }) => status === 'ENABLED'),
    )!;
    const running = groups.find(({ status }) => status === 'ENABLED')!;
    const edit = CampaignEdit.parse({
      name: 'Garrafas novas',
      dailyBudget: 33,
      groups: [{ id: running.id, isEnabled: false }],
    });
    const planned = await planEdit(ctx, company.actor, campaign.id, edit, 'pt');
    assert.deepEqual([planned.faults, planned.writes, planned.lines.length], [[], false, 3]);
    await editCampaign(ctx, company.actor, campaign.id, { edit, key: planned.key });
    const { content: changes } = await listChanges(ctx, company.actor, campaign.id, {
      page: 0,
      limit: 10,
    });
    assert.deepEqual(
      changes.map(({ state }) => state),
      ['suggested', 'suggested', 'suggested'],
    );
    const closed = CampaignEdit.parse({
      biddingStrategy: 'FIXED',
      groups: [{ id: running.id, negativeKeywords: [{ text: 'x', matchType: 'EXACT' }] }],
    });
    const refused = await planEdit(ctx, company.actor, campaign.id, closed, 'pt');
    assert.deepEqual(
      refused.faults.map(({ path, code }) => `${path} ${code}`),
      ['edit.biddingStrategy not_editable', 'edit.groups.0.name cannot_add'],
    );
    await shop.close();
  });
});
