import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { ADS_CREATIONS_MOVED } from '../contract.ts';

/**
 * Publishes that a creation was made, decided or moved on: to pages, and to the counter of those that wait.
 * @param campaignId null: the campaign does not exist yet
 */
export async function reportCreation(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaignId: number | null,
): Promise<void> {
  // Pages get creations by the same message as campaigns; no campaign has the id 0.
  await announce(trx, companyId, { type: 'campaigns', ids: [campaignId ?? 0] });
  await ctx.jobs.emit(trx, ADS_CREATIONS_MOVED, { companyId });
}
