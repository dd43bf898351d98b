// Questions for figures, as the description of the API shows them.

/** The cards of a dashboard; a chart; a table of accounts; some listings by week. */
export const EXAMPLES = [
  {
    from: '2026-10-28',
    to: '2026-11-26',
    granularity: 'total',
    metrics: [
      'revenue',
      'orders',
      'averageOrder',
      'contribution',
      'contributionShare',
      'buyboxShare',
    ],
    compare: 'previous',
  },
  {
    from: '2026-11-20',
    to: '2026-11-26',
    metrics: ['revenue', 'units'],
    filters: { marketplaceIds: [2] },
  },
  {
    from: '2026-11-01',
    to: '2026-11-26',
    granularity: 'total',
    groupBy: 'account',
    metrics: ['revenue', 'costCoverage', 'cancelledShare'],
  },
  {
    from: '2026-10-05',
    to: '2026-11-22',
    granularity: 'week',
    groupBy: 'listing',
    filters: { listingIds: [1081, 1082] },
    metrics: ['units', 'averagePrice', 'losingTime'],
  },
] as const;
