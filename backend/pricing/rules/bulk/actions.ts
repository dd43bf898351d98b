// Use cases of bulk actions: previewing one, starting it, reading its progress, cancelling it and undoing it.
import { type Page, type PageQuery, toPage } from '../../../kernel/page.ts';
import { type Actor, type AppContext, scopeOf } from '../../../platform/app-context.ts';
import { auditAct } from '../../../platform/audit.ts';
import { type Trx, within } from '../../../platform/db.ts';
import {
  BULK_AT_ONCE,
  type Bulk,
  type BulkBody,
  type BulkItem,
  MAX_BULK_SELECTION,
} from '../../contract.ts';
import { requireSelection, selectionListings } from '../../listings/selection.ts';
import { problem } from '../../problems.ts';
import { answerOf, dryRunAnswer, missingRow, rowOf, sumOf, toItem } from './answers.ts';
import { planAction } from './create.ts';
import * as items from './item-store.ts';
import { loadListings } from './load.ts';
import { effectsOf, type Planned } from './plan.ts';
import type * as store from './store.ts';
import { bulkRunner, ruleWork } from './work.ts';

const auditBulk = (
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  what: 'bulk_started' | 'bulk_canceled' | 'bulk_undone',
  { id, content, total }: store.MassEditRow,
) =>
  auditAct(ctx, trx, actor, {
    action: `pricing.${what}`,
    subject: String(id),
    values: { ...content, listings: total },
  });

/** @throws Problem 404 `batch_not_found` */
export async function found(
  trx: Trx,
  companyId: number,
  id: number,
  kind: store.MassEditKind,
  read: typeof ruleWork.require = ruleWork.require,
): Promise<store.MassEditRow> {
  const row = await read(trx, companyId, id);
  if (row.kind !== kind) throw problem('batch_not_found');
  return row;
}

/**
 * The listings of a bulk action.
 * @throws Problem 404 `selection_not_found`, 422 `selection_too_large`
 */
export async function chosen(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  { listingIds = [], selectionId }: BulkBody,
): Promise<number[]> {
  if (selectionId === undefined) return [...new Set(listingIds)];
  const { count } = await requireSelection(ctx, trx, actor, selectionId);
  if (count > MAX_BULK_SELECTION) {
    throw problem('selection_too_large', { values: { limit: MAX_BULK_SELECTION } });
  }
  const ids: number[] = [];
  for await (const some of selectionListings(trx, actor.companyId, selectionId)) ids.push(...some);
  return ids;
}

/**
 * Does one thing to the rules of many listings, or returns what it would do. Few are done before this answers, many by a job.
 * What cannot be changed is reported for each listing; the rest is done.
 * @throws Problem 409 `too_many_batches`, 404 `selection_not_found`, 422 `selection_too_large`
 */
export async function startBulk(ctx: AppContext, actor: Actor, body: BulkBody): Promise<Bulk> {
  const { companyId, personId } = actor;
  const { listingIds: _ids, selectionId: _selection, dryRun, ...change } = body;
  const answer = await within(ctx.db, scopeOf(actor), async (trx) => {
    if (!dryRun) await ruleWork.requireRoom(trx, companyId);
    const ids = await chosen(ctx, trx, actor, body);
    const listings = await loadListings(trx, companyId, ids);
    // Listings of one rule are together, whether it is new or exists.
    const ruleIdOf = ({ listing, plan }: Planned) =>
      plan.kind === 'made' ? -1 : (listing.rule?.id ?? 0);
    const planned = planAction(ctx.marketplaces, change, listings).sort(
      (a, b) => ruleIdOf(a) - ruleIdOf(b),
    );
    const known = new Set(listings.map(({ listingId }) => listingId));
    const rows = [
      ...planned.map(rowOf),
      ...ids
        .filter((id) => !known.has(id))
        .map((id, index) => missingRow(id, planned.length + index)),
    ];
    if (dryRun) return dryRunAnswer(ctx, body, planned, rows);
    const row = await ruleWork.insert(trx, companyId, {
      person_id: personId,
      created_at: ctx.clock(),
      kind: 'bulk',
      content: change,
      locale: '',
      report: effectsOf(planned),
      done: rows.filter(({ state }) => state === 'idle').length,
      total: rows.length,
    });
    await items.insertRows(trx, companyId, row.id, rows);
    await auditBulk(ctx, trx, actor, 'bulk_started', row);
    await requestSoon(ctx, trx, row);
    return await answerOf(trx, companyId, row);
  });
  return await workNow(ctx, actor, answer);
}

/** Few rows are done while the caller waits, many by a job. */
const isSmall = ({ total }: { total: number }): boolean => total <= BULK_AT_ONCE;

const requestSoon = (ctx: AppContext, trx: Trx, row: store.MassEditRow): Promise<void> =>
  ruleWork.requestWorker(ctx, trx, row.company_id, { isOwn: isSmall(row) });

/** Works on a bulk action of few listings while its caller waits. */
async function workNow(ctx: AppContext, actor: Actor, bulk: Bulk): Promise<Bulk> {
  if (bulk.id === null || !isSmall(bulk.progress)) return bulk;
  await bulkRunner.runNow(ctx, actor.companyId, bulk.id);
  return await getBulk(ctx, actor, bulk.id);
}

/** @throws Problem 404 `batch_not_found` */
export const getBulk = (ctx: AppContext, actor: Actor, id: number): Promise<Bulk> =>
  within(ctx.db, scopeOf(actor), async (trx) =>
    answerOf(trx, actor.companyId, await found(trx, actor.companyId, id, 'bulk')),
  );

/** A page of the listings of a bulk action. @throws Problem 404 `batch_not_found` */
export const queryBulkItems = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  query: PageQuery,
): Promise<Page<BulkItem>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    await found(trx, companyId, id, 'bulk');
    const wish = { kind: null, refusedFirst: true };
    const place = { from: query.page * query.limit, limit: query.limit };
    const rows = await items.namedRows(trx, companyId, id, wish, place);
    const total = sumOf(await items.tallyOf(trx, companyId, [id]), () => true);
    return toPage(rows.map(toItem), total, query);
  });

/** Stops a bulk action; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelBulk = (ctx: AppContext, actor: Actor, id: number): Promise<Bulk> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'bulk', ruleWork.requireLocked);
    if (await ruleWork.cancel(trx, row)) await auditBulk(ctx, trx, actor, 'bulk_canceled', row);
    return await answerOf(trx, companyId, await found(trx, companyId, id, 'bulk'));
  });

/** Begins the undo of a bulk action or an import that is over. @throws Problem 409 `not_undoable` */
export async function beginUndo(trx: Trx, row: store.MassEditRow): Promise<store.MassEditRow> {
  const tally = await items.tallyOf(trx, row.company_id, [row.id]);
  const total = sumOf(tally, ({ state }) => state === 'written');
  if (!['done', 'canceled', 'failed'].includes(row.state) || total === 0)
    throw problem('not_undoable', { detail: 'Nothing of this bulk action can be undone' });
  await ruleWork.move(trx, row, 'undoing', { done: 0, total });
  return { ...row, state: 'undoing', done: 0, total };
}

/**
 * Undoes a bulk action, for every rule that did not change since.
 * @throws Problem 404 `batch_not_found`, 409 `not_undoable`
 */
export async function undoBulk(ctx: AppContext, actor: Actor, id: number): Promise<Bulk> {
  const { companyId } = actor;
  const bulk = await within(ctx.db, scopeOf(actor), async (trx) => {
    const row = await found(trx, companyId, id, 'bulk', ruleWork.requireLocked);
    const begun = await beginUndo(trx, row);
    await auditBulk(ctx, trx, actor, 'bulk_undone', row);
    await requestSoon(ctx, trx, begun);
    return await answerOf(trx, companyId, begun);
  });
  return await workNow(ctx, actor, bulk);
}
