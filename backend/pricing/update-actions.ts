// Use cases of price updates: a person approves, cancels or takes one back.
import type * as z from 'zod';
import { toAmountOrNull } from '../kernel/money.ts';
import { Problem } from '../kernel/problem.ts';
import { type LatestMarket, latestMarkets } from '../monitoring/actions.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import type { RuleEdit } from './contract.ts';
import { decideWithin, stepOf } from './decisions.ts';
import { proposalMark, unwanted } from './dismissals.ts';
import { loadSubjects } from './facts.ts';
import { enqueuePush } from './queues.ts';
import { auditRule, editRule } from './rule-actions.ts';
import { ruleById } from './rule-store.ts';
import { companySettings, dismiss, lockListings } from './store.ts';
import { tellMoved } from './tell.ts';
import { auditUpdate, restorePrices } from './undo/restore.ts';
import {
  activeUpdates,
  moveUpdates,
  newestApplied,
  progressOf,
  type StandingUpdate,
  updateOfRule,
} from './update-store.ts';
import { isInFlight, isWaiting } from './updates.ts';

const scopeOf = (actor: Actor) => ({ company: actor.companyId, person: actor.personId });

const inFlight = () =>
  new Problem(409, 'update_in_flight', 'A price of this ad is on its way to the marketplace');

/** Finds an update, and holds its listing: from here on nobody else moves the listing's updates. */
async function holdUpdate(
  trx: Trx,
  companyId: number,
  ruleId: number,
  id: number,
  more: readonly number[] = [],
): Promise<StandingUpdate> {
  const seen = await updateOfRule(trx, companyId, ruleId, id);
  if (seen === undefined) throw new Problem(404, 'update_not_found');
  await lockListings(trx, companyId, [seen.listing_id, ...more]);
  // Seen again: it may have moved while its listing was held by somebody else.
  const row = await updateOfRule(trx, companyId, ruleId, id);
  if (row === undefined) throw new Problem(404, 'update_not_found');
  return row;
}

/**
 * Approves a pending update: asks the engine once more about the latest market, and sends the price where it still is
 * the same. Where it is not, the proposal is replaced by what holds now, and nothing leaves.
 * @throws Problem 404 `update_not_found`; 409 `not_pending`, `update_in_flight`, or `decision_changed` with the
 *   value `newPrice`: the decimal amount that is proposed now, or null where no change is
 */
export async function approve(
  house: House,
  actor: Actor,
  ruleId: number,
  id: number,
): Promise<void> {
  const { companyId } = actor;
  const changed = await within(house.db, scopeOf(actor), async (trx) => {
    const before = await holdUpdate(trx, companyId, ruleId, id);
    if (isInFlight(progressOf(before).state)) throw inFlight();
    if (before.state !== 'pending') {
      throw new Problem(409, 'not_pending', 'The update does not wait for approval', {
        values: { state: before.state },
      });
    }
    await decideWithin(house, trx, companyId, [before.listing_id], { ruleEdited: false });
    const active = await activeUpdates(trx, companyId, [before.listing_id]);
    const still = active.find((row) => row.id === id && row.version === before.version);
    // Told after the transaction, which has to keep the new proposal.
    if (still === undefined) return { newPrice: toAmountOrNull(active[0]?.new_price ?? null) };

    const step = { ...stepOf(still, { type: 'approve' }), decidedBy: actor.personId };
    const moved = await moveUpdates(trx, companyId, [step], house.clock());
    await enqueuePush(house, trx, companyId, [id]);
    await tellMoved(house, trx, companyId, moved);
    await auditUpdate(house, trx, actor, 'update_approved', still);
    return null;
  });
  if (changed !== null) {
    throw new Problem(409, 'decision_changed', 'The market or the rule changed meanwhile', {
      values: changed,
    });
  }
}

/**
 * Cancels an update that waits for approval or for its next attempt. The same price is not proposed again until the
 * market or the rule changes.
 * @throws Problem 404 `update_not_found`; 409 `update_in_flight` or `not_waiting`
 */
export async function cancel(
  house: House,
  actor: Actor,
  ruleId: number,
  id: number,
): Promise<void> {
  const { companyId } = actor;
  await within(house.db, scopeOf(actor), async (trx) => {
    const row = await holdUpdate(trx, companyId, ruleId, id);
    const { state } = progressOf(row);
    if (isInFlight(state)) throw inFlight();
    if (!isWaiting(state)) {
      throw new Problem(409, 'not_waiting', 'The update does not wait any more', {
        values: { state },
      });
    }
    const step = { ...stepOf(row, { type: 'cancel' }), decidedBy: actor.personId };
    const moved = await moveUpdates(trx, companyId, [step], house.clock());
    if (row.reverts === null) {
      const seen = await latestMarket(trx, companyId, row.listing_id);
      const mark = proposalMark(seen?.fingerprint ?? null, row.rule_id, row.rule_version);
      await dismiss(trx, companyId, row.listing_id, unwanted(row.new_price, mark));
    }
    await tellMoved(house, trx, companyId, moved);
    await auditUpdate(house, trx, actor, 'update_canceled', row);
  });
}

export type UndoChoice =
  | { choice: 'keep_rule' }
  | { choice: 'change_rule'; edit: z.output<typeof RuleEdit> };

/**
 * Takes an applied update back: sends the price from before it, as an update of its own. Once that is confirmed the
 * one taken back is `undone`. A kept rule leaves the ad there until the market or the rule changes; with `change_rule`
 * the rule is saved in the same transaction, and may propose any price but the one taken back.
 * @throws Problem 404 `update_not_found`; 409 `not_applied`, `not_undoable` (it is an undo itself), `not_latest`,
 *   `update_in_flight`, `price_changes_stopped`, and those of changing a rule
 */
export async function undo(
  house: House,
  actor: Actor,
  ruleId: number,
  id: number,
  choice: UndoChoice,
): Promise<void> {
  const { companyId } = actor;
  await within(house.db, scopeOf(actor), async (trx) => {
    // The edit holds all listings of the rule at once, in the order that everyone keeps.
    const seen = await updateOfRule(trx, companyId, ruleId, id);
    const edited =
      choice.choice === 'change_rule' && seen !== undefined
        ? await editRule(house, trx, companyId, ruleId, choice.edit, 'edit.rule.', [
            seen.listing_id,
          ])
        : null;
    const original = await holdUpdate(trx, companyId, ruleId, id);
    await checkUndoable(trx, companyId, original);
    // The rule that prices the ad now, which may be another than the update's, would send the price again.
    const [subject] = await loadSubjects(trx, companyId, [original.listing_id]);
    const decidingId = subject?.ruleId ?? ruleId;
    const isRuleChanged = edited?.row.id === decidingId;
    const rule = isRuleChanged ? edited?.row : await ruleById(trx, companyId, decidingId);
    if (rule === undefined) throw new Problem(404, 'rule_not_found');

    await restorePrices(house, trx, actor, [
      {
        first: original,
        unwanted: original.new_price,
        rule,
        isRuleChanged,
      },
    ]);
    if (edited !== null) {
      await auditRule(house, trx, actor, 'rule_changed', edited.row, {
        listings: edited.listingIds.length,
      });
      await decideWithin(house, trx, companyId, edited.listingIds, { ruleEdited: true });
    }
  });
}

async function checkUndoable(trx: Trx, companyId: number, original: StandingUpdate): Promise<void> {
  if ((await companySettings(trx, companyId)).stopsPriceChanges) {
    throw new Problem(409, 'price_changes_stopped', 'The company has stopped all price changes');
  }
  if (original.state !== 'applied') {
    throw new Problem(409, 'not_applied', 'Only an applied update can be undone', {
      values: { state: original.state },
    });
  }
  if (original.reverts !== null) throw new Problem(409, 'not_undoable');
  const active = await activeUpdates(trx, companyId, [original.listing_id]);
  if (active.some((row) => isInFlight(progressOf(row).state) || row.reverts !== null)) {
    throw inFlight();
  }
  const newest = await newestApplied(trx, companyId, original.listing_id);
  if (newest?.id !== original.id) {
    throw new Problem(409, 'not_latest', 'A newer update of this ad was applied');
  }
}

const latestMarket = async (
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<LatestMarket | null> =>
  (await latestMarkets(trx, companyId, [listingId])).get(listingId) ?? null;
