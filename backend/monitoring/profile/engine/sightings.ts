// Which competitors recorded markets show, by seller and listing. Pure.
import type { Offer } from '../../../kernel/market.ts';
import type { Minor } from '../../../kernel/money.ts';
import { sellerNameOf } from '../../../kernel/seller-name.ts';

/** A competitor beside one listing, as some observations show it. */
export interface CompetitorSighting {
  marketplaceId: number;
  sellerId: string;
  listingId: number;
  /** Empty: not reported. */
  sellerName: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  lowestPrice: Minor | null;
  lowestAt: Date | null;
}

export interface RecordedMarket {
  listingId: number;
  at: Date;
  offers: readonly Offer[];
}

/** Suspect prices do not count as lowest; own offers and those that cannot be bought are no competitors. */
export function sightingsOf(markets: readonly RecordedMarket[]): CompetitorSighting[] {
  const seen = new Map<string, CompetitorSighting>();
  for (const { listingId, at, offers } of markets) {
    for (const offer of offers) {
      if (offer.isOwn || !offer.available) continue;
      const { marketplaceId, sellerId } = offer;
      const key = JSON.stringify([marketplaceId, sellerId, listingId]);
      const sellerName = sellerNameOf(offer) ?? '';
      const price = offer.isSuspect ? null : offer.price;
      const one = seen.get(key);
      if (one === undefined) {
        seen.set(key, {
          marketplaceId,
          sellerId,
          listingId,
          sellerName,
          firstSeenAt: at,
          lastSeenAt: at,
          lowestPrice: price,
          lowestAt: price === null ? null : at,
        });
        continue;
      }
      if (at < one.firstSeenAt) one.firstSeenAt = at;
      if (at >= one.lastSeenAt) {
        one.lastSeenAt = at;
        one.sellerName = sellerName || one.sellerName;
      }
      if (price === null) continue;
      const isLower = one.lowestPrice === null || price < one.lowestPrice;
      if (isLower || (price === one.lowestPrice && at < one.lowestAt!)) {
        one.lowestPrice = price;
        one.lowestAt = at;
      }
    }
  }
  return [...seen.values()];
}
