// Bodies of a preview, as the description of the API shows them.

/** A keyword with six weeks behind it; and a new one, of which only the ad group is known. */
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
