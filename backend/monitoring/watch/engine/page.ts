// Which of the offers of a product's page is the competitor that is watched. Pure.
import { byTotalPrice, type Condition, type Offer } from '../../../kernel/market.ts';
import { isSuspectPrice } from '../../engine/suspect.ts';
import type { ObservedOffer, PollResult } from './state.ts';

export interface Page {
  offers: readonly Offer[];
  /** How many offers there are, reported or not. */
  total: number;
}

export interface Wanted {
  itemId: string | null;
  sellerId: string | null;
  /** The condition of our own listing: offers in another one are no competitors. */
  condition: Condition;
}

const toObserved = ({
  offerId,
  sellerId,
  sellerName,
  price,
  shippingPrice,
  shippingTimeHours,
  fulfillment,
  reputation,
  listingTypeId,
  condition,
}: Offer): ObservedOffer => ({
  offerId,
  sellerId,
  sellerName,
  price,
  shippingPrice,
  shippingTimeHours,
  fulfillment,
  reputation,
  listingTypeId,
  condition,
});

/**
 * What a page shows of the competitor that is watched on it: the listing or the seller that the link named, else the cheapest.
 * @param ownSellers all sellers of the company: none of them is a competitor
 * @param isFirst nothing of it was observed before
 */
export function resultFor(
  page: Page,
  wanted: Wanted,
  ownSellers: ReadonlySet<string>,
  isFirst: boolean,
): PollResult {
  const others = page.offers.filter(({ sellerId, isOwn }) => !isOwn && !ownSellers.has(sellerId));
  const sold = others
    .filter(({ available, condition }) => available && condition === wanted.condition)
    .sort(byTotalPrice);
  const { itemId, sellerId } = wanted;
  const isNamed = itemId !== null || sellerId !== null;
  const found = sold.find(
    (offer) =>
      (itemId === null || offer.offerId === itemId) &&
      (sellerId === null || offer.sellerId === sellerId),
  );
  if (found === undefined) {
    // It may be beyond the offers that are reported.
    if (isNamed && page.total > page.offers.length)
      return { kind: 'closed', reason: 'below_twentieth' };
    const isListed = others.some(({ offerId }) => offerId === itemId);
    if (isFirst && itemId !== null && page.offers.length > 0 && !isListed)
      return { kind: 'closed', reason: 'item_not_listed' };
    return { kind: 'absent' };
  }
  const rest = sold.filter((offer) => offer !== found).map(({ price }) => price);
  const isSuspect = isSuspectPrice(found, rest);
  return { kind: 'offer', offer: toObserved(found), isSuspect };
}
