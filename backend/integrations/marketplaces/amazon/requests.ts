// The requests that the product sends to Amazon, as values: nothing is sent here.
import type { Condition } from '../../../kernel/market.ts';
import { toAmount } from '../../../kernel/money.ts';
import { addDays, startWithOffset } from '../../../kernel/time-zone.ts';
import type { AccountSession, FeeTarget, OutgoingCall } from '../../marketplace.ts';
import type { OrderQuery, RefundQuery, SalesDays } from '../../orders.ts';
import type { Operation } from './limits.ts';

/** Amazon requires this header. @see https://developer-docs.amazon.com/sp-api/docs/include-a-user-agent-header-in-all-requests */
const USER_AGENT = 'Primazia/1 (Language=TypeScript)';

/** The quota's name for calls without a seller. */
const APPLICATION = 'application';

type Rest = Omit<OutgoingCall, 'operation' | 'headers' | 'pace' | 'signal'>;

const forSeller = (session: AccountSession, operation: Operation, rest: Rest): OutgoingCall => ({
  ...rest,
  operation,
  headers: { 'x-amz-access-token': session.accessToken, 'user-agent': USER_AGENT },
  pace: session.sellerId,
  signal: session.signal,
});

/** A call without a seller, by the application's own token. */
const forApplication = (
  accessToken: string,
  operation: Operation,
  rest: Rest,
  signal: AbortSignal | undefined,
): OutgoingCall => ({
  ...rest,
  operation,
  headers: { 'x-amz-access-token': accessToken, 'user-agent': USER_AGENT },
  pace: APPLICATION,
  signal,
});

/** The three grants of Login with Amazon. @see https://developer-docs.amazon.com/sp-api/docs/connect-to-the-selling-partner-api */
export const token = (
  form: Record<string, string>,
  signal: AbortSignal | undefined,
): OutgoingCall => ({
  method: 'POST',
  operation: 'token',
  path: '/auth/o2/token',
  form,
  pace: APPLICATION,
  signal,
});

export const getMarketplaceParticipations = (session: AccountSession) =>
  forSeller(session, 'getMarketplaceParticipations', {
    method: 'GET',
    path: '/sellers/v1/marketplaceParticipations',
  });

const itemsOf = (session: AccountSession) =>
  `/listings/2021-08-01/items/${encodeURIComponent(session.sellerId)}`;

const LISTING_DATA = 'summaries,attributes,offers,fulfillmentAvailability,issues,relationships';

/** Listings by SKU, at most 20. A SKU with a comma in it cannot be asked for in a list. */
export const searchListingsItems = (
  session: AccountSession,
  storeId: string,
  skus: readonly string[],
) =>
  forSeller(session, 'searchListingsItems', {
    method: 'GET',
    path: itemsOf(session),
    query: {
      marketplaceIds: storeId,
      identifiersType: 'SKU',
      identifiers: skus.join(','),
      includedData: LISTING_DATA,
      pageSize: '20',
    },
  });

/** The listings of a family by the SKU of its parent, page by page. */
export const searchVariations = (
  session: AccountSession,
  storeId: string,
  parentSku: string,
  pageToken: string | null,
) =>
  forSeller(session, 'searchListingsItems', {
    method: 'GET',
    path: itemsOf(session),
    query: {
      marketplaceIds: storeId,
      variationParentSku: parentSku,
      includedData: LISTING_DATA,
      pageSize: '20',
      ...(pageToken !== null && { pageToken }),
    },
  });

/** Counts the account's listings; the answer contains at most one of them. */
export const countListingsItems = (session: AccountSession, storeId: string) =>
  forSeller(session, 'searchListingsItems', {
    method: 'GET',
    path: itemsOf(session),
    query: { marketplaceIds: storeId, includedData: 'summaries', pageSize: '1' },
  });

/** @param issueLocale the language of the issues' words, the store's own where it is left out: `en_US` */
export const getListingsItem = (
  session: AccountSession,
  storeId: string,
  sku: string,
  issueLocale?: string,
) =>
  forSeller(session, 'getListingsItem', {
    method: 'GET',
    path: `${itemsOf(session)}/${encodeURIComponent(sku)}`,
    query: {
      marketplaceIds: storeId,
      includedData: LISTING_DATA,
      ...(issueLocale !== undefined && { issueLocale }),
    },
  });

/** Sets the seller's offers of one listing; a preview is checked and changes nothing. */
export const patchListingsItem = (
  session: AccountSession,
  storeId: string,
  sku: string,
  change: { productType: string; offers: readonly Record<string, unknown>[] },
  mode: 'preview' | 'submit',
) =>
  forSeller(session, 'patchListingsItem', {
    method: 'PATCH',
    path: `${itemsOf(session)}/${encodeURIComponent(sku)}`,
    query: {
      marketplaceIds: storeId,
      includedData: 'issues',
      ...(mode === 'preview' && { mode: 'VALIDATION_PREVIEW' }),
    },
    json: {
      productType: change.productType,
      patches: [{ op: 'replace', path: '/attributes/purchasable_offer', value: change.offers }],
    },
  });

/** Products of the catalog, at most 20, by identifiers or by words of their titles. */
export const searchCatalogItems = (
  session: AccountSession,
  storeId: string,
  by: { identifiersType: string; identifiers: string } | { keywords: string; brandNames?: string },
) =>
  forSeller(session, 'searchCatalogItems', {
    method: 'GET',
    path: '/catalog/2022-04-01/items',
    query: {
      ...by,
      marketplaceIds: storeId,
      includedData: 'summaries,identifiers,images',
      pageSize: '20',
    },
  });

const CONDITIONS: Record<Condition, string> = {
  new: 'New',
  used: 'Used',
  refurbished: 'Refurbished',
};

/** The offers of products, at most 20, each in one condition. */
export const getItemOffersBatch = (
  session: AccountSession,
  storeId: string,
  products: readonly { asin: string; condition: Condition }[],
) =>
  forSeller(session, 'getItemOffersBatch', {
    method: 'POST',
    path: '/batches/products/pricing/v0/itemOffers',
    json: {
      requests: products.map(({ asin, condition }) => ({
        uri: `/products/pricing/v0/items/${encodeURIComponent(asin)}/offers`,
        method: 'GET',
        MarketplaceId: storeId,
        ItemCondition: CONDITIONS[condition],
        CustomerType: 'Consumer',
      })),
    },
  });

/** The prices at which listings may expect to be featured, at most 40. */
export const getFeaturedOfferExpectedPriceBatch = (
  session: AccountSession,
  storeId: string,
  skus: readonly string[],
) =>
  forSeller(session, 'getFeaturedOfferExpectedPriceBatch', {
    method: 'POST',
    path: '/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice',
    json: {
      requests: skus.map((sku) => ({
        uri: '/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice',
        method: 'GET',
        marketplaceId: storeId,
        sku,
      })),
    },
  });

/** What Amazon would keep of sales at these prices, at most 20. The answer repeats the seller's own identifier. */
export const getMyFeesEstimates = (
  session: AccountSession,
  storeId: string,
  targets: readonly FeeTarget[],
) =>
  forSeller(session, 'getMyFeesEstimates', {
    method: 'POST',
    path: '/products/fees/v0/feesEstimate',
    json: targets.map(({ skuMarketplace, price, currencyCode, fulfillment }) => ({
      FeesEstimateRequest: {
        MarketplaceId: storeId,
        IsAmazonFulfilled: fulfillment,
        PriceToEstimateFees: {
          ListingPrice: { CurrencyCode: currencyCode, Amount: toAmount(price) },
        },
        Identifier: skuMarketplace,
      },
      IdType: 'SellerSKU',
      IdValue: skuMarketplace,
    })),
  });

/** The requested parts of orders. Buyers and recipients are left out: nothing here needs them. */
const ORDER_DATA = 'PROCEEDS,CANCELLATION,FULFILLMENT,PACKAGES';

/** Orders that changed in a time, at most 100 of them. */
export const searchOrders = (
  session: AccountSession,
  storeId: string,
  { updatedFrom, updatedTo, cursor }: OrderQuery,
) =>
  forSeller(session, 'searchOrders', {
    method: 'GET',
    path: '/orders/2026-01-01/orders',
    query: {
      lastUpdatedAfter: updatedFrom.toISOString(),
      lastUpdatedBefore: updatedTo.toISOString(),
      marketplaceIds: storeId,
      maxResultsPerPage: '100',
      includedData: ORDER_DATA,
      ...(cursor !== null && { paginationToken: cursor }),
    },
  });

export const getOrder = (session: AccountSession, orderId: string) =>
  forSeller(session, 'getOrder', {
    method: 'GET',
    path: `/orders/2026-01-01/orders/${encodeURIComponent(orderId)}`,
    query: { includedData: ORDER_DATA },
  });

/** The store's own sums by day. The offsets of the interval have to be those of the time zone. */
export const getOrderMetrics = (
  session: AccountSession,
  storeId: string,
  { from, to, timeZone }: SalesDays,
) =>
  forSeller(session, 'getOrderMetrics', {
    method: 'GET',
    path: '/sales/v1/orderMetrics',
    query: {
      marketplaceIds: storeId,
      interval: `${startWithOffset(from, timeZone)}--${startWithOffset(addDays(to, 1), timeZone)}`,
      granularity: 'Day',
      granularityTimeZone: timeZone,
    },
  });

/**
 * The seller's transactions that were posted in a time, in all stores: with a store, some orders of the United States are left out.
 * @see https://developer-docs.amazon.com/sp-api/reference/listtransactions
 */
export const listTransactions = (session: AccountSession, { from, to, cursor }: RefundQuery) =>
  forSeller(session, 'listTransactions', {
    method: 'GET',
    path: '/finances/2024-06-19/transactions',
    query: {
      postedAfter: from.toISOString(),
      // Amazon excludes the end itself.
      postedBefore: new Date(to.getTime() + 1).toISOString(),
      ...(cursor !== null && { nextToken: cursor }),
    },
  });

/** Everything that the seller lists, whatever its state. @see https://developer-docs.amazon.com/sp-api/docs/report-type-values-inventory */
const LISTINGS_REPORT = 'GET_MERCHANT_LISTINGS_ALL_DATA';

export const getReports = (session: AccountSession, storeId: string, createdSince: Date) =>
  forSeller(session, 'getReports', {
    method: 'GET',
    path: '/reports/2021-06-30/reports',
    query: {
      reportTypes: LISTINGS_REPORT,
      marketplaceIds: storeId,
      createdSince: createdSince.toISOString(),
      pageSize: '10',
    },
  });

export const createReport = (session: AccountSession, storeId: string) =>
  forSeller(session, 'createReport', {
    method: 'POST',
    path: '/reports/2021-06-30/reports',
    json: { reportType: LISTINGS_REPORT, marketplaceIds: [storeId] },
  });

export const getReport = (session: AccountSession, reportId: string) =>
  forSeller(session, 'getReport', {
    method: 'GET',
    path: `/reports/2021-06-30/reports/${encodeURIComponent(reportId)}`,
  });

export const getReportDocument = (session: AccountSession, documentId: string) =>
  forSeller(session, 'getReportDocument', {
    method: 'GET',
    path: `/reports/2021-06-30/documents/${encodeURIComponent(documentId)}`,
  });

export const getDestinations = (accessToken: string, signal?: AbortSignal) =>
  forApplication(
    accessToken,
    'getDestinations',
    { method: 'GET', path: '/notifications/v1/destinations' },
    signal,
  );

export const createDestination = (
  accessToken: string,
  resourceSpecification: Record<string, unknown>,
  signal?: AbortSignal,
) =>
  forApplication(
    accessToken,
    'createDestination',
    {
      method: 'POST',
      path: '/notifications/v1/destinations',
      json: { name: 'primazia', resourceSpecification },
    },
    signal,
  );

const subscriptionsOf = (type: string) =>
  `/notifications/v1/subscriptions/${encodeURIComponent(type)}`;

export const getSubscription = (session: AccountSession, type: string) =>
  forSeller(session, 'getSubscription', {
    method: 'GET',
    path: subscriptionsOf(type),
    query: { payloadVersion: '1.0' },
  });

export const createSubscription = (session: AccountSession, type: string, destinationId: string) =>
  forSeller(session, 'createSubscription', {
    method: 'POST',
    path: subscriptionsOf(type),
    json: { payloadVersion: '1.0', destinationId },
  });

export const deleteSubscriptionById = (
  accessToken: string,
  type: string,
  id: string,
  signal?: AbortSignal,
) =>
  forApplication(
    accessToken,
    'deleteSubscriptionById',
    { method: 'DELETE', path: `${subscriptionsOf(type)}/${encodeURIComponent(id)}` },
    signal,
  );
