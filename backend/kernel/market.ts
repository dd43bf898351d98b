import * as z from 'zod';
import type { MarketplaceId } from './marketplace-ids.ts';
import type { Minor } from './money.ts';

export const BUYBOX_STATUSES = [
  'WINNING',
  'CO_WINNING',
  'LOSING',
  'NON_CATALOG',
  'OUTSIDE_BUYBOX',
  'WAITING_BUYBOX',
  'NOT_COMPETING',
  'SYNCING',
  'NO_COMPETITOR',
] as const;
export const BuyboxStatus = z.enum(BUYBOX_STATUSES);
export type BuyboxStatus = z.infer<typeof BuyboxStatus>;

/** The reason of a market in which the listing is not among the first offers, and no others are reported. */
export const BELOW_TOP = 'below_top_20';

/** What may exclude a listing from the buybox, whatever its price. */
export const HINDRANCES = [
  'out_of_stock',
  'paused',
  'not_opted_in',
  'not_on_catalog',
  'untrusted_seller',
  'low_reputation',
  'penalized_item',
  'better_reputation_ahead',
  'new_seller',
  'manufacturing_time',
  'worse_shipping_mode',
  'not_eligible',
  'product_not_eligible',
  'offer_not_found',
  'above_reference_price',
  'price_is_not_enough',
] as const;
export type Hindrance = (typeof HINDRANCES)[number];

export const Condition = z.enum(['new', 'used', 'refurbished']);
export type Condition = z.infer<typeof Condition>;

export const Comparison = z.enum(['IDENTICAL', 'SIMILAR']);
export type Comparison = z.infer<typeof Comparison>;

export const PromotionStatus = z.enum(['none', 'pending', 'started']);
export type PromotionStatus = z.infer<typeof PromotionStatus>;

export const ListingStatus = z.enum(['ENABLED', 'PAUSED', 'INACTIVE', 'REVIEW', 'ARCHIVED']);
export type ListingStatus = z.infer<typeof ListingStatus>;

/** The criteria by which offers are compared. */
export const CRITERIA = [
  'price',
  'shippingPrice',
  'totalPrice',
  'fulfillment',
  'shippingTime',
  'reputation',
  'listingTypeId',
  'freeInstallments',
  'acceptsPaymentMethod',
  'onCatalog',
  'isMostSold',
  'rate',
  'hasDealOfTheDay',
] as const;
export type Criterion = (typeof CRITERIA)[number];

/** Whether a marketplace reports a criterion of a competitor's offer: of each one, of some, or of none. */
export type Reported = 'always' | 'sometimes' | 'never';

/** At most this many offers are seen of one listing's market: no marketplace reports more. */
export const MAX_OFFERS = 20;

/** One seller's live price for a product. */
export interface Offer {
  /** The marketplace's own id of the offer, if it reports one. */
  offerId: string | null;
  sellerId: string;
  /** Empty: the marketplace does not report it. */
  sellerName: string;
  marketplaceId: MarketplaceId;
  price: Minor;
  /** What buyers pay for its shipping; null: not reported. */
  shippingPrice: Minor | null;
  shippingTimeHours: number | null;
  /** Shipped from the marketplace's own warehouse; null: not reported. */
  fulfillment: boolean | null;
  reputation: string | null;
  listingTypeId: string | null;
  condition: Condition;
  available: boolean;
  /** Its position in the answer, from 1: the marketplace's rank only if its trait `ranksOffers` is set. */
  position: number;
  /** Whether the marketplace's own means of payment is taken; left out: not reported. */
  acceptsPaymentMethod?: boolean;
  /** Sales or ratings that the seller has on record; left out: not reported. */
  sellerTransactions?: number | null;
  /** Its price is suspect, and neither a second observation nor a user has confirmed it: it does not count as a competitor. */
  isSuspect?: boolean;
  /** A person refused it: no second observation confirms it. */
  isRefused?: boolean;
  /** An offer of any account of the company; own offers are never competitors. */
  isOwn: boolean;
  comparison: Comparison;
}

/** What a marketplace counts in favor of an offer in addition to its price. */
export const BOOSTS = [
  'fulfillment',
  'same_day_shipping',
  'free_shipping',
  'free_installments',
  'shipping_collect',
  'normal_shipping',
] as const;
export const Boost = z.enum(BOOSTS);
export type Boost = z.infer<typeof Boost>;

/** Whether offers have a boost; null: not reported. */
export interface BoostState {
  boost: Boost;
  own: boolean | null;
  winner: boolean | null;
}

export interface Buybox {
  /** Only `OUTSIDE_BUYBOX` if the marketplace has no buybox. */
  status: BuyboxStatus;
  winnerSellerId: string | null;
  /** The marketplace's id of the offer that holds it; left out: not reported. */
  winnerOfferId?: string | null;
  /** Another listing of the company holds it; left out: none is known to. */
  isOwnWinner?: true;
  /** The price of the offer that has it, without shipping; absent: only the offers contain it. */
  winnerPrice?: Minor | null;
  /** Left out: not reported. */
  boosts?: readonly BoostState[];
  /** The item's own price that would win, where the marketplace reports it. */
  priceToWin: Minor | null;
  /** The marketplace's own code for why the listing does not compete. */
  reason: string | null;
}

/** All that was seen of one listing's market at one moment. */
export interface Market {
  observedAt: Date;
  buybox: Buybox;
  /** At most `MAX_OFFERS`, own offers included. */
  offers: Offer[];
  /**
   * Watched competitors of the company, on any marketplace: rules outside the buybox compete with them too. `unknown`: how many
   * have no price that counts now. Absent: none is watched.
   */
  watched?: { readonly offers: readonly Offer[]; readonly unknown: number };
  /** The marketplace no longer reports who else sells the product: `offers` is empty and meaningless. */
  reportsOffers?: false;
  /** The price to win could not be read; it may be unchanged. */
  isPartial?: true;
}

/** The total price of a seller, item and shipping; null: shipping is not reported. */
export const totalPrice = (offer: Pick<Offer, 'price' | 'shippingPrice'>): Minor | null =>
  offer.shippingPrice === null ? null : offer.price + offer.shippingPrice;

/**
 * The order of offers from the cheapest, shipping included. Those with unreported shipping come after the others, by the
 * price of the item; a tie goes to the earlier position in the answer.
 */
export function byTotalPrice(
  a: Pick<Offer, 'price' | 'shippingPrice' | 'position'>,
  b: Pick<Offer, 'price' | 'shippingPrice' | 'position'>,
): number {
  const isKnown = (offer: Pick<Offer, 'shippingPrice'>) => offer.shippingPrice !== null;
  return (
    Number(isKnown(b)) - Number(isKnown(a)) ||
    (totalPrice(a) ?? a.price) - (totalPrice(b) ?? b.price) ||
    a.position - b.position
  );
}
