// Changes of campaigns over the sandbox's wire: sent once, read back, refused, undone and stopped.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import type { Problem } from '../../kernel/problem.ts';
import { setPriceSwitch } from '../../pricing/actions.ts';
import { OWN_SELLERS } from '../../sandbox/world.ts';
import { type AdsScene, adsScene } from '../../testing/ads/sandbox-scene.ts';
import { drain } from '../../testing/test-context.ts';
import { exportTargets, getCampaign, queryCampaigns, queryTargets } from '../actions.ts';
import type { AdsChange, AdTarget, ChangeTab } from '../contract.ts';
import { workers } from '../jobs.ts';
import {
  approveChange,
  cancelChange,
  changeAd,
  listChanges,
  setSettings,
  undoChange,
} from './actions.ts';
import { changeAds } from './bulk.ts';
import { exportChanges, queryChanges } from './query.ts';

const KEYWORDS = 'sp/keywords';
let scene: AdsScene;
let campaignId: number;
let target: AdTarget;

beforeAll(async () => {
  scene = await adsScene(2);
  const { ctx, company } = scene;
  const query = { page: 0, limit: 1, tab: 'all' as const, search: 'EXATA' };
  const body = { filters: [], orders: [], timeZone: 'UTC' };
  const { content } = await queryCampaigns(ctx, company, query, body);
  campaignId = content[0]!.id;
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.sandbox.control.clearFaults();
  target = await readTarget();
});

async function readTarget() {
  const { ctx, company } = scene;
  const { groups } = await getCampaign(ctx, company.companyId, campaignId, {}, 'pt');
  return groups[0]!.targets.find(({ id }) => target === undefined || id === target.id)!;
}

/** The bid in the sandbox, in cents. */
const remoteBid = async () => {
  const [row] = await scene.database.owner<{ remote_id: string }[]>`
    select remote_id from ads_target where id = ${target.id}`;
  return scene.sandbox.world().ads.targets.get(row!.remote_id)!;
};

const bid = (amount: number) =>
  changeAd(scene.ctx, scene.company.actor, campaignId, {
    object: 'target',
    objectId: target.id,
    bid: amount,
  });

const find = async ({ id }: AdsChange) => {
  const page = await listChanges(scene.ctx, scene.company.actor, campaignId, {
    page: 0,
    limit: 50,
  });
  return page.content.find((one) => one.id === id)!;
};

/** Queries the history of all campaigns. */
const history = (body: object, tab: ChangeTab = 'all') =>
  queryChanges(scene.ctx, scene.company, { page: 0, limit: 50, tab }, ListBody.parse(body));
const exactly = (field: string, value: string) => ({
  field,
  condition: '=',
  value,
  logicalOperator: 'AND',
});

const push = () => drain(scene.ctx, workers(scene.ctx));
const refuses = (work: Promise<unknown>, code: string) =>
  assert.rejects(work, (error: Problem) => error.code === code);

describe('a change of a bid', () => {
  it('is sent, read back and shown, and undone by another one', async () => {
    const before = target.bid!;
    const change = await bid(1.31);
    assert.deepEqual([change.state, change.after.amount], ['approved', 1.31]);
    await push();
    assert.equal((await find(change)).state, 'applied');
    assert.equal((await remoteBid()).bid, 131);
    assert.equal((await readTarget()).bid, 1.31);
    const undo = await undoChange(scene.ctx, scene.company.actor, change.id);
    await push();
    assert.equal((await find(undo)).state, 'applied');
    assert.equal((await find(change)).state, 'undone');
    assert.equal((await remoteBid()).bid, Math.round(before * 100));

    // Both are in the history of all campaigns, the latest first, and in its export.
    const ours = [exactly('campaignId', String(campaignId)), exactly('object', 'target')];
    const { content, counts } = await history({ filters: ours });
    assert.deepEqual(
      content.map(({ id, state, after }) => [id, state, after.amount]),
      [
        [undo.id, 'applied', before],
        [change.id, 'undone', 1.31],
      ],
    );
    assert.match(content[0]!.campaignName, /EXATA/);
    assert.deepEqual(counts, { all: 2, pending: 0, applied: 1, failed: 0 });
    const applied = await history({ filters: [exactly('origin', 'person')] }, 'applied');
    assert.deepEqual(
      applied.content.map(({ id }) => id),
      [undo.id],
    );
    assert.equal((await history({ filters: [exactly('origin', 'engine')] })).totalElements, 0);
    const columns = [
      { field: 'objectName', label: 'What' },
      { field: 'after', label: 'After', words: {} },
    ];
    const { body } = await exportChanges(
      scene.ctx,
      scene.company.actor,
      { tab: 'all' },
      ExportBody.parse({ filters: ours, columns }),
      { locale: 'pt', signal: AbortSignal.timeout(10_000) },
    );
    const lines = (await new Response(body).text()).trim().split('\r\n');
    assert.deepEqual(lines[2], `${target.text};1,31`);
  });

  it('is not sent again where its answer was lost', async () => {
    scene.sandbox.control.fail({
      kind: 'lost_answer',
      marketplace: 'amazon',
      operation: KEYWORDS,
      method: 'PUT',
    });
    const change = await bid(1.07);
    await push();
    assert.equal((await find(change)).state, 'sending');
    assert.equal((await remoteBid()).bid, 107);
    const { updatedAt } = await remoteBid();
    await scene.work(4);
    assert.equal((await find(change)).state, 'applied');
    assert.equal((await remoteBid()).updatedAt, updatedAt);
  });

  it('is sent again if the call failed without an effect', async () => {
    scene.sandbox.control.fail({
      kind: 'unavailable',
      marketplace: 'amazon',
      operation: KEYWORDS,
      method: 'PUT',
    });
    const change = await bid(1.08);
    await scene.work(4);
    assert.equal((await find(change)).state, 'applied');
    assert.equal((await remoteBid()).bid, 108);
  });

  it('is read back after its process was killed during the call', async () => {
    const change = await bid(1.12);
    // Recorded as sent, and the process that would settle it has ended.
    await scene.database
      .owner`update ads_change set state = 'sending', attempts = 1, version = version + 1,
      calling_since = ${scene.ctx.clock()} where id = ${change.id}`;
    await push();
    assert.equal((await find(change)).state, 'sending');
    await scene.work(3);
    assert.equal((await find(change)).state, 'applied');
    assert.equal((await remoteBid()).bid, 112);
  });

  it('is rejected with the code of its own element in the answer', async () => {
    scene.sandbox.control.fail({
      kind: 'item_error',
      marketplace: 'amazon',
      operation: KEYWORDS,
      method: 'PUT',
    });
    const { bid: before } = await remoteBid();
    const change = await bid(1.44);
    await push();
    const { state, code } = await find(change);
    assert.deepEqual([state, code], ['rejected', 'INTERNAL_ERROR']);
    assert.equal((await remoteBid()).bid, before);
  });

  it('is canceled if someone else changed the bid, whose value is shown from then on', async () => {
    const remote = await remoteBid();
    scene.sandbox.control.changeAds([{ entity: 'targets', value: { ...remote, bid: 222 } }]);
    const change = await bid(1.5);
    await push();
    const { state, code } = await find(change);
    assert.deepEqual([state, code], ['canceled', 'changed_elsewhere']);
    assert.equal((await remoteBid()).bid, 222);
    assert.equal((await readTarget()).bid, 2.22);
  });

  it('waits for approval where the company wants it, and is sent once it is approved', async () => {
    const { ctx, company } = scene;
    await setSettings(ctx, company.actor, { requiresApproval: true });
    const first = await bid(1.6);
    const change = await bid(1.61);
    assert.deepEqual([(await find(first)).state, change.state], ['canceled', 'pending']);
    await push();
    assert.notEqual((await remoteBid()).bid, 161);
    await approveChange(ctx, company.actor, change.id);
    await push();
    assert.equal((await remoteBid()).bid, 161);
    const other = await bid(1.7);
    await cancelChange(ctx, company.actor, other.id);
    await refuses(approveChange(ctx, company.actor, other.id), 'change_state');
    await setSettings(ctx, company.actor, { requiresApproval: false });
  });

  it('is one of several that are made at once, of which what is refused says why', async () => {
    const list = (search: string) =>
      queryTargets(
        scene.ctx,
        scene.company,
        { page: 0, limit: 50, tab: 'keywords', search },
        ListBody.parse({ filters: [exactly('campaignId', String(campaignId))] }),
      );
    const { content } = await list(target.text);
    const row = content.find(({ id }) => id === target.id)!;
    assert.deepEqual([row.bid, row.status, row.isNegative], [target.bid, 'ENABLED', false]);
    const { body } = await exportTargets(
      scene.ctx,
      scene.company.actor,
      { tab: 'keywords', search: target.text },
      ExportBody.parse({
        filters: [exactly('campaignId', String(campaignId))],
        orders: [{ field: 'text', direction: 'asc' }],
        columns: [
          { field: 'text', label: 'Palavra-chave' },
          { field: 'status', label: 'Situação', words: { ENABLED: 'Ativa' } },
          { field: 'bid', label: 'Lance' },
        ],
      }),
      { locale: 'pt', signal: AbortSignal.timeout(10_000) },
    );
    const [head, ...lines] = (await new Response(body).text()).trim().split('\r\n');
    assert.match(head!, /Palavra-chave;Situação;Lance$/);
    assert.equal(lines.length, content.length);
    const amount = target.bid!.toFixed(2).replace('.', ',');
    assert.ok(lines.includes(`${target.text};Ativa;${amount}`));
    const pause = (objectId: number) => ({
      campaignId,
      change: { object: 'target' as const, objectId, status: 'PAUSED' as const },
    });
    const { actor } = scene.company;
    const made = await changeAds(scene.ctx, actor, [pause(target.id), pause(999_999)], 'en');
    assert.deepEqual(
      made.map(({ state, code }) => [state, code]),
      [
        ['approved', null],
        [null, 'target_not_found'],
      ],
    );
    await push();
    const status = async () =>
      (await list(target.text)).content.find(({ id }) => id === target.id)!.status;
    assert.equal(await status(), 'PAUSED');
    await undoChange(scene.ctx, actor, made[0]!.changeId!);
    await push();
    assert.equal(await status(), 'ENABLED');
  });

  it('is not sent while all changes are stopped', async () => {
    const { ctx, company } = scene;
    const change = await bid(1.9);
    await setPriceSwitch(ctx, company.actor, { stopped: true });
    await push();
    const { state, code } = await find(change);
    assert.deepEqual([state, code], ['canceled', 'stopped']);
    assert.notEqual((await remoteBid()).bid, 190);
    await setPriceSwitch(ctx, company.actor, { stopped: false });
  });

  it('is refused beyond the limits, without effect, and where the account may only be read', async () => {
    await refuses(bid(0.01), 'out_of_limits');
    await refuses(bid(target.bid!), 'nothing_changes');
    scene.sandbox.control.allowAdWrites(OWN_SELLERS.HOME, false);
    const change = await bid(1.95);
    await push();
    const { state, message } = await find(change);
    assert.equal(state, 'rejected');
    assert.match(message ?? '', /read/);
    scene.sandbox.control.allowAdWrites(OWN_SELLERS.HOME, true);
  });
});

describe('a change of the end date', () => {
  const DAY = '2026-12-24';
  const end = (endDate: string | null) =>
    changeAd(scene.ctx, scene.company.actor, campaignId, {
      object: 'campaign',
      objectId: campaignId,
      endDate,
    });
  const ends = async () => {
    const { campaign } = await getCampaign(
      scene.ctx,
      scene.company.companyId,
      campaignId,
      {},
      'pt',
    );
    const remote = scene.sandbox.world().ads.campaigns.get(campaign.remoteId)!;
    return [campaign.endDate, remote.endDate, campaign.state];
  };

  it('is sent, read back, written in the history, and undone to no end', async () => {
    assert.deepEqual(await ends(), [null, null, 'active']);
    await refuses(end(null), 'nothing_changes');
    const change = await end(DAY);
    await push();
    const { state, before, after } = await find(change);
    assert.deepEqual([state, before.day, after.day], ['applied', null, DAY]);
    assert.deepEqual(await ends(), [DAY, DAY, 'active']);
    const undo = await undoChange(scene.ctx, scene.company.actor, change.id);
    await push();
    assert.deepEqual([(await find(undo)).state, (await find(change)).state], ['applied', 'undone']);
    assert.deepEqual(await ends(), [null, null, 'active']);
    const columns = [
      { field: 'before', label: 'Before', words: {} },
      { field: 'after', label: 'After', words: {} },
    ];
    const { body } = await exportChanges(
      scene.ctx,
      scene.company.actor,
      { tab: 'all' },
      ExportBody.parse({ filters: [exactly('field', 'endDate')], columns }),
      { locale: 'en', signal: AbortSignal.timeout(10_000) },
    );
    const lines = (await new Response(body).text()).trim().split('\r\n');
    assert.deepEqual(lines.slice(1), ['12/24/2026;', ';12/24/2026']);
  });

  it('is refused where it is not after today and after the start', async () => {
    const faultOf = (day: string) =>
      end(day).then(
        () => null,
        ({ more }: Problem) => more.faults?.[0]?.code,
      );
    assert.deepEqual(
      [await faultOf('2026-11-23'), await faultOf('2026-11-22'), await faultOf('2020-01-01')],
      ['end_not_after_today', 'end_not_after_today', 'end_not_after_start'],
    );
  });

  it('lets a campaign that is over go on', async () => {
    const { ctx, company, sandbox } = scene;
    const { campaign } = await getCampaign(ctx, company.companyId, campaignId, {}, 'pt');
    const remote = sandbox.world().ads.campaigns.get(campaign.remoteId)!;
    const over = '2026-11-20';
    sandbox.control.changeAds([{ entity: 'campaigns', value: { ...remote, endDate: over } }]);
    await scene.database.owner`update ads_campaign set end_date = ${over} where id = ${campaignId}`;
    assert.deepEqual(await ends(), [over, over, 'finished']);
    const change = await end(DAY);
    await push();
    assert.equal((await find(change)).state, 'applied');
    assert.deepEqual(await ends(), [DAY, DAY, 'active']);
    // The day before is in the past, so the change cannot be undone.
    await refuses(undoChange(ctx, company.actor, change.id), 'invalid_request');
  });
});
