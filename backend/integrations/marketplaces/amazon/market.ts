// From what Amazon reports of a product's offers to the market of one seller's listing. Pure.
import {
  BELOW_TOP,
  type Buybox,
  type BuyboxStatus,
  type Market,
  type Offer,
} from '../../../kernel/market.ts';
import type { Minor } from '../../../kernel/money.ts';
import { AMAZON } from './id.ts';
import type { OfferList, ReportedOffer } from './offer-list.ts';

/** What Amazon reports of the price at which one listing may expect to be featured. */
export interface Expected {
  /** Amazon's status of the calculation. */
  status: string | null;
  /** The listing's own price, before shipping and promotions. */
  price: Minor | null;
  /** Which of the seller's two possible offers under one product is this listing; null: not reported. */
  fulfillment: boolean | null;
}

/** Reasons of a market's status, in our own codes, as Amazon has none for them; its own are in capitals. */
const INCOMPLETE = 'offers_incomplete';
export const NO_OFFER = 'offer_not_found';
export const NOT_ELIGIBLE = 'not_eligible_to_be_featured';
export const NO_FEATURED_OFFER = 'nobody_featured';

/** In these no price makes the listing the featured offer. */
const BARRED = new Set(['OFFER_NOT_ELIGIBLE', 'ASIN_NOT_ELIGIBLE']);
/** The list is being rebuilt; its contents are out of date. */
const UNFINISHED = 'ActiveButTooSoonForProcessing';

/** Whether two reported shipping prices do not contradict each other. */
const isSameShipping = (
  one: Pick<ReportedOffer, 'shippingPrice'>,
  other: Pick<ReportedOffer, 'shippingPrice'>,
): boolean =>
  one.shippingPrice === null ||
  other.shippingPrice === null ||
  one.shippingPrice === other.shippingPrice;

/**
 * The featured offers: none, one, or two (one for Prime buyers, one for the others). Where the offers do not say it
 * themselves, the one with the featured offer's seller or price; null where several sellers match.
 */
function featuredAmong(list: OfferList, offers: ReportedOffer[]): ReportedOffer[] | null {
  const reported = offers.filter((offer) => offer.isFeatured === true);
  if (reported.length > 0 || offers.some((offer) => offer.isFeatured === false)) return reported;
  const { featured } = list;
  if (featured === null) return [];
  const alike = offers.filter((offer) =>
    featured.sellerId === null
      ? offer.price === featured.price && isSameShipping(offer, featured)
      : offer.sellerId === featured.sellerId,
  );
  return alike.length > 1 && new Set(alike.map((offer) => offer.sellerId)).size > 1 ? null : alike;
}

interface BuyboxState {
  own: ReportedOffer[];
  competitors: ReportedOffer[];
  featured: ReportedOffer[] | null;
}

function statusOf(
  list: OfferList,
  { own, competitors, featured }: BuyboxState,
  sellerId: string,
  expected: Expected | null,
): { status: BuyboxStatus; reason: string | null } {
  if (list.status === UNFINISHED) return { status: 'SYNCING', reason: UNFINISHED };
  if (own.length === 0)
    return list.total > list.offers.length
      ? { status: 'SYNCING', reason: BELOW_TOP }
      : { status: 'NOT_COMPETING', reason: NO_OFFER };
  if (featured === null) return { status: 'SYNCING', reason: INCOMPLETE };
  if (featured.some((offer) => offer.sellerId === sellerId)) {
    // Competitors are counted but none can be read: this must not count as a market without competitors.
    if (competitors.length === 0 && list.total > own.length)
      return { status: 'SYNCING', reason: INCOMPLETE };
    if (competitors.length === 0) return { status: 'NO_COMPETITOR', reason: null };
    const isShared = featured.some((offer) => offer.sellerId !== sellerId);
    return { status: isShared ? 'CO_WINNING' : 'WINNING', reason: null };
  }
  if (expected?.status && BARRED.has(expected.status))
    return { status: 'NOT_COMPETING', reason: expected.status };
  if (own.every((offer) => offer.mayBeFeatured === false))
    return { status: 'NOT_COMPETING', reason: NOT_ELIGIBLE };
  if (featured.length > 0 || list.featured !== null) return { status: 'LOSING', reason: null };
  // Amazon features no offer where all cost too much compared with the product's price elsewhere. A listing that is alone
  // there must not count as one without a competitor: that would raise the price that is already too high.
  return { status: competitors.length > 0 ? 'LOSING' : 'NOT_COMPETING', reason: NO_FEATURED_OFFER };
}

/**
 * The id by which the product distinguishes the seller's own offers: the listing's own has its SKU or null. Where the
 * seller has two and it is unknown which is the listing, each gets an id that is no SKU.
 */
function offerIdOf(
  offer: ReportedOffer,
  own: ReportedOffer[],
  sku: string | null,
  expected: Expected | null,
) {
  if (own.length < 2 || !own.includes(offer)) return null;
  const isTheListing = expected?.fulfillment != null && offer.fulfillment === expected.fulfillment;
  return isTheListing && sku !== null
    ? sku
    : `${offer.sellerId}:${offer.fulfillment ? 'AFN' : 'MFN'}`;
}

/**
 * The market of a listing of `sellerId` by a list of offers, and by the expected price where that was asked for.
 * `sku`: which of the seller's listings it is, where that is known.
 */
export function toMarket(
  list: OfferList,
  { sellerId, sku }: { sellerId: string; sku: string | null },
  observedAt: Date,
  expected: Expected | null,
): Market {
  const seen = list.offers.filter((offer) => offer !== null);
  const own = seen.filter((offer) => offer.sellerId === sellerId);
  const competitors = seen.filter((offer) => offer.sellerId !== sellerId);
  const featured = featuredAmong(list, seen);
  const { status, reason } = statusOf(list, { own, competitors, featured }, sellerId, expected);
  const isWinner = status === 'WINNING' || status === 'CO_WINNING' || status === 'NO_COMPETITOR';
  const buybox: Buybox = {
    status,
    winnerSellerId: isWinner
      ? sellerId
      : (featured?.[0]?.sellerId ?? list.featured?.sellerId ?? null),
    priceToWin: expected?.price ?? null,
    reason,
  };
  const offers = list.offers.flatMap((offer, index): Offer[] =>
    offer === null
      ? []
      : [
          {
            offerId: offerIdOf(offer, own, sku, expected),
            sellerId: offer.sellerId,
            // Amazon reports no names of sellers.
            sellerName: '',
            marketplaceId: AMAZON,
            price: offer.price,
            shippingPrice: offer.shippingPrice,
            shippingTimeHours: offer.shippingTimeHours,
            fulfillment: offer.fulfillment,
            reputation: offer.reputation,
            listingTypeId: null,
            condition: list.condition,
            available: offer.available,
            position: index + 1,
            isOwn: offer.sellerId === sellerId,
            comparison: 'IDENTICAL',
            ...(offer.ratings !== null && { sellerTransactions: offer.ratings }),
          },
        ],
  );
  return { observedAt, buybox, offers };
}

/** The listing is under no product of the catalog. */
export const outside = (observedAt: Date): Market => ({
  observedAt,
  buybox: { status: 'NON_CATALOG', winnerSellerId: null, priceToWin: null, reason: null },
  offers: [],
});
