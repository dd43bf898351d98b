// What a person does with many price updates at once, one after the other: what cannot be done is reported for each.

import type { Locale } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import type { ActResult, UpdateAct } from '../contract.ts';
import { problem } from '../problems.ts';
import { approve, cancel } from './actions.ts';
import { auditUpdate } from './audit.ts';
import { isUnwanted } from './engine/dismissals.ts';
import { isInFlight, progressOf, stepOf } from './engine/state-machine.ts';
import { publishMoved } from './events.ts';
import { forgetDismissals, lockListings } from './listing-store.ts';
import { loadSubjects } from './load-facts.ts';
import { enqueueUpdates, PUSH } from './queues.ts';
import { reprice } from './reprice.ts';
import { activeUpdates, moveUpdates, newestUpdate, updatesByIds } from './store.ts';

/**
 * Sends an update that waits for its next attempt now. One that failed for good is not sent again itself: its dismissal is
 * deleted, and the listing is repriced. Newer updates, and what a person did not want, stay as they are.
 * @throws Problem 404 `update_not_found`; 409 `update_in_flight`, `not_retryable` with the value `state`,
 *   `newer_update`, or `nothing_to_send` where the rule asks for no price any more
 */
async function retry(ctx: AppContext, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  await within(ctx.db, scopeOf(actor), async (trx) => {
    const [seen] = await updatesByIds(trx, companyId, [id]);
    if (seen === undefined) throw problem('update_not_found');
    const listingIds = [seen.listing_id];
    await lockListings(trx, companyId, listingIds);
    // Read again: it may have moved while this transaction waited for the lock.
    const [row] = await updatesByIds(trx, companyId, [id]);
    if (row === undefined) throw problem('update_not_found');
    const active = await activeUpdates(trx, companyId, listingIds);
    if (active.some((each) => isInFlight(progressOf(each).state))) {
      throw problem('update_in_flight');
    }
    await auditUpdate(ctx, trx, actor, 'update_retried', row);
    if (row.state === 'retry') {
      const moved = await moveUpdates(
        trx,
        companyId,
        [stepOf(row, { type: 'again' })],
        ctx.clock(),
      );
      // Its job waits for the next attempt already, and is brought forward.
      await enqueueUpdates(ctx, trx, PUSH, companyId, [id], ctx.clock);
      await publishMoved(ctx, trx, companyId, moved);
      return;
    }
    const hasFailed = row.state === 'error' || row.state === 'rejected';
    if (!hasFailed || row.reverts !== null) {
      throw problem('not_retryable', { values: { state: row.state } });
    }
    if ((await newestUpdate(trx, companyId, row.listing_id))?.id !== row.id) {
      throw problem('newer_update');
    }
    const [subject] = await loadSubjects(trx, companyId, listingIds);
    if (subject?.dismissal != null && isUnwanted(subject.dismissal, row.new_price)) {
      await forgetDismissals(trx, companyId, listingIds);
    }
    await reprice(ctx, trx, companyId, listingIds, { ruleEdited: false });
    if ((await activeUpdates(trx, companyId, listingIds)).length === 0) {
      throw problem('nothing_to_send');
    }
  });
}

/** Applies one action to many updates, each independently. */
export async function actOnUpdates(
  ctx: AppContext,
  actor: Actor,
  { act, updateIds }: { act: UpdateAct; updateIds: readonly number[] },
  locale: Locale,
): Promise<{ results: ActResult[] }> {
  const ids = [...new Set(updateIds)];
  const rows = await within(ctx.db, scopeOf(actor), (trx) =>
    updatesByIds(trx, actor.companyId, ids),
  );
  const rules = new Map(rows.map((row) => [row.id, row.rule_id]));
  const one = async (id: number, ruleId: number): Promise<void> => {
    if (act === 'approve') await approve(ctx, actor, ruleId, id);
    else if (act === 'cancel') await cancel(ctx, actor, ruleId, id);
    else await retry(ctx, actor, id);
  };
  const results: ActResult[] = [];
  for (const id of ids) {
    const ruleId = rules.get(id);
    try {
      if (ruleId === undefined) throw problem('update_not_found');
      await one(id, ruleId);
      results.push({ updateId: id, code: null, text: null, values: {} });
    } catch (error) {
      // What the call for this one alone would be refused for; anything else is a bug.
      if (!(error instanceof Problem)) throw error;
      const text = error.textIn(locale);
      results.push({ updateId: id, code: error.code, text, values: error.more.values ?? {} });
    }
  }
  return { results };
}
