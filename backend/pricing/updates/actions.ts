import { toAmountOrNull } from '../../kernel/money.ts';
import { type LatestMarket, latestMarketsWithWatched } from '../../monitoring/actions.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { problem } from '../problems.ts';
import { auditUpdate } from './audit.ts';
import { proposalMark, unwanted } from './engine/dismissals.ts';
import { isInFlight, isWaiting, progressOf, stepOf } from './engine/state-machine.ts';
import { publishMoved } from './events.ts';
import { dismiss, lockListings } from './listing-store.ts';
import { enqueueUpdates, PUSH } from './queues.ts';
import { reprice } from './reprice.ts';
import { activeUpdates, moveUpdates, type UpdateHead, updateOfRule } from './store.ts';

export const inFlight = () => problem('update_in_flight');

/** Finds an update, and locks its listing: until the transaction ends no one else moves the listing's updates. */
export async function lockUpdate(
  trx: Trx,
  companyId: number,
  ruleId: number,
  id: number,
  more: readonly number[] = [],
): Promise<UpdateHead> {
  const seen = await updateOfRule(trx, companyId, ruleId, id);
  if (seen === undefined) throw problem('update_not_found');
  await lockListings(trx, companyId, [seen.listing_id, ...more]);
  // Read again: it may have moved while this transaction waited for the lock.
  const row = await updateOfRule(trx, companyId, ruleId, id);
  if (row === undefined) throw problem('update_not_found');
  return row;
}

/**
 * Approves a pending update: decides again on the latest market, and sends the price if it is still the same. Otherwise the
 * proposal is replaced by the present decision, and nothing is sent.
 * @throws Problem 404 `update_not_found`; 409 `not_pending`, `update_in_flight`, or `decision_changed` with the
 *   value `newPrice`: the decimal amount that is proposed now, or null where no change is
 */
export async function approve(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  id: number,
): Promise<void> {
  const { companyId } = actor;
  const changed = await within(ctx.db, scopeOf(actor), async (trx) => {
    const before = await lockUpdate(trx, companyId, ruleId, id);
    if (isInFlight(progressOf(before).state)) throw inFlight();
    if (before.state !== 'pending') {
      throw problem('not_pending', { values: { state: before.state } });
    }
    await reprice(ctx, trx, companyId, [before.listing_id], { ruleEdited: false });
    const active = await activeUpdates(trx, companyId, [before.listing_id]);
    const still = active.find((row) => row.id === id && row.version === before.version);
    // Reported after the transaction, which has to keep the new proposal.
    if (still === undefined) return { newPrice: toAmountOrNull(active[0]?.new_price ?? null) };

    const step = { ...stepOf(still, { type: 'approve' }), decidedBy: actor.personId };
    const moved = await moveUpdates(trx, companyId, [step], ctx.clock());
    await enqueueUpdates(ctx, trx, PUSH, companyId, [id]);
    await publishMoved(ctx, trx, companyId, moved);
    await auditUpdate(ctx, trx, actor, 'update_approved', still);
    return null;
  });
  if (changed !== null) {
    throw problem('decision_changed', { values: changed });
  }
}

/**
 * Cancels an update that waits for approval or for its next attempt. The same price is not proposed again until the
 * market or the rule changes.
 * @throws Problem 404 `update_not_found`; 409 `update_in_flight` or `not_waiting`
 */
export async function cancel(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  id: number,
): Promise<void> {
  const { companyId } = actor;
  await within(ctx.db, scopeOf(actor), async (trx) => {
    const row = await lockUpdate(trx, companyId, ruleId, id);
    const { state } = progressOf(row);
    if (isInFlight(state)) throw inFlight();
    if (!isWaiting(state)) {
      throw problem('not_waiting', { values: { state } });
    }
    const step = { ...stepOf(row, { type: 'cancel' }), decidedBy: actor.personId };
    const moved = await moveUpdates(trx, companyId, [step], ctx.clock());
    if (row.reverts === null) {
      const seen = await latestMarket(ctx, trx, companyId, row.listing_id);
      const mark = proposalMark(seen?.fingerprint ?? null, row.rule_id, row.rule_version);
      await dismiss(trx, companyId, row.listing_id, unwanted(row.new_price, mark));
    }
    await publishMoved(ctx, trx, companyId, moved);
    await auditUpdate(ctx, trx, actor, 'update_canceled', row);
  });
}

const latestMarket = async (
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<LatestMarket | null> =>
  (await latestMarketsWithWatched(trx, companyId, [listingId], ctx.clock())).get(listingId) ?? null;
