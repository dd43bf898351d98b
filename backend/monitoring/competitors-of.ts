import type { MarketplaceContext } from '../catalog/actions.ts';
import { problem } from '../catalog/problems.ts';
import { within } from '../platform/db.ts';
import { compareMarket, latestMarkets } from './actions.ts';
import { ownListing } from './competitors-store.ts';
import type { ComparedMarket } from './contract/competitors.ts';
import { watchedOffers } from './watch/offers.ts';

/**
 * A listing beside the competitors of its latest market, who is better in what, and what keeps the listing from
 * the buybox.
 * @param searchValue a part of a seller's name, in any spelling; empty: all competitors
 * @throws Problem 404 `listing_not_found`
 */
export async function competitorsOf(
  ctx: MarketplaceContext,
  companyId: number,
  listingId: number,
  searchValue: string,
): Promise<ComparedMarket> {
  const { listing, market, watched } = await within(
    ctx.db,
    { company: companyId },
    async (trx) => ({
      listing: await ownListing(trx, companyId, listingId),
      market: (await latestMarkets(trx, companyId, [listingId])).get(listingId)?.market ?? null,
      watched: await watchedOffers(trx, companyId, [listingId], ctx.clock()),
    }),
  );
  if (listing === null) throw problem('listing_not_found');
  return compareMarket(ctx, listing, market, searchValue, watched.get(listingId)?.offers);
}
