// 'All that match' of campaigns: the matching campaigns are stored under an id, and later calls change exactly those.
import type { ListBody } from '../../kernel/filter.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { fromMatching } from '../campaigns/query.ts';
import { requiresApproval } from '../changes/store.ts';
import {
  CampaignBulk,
  type CampaignBulkPlan,
  type CampaignQuery,
  type CampaignSelection,
  MAX_BULK_CAMPAIGNS,
} from '../contract.ts';
import { problem } from '../problems.ts';
import * as store from './store.ts';
import { bulkWork } from './work.ts';

const SELECTED_MS = 3_600_000;
const SHOWN_MS = 24 * 3_600_000;
/** The most bulk changes that are shown at once. */
const SHOWN = 2;

const scope = ({ companyId, personId }: Actor) => ({ company: companyId, person: personId });

/**
 * Stores for an hour which campaigns match.
 * @throws Problem 422 `too_many_campaigns`, and for fields that campaigns do not have
 */
export const selectCampaigns = (
  ctx: AppContext,
  actor: Actor,
  query: CampaignQuery,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): Promise<CampaignSelection> =>
  within(ctx.db, scope(actor), async (trx) => {
    const now = ctx.clock();
    await store.forget(trx, actor.companyId, new Date(now.getTime() - SELECTED_MS));
    const from = await fromMatching(ctx, trx, actor.companyId, query, body);
    const most = MAX_BULK_CAMPAIGNS + 1;
    const { id, count } = await store.choose(trx, actor, from, { most, now });
    if (count === most)
      throw problem('too_many_campaigns', { values: { limit: MAX_BULK_CAMPAIGNS } });
    return { id, count, expiresAt: new Date(now.getTime() + SELECTED_MS).toISOString() };
  });

/** A selection of the last hour, locked for this transaction. @throws Problem 404 `campaign_selection_not_found` */
async function requireSelection(ctx: AppContext, trx: Trx, companyId: number, id: number) {
  const row = await trx
    .selectFrom('ads_bulk')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'chosen')
    .where('created_at', '>', new Date(ctx.clock().getTime() - SELECTED_MS))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw problem('campaign_selection_not_found');
  return row;
}

/** What a status would do to the selected campaigns. @throws Problem 404 `campaign_selection_not_found` */
export const previewCampaignBulk = (
  ctx: AppContext,
  actor: Actor,
  selectionId: number,
  status: CampaignBulk['status'],
): Promise<CampaignBulkPlan> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    await requireSelection(ctx, trx, companyId, selectionId);
    return {
      ...(await store.planOf(trx, companyId, selectionId, status, ctx.clock())),
      requiresApproval: await requiresApproval(trx, companyId),
    };
  });

const shown = async (trx: Trx, row: store.BulkRow): Promise<CampaignBulk> =>
  CampaignBulk.parse({
    id: row.id,
    status: row.status,
    state: row.state,
    progress: { done: row.done, total: row.total },
    ...(await store.countsOf(trx, row.company_id, row.id)),
    createdAt: row.created_at.toISOString(),
  });

const audit = (ctx: AppContext, trx: Trx, actor: Actor, action: string, row: store.BulkRow) =>
  auditAct(ctx, trx, actor, {
    action: `ads.${action}`,
    subject: String(row.id),
    values: { status: row.status, campaigns: row.total },
  });

/**
 * Begins to change the selected campaigns.
 * @throws Problem 404 `campaign_selection_not_found`, 409 `too_many_batches`
 */
export const startCampaignBulk = (
  ctx: AppContext,
  actor: Actor,
  selectionId: number,
  status: CampaignBulk['status'],
): Promise<CampaignBulk> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    const chosen = await requireSelection(ctx, trx, companyId, selectionId);
    await bulkWork.requireRoom(trx, companyId);
    const row = { ...chosen, state: 'queued', status, person_id: actor.personId };
    await bulkWork.move(trx, row, row.state, { status, person_id: actor.personId });
    await bulkWork.requestWorker(ctx, trx, companyId);
    await audit(ctx, trx, actor, 'bulk_started', row);
    return await shown(trx, row);
  });

/** The latest bulk changes of the last day. */
export const campaignBulks = (ctx: AppContext, companyId: number): Promise<CampaignBulk[]> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const after = new Date(ctx.clock().getTime() - SHOWN_MS);
    const bulks: CampaignBulk[] = [];
    for (const row of await store.latestBulks(trx, companyId, after, SHOWN))
      bulks.push(await shown(trx, row));
    return bulks;
  });

/** A bulk change that was begun, locked for this transaction. @throws Problem 404 `batch_not_found` */
async function requireBegun(trx: Trx, companyId: number, id: number) {
  const row = await bulkWork.requireLocked(trx, companyId, id);
  if (row.state === 'chosen') throw problem('campaign_selection_not_found');
  return row;
}

/** Stops a bulk change; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelCampaignBulk = (
  ctx: AppContext,
  actor: Actor,
  id: number,
): Promise<CampaignBulk> =>
  within(ctx.db, scope(actor), async (trx) => {
    const row = await requireBegun(trx, actor.companyId, id);
    if (await bulkWork.cancel(trx, row)) await audit(ctx, trx, actor, 'bulk_canceled', row);
    return await shown(trx, await bulkWork.require(trx, actor.companyId, id));
  });

/**
 * Undoes a bulk change that is over: cancels changes that were not sent, and undoes the others by new ones.
 * @throws Problem 404 `batch_not_found`, 409 `bulk_not_undoable`
 */
export const undoCampaignBulk = (
  ctx: AppContext,
  actor: Actor,
  id: number,
): Promise<CampaignBulk> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    const row = await requireBegun(trx, companyId, id);
    const { made } = (await store.countsOf(trx, companyId, id)).counts;
    if (!['done', 'canceled', 'failed'].includes(row.state) || made === 0)
      throw problem('bulk_not_undoable');
    await bulkWork.move(trx, row, 'undoing', { done: 0, total: made });
    await bulkWork.requestWorker(ctx, trx, companyId);
    await audit(ctx, trx, actor, 'bulk_undone', row);
    return await shown(trx, { ...row, state: 'undoing', done: 0, total: made });
  });
