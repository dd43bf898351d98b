// Product pricing, version 0: the offers on a page, in batches.
import * as z from 'zod';
import { findProduct, findSku, type Offer, type Product } from '../world.ts';
import {
  type Count,
  channelOf,
  isFba,
  isFeaturedMerchant,
  landedPrice,
  type MarketOffer,
  marketOf,
  shippingHours,
} from './market.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  errorsOf,
  invalid,
  oldMoney,
  readJson,
  shipsFrom,
} from './room.ts';
import { type AmazonStore, storeAt, storeOf } from './stores.ts';

const MOST_REQUESTS = 20;

const Batch = z.object({
  requests: z
    .array(
      z.object({
        uri: z.string(),
        method: z.literal('GET'),
        MarketplaceId: z.string(),
        ItemCondition: z.enum(['New', 'Used', 'Collectible', 'Refurbished', 'Club']),
        CustomerType: z.enum(['Consumer', 'Business']).optional(),
      }),
    )
    .min(1)
    .max(MOST_REQUESTS),
});
type PricingRequest = z.infer<typeof Batch>['requests'][number];

const prices = (offer: Offer, store: AmazonStore) => ({
  LandedPrice: oldMoney(landedPrice(offer), store),
  ListingPrice: oldMoney(offer.price, store),
  Shipping: oldMoney(offer.shippingPrice, store),
});

const countBody = ({ condition, channel, count }: Count) => ({
  condition,
  fulfillmentChannel: channel,
  OfferCount: count,
});

function offerBody(
  { offer, seller, isWinner }: MarketOffer,
  mine: number | null,
  store: AmazonStore,
) {
  const hours = shippingHours(offer);
  const prime = offer.amazon?.prime ?? false;
  return {
    Shipping: oldMoney(offer.shippingPrice, store),
    ListingPrice: oldMoney(offer.price, store),
    ShippingTime: {
      maximumHours: hours.maximum,
      minimumHours: hours.minimum,
      availabilityType: 'NOW',
    },
    SellerFeedbackRating: {
      FeedbackCount: seller?.amazon?.feedbacks ?? 0,
      SellerPositiveFeedbackRating: seller?.amazon?.rating ?? 0,
    },
    ShipsFrom: shipsFrom(seller, store),
    PrimeInformation: { IsPrime: prime, IsNationalPrime: prime },
    SubCondition: offer.condition === 'new' ? 'new' : 'very_good',
    SellerId: seller?.amazon?.id ?? '',
    IsFeaturedMerchant: isFeaturedMerchant(offer),
    IsBuyBoxWinner: isWinner,
    ...(mine === null ? {} : { MyOffer: offer.sellerId === mine }),
    IsFulfilledByAmazon: isFba(offer),
  };
}

/** The offers of a page; `sku` if they were requested by the own listing. */
function offersBody(
  room: AmazonRoom,
  request: PricingRequest,
  product: Product,
  sku: Offer | null,
) {
  const condition = request.ItemCondition === 'New' ? 'new' : 'used';
  const market = marketOf(room.world(), product, condition);
  const isKnown = request.ItemCondition === 'New' || request.ItemCondition === 'Used';
  const offers = isKnown ? market.offers : [];
  const { winner, threshold, listPrice } = market;
  const store = storeAt(product);
  const identity = sku === null ? { ASIN: product.id } : { SKU: sku.sku };
  return {
    payload: {
      ...identity,
      status: offers.length === 0 ? 'NoBuyableOffers' : 'Success',
      ItemCondition: request.ItemCondition,
      Identifier: {
        MarketplaceId: store.id,
        ItemCondition: request.ItemCondition,
        ...(sku === null ? { ASIN: product.id } : { SellerSKU: sku.sku }),
      },
      Summary: {
        LowestPrices: market.lowest.map((offer) => ({
          condition: offer.condition,
          fulfillmentChannel: channelOf(offer),
          ...prices(offer, store),
        })),
        ...(winner === null
          ? {}
          : { BuyBoxPrices: [{ condition: winner.condition, ...prices(winner, store) }] }),
        NumberOfOffers: market.counts.map(countBody),
        BuyBoxEligibleOffers: market.eligible.map(countBody),
        SalesRankings: [{ ProductCategoryId: product.kind, Rank: market.rank }],
        ...(listPrice === null ? {} : { ListPrice: oldMoney(listPrice, store) }),
        ...(threshold === null ? {} : { CompetitivePriceThreshold: oldMoney(threshold, store) }),
        TotalOfferCount: market.total,
      },
      Offers: offers.map((one) => offerBody(one, sku?.sellerId ?? null, store)),
      marketplaceId: store.id,
    },
  };
}

type Answer = { statusCode: number; body: unknown };

const ok = (body: unknown): Answer => ({ statusCode: 200, body });
const bad = (message: string): Answer => ({
  statusCode: 400,
  body: errorsOf('InvalidInput', message),
});
const FAILED: Answer = {
  statusCode: 500,
  body: errorsOf('InternalFailure', 'We encountered an internal error. Please try again.'),
};

const REASONS: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 500: 'Internal Error' };

const ITEM_URI = /^\/products\/pricing\/v0\/items\/([^/]+)\/offers$/;
const LISTING_URI = /^\/products\/pricing\/v0\/listings\/([^/]+)\/offers$/;

/** The subject of a request in the batch: the last segment of its address. */
function namedIn(uri: string, pattern: RegExp): string | null {
  const [, text] = pattern.exec(uri) ?? [];
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

async function answerBatch(
  call: AmazonCall,
  room: AmazonRoom,
  answer: (request: PricingRequest) => { answer: Answer; name: Record<string, string> },
): Promise<Response> {
  const batch = Batch.safeParse(await readJson(call));
  if (!batch.success) return invalid(call, z.prettifyError(batch.error));
  const responses = batch.data.requests.map((request) => {
    const { answer: given, name } = answer(request);
    const { statusCode, body } = room.itemFails(call) ? FAILED : given;
    return {
      status: { statusCode, reasonPhrase: REASONS[statusCode] ?? '' },
      headers: { 'x-amzn-RequestId': room.uuid(), Date: new Date(room.now()).toUTCString() },
      body,
      request: {
        MarketplaceId: request.MarketplaceId,
        ...name,
        CustomerType: request.CustomerType ?? 'Consumer',
        ItemCondition: request.ItemCondition,
      },
    };
  });
  return call.json({ responses });
}

/** `getItemOffersBatch` and `getListingOffersBatch`. */
export function mountPricing(wire: AmazonWire, room: AmazonRoom): void {
  wire.post('/batches/products/pricing/v0/itemOffers', (call) =>
    answerBatch(call, room, (request) => {
      const asin = namedIn(request.uri, ITEM_URI) ?? '';
      const store = storeOf(request.MarketplaceId);
      const product = store && findProduct(room.world(), 'amazon', asin, store.country);
      return {
        name: { Asin: asin },
        answer: product
          ? ok(offersBody(room, request, product, null))
          : bad(`${asin} is an invalid ASIN for marketplace ${request.MarketplaceId}`),
      };
    }),
  );

  wire.post('/batches/products/pricing/v0/listingOffers', (call) =>
    answerBatch(call, room, (request) => {
      const sku = namedIn(request.uri, LISTING_URI) ?? '';
      const store = storeOf(request.MarketplaceId);
      const found = store && findSku(room.world(), call.get('sellerId'), sku, store.country);
      return {
        name: { SellerSKU: sku },
        answer: found
          ? ok(offersBody(room, request, found.product, found.offer))
          : bad(`${sku} is an invalid SKU for marketplace ${request.MarketplaceId}`),
      };
    }),
  );
}
