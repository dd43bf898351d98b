// Taking one applied update back.
import type * as z from 'zod';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { RuleEdit } from '../contract.ts';
import { problem } from '../problems.ts';
import { auditRule, editRule } from '../rules/actions.ts';
import { inFlight, lockUpdate } from '../updates/actions.ts';
import { isInFlight, progressOf } from '../updates/engine/state-machine.ts';
import { companySettings } from '../updates/listing-store.ts';
import { loadSubjects } from '../updates/load-facts.ts';
import { reprice } from '../updates/reprice.ts';
import { ruleById } from '../updates/rule-store.ts';
import { activeUpdates, newestApplied, type UpdateHead, updateOfRule } from '../updates/store.ts';
import { loadUndoListings } from './load.ts';
import { planUndo } from './plan.ts';
import { restorePrices } from './restore.ts';

export type UndoChoice = (
  | { choice: 'keep_rule' }
  | { choice: 'change_rule'; edit: z.output<typeof RuleEdit> }
) & {
  /** The oldest of successive updates that are taken back as a whole; absent: the update alone is. */
  oldestId?: number | undefined;
};

/**
 * Takes an applied update back, or successive ones of which it is the newest: sends the price from before them, as an
 * update of its own. Once that is confirmed those taken back are `undone`. A kept rule leaves the listing there until the
 * market or the rule changes; with `change_rule` the rule is saved in the same transaction, and may propose any price but
 * the one taken back.
 * @throws Problem 404 `update_not_found`; 409 `not_applied`, `not_undoable` (it is an undo itself), `not_latest`,
 *   `not_successive`, `update_in_flight`, `price_changes_stopped`, and those of changing a rule
 */
export async function undo(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  id: number,
  choice: UndoChoice,
): Promise<void> {
  const { companyId } = actor;
  await within(ctx.db, scopeOf(actor), async (trx) => {
    // The edit locks all listings of the rule at once, in the common order of locks.
    const seen = await updateOfRule(trx, companyId, ruleId, id);
    const edited =
      choice.choice === 'change_rule' && seen !== undefined
        ? await editRule(ctx, trx, companyId, ruleId, choice.edit, 'edit.rule.', [seen.listing_id])
        : null;
    const original = await lockUpdate(trx, companyId, ruleId, id);
    await checkUndoable(trx, companyId, original);
    const first =
      choice.oldestId === undefined
        ? original
        : await oldestOf(trx, companyId, original, choice.oldestId);
    // The rule that prices the listing now, which may be another than the update's, would send the price again.
    const [subject] = await loadSubjects(trx, companyId, [original.listing_id]);
    const decidingId = subject?.ruleId ?? ruleId;
    const isRuleChanged = edited?.row.id === decidingId;
    const rule = isRuleChanged ? edited?.row : await ruleById(trx, companyId, decidingId);
    if (rule === undefined) throw problem('rule_not_found');

    await restorePrices(ctx, trx, actor, [
      {
        first,
        unwanted: original.new_price,
        rule,
        isRuleChanged,
      },
    ]);
    if (edited !== null) {
      await auditRule(ctx, trx, actor, 'rule_changed', edited.row, {
        listings: edited.listingIds.length,
      });
      await reprice(ctx, trx, companyId, edited.listingIds, { ruleEdited: true });
    }
  });
}

/**
 * The oldest of successive updates of one rule.
 * @throws Problem 409 `not_successive` where something else moved the price between the two updates, or after them
 */
async function oldestOf(
  trx: Trx,
  companyId: number,
  newest: UpdateHead,
  oldestId: number,
): Promise<UpdateHead> {
  const oldest = await updateOfRule(trx, companyId, newest.rule_id, oldestId);
  const chosen = { listingId: newest.listing_id, updateIds: [oldestId, newest.id] };
  const listing = (await loadUndoListings(trx, companyId, [chosen])).get(newest.listing_id);
  const ofRule = listing?.updates.filter(
    ({ id, ruleId }) => ruleId === newest.rule_id && id >= oldestId && id <= newest.id,
  );
  const plan = listing && planUndo(listing, new Set(ofRule?.map(({ id }) => id)), null);
  if (oldest === undefined || plan?.kind !== 'restore' || plan.taken[0]?.id !== oldestId)
    throw problem('not_successive');
  return oldest;
}

async function checkUndoable(trx: Trx, companyId: number, original: UpdateHead): Promise<void> {
  if ((await companySettings(trx, companyId)).stopsPriceChanges) {
    throw problem('price_changes_stopped');
  }
  if (original.state !== 'applied') {
    throw problem('not_applied', { values: { state: original.state } });
  }
  if (original.reverts !== null) throw problem('not_undoable');
  const active = await activeUpdates(trx, companyId, [original.listing_id]);
  if (active.some((row) => isInFlight(progressOf(row).state) || row.reverts !== null)) {
    throw inFlight();
  }
  const newest = await newestApplied(trx, companyId, original.listing_id);
  if (newest?.id !== original.id) {
    throw problem('not_latest');
  }
}
