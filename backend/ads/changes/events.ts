import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { ADS_CHANGES_MOVED } from '../contract.ts';

/** Publishes that changes of a campaign were made or decided: to pages, and to the counter of those that wait. */
export async function reportMoved(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaignId: number,
): Promise<void> {
  await announce(trx, companyId, { type: 'campaigns', ids: [campaignId] });
  await ctx.jobs.emit(trx, ADS_CHANGES_MOVED, { companyId });
}
