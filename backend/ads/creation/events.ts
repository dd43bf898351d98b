import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { ADS_CREATIONS_MOVED } from '../contract.ts';

/**
 * Reports that a creation was made, decided or taken on: to pages, and to the counter of those that wait.
 * @param campaignId null: the campaign does not stand yet
 */
export async function reportCreation(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaignId: number | null,
): Promise<void> {
  // Pages read creations by the same news as campaigns; 0 is the id of none.
  await announce(trx, companyId, { type: 'campaigns', ids: [campaignId ?? 0] });
  await ctx.jobs.emit(trx, ADS_CREATIONS_MOVED, { companyId });
}
