// Use cases of undos of many updates: previewing one, starting it, reading its progress, and cancelling it.
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  UNDO_AT_ONCE,
  UNDO_CONFIRM_MINUTES,
  UNDO_DAYS,
  UNDO_SHOWN,
  type Undo,
  type UndoBody,
  type UndoItem,
  type UndoScope,
} from '../contract.ts';
import { problem } from '../problems.ts';
import { breakerTerms } from '../safety/stop-switch-store.ts';
import { companySettings } from '../updates/listing-store.ts';
import { ruleById } from '../updates/rule-store.ts';
import { toItem, toUndo } from './answers.ts';
import { draftUndo, tallied } from './draft.ts';
import { chosenUpdates } from './load.ts';
import * as store from './store.ts';
import { undoRunner, undoWork } from './work.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The clocks of two processes differ by less. */
const CLOCKS_DIFFER_MS = 5_000;

/** @throws Problem 404 `rule_not_found`, 422 `undo_too_far_back`, `selection_too_large` or `too_many_updates` */
async function drafts(
  trx: Trx,
  companyId: number,
  scope: UndoScope,
  { now, seenAt, signal }: { now: Date; seenAt: Date | null; signal: AbortSignal },
): Promise<{ rows: store.NamedListing[]; largeDropLimit: number }> {
  if (scope.since !== undefined && Date.parse(scope.since) < now.getTime() - UNDO_DAYS * DAY_MS) {
    throw problem('undo_too_far_back', { values: { days: UNDO_DAYS } });
  }
  if (scope.ruleId !== undefined && (await ruleById(trx, companyId, scope.ruleId)) === undefined) {
    throw problem('rule_not_found');
  }
  const chosen = await chosenUpdates(trx, companyId, scope);
  const breaker = await breakerTerms(trx, companyId);
  const rows = await draftUndo(trx, companyId, chosen, scope, { breaker, seenAt }, signal);
  return { rows, largeDropLimit: breaker.drops };
}

/** Those that are left as they are come first. */
const reported = (rows: readonly store.NamedListing[]) =>
  rows
    .toSorted(
      (a, b) => Number(b.state === 'refused') - Number(a.state === 'refused') || a.seq - b.seq,
    )
    .slice(0, UNDO_SHOWN);

/**
 * What taking updates back would bring back, listing by listing; writes nothing.
 * @throws Problem 404 `rule_not_found`, 422 `undo_too_far_back`, `selection_too_large` or `too_many_updates`
 */
export const previewUndo = (
  ctx: AppContext,
  actor: Actor,
  scope: UndoScope,
  signal: AbortSignal,
): Promise<Undo> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const now = ctx.clock();
    const { rows, largeDropLimit } = await drafts(trx, actor.companyId, scope, {
      now,
      seenAt: null,
      signal,
    });
    const undo = {
      id: null,
      state: 'previewed',
      rule: 'keep',
      seen_at: now,
      done: 0,
      total: rows.length,
      created_at: now,
    };
    return toUndo(undo, tallied(rows), reported(rows), largeDropLimit);
  });

const auditUndo = (
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  what: 'undo_started' | 'undo_canceled',
  { id, content, rule, total }: store.UndoRow,
) =>
  auditAct(ctx, trx, actor, {
    action: `pricing.${what}`,
    subject: String(id),
    values: { ...content, rule, listings: total },
  });

/**
 * Refuses a preview that is too old or from the future: it does not show what changed since.
 * @throws Problem 409 `preview_expired`
 */
function checkPreviewTime(seenAt: Date, now: Date): void {
  const age = now.getTime() - seenAt.getTime();
  if (age < -CLOCKS_DIFFER_MS || age > UNDO_CONFIRM_MINUTES * MINUTE_MS) {
    throw problem('preview_expired');
  }
}

/**
 * Restores the prices from before updates, listing by listing as the preview showed it; prices that changed since then
 * are left alone.
 * Few are done before this answers, many by a job.
 * @param signal aborts the undo, without any effect, until it is written
 * @throws Problem 404 `rule_not_found`, 409 `price_changes_stopped`, `preview_expired` or `too_many_batches`, 422
 *   `undo_too_far_back`, `selection_too_large` or `too_many_updates`
 */
export async function startUndo(
  ctx: AppContext,
  actor: Actor,
  body: UndoBody,
  signal: AbortSignal,
): Promise<Undo> {
  const { companyId, personId } = actor;
  const { rule, seenAt: seen, ...scope } = body;
  const seenAt = new Date(seen);
  checkPreviewTime(seenAt, ctx.clock());
  const undo = await within(ctx.db, scopeOf(actor), async (trx) => {
    if ((await companySettings(trx, companyId)).stopsPriceChanges) {
      throw problem('price_changes_stopped');
    }
    await undoWork.requireRoom(trx, companyId);
    const { rows } = await drafts(trx, companyId, scope, {
      now: ctx.clock(),
      seenAt,
      signal,
    });
    const row = await undoWork.insert(trx, companyId, {
      person_id: personId,
      created_at: ctx.clock(),
      rule,
      content: scope,
      seen_at: seenAt,
      total: rows.length,
      done: rows.filter(({ state }) => state === 'refused').length,
    });
    await store.insertListings(trx, companyId, row.id, rows);
    await auditUndo(ctx, trx, actor, 'undo_started', row);
    await undoWork.requestWorker(ctx, trx, companyId, { isOwn: rows.length <= UNDO_AT_ONCE });
    // A caller that got a failure finds nothing done.
    signal.throwIfAborted();
    return row;
  });
  if (undo.total <= UNDO_AT_ONCE) await undoRunner.runNow(ctx, companyId, undo.id);
  return await getUndo(ctx, actor, undo.id);
}

async function answerOf(trx: Trx, companyId: number, row: store.UndoRow): Promise<Undo> {
  const [tally, listings, { drops }] = await Promise.all([
    store.tallyOf(trx, companyId, row.id),
    store.namedListings(trx, companyId, row.id, { from: 0, limit: UNDO_SHOWN }),
    breakerTerms(trx, companyId),
  ]);
  return toUndo(row, tally, listings, drops);
}

/** @throws Problem 404 `batch_not_found` */
export const getUndo = (ctx: AppContext, actor: Actor, id: number): Promise<Undo> =>
  within(ctx.db, scopeOf(actor), async (trx) =>
    answerOf(trx, actor.companyId, await undoWork.require(trx, actor.companyId, id)),
  );

/** A page of the listings of an undo. @throws Problem 404 `batch_not_found` */
export const queryUndoItems = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  query: PageQuery,
): Promise<Page<UndoItem>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { total } = await undoWork.require(trx, actor.companyId, id);
    const place = { from: query.page * query.limit, limit: query.limit };
    const rows = await store.namedListings(trx, actor.companyId, id, place);
    return toPage(rows.map(toItem), total, query);
  });

/** Stops an undo; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelUndo = (ctx: AppContext, actor: Actor, id: number): Promise<Undo> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await undoWork.requireLocked(trx, companyId, id);
    if (await undoWork.cancel(trx, row)) await auditUndo(ctx, trx, actor, 'undo_canceled', row);
    return await answerOf(trx, companyId, await undoWork.require(trx, companyId, id));
  });
