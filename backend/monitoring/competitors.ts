// A listing beside its competitors, from the latest observation of its market.
import type { MarketplaceContext } from '../catalog/actions.ts';
import {
  BELOW_TOP,
  byTotalPrice,
  MAX_OFFERS,
  type Market,
  type Offer,
  totalPrice,
} from '../kernel/market.ts';
import type { KnownMarketplaces } from '../kernel/marketplace.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { plainName } from '../kernel/plain-name.ts';
import { sellerNameOf } from '../kernel/seller-name.ts';
import { shippingAmount } from '../kernel/shipping.ts';
import type { OwnListing } from './competitors-store.ts';
import type {
  ComparedMarket,
  ComparedOffer,
  ComparisonState,
  Competitor,
} from './contract/competitors.ts';
import { ownOffer } from './diff.ts';
import { compareOffers, reputationLevel } from './engine/compare.ts';
import { tipsFor } from './tips.ts';
import { notIn } from './watch/offers.ts';

/** Whether buyers pay in instalments without interest; null: the marketplace does not report it. */
function freeInstallments(
  marketplaces: KnownMarketplaces,
  { marketplaceId, listingTypeId }: Pick<Offer, 'marketplaceId' | 'listingTypeId'>,
): boolean | null {
  const types = marketplaces.factsOf(marketplaceId)?.traits.interestFreeTypes ?? null;
  return types === null || listingTypeId === null ? null : types.includes(listingTypeId);
}

/** A name as people type it: without accents, capitals and blanks. */
const searchable = (name: string) => plainName(name).replaceAll(' ', '');

/** What no marketplace reports yet of an offer on a product's page. */
const UNREPORTED = {
  isMostSold: null,
  rate: null,
  hasDealOfTheDay: null,
} as const;

/** @param onCatalog whether the offers are on a product's page */
const toCompared = (
  marketplaces: KnownMarketplaces,
  offer: Omit<Offer, 'position'> & { position: number | null },
  { isWinner, onCatalog }: { isWinner: boolean | null; onCatalog: boolean },
): ComparedOffer => ({
  position: marketplaces.factsOf(offer.marketplaceId)?.traits.ranksOffers ? offer.position : null,
  isWinner,
  available: offer.available,
  condition: offer.condition,
  price: toAmount(offer.price),
  ...shippingAmount(offer.shippingPrice),
  totalPrice: toAmount(totalPrice(offer) ?? offer.price),
  fulfillment: offer.fulfillment,
  shippingTimeHours: offer.shippingTimeHours,
  reputation: offer.reputation,
  reputationLevel: reputationLevel(offer.reputation),
  listingTypeId: offer.listingTypeId,
  freeInstallments: freeInstallments(marketplaces, offer),
  acceptsPaymentMethod: offer.acceptsPaymentMethod ?? null,
  onCatalog,
  ...UNREPORTED,
});

/** Our own offer as it was observed, with the listing's data for what was not. */
function ownCompared(
  marketplaces: KnownMarketplaces,
  listing: OwnListing,
  market: Market | null,
): ComparedOffer {
  const seen = market && ownOffer(market, listing.skuMarketplace, listing.sellerId);
  const isAvailable = listing.status === 'ENABLED' && listing.stock > 0;
  const offer = {
    offerId: listing.skuMarketplace,
    sellerId: listing.sellerId,
    sellerName: '',
    marketplaceId: listing.marketplaceId as Offer['marketplaceId'],
    shippingPrice: listing.shippingPrice,
    shippingTimeHours: null,
    reputation: null,
    position: null,
    condition: listing.condition,
    isOwn: true,
    comparison: 'IDENTICAL' as const,
    ...seen,
    // The price may have moved since the poll.
    price: listing.price,
    available: isAvailable,
    fulfillment: seen?.fulfillment ?? listing.fulfillment,
    listingTypeId: seen?.listingTypeId ?? listing.listingTypeId,
  };
  const winner = market?.buybox.winnerSellerId ?? null;
  return toCompared(marketplaces, offer, {
    isWinner: winner === null ? null : winner === listing.sellerId,
    onCatalog: listing.catalogProductId !== null && market?.buybox.status !== 'NON_CATALOG',
  });
}

/** The price of the offer that holds the buybox; null: not reported. */
function winnerPriceOf({ buybox, offers }: Market): number | null {
  const winner = offers.find(({ sellerId }) => sellerId === buybox.winnerSellerId);
  return toAmountOrNull(winner?.price ?? buybox.winnerPrice ?? null);
}

function stateOf(listing: OwnListing, market: Market | null): ComparisonState {
  if (listing.status === 'ARCHIVED' || listing.status === 'INACTIVE') return 'unavailable';
  if (listing.status === 'PAUSED' || listing.stock === 0) return 'paused';
  if (market === null) return 'not_monitored';
  return market.buybox.reason === BELOW_TOP ? 'below_twentieth' : 'ready';
}

/**
 * A listing beside the competitors of a market, who is better in what, and what keeps the listing from the buybox.
 * @param market null: it was never observed
 * @param searchValue a part of a seller's name, in any spelling; empty: all competitors
 * @param watched offers elsewhere that the company watches by itself
 */
export function compareMarket(
  ctx: Pick<MarketplaceContext, 'marketplaces'>,
  listing: OwnListing,
  market: Market | null,
  searchValue = '',
  watched: readonly Offer[] = [],
): ComparedMarket {
  const own = ownCompared(ctx.marketplaces, listing, market);
  const winner = market?.buybox.winnerSellerId ?? null;
  const marketplace = ctx.marketplaces.byId(listing.marketplaceId);
  const toCompetitor = (offer: Offer, index: number): Competitor => {
    const compared = toCompared(ctx.marketplaces, offer, {
      isWinner: winner === null ? null : offer.sellerId === winner,
      onCatalog: true,
    });
    const link =
      listing.link === null || offer.marketplaceId !== listing.marketplaceId
        ? null
        : (marketplace?.offerPage?.(offer, {
            skuMarketplace: listing.skuMarketplace,
            link: listing.link,
          }) ?? null);
    return {
      ...compared,
      id: offer.offerId ?? `${offer.sellerId}:${index}`,
      sellerId: offer.sellerId,
      sellerName: sellerNameOf(offer) ?? '',
      marketplaceId: offer.marketplaceId,
      link,
      suspicion: offer.isSuspect ? (offer.isRefused ? 'refused' : 'suspect') : null,
      better: compareOffers(own, compared),
    };
  };
  const onPage = (market?.offers ?? [])
    .filter((offer) => !offer.isOwn)
    .sort(
      (a, b) =>
        Number(b.sellerId === winner) - Number(a.sellerId === winner) ||
        Number(b.available) - Number(a.available) ||
        byTotalPrice(a, b),
    )
    .map(toCompetitor);
  // Watched competitors come after those of the listing's own page, the cheapest first.
  const elsewhere = notIn({ offers: market?.offers ?? [] }, watched)
    .sort(byTotalPrice)
    .map((offer, index) => toCompetitor(offer, MAX_OFFERS + index));
  const competitors = [...onPage, ...elsewhere].slice(0, MAX_OFFERS);
  const wanted = searchable(searchValue);
  const buybox = market && {
    status: market.buybox.status,
    priceToWin: toAmountOrNull(market.buybox.priceToWin),
    reason: market.buybox.reason,
    winnerPrice: winnerPriceOf(market),
  };
  return {
    state: stateOf(listing, market),
    observedAt: market?.observedAt.toISOString() ?? null,
    buybox,
    reportsOffers: market === null ? null : market.reportsOffers !== false,
    boosts: [...(market?.buybox.boosts ?? [])],
    own,
    competitors: competitors.filter(({ sellerName }) => searchable(sellerName).includes(wanted)),
    total: competitors.length,
    tips: tipsFor({
      buybox,
      listing,
      hindrances: ctx.marketplaces.factsOf(listing.marketplaceId)?.hindrances ?? {},
      own,
      leader:
        onPage.find(
          ({ available, isWinner, condition }) =>
            available && (isWinner === true || condition === own.condition),
        ) ?? null,
    }),
  };
}
