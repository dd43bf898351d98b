// Reading back: what became of a price whose call had no certain end.
import { type MarketplaceContext, requestListingRefresh } from '../../catalog/actions.ts';
import type { PriceWritten } from '../../catalog/contract.ts';
import { withinByKeys } from '../../platform/db.ts';
import { jitterOf, priceWrite, shownPrice } from './calls.ts';
import { afterFailedReadBack, readBackDue } from './engine/push-policy.ts';
import {
  afterReadBack,
  afterWrite,
  isInFlight,
  phaseOf,
  progressOf,
} from './engine/state-machine.ts';
import { listingsBySku, loadTargets } from './listing-store.ts';
import { type End, settleEach } from './push.ts';
import { enqueueUpdates, READ_BACK, type UpdateJob } from './queues.ts';
import { activeUpdates, updatesByIds } from './store.ts';

/** Reads the prices of updates whose end is not known from the marketplace, all at once. */
export const readBack = (
  ctx: MarketplaceContext,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> => settleEach(ctx, jobs, (job) => readPrice(ctx, job, signal));

/**
 * Reads back the prices of a company that the marketplace reports as set or refused: those of updates on their way at once,
 * before their turn; without such an update somebody else set the price, and the listing is fetched.
 */
export async function readWritten(
  ctx: MarketplaceContext,
  companyId: number,
  written: readonly PriceWritten[],
  signal: AbortSignal,
): Promise<void> {
  const jobs = await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    const listings = await listingsBySku(trx, companyId, written);
    const ids = listings.map(({ id }) => id);
    const updates = (await activeUpdates(trx, companyId, ids)).filter((row) =>
      isInFlight(progressOf(row).state),
    );
    const awaited = new Set(updates.map((row) => row.listing_id));
    const others = listings.filter(({ id }) => !awaited.has(id));
    for (const [accountId, some] of Map.groupBy(others, (listing) => listing.accountId)) {
      const skus = some.map(({ skuMarketplace }) => skuMarketplace);
      await requestListingRefresh(ctx, trx, { companyId, accountId, listings: skus });
    }
    // A call that is out may not have been worked yet: its own answer comes first.
    const unseen = updates.filter((row) => phaseOf(progressOf(row)) === 'unseen');
    return unseen.map((row) => ({ companyId, updateId: row.id }));
  });
  await settleEach(ctx, jobs, (job) => readPrice(ctx, job, signal, { early: true }));
}

/**
 * Reads the price of one update; no end: its end is known by now, or it is too early to read.
 * @param early whether it is read before its turn
 */
async function readPrice(
  ctx: MarketplaceContext,
  { companyId, updateId }: UpdateJob,
  signal: AbortSignal,
  { early } = { early: false },
): Promise<End[]> {
  const now = ctx.clock();
  const found = await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    const [row] = await updatesByIds(trx, companyId, [updateId]);
    if (row === undefined || row.state !== 'sent' || row.calling_since === null) return null;
    const due = readBackDue(progressOf(row));
    if (due !== null && due > now && !early) {
      await enqueueUpdates(ctx, trx, READ_BACK, companyId, [row.id], () => due);
      return null;
    }
    const targets = await loadTargets(trx, companyId, [row.listing_id]);
    return { row, target: targets.get(row.listing_id)! };
  });
  if (found === null) return [];
  const { row, target } = found;
  const progress = progressOf(row);
  const shown = await shownPrice(ctx, companyId, target, signal);
  const prices = { old: row.old_price, new: row.new_price };
  const unwritten = shown.ok
    ? afterReadBack(progress, prices, shown.value, ctx.clock(), jitterOf(ctx))
    : afterFailedReadBack(progress, shown.error, ctx.clock());
  // Buyers see the price: how the write ended is of no interest any more.
  const write =
    unwritten.type === 'confirmed' || row.trace === null
      ? null
      : await priceWrite(ctx, companyId, target, row.trace, signal);
  const event = write === null ? unwritten : afterWrite(progress, write, unwritten, ctx.clock());
  const fence = { id: row.id, listingId: row.listing_id, version: row.version };
  return [{ companyId, fence, event, shown: shown.ok ? shown.value : null }];
}
