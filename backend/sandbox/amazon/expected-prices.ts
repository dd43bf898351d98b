// Product pricing, version 2022-05-01: the price that would be featured, and the competing offers of a page.
import * as z from 'zod';
import type { Minor } from '../../kernel/money.ts';
import {
  awardOf,
  findProduct,
  findSku,
  isAvailable,
  type Offer,
  type Product,
  priceToWin,
} from '../world.ts';
import { fulfillmentOf, marketOf } from './market.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  errorsOf,
  invalid,
  money,
  readJson,
} from './room.ts';
import { type AmazonStore, storeAt, storeOf } from './stores.ts';

/** The limits of the two batches differ. */
const MOST_SKUS = 40;
const MOST_ASINS = 20;

const ExpectedBatch = z.object({
  requests: z
    .array(
      z.object({
        uri: z.literal('/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice'),
        method: z.literal('GET'),
        marketplaceId: z.string(),
        sku: z.string(),
        segment: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MOST_SKUS),
});

const SummaryBatch = z.object({
  requests: z
    .array(
      z.object({
        uri: z.literal('/products/pricing/2022-05-01/items/competitiveSummary'),
        method: z.literal('GET'),
        marketplaceId: z.string(),
        asin: z.string(),
        includedData: z
          .array(
            z.enum([
              'featuredBuyingOptions',
              'referencePrices',
              'lowestPricedOffers',
              'similarItems',
            ]),
          )
          .min(1),
        lowestPricedOffersInputs: z
          .array(
            z.object({
              itemCondition: z.enum(['New', 'Used', 'Collectible', 'Refurbished', 'Club']),
              offerType: z.literal('Consumer'),
            }),
          )
          .max(5)
          .optional(),
      }),
    )
    .min(1)
    .max(MOST_ASINS),
});
type SummaryRequest = z.infer<typeof SummaryBatch>['requests'][number];

const CONDITIONS = { new: 'New', used: 'Used' } as const;

const sellerIdOf = (room: AmazonRoom, offer: Offer) =>
  room.world().sellers.get(offer.sellerId)?.amazon?.id ?? '';

const featured = (room: AmazonRoom, product: Product, offer: Offer) => ({
  offerIdentifier: {
    asin: product.id,
    marketplaceId: storeAt(product).id,
    fulfillmentType: fulfillmentOf(offer),
    sellerId: sellerIdOf(room, offer),
  },
  condition: CONDITIONS[offer.condition],
  price: {
    listingPrice: money(offer.price, storeAt(product)),
    shippingPrice: money(offer.shippingPrice, storeAt(product)),
  },
});

type ExpectedStatus =
  | 'VALID_FOEP'
  | 'NO_COMPETING_OFFERS'
  | 'OFFER_NOT_ELIGIBLE'
  | 'OFFER_NOT_FOUND'
  | 'ASIN_NOT_ELIGIBLE';

function statusOf(offer: Offer, expected: Minor | null): ExpectedStatus {
  if (!isAvailable(offer)) return 'OFFER_NOT_FOUND';
  if (offer.barredBy === 'asin_not_eligible') return 'ASIN_NOT_ELIGIBLE';
  if (offer.barredBy !== null || offer.condition !== 'new') return 'OFFER_NOT_ELIGIBLE';
  return expected === null ? 'NO_COMPETING_OFFERS' : 'VALID_FOEP';
}

function expectedBody(room: AmazonRoom, sellerId: string, product: Product, offer: Offer) {
  const { sellers } = room.world();
  const expected = priceToWin(sellers, product, offer);
  const { ranking } = awardOf(sellers, product);
  const [current] = ranking;
  const competing = ranking.find((one) => one.itemId !== offer.itemId);
  const status = statusOf(offer, expected);
  return {
    offerIdentifier: {
      asin: product.id,
      sku: offer.sku,
      marketplaceId: storeAt(product).id,
      fulfillmentType: fulfillmentOf(offer),
      sellerId,
    },
    featuredOfferExpectedPriceResults: [
      {
        resultStatus: status,
        ...(status === 'VALID_FOEP' && expected !== null
          ? { featuredOfferExpectedPrice: { listingPrice: money(expected, storeAt(product)) } }
          : {}),
        ...(status === 'VALID_FOEP' && competing
          ? { competingFeaturedOffer: featured(room, product, competing) }
          : {}),
        ...(current ? { currentFeaturedOffer: featured(room, product, current) } : {}),
      },
    ],
  };
}

const SUCCESS = { statusCode: 200, reasonPhrase: 'Success' };
const CLIENT_ERROR = { statusCode: 400, reasonPhrase: 'Client Error' };
const SERVER_ERROR = { statusCode: 500, reasonPhrase: 'Server Error' };
const FAILED = errorsOf('InternalFailure', 'We encountered an internal error. Please try again.');

async function expectedPrices(call: AmazonCall, room: AmazonRoom): Promise<Response> {
  const batch = ExpectedBatch.safeParse(await readJson(call));
  if (!batch.success) return invalid(call, z.prettifyError(batch.error));
  const sellerId = call.get('sellerId');
  const responses = batch.data.requests.map(({ marketplaceId, sku, segment }) => {
    const request = { marketplaceId, sku, ...(segment === undefined ? {} : { segment }) };
    if (room.itemFails(call)) return { request, status: SERVER_ERROR, headers: {}, body: FAILED };
    const store = storeOf(marketplaceId);
    const found = store && findSku(room.world(), sellerId, sku, store.country);
    if (!found) {
      const message =
        'The requested SKU does not exist for the seller in the requested Amazon store.';
      const body = errorsOf('INVALID_SKU', message);
      return { request, status: CLIENT_ERROR, headers: {}, body };
    }
    const body = expectedBody(room, sellerId, found.product, found.offer);
    return { request, status: SUCCESS, headers: {}, body };
  });
  return call.json({ responses });
}

const competitor = (room: AmazonRoom, offer: Offer, store: AmazonStore) => ({
  sellerId: sellerIdOf(room, offer),
  condition: CONDITIONS[offer.condition],
  fulfillmentType: fulfillmentOf(offer),
  listingPrice: money(offer.price, store),
  shippingOptions: [{ shippingOptionType: 'DEFAULT', price: money(offer.shippingPrice, store) }],
  primeDetails: { eligibility: offer.amazon?.prime ? 'NATIONAL' : 'NONE' },
});

/** The data sets of a page, by the names of the API model. */
function summaryParts(room: AmazonRoom, request: SummaryRequest, product: Product) {
  const { winner, threshold } = marketOf(room.world(), product);
  const store = storeAt(product);
  return {
    featuredBuyingOptions: () =>
      winner === null
        ? []
        : [
            {
              buyingOptionType: 'New',
              segmentedFeaturedOffers: [
                {
                  ...competitor(room, winner, store),
                  featuredOfferSegments: [
                    {
                      customerMembership: 'DEFAULT',
                      segmentDetails: { glanceViewWeightPercentage: 100 },
                    },
                  ],
                },
              ],
            },
          ],
    referencePrices: () =>
      threshold === null
        ? []
        : [{ name: 'CompetitivePriceThreshold', price: money(threshold, store) }],
    lowestPricedOffers: () =>
      (request.lowestPricedOffersInputs ?? []).flatMap((input) => {
        const condition = input.itemCondition === 'New' ? 'new' : 'used';
        const isKnown = input.itemCondition === 'New' || input.itemCondition === 'Used';
        const { offers } = marketOf(room.world(), product, condition);
        if (!isKnown || offers.length === 0) return [];
        return [
          {
            lowestPricedOffersInput: input,
            offers: offers.map(({ offer }) => competitor(room, offer, store)),
          },
        ];
      }),
    similarItems: () => [{ items: [] }],
  };
}

async function competitiveSummary(call: AmazonCall, room: AmazonRoom): Promise<Response> {
  const batch = SummaryBatch.safeParse(await readJson(call));
  if (!batch.success) return invalid(call, z.prettifyError(batch.error));
  const responses = batch.data.requests.map((request) => {
    const { asin, marketplaceId } = request;
    const name = { asin, marketplaceId };
    if (room.itemFails(call)) return { status: SERVER_ERROR, body: { ...name, ...FAILED } };
    const store = storeOf(marketplaceId);
    const product = store && findProduct(room.world(), 'amazon', asin, store.country);
    if (!product) {
      const { errors } = errorsOf('INVALID_ASIN', `${asin} is not a valid ASIN`);
      return { status: CLIENT_ERROR, body: { ...name, errors } };
    }
    const parts = summaryParts(room, request, product);
    const reported = Object.fromEntries(request.includedData.map((one) => [one, parts[one]()]));
    return { status: SUCCESS, body: { ...name, ...reported } };
  });
  return call.json({ responses });
}

/** `getFeaturedOfferExpectedPriceBatch` and `getCompetitiveSummary`. */
export function mountExpectedPrices(wire: AmazonWire, room: AmazonRoom): void {
  wire.post('/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice', (call) =>
    expectedPrices(call, room),
  );
  wire.post('/batches/products/pricing/2022-05-01/items/competitiveSummary', (call) =>
    competitiveSummary(call, room),
  );
}
