// Amazon's wire in miniature, for the conformance tests: values of our own in the published shapes.

import type { Fetcher } from '../../integrations/marketplace.ts';
import { createAmazon } from '../../integrations/marketplaces/amazon/connector.ts';
import { amazon } from '../../integrations/marketplaces/amazon/manifest.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ok } from '../../kernel/result.ts';

export const STORE = 'A2Q3Y263D00KWC';
export const SELLER = 'A3FIXTURESELLER';
const COMPETITOR = 'A2FIXTURERIVAL0';
const ASIN = 'B0FIXTURE1';
const OWN = 'LUM 01/branca';
const LOCKED = 'LUM-02';
const STUBBORN = 'LUM-03';
/** SKUs hold what sellers put into them. */
const LISTINGS = [
  OWN,
  LOCKED,
  STUBBORN,
  'LUM,04',
  'LUM%05?#&',
  ...Array.from({ length: 40 }, (_, n) => `LUM-${n + 10}`),
];
const START_PRICE = 149.9;
const KEY = 'key-of-the-notifications';
const REPORT_URL = 'https://reports.fixture.test/listings';

const problem = (status: number, code: string, message: string) =>
  Response.json({ errors: [{ code, message, details: '' }] }, { status });

/** The seller's offer as the listing's attributes hold it. */
export const purchasableOffer = (price: number, more: Record<string, unknown> = {}) => ({
  marketplace_id: STORE,
  currency: 'BRL',
  audience: 'ALL',
  our_price: [{ schedule: [{ value_with_tax: price }] }],
  ...more,
});

/** A listing as Amazon gives it; `shown`: the price that buyers see. */
export const itemOf = (
  sku: string,
  shown: number | null,
  offers: Record<string, unknown>[] = [purchasableOffer(shown ?? START_PRICE)],
  more: Record<string, unknown> = {},
) => ({
  sku,
  summaries: [
    {
      marketplaceId: STORE,
      asin: ASIN,
      productType: 'LAMP',
      conditionType: 'new_new',
      status: ['BUYABLE', 'DISCOVERABLE'],
      itemName: 'Luminária de mesa articulada',
      mainImage: { link: 'https://images.example.test/luminaria.jpg', height: 500, width: 500 },
    },
  ],
  attributes: { purchasable_offer: offers, color: [{ value: 'branca', marketplace_id: STORE }] },
  offers:
    shown === null
      ? []
      : [
          {
            marketplaceId: STORE,
            offerType: 'B2C',
            price: { currencyCode: 'BRL', amount: shown.toFixed(2) },
          },
        ],
  fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 12 }],
  issues: [],
  ...more,
});

const AUTOMATED = {
  automated_pricing_merchandising_rule_plan: [{ merchandising_rule: { rule_id: 'rule-1' } }],
};

const prices = new Map<string, number>();
let granted = 0;

const priceOf = (sku: string) => prices.get(sku) ?? START_PRICE;
const listing = (sku: string) =>
  itemOf(sku, priceOf(sku), [purchasableOffer(priceOf(sku), sku === LOCKED ? AUTOMATED : {})]);

async function token(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const type = form.get('grant_type');
  const refreshToken = 'Atzr|fixture';
  const isGood =
    type === 'client_credentials' ||
    (type === 'authorization_code' && form.get('code') === 'code') ||
    (type === 'refresh_token' && form.get('refresh_token') === refreshToken);
  if (!isGood)
    return Response.json(
      { error: 'invalid_grant', error_description: 'The request has an invalid grant' },
      { status: 400 },
    );
  granted++;
  return Response.json({
    access_token: `Atza|fixture-${granted}`,
    token_type: 'bearer',
    expires_in: 3_600,
    ...(type === 'authorization_code' && { refresh_token: refreshToken }),
  });
}

async function patch(request: Request, url: URL, sku: string): Promise<Response> {
  if (!LISTINGS.includes(sku)) return problem(404, 'NOT_FOUND', `SKU '${sku}' not found`);
  const { patches } = await request.json();
  const isPreview = url.searchParams.get('mode') === 'VALIDATION_PREVIEW';
  const price = patches[0].value[0].our_price[0].schedule[0].value_with_tax;
  if (!isPreview && sku !== STUBBORN) prices.set(sku, price);
  const status = isPreview ? 'VALID' : 'ACCEPTED';
  return Response.json({ sku, status, submissionId: 'f1dc2914-0000', issues: [] });
}

const money = (amount: number) => ({ CurrencyCode: 'BRL', Amount: amount });
/** An offer as the pricing operations give it. */
export const offerOf = (SellerId: string, price: number, isFeatured: boolean) => ({
  SellerId,
  SubCondition: 'new',
  SellerFeedbackRating: { FeedbackCount: 812, SellerPositiveFeedbackRating: 97 },
  ShippingTime: { minimumHours: 24, maximumHours: 48, availabilityType: 'NOW' },
  ListingPrice: money(price),
  Shipping: money(0),
  IsFulfilledByAmazon: SellerId === COMPETITOR,
  PrimeInformation: { IsPrime: SellerId === COMPETITOR, IsNationalPrime: false },
  IsFeaturedMerchant: true,
  IsBuyBoxWinner: isFeatured,
});
export const offersPayload = (offers: unknown[], more: Record<string, unknown> = {}) => ({
  marketplaceId: STORE,
  ASIN,
  ItemCondition: 'New',
  status: 'Success',
  Identifier: { MarketplaceId: STORE, ASIN, ItemCondition: 'New' },
  Summary: {
    NumberOfOffers: [
      { condition: 'new', fulfillmentChannel: 'Merchant', OfferCount: offers.length },
    ],
    TotalOfferCount: offers.length,
  },
  Offers: offers,
  ...more,
});

interface BatchRequest {
  uri: string;
  sku: string;
  ItemCondition: string;
}

async function itemOffers(request: Request): Promise<Response> {
  const { requests } = (await request.json()) as { requests: BatchRequest[] };
  const offers = [offerOf(COMPETITOR, 139.5, true), offerOf(SELLER, priceOf(OWN), false)];
  return Response.json({
    responses: requests.map(({ uri, ItemCondition }) => ({
      status: { statusCode: 200, reasonPhrase: 'OK' },
      headers: {},
      body: { payload: offersPayload(offers) },
      request: { MarketplaceId: STORE, Asin: uri.split('/')[5], ItemCondition },
    })),
  });
}

async function expectedPrices(request: Request): Promise<Response> {
  const { requests } = (await request.json()) as { requests: BatchRequest[] };
  return Response.json({
    responses: requests.map(({ sku }) => ({
      request: { marketplaceId: STORE, sku },
      headers: {},
      ...(LISTINGS.includes(sku)
        ? {
            status: { statusCode: 200, reasonPhrase: 'Success' },
            body: {
              offerIdentifier: { asin: ASIN, sku, marketplaceId: STORE, fulfillmentType: 'MFN' },
              featuredOfferExpectedPriceResults: [
                {
                  resultStatus: 'VALID_FOEP',
                  featuredOfferExpectedPrice: {
                    listingPrice: { amount: 139.49, currencyCode: 'BRL' },
                  },
                },
              ],
            },
          }
        : {
            status: { statusCode: 400, reasonPhrase: 'Client Error' },
            body: { errors: [{ code: 'INVALID_SKU', message: 'The SKU does not exist' }] },
          }),
    })),
  });
}

function search(url: URL): Response {
  const identifiers = url.searchParams.get('identifiers');
  const requested = identifiers === null ? [OWN] : identifiers.split(',');
  const items = requested.filter((sku) => LISTINGS.includes(sku)).map(listing);
  return Response.json({ numberOfResults: items.length, pagination: {}, items });
}

function reports(request: Request, id: string): Response {
  if (request.method === 'POST') return Response.json({ reportId: 'R-1' }, { status: 202 });
  if (id === '') return Response.json({ reports: [] });
  return Response.json({
    reportId: id,
    reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
    createdTime: '2026-03-02T14:59:00Z',
    processingStatus: 'DONE',
    reportDocumentId: 'D-1',
  });
}

const REPORT = [
  ['item-name', 'seller-sku', 'price', 'asin1'].join('\t'),
  ...LISTINGS.map((sku) => ['Luminária 7" de mesa', sku, '149.90', ASIN].join('\t')),
].join('\r\n');

const ORDER = '701-4410022-3300115';
const amountOf = (amount: number) => ({ amount: amount.toFixed(2), currencyCode: 'BRL' });

/** An order as Amazon returns it, with personal data that the product does not request and must not store. */
export const orderOf = (orderId: string, more: Record<string, unknown> = {}) => ({
  orderId,
  createdTime: '2026-03-01T02:30:00Z',
  lastUpdatedTime: '2026-03-01T11:00:00Z',
  salesChannel: { channelName: 'AMAZON', marketplaceId: STORE, marketplaceName: 'Amazon.com.br' },
  buyer: { buyerName: 'Rita Prado' },
  proceeds: { grandTotal: amountOf(312.7) },
  fulfillment: { fulfillmentStatus: 'SHIPPED', fulfilledBy: 'MERCHANT' },
  orderItems: [
    {
      orderItemId: '70144100223301',
      quantityOrdered: 2,
      product: { asin: ASIN, sellerSku: OWN, price: { unitPrice: amountOf(149.9) } },
      proceeds: {
        proceedsTotal: amountOf(312.7),
        breakdowns: [
          { type: 'ITEM', subtotal: amountOf(299.8) },
          { type: 'SHIPPING', subtotal: amountOf(12.9) },
        ],
      },
      fulfillment: { quantityFulfilled: 2, quantityUnfulfilled: 0 },
    },
  ],
  packages: [
    {
      packageReferenceId: 'PKG-1',
      packageStatus: { status: 'IN_TRANSIT' },
      carrier: 'Correios',
      shipTime: '2026-03-01T10:59:00Z',
      trackingNumber: 'AA123456785BR',
    },
  ],
  ...more,
});

/** The one order of the store, if it changed in the requested period. */
function searchOrders(url: URL): Response {
  const at = (name: string) => Date.parse(url.searchParams.get(name) ?? '');
  const order = orderOf(ORDER);
  const time = Date.parse(order.lastUpdatedTime);
  const isFound = time >= at('lastUpdatedAfter') && time <= at('lastUpdatedBefore');
  return Response.json({ orders: isFound ? [order] : [] });
}

/** The refund of one unit of an order. */
export const refundOf = (orderId: string, id: string, more: Record<string, unknown> = {}) => {
  const amount = (value: number) => ({ currencyAmount: value, currencyCode: 'BRL' });
  return {
    sellingPartnerMetadata: { accountType: 'Standard Orders', marketplaceId: STORE },
    relatedIdentifiers: [
      { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: orderId },
      { relatedIdentifierName: 'REFUND_ID', relatedIdentifierValue: `amzn1:crow:${id}` },
    ],
    transactionType: 'Refund',
    transactionId: id,
    transactionStatus: 'RELEASED',
    description: 'Refund Order',
    postedDate: '2026-03-01T11:30:00Z',
    totalAmount: amount(-138.2),
    marketplaceDetails: { marketplaceId: STORE, marketplaceName: 'Amazon.com.br' },
    items: [
      {
        description: 'Luminária',
        totalAmount: amount(-138.2),
        breakdowns: [
          {
            breakdownType: 'Product Charges',
            breakdownAmount: amount(-149.9),
            breakdowns: [
              { breakdownType: 'Principal', breakdownAmount: amount(-149.9), breakdowns: [] },
            ],
          },
          { breakdownType: 'Shipping', breakdownAmount: amount(-6.45), breakdowns: [] },
          { breakdownType: 'Amazon Fees', breakdownAmount: amount(18.15), breakdowns: [] },
        ],
        contexts: [
          { contextType: 'ProductContext', sku: 'LUM 01/branca', quantityShipped: 1 },
          { contextType: 'BusinessContext', storeName: 'AMAZON_HAUL' },
        ],
      },
    ],
    ...more,
  };
};

/** The one refund of the store, if it was posted in the requested period. */
function transactions(url: URL): Response {
  const at = (name: string) => Date.parse(url.searchParams.get(name) ?? '');
  const refund = refundOf(ORDER, 'T-1');
  const time = Date.parse(refund.postedDate);
  const isFound = time >= at('postedAfter') && time < at('postedBefore');
  return Response.json({ payload: { transactions: isFound ? [refund] : [] } });
}

function orderMetrics(url: URL): Response {
  return Response.json({
    payload: [
      {
        interval: url.searchParams.get('interval'),
        unitCount: 2,
        orderItemCount: 1,
        orderCount: 1,
        averageUnitPrice: amountOf(149.9),
        totalSales: amountOf(299.8),
      },
    ],
  });
}

function answer(request: Request): Promise<Response> | Response {
  const url = new URL(request.url);
  const { pathname } = url;
  const last = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  if (pathname === '/auth/o2/token') return token(request);
  if (pathname === '/sellers/v1/marketplaceParticipations')
    return Response.json({
      payload: [{ marketplace: { id: STORE }, storeName: 'Loja Fixture', participation: {} }],
    });
  if (pathname === `/listings/2021-08-01/items/${SELLER}`) return search(url);
  if (pathname.startsWith(`/listings/2021-08-01/items/${SELLER}/`)) {
    if (request.method === 'PATCH') return patch(request, url, last);
    return LISTINGS.includes(last)
      ? Response.json(listing(last))
      : problem(404, 'NOT_FOUND', `SKU '${last}' not found`);
  }
  if (pathname === '/orders/2026-01-01/orders') return searchOrders(url);
  if (pathname === `/orders/2026-01-01/orders/${ORDER}`)
    return Response.json({ order: orderOf(ORDER) });
  if (pathname === '/finances/2024-06-19/transactions') return transactions(url);
  if (pathname === '/sales/v1/orderMetrics') return orderMetrics(url);
  if (pathname.endsWith('/itemOffers')) return itemOffers(request);
  if (pathname.endsWith('/featuredOfferExpectedPrice')) return expectedPrices(request);
  if (pathname === '/reports/2021-06-30/reports') return reports(request, '');
  if (pathname.startsWith('/reports/2021-06-30/reports/')) return reports(request, last);
  if (pathname.startsWith('/reports/2021-06-30/documents/'))
    return Response.json({ reportDocumentId: last, url: REPORT_URL, compressionAlgorithm: 'GZIP' });
  return problem(404, 'NotFound', 'Resource not found');
}

/** What the report's address gives. */
const download = () => {
  const text = new Blob([REPORT]).stream();
  return Promise.resolve(ok(text.pipeThrough(new CompressionStream('gzip'))));
};

/** An event as an EventBridge API destination delivers it. */
export const event = (type: string, payload: unknown) => ({
  version: '0',
  id: '5b1a7c52-0000-4000-8000-000000000001',
  'detail-type': type,
  source: 'aws.partner/sellingpartnerapi.amazon.com/000000000000/fixture',
  detail: {
    NotificationVersion: '1.0',
    NotificationType: type,
    PayloadVersion: '1.0',
    EventTime: '2026-03-02T14:59:58.120Z',
    Payload: payload,
    NotificationMetadata: { NotificationId: '5b1a7c52-0000-4000-8000-000000000002' },
  },
});
/** The change of a product's offers, as in the notification ANY_OFFER_CHANGED. */
export const offerChange = (offers: unknown[], more: Record<string, unknown> = {}) => ({
  AnyOfferChangedNotification: {
    SellerId: SELLER,
    OfferChangeTrigger: {
      MarketplaceId: STORE,
      ASIN,
      ItemCondition: 'new',
      TimeOfOfferChange: '2026-03-02T14:59:57.900Z',
    },
    Summary: {
      NumberOfOffers: [
        { Condition: 'new', FulfillmentChannel: 'Merchant', OfferCount: offers.length },
      ],
    },
    Offers: offers,
    ...more,
  },
});

const headers = { 'x-api-key': KEY };

export const settings = {
  clientId: 'amzn1.application-oa2-client.fixture',
  clientSecret: 'quiet',
  redirectUri: 'https://example.test/back',
  marketplaceId: STORE,
  webhookKey: KEY,
  isPaced: false,
  ads: {
    clientId: 'amzn1.application-oa2-client.fixture',
    clientSecret: 'quiet',
    redirectUri: 'https://example.test/back',
  },
  delivery: { queueArn: null, eventBus: { accountId: '000000000000', region: 'us-east-1' } },
};

export const fixture = {
  manifest: amazon,
  answer: (request: Request) => Promise.resolve(answer(request)),
  reset: () => prices.clear(),
  connect: (fetcher: Fetcher, clock: Clock) =>
    createAmazon(settings, {
      api: fetcher,
      login: fetcher,
      ads: fetcher,
      download,
      clock,
      sleep: () => Promise.resolve(),
    }),
  grant: { code: 'code', params: { selling_partner_id: SELLER } },
  refreshTokens: 'lasting' as const,
  sellerId: SELLER,
  listings: LISTINGS,
  unknownListing: 'NOBODY-1',
  target: { skuMarketplace: OWN, catalogProductId: ASIN, condition: 'new' as const },
  currencyCode: 'BRL',
  order: { orderId: ORDER, day: '2026-02-28', timeZone: 'America/Sao_Paulo', price: 14_990 },
  lockedListing: LOCKED,
  stubbornListing: STUBBORN,
  notifications: {
    market: {
      body: event(
        'ANY_OFFER_CHANGED',
        offerChange([offerOf(COMPETITOR, 139.5, true), offerOf(SELLER, START_PRICE, false)]),
      ),
      headers,
    },
    listing: {
      body: event('LISTINGS_ITEM_STATUS_CHANGE', {
        SellerId: SELLER,
        MarketplaceId: STORE,
        Asin: ASIN,
        Sku: OWN,
        Status: ['BUYABLE'],
      }),
      headers,
    },
    unused: { body: event('FEE_PROMOTION', { SellerId: SELLER }), headers },
  },
  subject: { catalogProductId: ASIN, condition: 'new' as const },
  isProven: true,
};
