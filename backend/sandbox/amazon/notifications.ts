// The payloads of Amazon's notifications, made from the state of the world.
import type { Offer, Product, World } from '../world.ts';
import {
  type Count,
  channelOf,
  fulfillmentOf,
  isFba,
  isFeaturedMerchant,
  landedPrice,
  listingStatus,
  marketOf,
  type PageMarket,
  shippingHours,
} from './market.ts';
import { money, oldMoney, shipsFrom } from './room.ts';
import { type AmazonStore, storeAt } from './stores.ts';

const oldPrices = (offer: Offer, store: AmazonStore) => ({
  LandedPrice: oldMoney(landedPrice(offer), store),
  ListingPrice: oldMoney(offer.price, store),
  Shipping: oldMoney(offer.shippingPrice, store),
});

const oldCount = ({ condition, channel, count }: Count) => ({
  Condition: condition,
  FulfillmentChannel: channel,
  OfferCount: count,
});

function changedOffers(market: PageMarket, store: AmazonStore) {
  return market.offers.map(({ offer, seller }) => {
    const hours = shippingHours(offer);
    const prime = offer.amazon?.prime ?? false;
    return {
      SellerId: seller?.amazon?.id ?? '',
      SubCondition: offer.condition === 'new' ? 'new' : 'very_good',
      SellerFeedbackRating: {
        FeedbackCount: seller?.amazon?.feedbacks ?? 0,
        SellerPositiveFeedbackRating: seller?.amazon?.rating ?? 0,
      },
      ShippingTime: {
        MinimumHours: hours.minimum,
        MaximumHours: hours.maximum,
        AvailabilityType: 'NOW',
      },
      ListingPrice: oldMoney(offer.price, store),
      Shipping: oldMoney(offer.shippingPrice, store),
      ShipsFrom: shipsFrom(seller, store),
      IsFulfilledByAmazon: isFba(offer),
      PrimeInformation: { IsOfferPrime: prime, IsOfferNationalPrime: prime },
      IsExpeditedShippingAvailable: offer.shippingHours <= 24,
      IsFeaturedMerchant: isFeaturedMerchant(offer),
      ShipsDomestically: true,
      ShipsInternationally: false,
    };
  });
}

/** The part of `ANY_OFFER_CHANGED` that is the same for every seller on the page. `at` is ISO 8601. */
export function offerChange(world: World, product: Product, type: string, at: string) {
  const market = marketOf(world, product);
  const { winner, threshold, listPrice } = market;
  const store = storeAt(product);
  return {
    OfferChangeTrigger: {
      MarketplaceId: store.id,
      ASIN: product.id,
      ItemCondition: 'new',
      TimeOfOfferChange: at,
      OfferChangeType: type,
    },
    Summary: {
      NumberOfOffers: market.counts.map(oldCount),
      LowestPrices: market.lowest.map((offer) => ({
        Condition: offer.condition,
        FulfillmentChannel: channelOf(offer),
        ...oldPrices(offer, store),
      })),
      ...(winner === null
        ? {}
        : { BuyBoxPrices: [{ Condition: winner.condition, ...oldPrices(winner, store) }] }),
      ...(listPrice === null ? {} : { ListPrice: oldMoney(listPrice, store) }),
      TotalBuyBoxEligibleOffers: market.eligible.reduce((sum, one) => sum + one.count, 0),
      SalesRankings: [{ ProductCategoryId: product.kind, Rank: market.rank }],
      NumberOfBuyBoxEligibleOffers: market.eligible.map(oldCount),
      ...(threshold === null ? {} : { CompetitivePriceThreshold: oldMoney(threshold, store) }),
    },
    Offers: changedOffers(market, store),
  };
}

const CHANNELS = { Amazon: 'AFN', Merchant: 'MFN' } as const;
const newCount = ({ condition, channel, count }: Count) => ({
  condition,
  fulfillmentType: CHANNELS[channel],
  offerCount: count,
});
const newPrices = (offer: Offer, store: AmazonStore) => ({
  condition: offer.condition,
  landedPrice: money(landedPrice(offer), store),
  listingPrice: money(offer.price, store),
  shipping: money(offer.shippingPrice, store),
});

/** `PRICING_HEALTH`: an own price became too high to be featured. */
export function priceHealth(
  world: World,
  product: Product,
  own: Offer,
  sellerId: string,
  at: string,
) {
  const market = marketOf(world, product);
  const { winner, threshold, listPrice } = market;
  const store = storeAt(product);
  return {
    issueType: 'BuyBoxDisqualification',
    sellerId,
    offerChangeTrigger: {
      marketplaceId: store.id,
      asin: product.id,
      itemCondition: own.condition,
      timeOfOfferChange: at,
    },
    merchantOffer: { ...newPrices(own, store), fulfillmentType: fulfillmentOf(own) },
    summary: {
      numberOfOffers: market.counts.map(newCount),
      buyBoxEligibleOffers: market.eligible.map(newCount),
      ...(winner === null ? {} : { buyBoxPrices: [newPrices(winner, store)] }),
      salesRankings: [{ productCategoryId: product.kind, rank: market.rank }],
      referencePrice: {
        ...(threshold === null ? {} : { competitivePriceThreshold: money(threshold, store) }),
        ...(listPrice === null ? {} : { msrpPrice: money(listPrice, store) }),
      },
    },
  };
}

const aboutListing = (product: Product, { sku }: Offer, sellerId: string) => ({
  SellerId: sellerId,
  MarketplaceId: storeAt(product).id,
  Asin: product.id,
  Sku: sku,
});

/** `LISTINGS_ITEM_STATUS_CHANGE`: a listing can be bought now, or no longer. */
export const statusChange = (product: Product, own: Offer, sellerId: string) => ({
  ...aboutListing(product, own, sellerId),
  CreatedDate: new Date(own.createdAt).toISOString(),
  Status: listingStatus(own),
});

/** `LISTINGS_ITEM_ISSUES_CHANGE`: a listing has an issue now, or none any more. */
export const issuesChange = (product: Product, own: Offer, sellerId: string) => ({
  ...aboutListing(product, own, sellerId),
  Severities: [own.amazon?.priceFault ? 'ERROR' : 'NONE'],
  EnforcementActions: [],
});
