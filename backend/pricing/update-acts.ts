// What a person does with many price updates at once, one after the other: what cannot be is told for each.
import { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import type { ActResult, UpdateAct } from './contract.ts';
import { decideWithin, stepOf } from './decisions.ts';
import { isUnwanted } from './dismissals.ts';
import { loadSubjects } from './facts.ts';
import { enqueuePush } from './queues.ts';
import { forgetDismissals, lockListings } from './store.ts';
import { tellMoved } from './tell.ts';
import { auditUpdate } from './undo/restore.ts';
import { approve, cancel } from './update-actions.ts';
import {
  activeUpdates,
  moveUpdates,
  newestUpdate,
  progressOf,
  updatesByIds,
} from './update-store.ts';
import { isInFlight } from './updates.ts';

const scopeOf = (actor: Actor) => ({ company: actor.companyId, person: actor.personId });

/**
 * Sends an update that waits for its next attempt now. One that failed for good is not sent again itself: that its price
 * failed is forgotten, and the ad is decided anew. What came after it, and what a person did not want, stays as it is.
 * @throws Problem 404 `update_not_found`; 409 `update_in_flight`, `not_retryable` with the value `state`,
 *   `newer_update`, or `nothing_to_send` where the rule asks for no price any more
 */
export async function retry(house: House, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  await within(house.db, scopeOf(actor), async (trx) => {
    const [seen] = await updatesByIds(trx, companyId, [id]);
    if (seen === undefined) throw new Problem(404, 'update_not_found');
    const listingIds = [seen.listing_id];
    await lockListings(trx, companyId, listingIds);
    // Seen again: it may have moved while its listing was held by somebody else.
    const [row] = await updatesByIds(trx, companyId, [id]);
    if (row === undefined) throw new Problem(404, 'update_not_found');
    const active = await activeUpdates(trx, companyId, listingIds);
    if (active.some((each) => isInFlight(progressOf(each).state))) {
      throw new Problem(409, 'update_in_flight', 'A price of this ad is on its way');
    }
    await auditUpdate(house, trx, actor, 'update_retried', row);
    if (row.state === 'retry') {
      const moved = await moveUpdates(
        trx,
        companyId,
        [stepOf(row, { type: 'again' })],
        house.clock(),
      );
      // Its job waits for the next attempt already, and is brought forward.
      await enqueuePush(house, trx, companyId, [id], house.clock);
      await tellMoved(house, trx, companyId, moved);
      return;
    }
    const hasFailed = row.state === 'error' || row.state === 'rejected';
    if (!hasFailed || row.reverts !== null) {
      throw new Problem(409, 'not_retryable', 'Only what failed is sent again', {
        values: { state: row.state },
      });
    }
    if ((await newestUpdate(trx, companyId, row.listing_id))?.id !== row.id) {
      throw new Problem(409, 'newer_update', 'This ad has a newer price update');
    }
    const [subject] = await loadSubjects(trx, companyId, listingIds);
    if (subject?.dismissal != null && isUnwanted(subject.dismissal, row.new_price)) {
      await forgetDismissals(trx, companyId, listingIds);
    }
    await decideWithin(house, trx, companyId, listingIds, { ruleEdited: false });
    if ((await activeUpdates(trx, companyId, listingIds)).length === 0) {
      throw new Problem(409, 'nothing_to_send', 'The rule asks for no other price now');
    }
  });
}

/** Does one thing to many updates, each as if by itself. */
export async function actOnUpdates(
  house: House,
  actor: Actor,
  { act, updateIds }: { act: UpdateAct; updateIds: readonly number[] },
): Promise<{ results: ActResult[] }> {
  const ids = [...new Set(updateIds)];
  const rows = await within(house.db, scopeOf(actor), (trx) =>
    updatesByIds(trx, actor.companyId, ids),
  );
  const rules = new Map(rows.map((row) => [row.id, row.rule_id]));
  const one = async (id: number, ruleId: number): Promise<void> => {
    if (act === 'approve') await approve(house, actor, ruleId, id);
    else if (act === 'cancel') await cancel(house, actor, ruleId, id);
    else await retry(house, actor, id);
  };
  const results: ActResult[] = [];
  for (const id of ids) {
    const ruleId = rules.get(id);
    try {
      if (ruleId === undefined) throw new Problem(404, 'update_not_found');
      await one(id, ruleId);
      results.push({ updateId: id, code: null, values: {} });
    } catch (error) {
      // What the call for this one alone would be refused for; anything else is a bug.
      if (!(error instanceof Problem)) throw error;
      results.push({ updateId: id, code: error.code, values: error.more.values ?? {} });
    }
  }
  return { results };
}
