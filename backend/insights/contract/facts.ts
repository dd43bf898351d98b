// What is added up by day, and who records it.

/** What is added up: `money` in minor units of one currency, `time` in milliseconds. */
export const FACTS = {
  orders: { kind: 'count', source: 'orders' },
  units: { kind: 'count', source: 'orders' },
  revenue: { kind: 'money', source: 'orders' },
  shipping: { kind: 'money', source: 'orders' },
  cancelledUnits: { kind: 'count', source: 'orders' },
  refundedUnits: { kind: 'count', source: 'orders' },
  refunds: { kind: 'money', source: 'orders' },
  /** The revenue of the sales for which the fact above is known; the same holds for the others in `…Of`. */
  refundsOf: { kind: 'money', source: 'orders' },
  fees: { kind: 'money', source: 'orders' },
  feesOf: { kind: 'money', source: 'orders' },
  goods: { kind: 'money', source: 'orders' },
  goodsOf: { kind: 'money', source: 'orders' },
  tax: { kind: 'money', source: 'orders' },
  taxOf: { kind: 'money', source: 'orders' },
  /** Revenue less fees, tax and goods. */
  contribution: { kind: 'money', source: 'orders' },
  contributionOf: { kind: 'money', source: 'orders' },
  /** Units by who held the buybox as they were ordered. */
  wonUnits: { kind: 'count', source: 'orders' },
  sharedUnits: { kind: 'count', source: 'orders' },
  lostUnits: { kind: 'count', source: 'orders' },
  /** Time of listings that were for sale and in the competition for a buybox. */
  won: { kind: 'time', source: 'buybox' },
  shared: { kind: 'time', source: 'buybox' },
  losing: { kind: 'time', source: 'buybox' },
  barred: { kind: 'time', source: 'buybox' },
  unseen: { kind: 'time', source: 'buybox' },
  /** Price changes by rules that no person undid, and the time that they would have taken by hand. */
  changes: { kind: 'count', source: 'updates' },
  saved: { kind: 'time', source: 'updates' },
  impressions: { kind: 'count', source: 'ads' },
  clicks: { kind: 'count', source: 'ads' },
  adOrders: { kind: 'count', source: 'ads' },
  investment: { kind: 'money', source: 'ads' },
  /** What the marketplace attributes to clicks, of whatever product. */
  adSales: { kind: 'money', source: 'ads' },
  /** The contribution of attributed sales, before ad spend. Not recorded: marketplaces do not report which products were sold. */
  adContribution: { kind: 'money', source: 'attributed products' },
} as const satisfies Record<string, { kind: 'count' | 'money' | 'time'; source: string }>;
export type Fact = keyof typeof FACTS;
export type Facts = Readonly<Record<Fact, number>>;

/** Who records facts. */
export type Source = (typeof FACTS)[Fact]['source'];
export const RECORDED: ReadonlySet<Source> = new Set<Source>([
  'orders',
  'buybox',
  'updates',
  'ads',
]);

/** A sum of facts, each with its factor. */
export type Sum = Readonly<Partial<Record<Fact, number>>>;
