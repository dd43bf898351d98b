// One status for all campaigns that match, over the sandbox's wire: previewed, carried out, canceled and undone.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { Problem } from '../../kernel/problem.ts';
import { type AdsScene, adsScene } from '../../testing/ads/sandbox-scene.ts';
import { drain } from '../../testing/test-context.ts';
import { queryCampaigns } from '../actions.ts';
import { setSettings } from '../changes/actions.ts';
import type { CampaignBulk } from '../contract.ts';
import { workers } from '../jobs.ts';
import {
  campaignBulks,
  cancelCampaignBulk,
  previewCampaignBulk,
  selectCampaigns,
  startCampaignBulk,
  undoCampaignBulk,
} from './actions.ts';

const NO_FILTERS = { filters: [], timeZone: 'UTC' };
let scene: AdsScene;

beforeAll(async () => {
  scene = await adsScene(2);
});
afterAll(() => scene.close());

const select = (search?: string) =>
  selectCampaigns(scene.ctx, scene.company.actor, { tab: 'all', search }, NO_FILTERS);
const preview = (id: number, status: CampaignBulk['status']) =>
  previewCampaignBulk(scene.ctx, scene.company.actor, id, status);
const start = (id: number, status: CampaignBulk['status']) =>
  startCampaignBulk(scene.ctx, scene.company.actor, id, status);
const latest = async () => (await campaignBulks(scene.ctx, scene.company.companyId))[0]!;
const work = () => drain(scene.ctx, workers(scene.ctx));
const refuses = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, (error: Problem) => error.code === code);

/** The statuses here and at the marketplace, by name. */
async function statuses() {
  const query = { page: 0, limit: 50, tab: 'all' as const };
  const { content } = await queryCampaigns(scene.ctx, scene.company, query, {
    ...NO_FILTERS,
    orders: [],
  });
  const there = scene.sandbox.world().ads.campaigns;
  return content
    .map(({ name, status, remoteId }) => `${name}: ${status}, ${there.get(remoteId)!.state}`)
    .sort();
}

describe('one status for all campaigns that match', () => {
  it('is previewed, given by a change of each, and taken back', async () => {
    const before = await statuses();
    // The marketplace refuses changes of finished campaigns, so they are left as they are.
    const FINISHED = 'Dia das mães: ENABLED, ENABLED';
    assert.ok(before.includes(FINISHED));
    const running = before.filter((one) => one.endsWith('ENABLED, ENABLED')).length - 1;
    const selection = await select();
    assert.equal(selection.count, before.length);
    assert.ok(running > 1 && running < before.length);
    const plan = await preview(selection.id, 'PAUSED');
    assert.deepEqual([plan.changes, plan.suggestions, plan.requiresApproval], [running, 0, false]);
    assert.equal(plan.left.find(({ code }) => code === 'finished')?.count, 1);
    const left = plan.left.reduce((sum, { count }) => sum + count, 0);
    assert.equal(left, before.length - running);
    assert.deepEqual(await statuses(), before);

    const begun = await start(selection.id, 'PAUSED');
    assert.deepEqual([begun.state, begun.progress.done], ['queued', 0]);
    await refuses(start(selection.id, 'PAUSED'), 'campaign_selection_not_found');
    await work();
    const done = await latest();
    assert.deepEqual(
      [done.state, done.progress, done.left],
      ['done', { done: before.length, total: before.length }, plan.left],
    );
    const { made, applied, failed } = done.counts;
    assert.deepEqual([made, applied, failed], [running, running, 0]);
    const still = (await statuses()).filter((one) => one.includes('ENABLED'));
    assert.deepEqual(still, [FINISHED]);

    await undoCampaignBulk(scene.ctx, scene.company.actor, done.id);
    await work();
    const undone = await latest();
    const { counts } = undone;
    assert.deepEqual([undone.state, counts.undone, counts.notUndone], ['undone', running, 0]);
    assert.deepEqual(await statuses(), before);
    await refuses(undoCampaignBulk(scene.ctx, scene.company.actor, done.id), 'bulk_not_undoable');
  });

  it('is for what matched when it was selected alone, and waits for approval where that is wanted', async () => {
    const { ctx, company } = scene;
    await setSettings(ctx, company.actor, { requiresApproval: true });
    const before = await statuses();
    const selection = await select('EXATA');
    assert.ok(selection.count >= 1 && selection.count < before.length);
    await start(selection.id, 'PAUSED');
    await work();
    const waiting = await latest();
    assert.deepEqual([waiting.state, waiting.counts.applied], ['done', 0]);
    assert.equal(waiting.counts.made, selection.count);
    assert.deepEqual(await statuses(), before);
    await undoCampaignBulk(ctx, company.actor, waiting.id);
    await work();
    assert.deepEqual([(await latest()).counts.undone, await statuses()], [selection.count, before]);
    await setSettings(ctx, company.actor, { requiresApproval: false });
  });

  it('stops where a person cancels it, and goes with the hour if it is not used', async () => {
    const { ctx, company } = scene;
    const before = await statuses();
    const selection = await select();
    const { id } = await start(selection.id, 'PAUSED');
    assert.equal((await cancelCampaignBulk(ctx, company.actor, id)).state, 'canceled');
    await work();
    assert.deepEqual(await statuses(), before);
    const late = await select();
    ctx.advance(3_600_001);
    await refuses(preview(late.id, 'PAUSED'), 'campaign_selection_not_found');
  });
});
