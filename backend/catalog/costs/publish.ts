import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { COSTS_CHANGED } from '../contract.ts';

const IDS_PER_EVENT = 1_000;
/** Publishes that the costs of these listings changed, in the caller's transaction. */
export async function publishCostsChanged(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_PER_EVENT) {
    const listingIds = ids.slice(from, from + IDS_PER_EVENT);
    await ctx.jobs.emit(trx, COSTS_CHANGED, { companyId, listingIds });
  }
  await announce(trx, companyId, { type: 'listings', ids: [...ids] });
}
