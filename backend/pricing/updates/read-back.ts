// Reading back: what became of a price whose call had no certain end.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { withinByKeys } from '../../platform/db.ts';
import { jitterOf, shownPrice } from './calls.ts';
import { afterFailedReadBack, readBackDue } from './engine/push-policy.ts';
import { afterReadBack, progressOf } from './engine/state-machine.ts';
import { loadTargets } from './listing-store.ts';
import { type End, settleEach } from './push.ts';
import { enqueueUpdates, READ_BACK, type UpdateJob } from './queues.ts';
import { updatesByIds } from './store.ts';

/** Reads the prices of updates whose end is not known from the marketplace, all at once. */
export const readBack = (
  ctx: MarketplaceContext,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> => settleEach(ctx, jobs, (job) => readPrice(ctx, job, signal));

/** Reads the price of one update; null: its end is known by now, or it is too early to read. */
async function readPrice(
  ctx: MarketplaceContext,
  { companyId, updateId }: UpdateJob,
  signal: AbortSignal,
): Promise<End | null> {
  const now = ctx.clock();
  const found = await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    const [row] = await updatesByIds(trx, companyId, [updateId]);
    if (row === undefined || row.state !== 'sent' || row.calling_since === null) return null;
    const due = readBackDue(progressOf(row));
    if (due !== null && due > now) {
      await enqueueUpdates(ctx, trx, READ_BACK, companyId, [row.id], () => due);
      return null;
    }
    const targets = await loadTargets(trx, companyId, [row.listing_id]);
    return { row, target: targets.get(row.listing_id)! };
  });
  if (found === null) return null;
  const { row, target } = found;
  const progress = progressOf(row);
  const shown = await shownPrice(ctx, companyId, target, signal);
  const prices = { old: row.old_price, new: row.new_price };
  const event = shown.ok
    ? afterReadBack(progress, prices, shown.value, ctx.clock(), jitterOf(ctx))
    : afterFailedReadBack(progress, shown.error, ctx.clock());
  const fence = { id: row.id, listingId: row.listing_id, version: row.version };
  return { companyId, fence, event, shown: shown.ok ? shown.value : null };
}
