// Campaigns created over the sandbox's wire: once, whatever is interrupted, or reported as incomplete.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Problem } from '../../kernel/problem.ts';
import { setPriceSwitch } from '../../pricing/actions.ts';
import { OWN_SELLERS } from '../../sandbox/world.ts';
import { type AdsScene, adsScene } from '../../testing/ads/sandbox-scene.ts';
import { drain } from '../../testing/test-context.ts';
import { getCampaign, queryCampaigns } from '../actions.ts';
import { listChanges, setSettings } from '../changes/actions.ts';
import { CampaignDraft, type Creation, type CreationAct } from '../contract.ts';
import { workers } from '../jobs.ts';
import { createCampaign, decideCreation, getCreation, getDraft, saveDraft } from './actions.ts';
import { advertisableListings } from './listings.ts';
import { draftProposals } from './proposals.ts';
import { pushCreation } from './push.ts';

let scene: AdsScene;
let listingIds: number[];
let names = 0;

beforeAll(async () => {
  scene = await adsScene(2);
  const { ctx, company, accountId } = scene;
  const query = { page: 0, limit: 50, accountId };
  const { content } = await advertisableListings(ctx, company, query);
  listingIds = content.map(({ listingId }) => listingId);
});
afterAll(() => scene.close());
beforeEach(() => scene.sandbox.control.clearFaults());

const word = (text: string) => ({ text, matchType: 'EXACT' as const, bid: 0.81 });

/** A draft of a manual campaign with a unique name. */
const draftOf = (changes: object = {}): CampaignDraft =>
  CampaignDraft.parse({
    accountId: scene.accountId,
    name: `Criada ${++names}`,
    dailyBudget: 40,
    strategy: 'growth',
    goalAcos: 20,
    type: 'manual',
    placements: [{ placement: 'TOP_OF_SEARCH', percent: 25 }],
    groups: [
      {
        name: 'Palavras',
        defaultBid: 0.62,
        listingIds: listingIds.slice(0, 2),
        keywords: [word('garrafa termica'), word('garrafa 1l')],
        negativeKeywords: [{ text: 'garrafa pet', matchType: 'PHRASE' }],
      },
      {
        name: 'Produtos',
        defaultBid: 0.5,
        listingIds: listingIds.slice(2, 3),
        targeting: 'PRODUCTS',
        products: [{ productId: 'B0ABC12345', isExpanded: true }],
        categories: [{ categoryId: '16957125011', priceFrom: 40, priceTo: 90, ratingFrom: 3 }],
        negativeProducts: ['B0ABC12346'],
      },
    ],
    movedListingIds: listingIds,
    ...changes,
  });

async function create(draft: CampaignDraft): Promise<Creation> {
  const { ctx, company } = scene;
  const { version } = await getDraft(ctx, company.actor);
  const saved = await saveDraft(ctx, company.actor, { draft, version }, 'pt');
  assert.deepEqual(saved.faults, []);
  return await createCampaign(ctx, company.actor, saved.version);
}

const find = ({ id }: Creation) => getCreation(scene.ctx, scene.company.companyId, id);
const decide = ({ id }: Creation, act: CreationAct) =>
  decideCreation(scene.ctx, scene.company.actor, id, act);
const push = () => drain(scene.ctx, workers(scene.ctx));
const refuses = (work: Promise<unknown>, code: string) =>
  assert.rejects(work, (error: Problem) => error.code === code);

/** What exists at the marketplace for the campaigns of a name. */
function existing(name: string) {
  const { ads } = scene.sandbox.world();
  const all = [...ads.campaigns.values()].filter((one) => one.name === name);
  const ids = new Set(all.map(({ campaignId }) => campaignId));
  const own = <T extends { campaignId: string }>(entities: ReadonlyMap<string, T>) =>
    [...entities.values()].filter(({ campaignId }) => ids.has(campaignId));
  return {
    campaigns: all,
    groups: own(ads.adGroups),
    ads: own(ads.productAds),
    targets: own(ads.targets),
  };
}

const countsOf = (name: string) => {
  const { campaigns, groups, ads, targets } = existing(name);
  const negatives = targets.filter(({ isNegative }) => isNegative).length;
  return [
    campaigns.length,
    groups.length,
    ads.length,
    targets.length - negatives,
    negatives,
    campaigns[0]?.state,
  ];
};
const WHOLE = [1, 2, 3, 4, 2, 'ENABLED'];

const fail = (kind: 'lost_answer' | 'unavailable' | 'item_error', path: string, method = 'POST') =>
  scene.sandbox.control.fail({ kind, marketplace: 'amazon', operation: `sp/${path}`, method });

describe('a campaign', () => {
  it('is created with all that is in it, enabled last, and shown here', async () => {
    const { ctx, company } = scene;
    const draft = draftOf();
    const creation = await create(draft);
    assert.equal(creation.state, 'creating');
    await push();
    const ended = await find(creation);
    assert.equal(ended.state, 'done');
    assert.ok(ended.parts.every(({ total, done, refused }) => total === done && refused === 0));
    assert.deepEqual(countsOf(draft.name), WHOLE);
    const { campaigns, targets } = existing(draft.name);
    const { budget, strategy, placementBidding, targetingType } = campaigns[0]!;
    assert.deepEqual(
      [budget, strategy, placementBidding, targetingType],
      [4_000, 'LEGACY_FOR_SALES', [{ placement: 'PLACEMENT_TOP', percentage: 25 }], 'MANUAL'],
    );
    assert.deepEqual(
      targets.flatMap(({ expression }) => (expression?.length === 3 ? [expression] : [])),
      [
        [
          { type: 'ASIN_CATEGORY_SAME_AS', value: '16957125011' },
          { type: 'ASIN_PRICE_BETWEEN', value: '40-90' },
          { type: 'ASIN_REVIEW_RATING_GREATER_THAN', value: '3' },
        ],
      ],
    );
    const shown = await getCampaign(ctx, company.companyId, ended.campaignId!, {}, 'pt');
    assert.deepEqual(
      [shown.campaign.status, shown.campaign.strategy, shown.campaign.goalAcos],
      ['ENABLED', 'growth', 20],
    );
    // Its targets come with the next reading.
    await scene.work(2);
    const read = await getCampaign(ctx, company.companyId, ended.campaignId!, {}, 'pt');
    assert.deepEqual(
      read.groups.map(({ name, ads, targets: all }) => [name, ads.length, all.length]),
      [
        ['Palavras', 2, 3],
        ['Produtos', 1, 3],
      ],
    );
    assert.equal((await getDraft(ctx, company.actor)).draft, null);
  });

  it('of automatic targeting has the groups of the marketplace, and stays paused where that is wanted', async () => {
    const draft = draftOf({
      type: 'automatic',
      isPaused: true,
      groups: [{ name: 'Todos', defaultBid: 0.6, listingIds: listingIds.slice(0, 1) }],
    });
    const creation = await create(draft);
    await push();
    assert.equal((await find(creation)).state, 'done');
    assert.deepEqual(countsOf(draft.name), [1, 1, 1, 4, 0, 'PAUSED']);
  });

  it('is created once where the answer to any part is lost', async () => {
    for (const [path, method] of [
      ['campaigns', 'POST'],
      ['adGroups', 'POST'],
      ['productAds', 'POST'],
      ['keywords', 'POST'],
      ['targets', 'POST'],
      ['negativeKeywords', 'POST'],
      ['negativeTargets', 'POST'],
      ['campaigns', 'PUT'],
    ] as const) {
      fail('lost_answer', path, method);
      const draft = draftOf();
      const creation = await create(draft);
      await push();
      assert.equal((await find(creation)).state, 'creating', path);
      await scene.work(4);
      assert.equal((await find(creation)).state, 'done', path);
      assert.deepEqual(countsOf(draft.name), WHOLE, path);
      scene.sandbox.control.clearFaults();
    }
  });

  it('is created once where its process is killed before or after the call for any part', async () => {
    const { ctx, company, database } = scene;
    for (const [part, hasHappened] of [
      ['campaign', false],
      ['campaign', true],
      ['group', true],
      ['ad', true],
      ['target', false],
      ['target', true],
      ['negative', true],
    ] as const) {
      const draft = draftOf();
      const creation = await create(draft);
      const job = { companyId: company.companyId, creationId: creation.id };
      const isNext = async () => {
        const { parts } = await find(creation);
        return parts.find(({ total, done }) => done < total)?.part === part;
      };
      while (!(await isNext())) await pushCreation(ctx, job, AbortSignal.timeout(20_000));
      if (hasHappened) await pushCreation(ctx, job, AbortSignal.timeout(20_000));
      // The state that a process leaves which ends before it settles a call.
      await database.owner`update ads_creation_step set was_sent = true, state = 'waiting', remote_id = null
          where creation_id = ${creation.id} and part = ${part}`;
      await database.owner`update ads_creation set attempts = 1, version = version + 1,
          calling_since = ${ctx.clock()} where id = ${creation.id}`;
      await push();
      assert.equal((await find(creation)).state, 'creating');
      await scene.work(3);
      assert.equal((await find(creation)).state, 'done', part);
      assert.deepEqual(countsOf(draft.name), WHOLE, part);
    }
  });

  it('goes on where the marketplace is not available for a while', async () => {
    fail('unavailable', 'productAds');
    const draft = draftOf();
    const creation = await create(draft);
    await push();
    assert.deepEqual(
      [(await find(creation)).state, countsOf(draft.name)[5]],
      ['creating', 'PAUSED'],
    );
    await scene.work(4);
    assert.equal((await find(creation)).state, 'done');
    assert.deepEqual(countsOf(draft.name), WHOLE);
  });

  it('stays paused where a part is refused, and goes on with or without it', async () => {
    for (const act of ['retry', 'finish'] as const) {
      fail('item_error', 'keywords');
      const draft = draftOf();
      const creation = await create(draft);
      await push();
      const stopped = await find(creation);
      assert.deepEqual([stopped.state, stopped.canFinish], ['incomplete', true]);
      assert.deepEqual(
        stopped.refused.map(({ part, name, code }) => [part, name, code]),
        [['target', 'garrafa termica', 'INTERNAL_ERROR']],
      );
      assert.deepEqual(countsOf(draft.name), [1, 2, 3, 3, 2, 'PAUSED']);
      await decide(creation, act);
      await push();
      assert.equal((await find(creation)).state, 'done');
      assert.deepEqual(countsOf(draft.name), act === 'retry' ? WHOLE : [1, 2, 3, 3, 2, 'ENABLED']);
    }
  });

  it('cannot go on without a group’s only ad, and is left as it stands', async () => {
    fail('item_error', 'productAds');
    const draft = draftOf({
      type: 'automatic',
      groups: [{ name: 'Todos', defaultBid: 0.6, listingIds: listingIds.slice(0, 1) }],
    });
    const creation = await create(draft);
    await push();
    assert.equal((await find(creation)).canFinish, false);
    await refuses(decide(creation, 'finish'), 'creation_state');
    assert.equal((await decide(creation, 'leave')).state, 'left');
    await scene.work(2);
    assert.deepEqual(countsOf(draft.name), [1, 1, 0, 4, 0, 'PAUSED']);
  });

  it('is not created where another one of its name stands at the marketplace alone', async () => {
    const draft = draftOf();
    const [other] = scene.sandbox.world().ads.campaigns.values();
    const value = { ...other!, campaignId: '199999999999999', name: draft.name };
    scene.sandbox.control.changeAds([{ entity: 'campaigns', value }]);
    const creation = await create(draft);
    await push();
    const failed = await find(creation);
    assert.deepEqual([failed.state, failed.refused[0]?.code], ['failed', 'NAME_NOT_UNIQUE']);
    assert.equal(existing(draft.name).campaigns.length, 1);
    // The draft is still there, to be corrected.
    const stored = await getDraft(scene.ctx, scene.company.actor);
    assert.equal(stored.draft?.name, draft.name);
    assert.equal((await create(draftOf())).state, 'creating');
    await push();
  });

  it('is recorded once however often it is requested, and its name is taken meanwhile', async () => {
    const { ctx, company } = scene;
    const draft = draftOf();
    const first = await create(draft);
    const { version } = await getDraft(ctx, company.actor);
    assert.equal((await createCampaign(ctx, company.actor, version)).id, first.id);
    const again = await saveDraft(ctx, company.actor, { draft, version }, 'pt');
    assert.deepEqual(
      again.faults.map(({ path, code }) => [path, code]),
      [['draft.name', 'campaign_name_taken']],
    );
    await refuses(createCampaign(ctx, company.actor, again.version), 'draft_invalid');
    await refuses(saveDraft(ctx, company.actor, { draft, version }, 'pt'), 'draft_changed');
    await push();
    assert.deepEqual(countsOf(draft.name), WHOLE);
  });

  it('waits for approval where the company wants it, and does not leave while all is stopped', async () => {
    const { ctx, company } = scene;
    await setSettings(ctx, company.actor, { requiresApproval: true });
    const draft = draftOf();
    const creation = await create(draft);
    await push();
    assert.deepEqual([creation.state, existing(draft.name).campaigns.length], ['pending', 0]);
    await setPriceSwitch(ctx, company.actor, { stopped: true });
    await decide(creation, 'approve');
    await push();
    const stopped = await find(creation);
    assert.deepEqual([stopped.state, stopped.code], ['incomplete', 'stopped']);
    assert.equal(existing(draft.name).campaigns.length, 0);
    await setPriceSwitch(ctx, company.actor, { stopped: false });
    await decide(creation, 'retry');
    await push();
    assert.deepEqual(countsOf(draft.name), WHOLE);
    const other = await create(draftOf());
    assert.equal((await decide(other, 'cancel')).state, 'canceled');
    await refuses(decide(other, 'approve'), 'creation_state');
    await setSettings(ctx, company.actor, { requiresApproval: false });
  });

  it('takes over ads of other campaigns by changes that can be undone', async () => {
    const { ctx, company } = scene;
    const query = { page: 0, limit: 1, tab: 'all' as const, search: 'descoberta' };
    const body = { filters: [], orders: [], timeZone: 'UTC' };
    const { content } = await queryCampaigns(ctx, company, query, body);
    const page = { page: 0, limit: 200 };
    const before = await listChanges(ctx, company.actor, content[0]!.id, page);
    const moved = before.content.filter(
      ({ object, field }) => object === 'ad' && field === 'status',
    );
    assert.ok(moved.length > 0);
    assert.ok(moved.every(({ state, after }) => state === 'applied' && after.status === 'PAUSED'));
  });
});

describe('what is proposed for a draft', () => {
  it('follows from listings with known margins, else from the account', async () => {
    const { ctx, company, database } = scene;
    await database.owner`update listing_cost set fee_percent = 12, fee_fixed = 0, cost = 1000 where true`;
    const draft = draftOf({ goalAcos: null });
    const known = await draftProposals(ctx, company, draft, 'pt');
    for (const { bid, breakEvenCpc, source } of known.groups)
      if (source === 'ENGINE') assert.ok(bid! <= breakEvenCpc! + 0.01);
    const nothing = await draftProposals(ctx, company, draftOf({ groups: [{}] }), 'pt');
    assert.deepEqual(
      [nothing.groups[0]?.source, nothing.budgetSource],
      ['ACCOUNT_MIDDLE', 'ACCOUNT_MIDDLE'],
    );
    assert.match(known.name, /\| Manual \| Crescimento \| 2026-11$/);
  });
});

describe('an account that may only be read', () => {
  it('is refused by the marketplace, and nothing stands', async () => {
    scene.sandbox.control.allowAdWrites(OWN_SELLERS.HOME, false);
    const draft = draftOf();
    const creation = await create(draft);
    await push();
    assert.equal((await find(creation)).state, 'failed');
    assert.equal(existing(draft.name).campaigns.length, 0);
  });
});
