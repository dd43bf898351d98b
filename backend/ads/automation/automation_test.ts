// Automatic bids of the engine, over the sandbox's wire: proposed, approved, sent, and kept.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { within } from '../../platform/db.ts';
import { setPriceSwitch } from '../../pricing/actions.ts';
import { type AdsScene, adsScene } from '../../testing/ads/sandbox-scene.ts';
import { drain, emitted } from '../../testing/test-context.ts';
import { explainBid, getCampaign, queryCampaigns } from '../actions.ts';
import { requestReading } from '../advertisers/queues.ts';
import { requestReports } from '../advertisers/read.ts';
import {
  approveChanges,
  cancelChange,
  changeReason,
  listChanges,
  undoChange,
} from '../changes/actions.ts';
import { countPendingChanges } from '../changes/store.ts';
import {
  ADS_CHANGES_MOVED,
  type AdsAutomation,
  type AdsChange,
  CampaignStrategyBody,
} from '../contract.ts';
import { workers } from '../jobs.ts';
import { decideCampaign } from './decide-campaign.ts';
import { setCampaignStrategy } from './strategy.ts';

const DAY_MS = 86_400_000;
let scene: AdsScene;
let campaignId: number;

beforeAll(async () => {
  scene = await adsScene(40);
  const query = { page: 0, limit: 1, tab: 'all' as const, search: 'EXATA' };
  const body = { filters: [], orders: [], timeZone: 'UTC' };
  const { content } = await queryCampaigns(scene.ctx, scene.company, query, body);
  campaignId = content[0]!.id;
});
afterAll(() => scene.close());

const work = () => drain(scene.ctx, workers(scene.ctx));
const decide = () => decideCampaign(scene.ctx, { companyId: scene.company.companyId, campaignId });
const set = (automation: AdsAutomation, goalAcos = 8) =>
  setCampaignStrategy(scene.ctx, scene.company.actor, campaignId, {
    strategy: 'profitability',
    goalAcos,
    automation,
  });
const targets = async () => {
  const { groups } = await getCampaign(scene.ctx, scene.company.companyId, campaignId, {}, 'pt');
  return groups.flatMap((group) => group.targets);
};
const changes = async (state?: string): Promise<AdsChange[]> => {
  const page = { page: 0, limit: 100 };
  const { content } = await listChanges(scene.ctx, scene.company.actor, campaignId, page);
  return content.filter((one) => state === undefined || one.state === state);
};
const remote = async ({ objectId }: AdsChange) => {
  const [row] = await scene.database.owner<{ remote_id: string }[]>`
    select remote_id from ads_target where id = ${objectId}`;
  return scene.sandbox.world().ads.targets.get(row!.remote_id)!;
};
const wished = (all: Awaited<ReturnType<typeof targets>>) =>
  all.filter(({ advice }) => advice.outcome === 'CHANGE' || advice.outcome === 'PAUSE');

describe('the bids of a campaign with a strategy', () => {
  it('are decided once figures are read, where there were none', async () => {
    const { companyId } = scene.company;
    const key = { companyId, accountId: scene.accountId };
    await scene.database.owner`update ads_advertiser set figures_at = null`;
    await set('proposed');
    await work();
    assert.deepEqual(await changes(), []);
    await within(scene.ctx.db, { company: companyId }, (trx) =>
      requestReports(scene.ctx, trx, key),
    );
    await scene.work();
    assert.ok((await changes('pending')).length > 0);
    await set('off');
    assert.deepEqual(await changes('pending'), []);
    await scene.database.owner`delete from ads_change`;
  });

  it('are proposed as the engine decides them, with its reasons, and only once', async () => {
    const campaign = await set('proposed');
    assert.deepEqual(
      [campaign.strategy, campaign.goalAcos, campaign.automation],
      ['profitability', 8, 'proposed'],
    );
    const expected = wished(await targets());
    assert.ok(expected.length >= 3, JSON.stringify(await targets()));
    await work();
    const proposed = await changes();
    assert.deepEqual(
      proposed.map(({ objectId, after }) => [objectId, after.amount ?? after.status]).sort(),
      expected
        .map(({ id, advice }) => [id, advice.outcome === 'PAUSE' ? 'PAUSED' : advice.bid])
        .sort(),
    );
    for (const { state, createdBy, isExplained, id } of proposed) {
      assert.deepEqual([state, createdBy, isExplained], ['pending', null, true]);
      const reason = await changeReason(scene.ctx, scene.company.actor, id, 'en');
      assert.ok(
        reason.explanation.length > 2 && reason.explanation.every(({ text }) => text !== ''),
      );
    }
    await decide();
    assert.equal((await changes()).length, proposed.length);
    const { companyId } = scene.company;
    const waiting = await within(scene.ctx.db, { company: companyId }, (trx) =>
      countPendingChanges(trx, companyId),
    );
    assert.deepEqual(waiting, { count: proposed.length, campaignId });
    assert.ok((await emitted(scene.ctx, ADS_CHANGES_MOVED)).length > 0);
  });

  it('are proposed by the new goal where it is another one, and the earlier proposals end', async () => {
    const before = await changes('pending');
    await set('proposed', 15);
    await work();
    const ended = (await changes()).filter(({ id }) => before.some((one) => one.id === id));
    assert.ok(ended.every(({ state, code }) => state === 'canceled' && code === 'outdated'));
    await set('proposed', 8);
    await work();
    assert.equal((await changes('pending')).length, before.length);
  });

  it('are kept if a user declined a proposal or the bid was changed elsewhere', async () => {
    const [declined, elsewhere, ...others] = (await changes('pending')).filter(
      ({ field }) => field === 'bid',
    );
    assert.ok(declined && elsewhere && others.length > 0);
    await cancelChange(scene.ctx, scene.company.actor, declined.id);
    const there = await remote(elsewhere);
    scene.sandbox.control.changeAds([{ entity: 'targets', value: { ...there, bid: 333 } }]);
    const { companyId } = scene.company;
    await within(scene.ctx.db, { company: companyId }, (trx) =>
      requestReading(scene.ctx, trx, { companyId, accountId: scene.accountId }),
    );
    await work();
    assert.equal((await targets()).find(({ id }) => id === elsewhere.objectId)?.bid, 3.33);
    await decide();
    const left = await changes('pending');
    const touched = [declined.objectId, elsewhere.objectId];
    assert.ok(!left.some(({ objectId }) => touched.includes(objectId)));
    assert.ok(left.length > 0);
  });

  it('are sent once a person approves them all', async () => {
    const waiting = (await changes('pending')).filter(({ field }) => field === 'bid');
    const { approved } = await approveChanges(scene.ctx, scene.company.actor, campaignId);
    assert.ok(approved >= waiting.length);
    await work();
    for (const change of waiting)
      assert.equal((await remote(change)).bid, Math.round(change.after.amount! * 100));
    const [first] = waiting;
    await undoChange(scene.ctx, scene.company.actor, first!.id);
    await work();
    assert.equal((await remote(first!)).bid, Math.round(first!.before.amount! * 100));
    await decide();
    assert.ok(!(await changes('pending')).some(({ objectId }) => objectId === first!.objectId));
  });

  it('are sent at once where they are automatic, but never while all changes are stopped or figures are old', async () => {
    const { ctx, company } = scene;
    const none = (await changes()).length;
    await setPriceSwitch(ctx, company.actor, { stopped: true });
    await set('automatic', 2);
    await work();
    assert.equal((await changes()).length, none);
    await setPriceSwitch(ctx, company.actor, { stopped: false });
    // The cool-down of the change just sent is over; its figures are not read since.
    ctx.advance(3 * DAY_MS);
    await decide();
    assert.equal((await changes()).length, none);
    await scene.database.owner`update ads_advertiser set figures_at = ${ctx.clock()}`;
    await decide();
    const sent = (await changes()).slice(0, (await changes()).length - none);
    assert.ok(sent.length > 0);
    assert.ok(
      sent.every(({ state, field }) => state === (field === 'bid' ? 'approved' : 'pending')),
    );
    await work();
    for (const change of sent.filter(({ field }) => field === 'bid'))
      assert.equal((await remote(change)).bid, Math.round(change.after.amount! * 100));
  });

  it('are steered to the goal of a growing campaign, once a day, and from the beginning for another goal', async () => {
    const { ctx, company, database } = scene;
    const steering = async () => {
      const [row] = await database.owner<{ ros: number | null; day: string | null }[]>`
        select ros_multiplier as ros, steered_on::text as day from ads_campaign where id = ${campaignId}`;
      return row!;
    };
    const grow = (goalAcos: number) =>
      setCampaignStrategy(ctx, company.actor, campaignId, {
        strategy: 'growth',
        goalAcos,
        automation: 'proposed',
      });
    assert.deepEqual(await steering(), { ros: null, day: null });
    await grow(30);
    await database.owner`update ads_advertiser set figures_at = ${ctx.clock()}`;
    await decide();
    const first = await steering();
    assert.ok(first.ros !== null && first.ros >= 1 && first.ros <= 2, JSON.stringify(first));
    await decide();
    assert.deepEqual(await steering(), first);
    ctx.advance(DAY_MS);
    await decide();
    const second = await steering();
    assert.ok(second.day! > first.day! && second.ros !== first.ros, JSON.stringify(second));
    const targetId = (await targets()).find(({ advice }) => advice.bid !== null)!.id;
    const { decision } = await explainBid(ctx, company.companyId, { campaignId, targetId }, 'en');
    const factor = `The factor ${Number(second.ros!.toFixed(2))} `;
    const texts = decision.explanation.map(({ text }) => text);
    assert.ok(
      texts.some((text) => text.startsWith(factor)),
      `${factor}: ${texts.join(' ')}`,
    );
    await grow(20);
    assert.deepEqual(await steering(), { ros: null, day: null });
    await set('off');
  });

  it('need a strategy, and a goal that fits it', () => {
    const codes = (body: CampaignStrategyBody) =>
      CampaignStrategyBody.safeParse(body).error?.issues.map(
        ({ path, message }) => `${path} ${message}`,
      ) ?? [];
    assert.deepEqual(codes({ strategy: 'none', goalAcos: null, automation: 'automatic' }), [
      'automation strategy_missing',
    ]);
    assert.deepEqual(codes({ strategy: 'growth', goalAcos: 10, automation: 'proposed' }), [
      'goalAcos goal_outside_strategy',
    ]);
    assert.deepEqual(codes({ strategy: 'growth', goalAcos: 20, automation: 'proposed' }), []);
  });
});
