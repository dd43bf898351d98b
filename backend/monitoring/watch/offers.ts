// Watched competitors as the offers with which rules outside the buybox compete.
import { type Comparison, MAX_OFFERS, type Market, type Offer } from '../../kernel/market.ts';
import type { Trx } from '../../platform/db.ts';
import type { PriceSource, WatchState } from '../contract/watch.ts';
import { countedAs } from './engine/counts.ts';
import { offerOf, type WatchRow, watchesOf } from './store.ts';

/** What a company watches for one listing. */
export interface WatchedOffers {
  offers: Offer[];
  /** Competitors whose price is not known now. */
  unknown: number;
}

/** How rules treat a row. */
export const rowCountedAs = (row: WatchRow, now: Date) =>
  countedAs(
    {
      state: row.state as WatchState,
      isPaused: row.is_paused,
      source: row.source as PriceSource | null,
      seenAt: row.seen_at,
    },
    now,
  );

const toOffer = (row: WatchRow, position: number): Offer | null => {
  const offer = offerOf(row);
  return (
    offer && {
      ...offer,
      marketplaceId: row.marketplace_id,
      available: true,
      position: MAX_OFFERS + position,
      isOwn: false,
      comparison: row.comparison as Comparison,
    }
  );
};

/** The watched offers that are not in a listing's own market already. */
export const notIn = (market: Pick<Market, 'offers'>, watched: readonly Offer[]): Offer[] =>
  watched.filter(
    (offer) =>
      !market.offers.some(
        (one) =>
          one.marketplaceId === offer.marketplaceId &&
          one.sellerId === offer.sellerId &&
          one.offerId === offer.offerId,
      ),
  );

/** The watched offers of listings, by their ids; listings without any are left out. */
export async function watchedOffers(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  now: Date,
): Promise<Map<number, WatchedOffers>> {
  const rows = await watchesOf(trx, companyId, listingIds);
  const found = new Map<number, WatchedOffers>();
  for (const row of rows) {
    const counted = rowCountedAs(row, now);
    if (counted === 'paused') continue;
    const of = found.get(row.listing_id) ?? { offers: [], unknown: 0 };
    found.set(row.listing_id, of);
    const offer = counted === 'counts' ? toOffer(row, of.offers.length + 1) : null;
    if (offer !== null) of.offers.push(offer);
    else if (counted === 'unknown') of.unknown += 1;
  }
  return found;
}
