import { createHash } from 'node:crypto';
import { type BuyboxStatus, byTotalPrice, type Market, type Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { sellerOf } from '../kernel/seller.ts';

/** An offer that can take the buybox from us: available, and not our own. */
const isCompeting = (offer: Offer) => offer.available && !offer.isOwn;

/** The competitors of a market whose prices are not suspect, the cheapest first. */
export const competingOffers = (market: Pick<Market, 'offers'>): Offer[] =>
  market.offers.filter((offer) => isCompeting(offer) && !offer.isSuspect).sort(byTotalPrice);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * The competitors as one short text: which there are, with prices, shipping and condition. Rules decide the same for markets
 * with the same text. What also follows from our own price (the status, the winner, the price to win) does not change it, nor do
 * names and the order of the list.
 */
export function fingerprint(market: Market): string {
  if (market.reportsOffers === false) {
    const { winnerOfferId, winnerPrice } = market.buybox;
    return hashOf(JSON.stringify(['not reported', winnerOfferId ?? null, winnerPrice ?? null]));
  }
  const competitors = market.offers
    .filter(isCompeting)
    .map((offer) =>
      JSON.stringify([
        offer.marketplaceId,
        offer.sellerId,
        offer.offerId,
        offer.price,
        offer.shippingPrice,
        offer.condition,
        offer.comparison,
        ...(offer.isSuspect ? [offer.isRefused ? 'refused' : 'suspect'] : []),
      ]),
    )
    .sort(compare);
  return hashOf(competitors.join('\n'));
}

/** Everything in an observation of a market that matters to a consumer. */
export interface Essence {
  ownPrice: Minor;
  status: BuyboxStatus;
  winnerSellerId: string | null;
  priceToWin: Minor | null;
  reason: string | null;
  fingerprint: string;
}

/** @param ownPrice the price of the company's own listing at that moment, in minor units */
export const essenceOf = (market: Market, ownPrice: Minor): Essence => ({
  ownPrice,
  status: market.buybox.status,
  winnerSellerId: market.buybox.winnerSellerId,
  priceToWin: market.buybox.priceToWin,
  reason: market.buybox.reason,
  fingerprint: fingerprint(market),
});

/**
 * Whether something that matters changed between two observations: our own price, a competitor that came, left or changed its
 * price, the winner, the status with its reason, the price to win. A first observation changes everything.
 */
export const hasChanged = (before: Essence | null, after: Essence): boolean =>
  before === null ||
  before.ownPrice !== after.ownPrice ||
  before.status !== after.status ||
  before.winnerSellerId !== after.winnerSellerId ||
  before.priceToWin !== after.priceToWin ||
  before.reason !== after.reason ||
  before.fingerprint !== after.fingerprint;

/**
 * The offer of the listing itself among those of its market.
 * @param account whose listing it is: on a marketplace whose offers have no ids, a seller has one offer a product
 */
export const ownOffer = (market: Market, skuMarketplace: string, account: string): Offer | null =>
  market.offers.find((offer) => offer.offerId === skuMarketplace) ??
  market.offers.find((offer) => offer.offerId === null && offer.sellerId === sellerOf(account)) ??
  null;
