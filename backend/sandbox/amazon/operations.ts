// The operations of Amazon's side, with the documented rates.
import { TOKEN_OPERATION } from '../faults.ts';

export interface Operation {
  name: string;
  /** Calls a second that fill the bucket again, and how many it holds; null: not counted. */
  rate: number | null;
  burst: number;
  /** For the application, not for a seller: it requires a separate kind of token. */
  grantless: boolean;
}

type Row = readonly [
  name: string,
  method: string,
  path: string,
  rate: number | null,
  burst: number,
];

/**
 * Names, paths and rates as the models of the Selling Partner API state them.
 * @see https://developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits
 */
const ROWS: readonly Row[] = [
  [TOKEN_OPERATION, 'POST', '/auth/o2/token', null, 0],
  ['getMarketplaceParticipations', 'GET', '/sellers/v1/marketplaceParticipations', 0.016, 15],
  ['searchListingsItems', 'GET', '/listings/2021-08-01/items/*', 5, 5],
  ['getListingsItem', 'GET', '/listings/2021-08-01/items/*/*', 5, 10],
  ['patchListingsItem', 'PATCH', '/listings/2021-08-01/items/*/*', 5, 5],
  ['getReports', 'GET', '/reports/2021-06-30/reports', 0.0222, 10],
  ['createReport', 'POST', '/reports/2021-06-30/reports', 0.0167, 15],
  ['getReport', 'GET', '/reports/2021-06-30/reports/*', 2, 15],
  ['getReportDocument', 'GET', '/reports/2021-06-30/documents/*', 0.0167, 15],
  ['getItemOffersBatch', 'POST', '/batches/products/pricing/v0/itemOffers', 0.1, 1],
  ['getListingOffersBatch', 'POST', '/batches/products/pricing/v0/listingOffers', 0.5, 1],
  [
    'getFeaturedOfferExpectedPriceBatch',
    'POST',
    '/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice',
    0.033,
    1,
  ],
  [
    'getCompetitiveSummary',
    'POST',
    '/batches/products/pricing/2022-05-01/items/competitiveSummary',
    0.033,
    1,
  ],
  ['getMyFeesEstimates', 'POST', '/products/fees/v0/feesEstimate', 0.5, 1],
  ['searchCatalogItems', 'GET', '/catalog/2022-04-01/items', 2, 2],
  ['getCatalogItem', 'GET', '/catalog/2022-04-01/items/*', 2, 2],
  ['searchOrders', 'GET', '/orders/2026-01-01/orders', 0.0056, 20],
  ['getOrder', 'GET', '/orders/2026-01-01/orders/*', 0.5, 30],
  ['getOrderMetrics', 'GET', '/sales/v1/orderMetrics', 0.5, 15],
  ['listTransactions', 'GET', '/finances/2024-06-19/transactions', 0.5, 10],
  ['getDestinations', 'GET', '/notifications/v1/destinations', 1, 5],
  ['createDestination', 'POST', '/notifications/v1/destinations', 1, 5],
  ['getDestination', 'GET', '/notifications/v1/destinations/*', 1, 5],
  ['deleteDestination', 'DELETE', '/notifications/v1/destinations/*', 1, 5],
  ['getSubscription', 'GET', '/notifications/v1/subscriptions/*', 1, 5],
  ['createSubscription', 'POST', '/notifications/v1/subscriptions/*', 1, 5],
  ['getSubscriptionById', 'GET', '/notifications/v1/subscriptions/*/*', 1, 5],
  ['deleteSubscriptionById', 'DELETE', '/notifications/v1/subscriptions/*/*', 1, 5],
];

const GRANTLESS = new Set([
  'getDestinations',
  'createDestination',
  'getDestination',
  'deleteDestination',
  'getSubscriptionById',
  'deleteSubscriptionById',
]);

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('*', '[^/]+')}$`);

const OPERATIONS = ROWS.map(([name, method, path, rate, burst]) => ({
  method,
  pattern: patternOf(path),
  operation: { name, rate, burst, grantless: GRANTLESS.has(name) },
}));

/** The operation of a call; null: unknown here. `path` begins below the base. */
export function operationOf(method: string, path: string): Operation | null {
  const found = OPERATIONS.find((one) => one.method === method && one.pattern.test(path));
  return found?.operation ?? null;
}

const MOST_BUCKETS = 10_000;

/** One bucket for each caller and operation: it fills steadily, and a call takes one out. `now` in milliseconds. */
export function createBuckets(now: () => number) {
  const buckets = new Map<string, { left: number; at: number }>();
  return (caller: string, { name, rate, burst }: Operation): boolean => {
    if (rate === null) return true;
    const key = `${caller}/${name}`;
    const at = now();
    const bucket = buckets.get(key) ?? { left: burst, at };
    const left = Math.min(burst, bucket.left + ((at - bucket.at) / 1_000) * rate);
    const isAllowed = left >= 1;
    buckets.delete(key);
    buckets.set(key, { left: isAllowed ? left - 1 : left, at });
    const oldest = buckets.keys().next();
    if (buckets.size > MOST_BUCKETS && !oldest.done) buckets.delete(oldest.value);
    return isAllowed;
  };
}
