// What follows from price updates whose end is known: prices and dismissals of their listings, undone updates, next jobs.
import { type MarketplaceContext, recordOwnPrices } from '../../catalog/actions.ts';
import type { Minor } from '../../kernel/money.ts';
import { latestMarketsWithWatched, requestPolls } from '../../monitoring/actions.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { proposalMark, unwanted } from './engine/dismissals.ts';
import { isUnwantedNow } from './engine/push-policy.ts';
import { type Progress, phaseOf, type Step, stepOf } from './engine/state-machine.ts';
import { type AppliedPrice, dismiss, recordApplied, type Target } from './listing-store.ts';
import { enqueueDecisions, enqueueUpdates, PUSH, READ_BACK } from './queues.ts';
import { appliedSince, type MovedRow, moveUpdates, type UpdateHead } from './store.ts';

/** An attempt that ended in time, and where its end takes its update. */
export interface Settled {
  row: UpdateHead;
  to: Progress;
  /** The price that buyers see, in minor units, where it was read. */
  shown: Minor | null;
}

const isOver = ({ to }: Settled): boolean => to.state !== 'retry' && to.state !== 'sent';
const isApplied = ({ to }: Settled): boolean => to.state === 'applied';
/** Nothing of it is on its way, so what buyers see is not about to change. */
const isQueued = ({ to }: Settled): boolean => to.state === 'sent' && phaseOf(to) === 'queued';

/** Writes what became of updates to their listings. @returns other updates that moved along */
export async function saveOutcomes(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  settled: readonly Settled[],
): Promise<MovedRow[]> {
  const over = settled.filter(isOver);
  const applied = over.filter(isApplied).map(({ row }) => row);
  const prices = settled
    .filter((one) => isOver(one) || isQueued(one))
    .flatMap((one) => {
      const price = isApplied(one) ? one.row.new_price : one.shown;
      return price === null ? [] : [{ listingId: one.row.listing_id, price }];
    });
  const unwantedOnes = over.filter(
    (one) => !isApplied(one) && isUnwantedNow(one.row, one.to.failure),
  );
  const now = ctx.clock();
  const [taken] = await Promise.all([
    markUndone(ctx, trx, companyId, applied),
    recordOwnPrices(trx, companyId, prices, now),
    recordApplied(trx, companyId, applied.map(appliedPriceOf), now),
    ...unwantedOnes.map(({ row }) => dismissPrice(ctx, trx, companyId, row)),
  ]);
  return taken;
}

/** Enqueues the jobs that follow from the new states of updates. */
export async function enqueueNext(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  settled: readonly Settled[],
  targets: ReadonlyMap<number, Target>,
): Promise<void> {
  const starts = new Map(settled.map(({ row, to }) => [row.id, to.nextAttemptAt ?? undefined]));
  const startOf = (id: number) => starts.get(id);
  const idsOf = (which: (one: Settled) => boolean) =>
    settled.filter(which).map(({ row }) => row.id);
  const isToRead = ({ to }: Settled) => to.state === 'sent' && to.nextAttemptAt !== null;
  const over = settled.filter(isOver).map(({ row }) => row.listing_id);
  const applied = settled.filter(isApplied).map(({ row }) => row.listing_id);
  await Promise.all([
    enqueueUpdates(
      ctx,
      trx,
      PUSH,
      companyId,
      idsOf((one) => !isOver(one) && !isToRead(one)),
      startOf,
    ),
    enqueueUpdates(ctx, trx, READ_BACK, companyId, idsOf(isToRead), startOf),
    pollSoon(ctx, trx, companyId, applied, targets),
    // Changes while they were on their way were left alone until now.
    enqueueDecisions(ctx, trx, companyId, over),
  ]);
}

const appliedPriceOf = (row: UpdateHead): AppliedPrice => ({
  listingId: row.listing_id,
  from: row.old_price,
  to: row.new_price,
  byPerson: row.decided_by !== null,
});

/**
 * Marks what an applied undo took back: the update that it names and all that were applied after it. Nothing else is
 * applied to a listing while an undo is on its way.
 */
async function markUndone(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  applied: readonly UpdateHead[],
): Promise<MovedRow[]> {
  const steps: Step[] = [];
  for (const row of applied) {
    if (row.reverts === null) continue;
    const taken = await appliedSince(trx, companyId, row, row.reverts);
    if (taken.length === 0) throw new Error(`Undo ${row.id} has nothing to take back`);
    const decidedBy = row.decided_by === null ? {} : { decidedBy: row.decided_by };
    steps.push(
      ...taken.map((each) => ({ ...stepOf(each, { type: 'undo_confirmed' }), ...decidedBy })),
    );
  }
  return await moveUpdates(trx, companyId, steps, ctx.clock());
}

/** Keeps the price of an update from being proposed again until the market or the rule changes. */
async function dismissPrice(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  row: UpdateHead,
): Promise<void> {
  const seen = (await latestMarketsWithWatched(trx, companyId, [row.listing_id], ctx.clock())).get(
    row.listing_id,
  );
  const mark = proposalMark(seen?.fingerprint ?? null, row.rule_id, row.rule_version);
  await dismiss(trx, companyId, row.listing_id, unwanted(row.new_price, mark));
}

/** A new price moves the buybox: the market is polled without waiting for its turn. */
const pollSoon = (
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  targets: ReadonlyMap<number, Target>,
): Promise<void> =>
  requestPolls(
    ctx,
    trx,
    listingIds.flatMap((listingId) => {
      const target = targets.get(listingId);
      if (target === undefined) return [];
      return [{ poll: { companyId, accountId: target.accountId, listingId, tries: 0 } }];
    }),
  );
