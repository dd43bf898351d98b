/** How often an operation may be called: so many requests a second for one account, and so many at once. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/**
 * Amazon's usage plans, by operation and selling account. An account may have been given more: then the answer says so
 * in `x-amzn-RateLimit-Limit`.
 * @see https://developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits-in-the-sp-api
 */
export const LIMITS = {
  getMarketplaceParticipations: { perSecond: 0.016, burst: 15 },
  searchListingsItems: { perSecond: 5, burst: 5 },
  getListingsItem: { perSecond: 5, burst: 10 },
  patchListingsItem: { perSecond: 5, burst: 5 },
  searchCatalogItems: { perSecond: 2, burst: 2 },
  getItemOffersBatch: { perSecond: 0.1, burst: 1 },
  getFeaturedOfferExpectedPriceBatch: { perSecond: 0.033, burst: 1 },
  getMyFeesEstimates: { perSecond: 0.5, burst: 1 },
  searchOrders: { perSecond: 0.0056, burst: 20 },
  getOrder: { perSecond: 0.5, burst: 30 },
  getOrderMetrics: { perSecond: 0.5, burst: 15 },
  listTransactions: { perSecond: 0.5, burst: 10 },
  getReports: { perSecond: 0.0222, burst: 10 },
  createReport: { perSecond: 0.0167, burst: 15 },
  getReport: { perSecond: 2, burst: 15 },
  getReportDocument: { perSecond: 0.0167, burst: 15 },
  getDestinations: { perSecond: 1, burst: 5 },
  createDestination: { perSecond: 1, burst: 5 },
  getSubscription: { perSecond: 1, burst: 5 },
  createSubscription: { perSecond: 1, burst: 5 },
  deleteSubscriptionById: { perSecond: 1, burst: 5 },
} as const satisfies Record<string, RateLimit>;

export type Operation = keyof typeof LIMITS;

/** Whether the accounts are held to Amazon's limits. Only a sandbox knows none. */
export interface AmazonPace {
  isPaced: boolean;
}

/** The limits of Amazon's client: operations that set prices and read them back have priority over all others. */
export const amazonPace = ({ isPaced }: AmazonPace) => ({
  rateHeader: 'x-amzn-ratelimit-limit',
  urgent: ['token', 'getListingsItem', 'patchListingsItem'] satisfies (Operation | 'token')[],
  ...(isPaced && { limits: LIMITS }),
});

/** Listings whose offers one call returns. @see https://developer-docs.amazon.com/sp-api/docs/product-pricing-api */
export const OFFERS_BATCH = 20;

/** Listings whose fees one call returns. @see https://developer-docs.amazon.com/sp-api/reference/getmyfeesestimates */
export const FEES_BATCH = 20;

/** How fast markets can be polled. */
export const pollsOf = ({ isPaced }: AmazonPace) => ({
  perSecond: isPaced ? LIMITS.getItemOffersBatch.perSecond * OFFERS_BATCH : null,
  batch: OFFERS_BATCH,
  operation: 'getItemOffersBatch' satisfies Operation,
});

/**
 * Amazon Ads publishes no limits: calls begin at a pace that profiles are known to allow, and rest where it answers 429.
 * Reports are asked for once or twice a day.
 */
export const adsPace = ({ isPaced }: AmazonPace) => ({
  urgent: ['update'],
  ...(isPaced && {
    limits: {
      profiles: { perSecond: 1, burst: 10 },
      list: { perSecond: 2, burst: 40 },
      create: { perSecond: 2, burst: 20 },
      update: { perSecond: 2, burst: 20 },
      createReport: { perSecond: 0.2, burst: 8 },
      getReport: { perSecond: 1, burst: 10 },
    },
  }),
});
