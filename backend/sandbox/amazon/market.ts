// The offers on one page as every answer and notification of Amazon reports them, each in its own spelling.
import type { Minor } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import {
  awardOf,
  canCompete,
  isAvailable,
  type Offer,
  type Product,
  type Seller,
  type World,
} from '../world.ts';

const MOST_OFFERS = 20;

export type Channel = 'Amazon' | 'Merchant';

export const isFba = (offer: Offer): boolean => offer.logistics === 'fulfillment';
export const channelOf = (offer: Offer): Channel => (isFba(offer) ? 'Amazon' : 'Merchant');
export const fulfillmentOf = (offer: Offer) => (isFba(offer) ? 'AFN' : 'MFN');
export const landedPrice = (offer: Offer): Minor => offer.price + offer.shippingPrice;

export interface MarketOffer {
  offer: Offer;
  seller: Seller | undefined;
  isWinner: boolean;
}

export interface Count {
  condition: Offer['condition'];
  channel: Channel;
  count: number;
}

export interface PageMarket {
  /** The cheapest of the requested condition, by total price; at most twenty. */
  offers: readonly MarketOffer[];
  /** The seller of the featured offer; null: there is none. */
  winner: Offer | null;
  total: number;
  counts: readonly Count[];
  eligible: readonly Count[];
  /** The cheapest of each condition and channel. */
  lowest: readonly Offer[];
  /** Prices above it cannot be featured. */
  threshold: Minor | null;
  listPrice: Minor | null;
  rank: number;
}

const CONDITIONS = ['new', 'used'] as const;
const CHANNELS = ['Amazon', 'Merchant'] as const;
const GROUPS = CONDITIONS.flatMap((condition) =>
  CHANNELS.map((channel) => ({ condition, channel })),
);

/** What is on a page now, as a buyer of things in this condition sees it. */
export function marketOf(
  world: World,
  product: Product,
  condition: Offer['condition'] = 'new',
): PageMarket {
  const open = product.offers
    .filter(isAvailable)
    .sort((a, b) => landedPrice(a) - landedPrice(b) || (a.itemId < b.itemId ? -1 : 1));
  const winner = awardOf(world.sellers, product).ranking[0] ?? null;
  const grouped = GROUPS.map(({ condition, channel }) => ({
    condition,
    channel,
    offers: open.filter((one) => one.condition === condition && channelOf(one) === channel),
  }));
  const count = (fits: (offer: Offer) => boolean): Count[] =>
    grouped.flatMap(({ condition, channel, offers }) => {
      const { length } = offers.filter(fits);
      return length === 0 ? [] : [{ condition, channel, count: length }];
    });
  return {
    offers: open
      .filter((offer) => offer.condition === condition)
      .slice(0, MOST_OFFERS)
      .map((offer) => ({
        offer,
        seller: world.sellers.get(offer.sellerId),
        isWinner: offer.itemId === winner?.itemId,
      })),
    winner,
    total: open.length,
    counts: count(() => true),
    eligible: count((offer) => canCompete(product, offer)),
    lowest: grouped.flatMap(({ offers: [first] }) => first ?? []),
    threshold: product.ceiling,
    listPrice: product.ceiling === null ? null : Math.round(product.ceiling * 1.12),
    rank: 1 + (numberOf(product.id) % 60_000),
  };
}

/** Hours until it is shipped, as in offers. */
export const shippingHours = (offer: Offer) => ({
  minimum: isFba(offer) ? 0 : Math.max(0, offer.shippingHours - 24),
  maximum: isFba(offer) ? 0 : offer.shippingHours,
});

/** Whether the seller is eligible for the featured offer. */
export const isFeaturedMerchant = (offer: Offer): boolean => offer.barredBy === null;

/** The states of a listing, with Amazon's codes. */
export const listingStatus = (offer: Offer): string[] => [
  ...(isAvailable(offer) ? ['BUYABLE'] : []),
  ...(offer.amazon?.priceFault ? [] : ['DISCOVERABLE']),
];
