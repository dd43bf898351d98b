// A price that was refused because it is somebody else's: the update says whose, and the marketplace is asked.
import { requestListingRefresh, type TradingHouse } from '../../catalog/actions.ts';
import type { Trx } from '../../platform/db.ts';
import type { Progress } from '../updates.ts';
import { hintsAtMover, moverOf } from './blame.ts';
import { loadKnown } from './store.ts';

/**
 * What an update comes to, with who moves the price in its failure where that is known. Where the refusal hints at
 * somebody, the ad is fetched anew, so that what is told of it is no older than the refusal.
 */
export async function accused(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  listingId: number,
  progress: Progress,
): Promise<Progress> {
  const { state, failure } = progress;
  if (state !== 'rejected' || failure === null || !hintsAtMover(failure.code)) return progress;
  const [known] = await loadKnown(trx, companyId, [listingId]);
  if (known === undefined) throw new Error(`Listing ${listingId} is gone`);
  const { accountId, skuMarketplace, promotionStatus, automatedSince } = known;
  await requestListingRefresh(house, trx, { companyId, accountId, listings: [skuMarketplace] });
  const mover = moverOf(failure.code, { promotionStatus, isAutomated: automatedSince !== null });
  return mover === null ? progress : { ...progress, failure: { ...failure, mover } };
}
