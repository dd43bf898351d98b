// Bodies of a preview, as the description of the API shows them.

/** A keyword with six weeks of evidence; and a new one, of which only the ad group is known. */
export const EXAMPLES = [
  {
    today: '2026-11-27',
    strategy: 'growth',
    goalAcos: 16,
    matchType: 'EXACT',
    price: 89.9,
    costs: { cost: 38, feePercent: 16, taxPercent: 9 },
    days: [
      {
        day: '2026-11-26',
        clicks: 6,
        orders: 0,
        cost: 4.1,
        featured: true,
        inStock: true,
        price: 89.9,
      },
      { day: '2026-11-20', clicks: 14, orders: 1, sales: 89.9, cost: 9.8, price: 89.9 },
      { day: '2026-10-20', clicks: 25, orders: 2, sales: 179.8, cost: 17.2, price: 84.9 },
    ],
    priors: { account: { conversion: 0.08 }, adGroup: { orders: 22, clicks: 310, strength: 2.5 } },
    multipliers: { ros: 1.15, budget: 0.82 },
    limits: { minimum: 0.07, maximum: 3700, campaignBudget: 40, companyMaximum: 3 },
    bid: 0.74,
    lastChange: { daysAgo: 5, bidBefore: 0.68, price: 89.9 },
  },
  {
    today: '2026-11-27',
    strategy: 'profitability',
    matchType: 'BROAD',
    price: 120,
    marginPercent: 22,
    priors: { account: { conversion: 0.05 } },
    suggestedBids: { low: 0.6, middle: 0.95 },
  },
] as const;

export const CAMPAIGN_EXAMPLE = {
  targetAcos: 16,
  multipliers: { ros: 1.2, budget: 1 },
  settled: { cost: 520, expectedRevenue: 3900, maturedRevenue: 3650 },
  month: { budgetLeft: 480, daysLeft: 12, weekdayFactor: 1.1 },
  budget: { amount: 40 },
  lastDay: { spend: 40, timeInBudget: 0.7 },
  placements: {
    bid: 0.74,
    breakEvenCpc: 2.01,
    list: [
      { placement: 'PLACEMENT_TOP', clicks: 200, orders: 20, sales: 1798 },
      { placement: 'PLACEMENT_PRODUCT_PAGE', clicks: 300, orders: 10, sales: 899 },
    ],
  },
} as const;

export const SEARCH_TERM_EXAMPLE = {
  price: 89.9,
  targetAcos: 16,
  prior: 0.07,
  clicks: 31,
  orders: 3,
  cpc: 0.62,
  lowestBid: 0.4,
} as const;

export const ROAS_EXAMPLE = {
  target: 8,
  targetAcos: 12.5,
  budget: 90,
  maximumBudget: 200,
  roas: 8.4,
  orders: 41,
  cost: 630,
  lostByBudget: 0.27,
} as const;

export const PRICE_OR_ADS_EXAMPLE = {
  price: 89.9,
  costs: { cost: 38, feePercent: 25 },
  conversion: { low: 0.06, estimate: 0.08, high: 0.1 },
  elasticity: 2.2,
  organicVisits: 40,
  adClicks: 60,
  adCost: 65.54,
  heldShare: 0.07,
  prices: [
    { price: 87, heldShare: 0.5 },
    { price: 82, heldShare: 0.97 },
  ],
} as const;
