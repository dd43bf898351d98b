// A price that was refused because it is set outside Primazia: the update says by what, and the listing is fetched again.
import { type MarketplaceContext, requestListingRefresh } from '../../catalog/actions.ts';
import type { Trx } from '../../platform/db.ts';
import { hintsAtMover, moverOf } from './engine/attribution.ts';
import type { Progress } from './engine/state-machine.ts';
import { loadPriceControl } from './other-movers.ts';

/**
 * The progress of an update, with who moves the price in its failure where that is known. Where the refusal hints at
 * somebody, the listing is fetched again, so that what is known of it is no older than the refusal.
 */
export async function nameMover(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  listingId: number,
  progress: Progress,
): Promise<Progress> {
  const { state, failure } = progress;
  if (state !== 'rejected' || failure === null) return progress;
  const [known] = await loadPriceControl(trx, companyId, [listingId]);
  if (known === undefined) throw new Error(`Listing ${listingId} is gone`);
  const { accountId, marketplaceId, skuMarketplace, promotionStatus, automatedSince } = known;
  const refusals = ctx.marketplaces.factsOf(marketplaceId)?.refusals ?? {};
  if (!hintsAtMover(failure.code, refusals)) return progress;
  await requestListingRefresh(ctx, trx, { companyId, accountId, listings: [skuMarketplace] });
  const refused = { promotionStatus, isAutomated: automatedSince !== null };
  const mover = moverOf(failure.code, refused, refusals);
  return mover === null ? progress : { ...progress, failure: { ...failure, mover } };
}
