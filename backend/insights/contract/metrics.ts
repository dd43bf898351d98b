// What every figure of insights is: which sums it is made of, its unit, and what it needs to be known. API, pages, files
// and advice read it here. A ratio is one of sums, worked out at the end; none is stored.
import type { Fact, Sum } from './facts.ts';

export const UNITS = ['count', 'money', 'percent', 'times', 'hours'] as const;
export type Unit = (typeof UNITS)[number];

export const METRIC_GROUPS = ['sales', 'profit', 'buybox', 'pricing', 'ads'] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];

export interface Metric {
  group: MetricGroup;
  unit: Unit;
  better: 'higher' | 'lower' | 'neither';
  of: Sum;
  /** What it is divided by; a metric without it is a sum. */
  per?: Sum;
  /** The revenue that it is known of, and all of it. */
  known?: readonly [part: Fact, whole: Fact];
  /** Sums that have to be known of the same sales. */
  sameSales?: readonly [Fact, Fact];
  /** The fact that a ratio needs to say something, and the least that it needs of it. */
  sample?: readonly [Fact, number];
  /** How often something happened, as a share of all times. */
  isShare?: true;
}

/** A ratio of fewer orders, or of fewer clicks, says little. */
const ORDERS = ['orders', 5] as const;
const CLICKS = ['clicks', 20] as const;

const SEEN = { won: 1, shared: 1, losing: 1, barred: 1 } as const;
const AD_SALES = { adSales: 1 } as const;

export const METRICS = {
  orders: { group: 'sales', unit: 'count', better: 'higher', of: { orders: 1 } },
  units: { group: 'sales', unit: 'count', better: 'higher', of: { units: 1 } },
  revenue: { group: 'sales', unit: 'money', better: 'higher', of: { revenue: 1 } },
  shippingRevenue: { group: 'sales', unit: 'money', better: 'neither', of: { shipping: 1 } },
  averagePrice: {
    group: 'sales',
    unit: 'money',
    better: 'neither',
    of: { revenue: 1 },
    per: { units: 1 },
    sample: ORDERS,
  },
  averageOrder: {
    group: 'sales',
    unit: 'money',
    better: 'higher',
    of: { revenue: 1 },
    per: { orders: 1 },
    sample: ORDERS,
  },
  unitsPerOrder: {
    group: 'sales',
    unit: 'times',
    better: 'higher',
    of: { units: 1 },
    per: { orders: 1 },
    sample: ORDERS,
  },
  cancelledUnits: { group: 'sales', unit: 'count', better: 'lower', of: { cancelledUnits: 1 } },
  cancelledShare: {
    group: 'sales',
    unit: 'percent',
    better: 'lower',
    of: { cancelledUnits: 1 },
    per: { units: 1, cancelledUnits: 1 },
    sample: ORDERS,
    isShare: true,
  },
  refundedUnits: {
    group: 'sales',
    unit: 'count',
    better: 'lower',
    of: { refundedUnits: 1 },
    known: ['refundsOf', 'revenue'],
  },
  refunds: {
    group: 'sales',
    unit: 'money',
    better: 'lower',
    of: { refunds: 1 },
    known: ['refundsOf', 'revenue'],
  },
  refundShare: {
    group: 'sales',
    unit: 'percent',
    better: 'lower',
    of: { refunds: 1 },
    per: { refundsOf: 1 },
    known: ['refundsOf', 'revenue'],
    sample: ORDERS,
  },
  unitsWithBuybox: {
    group: 'sales',
    unit: 'count',
    better: 'higher',
    of: { wonUnits: 1, sharedUnits: 1 },
  },
  unitsWithoutBuybox: { group: 'sales', unit: 'count', better: 'neither', of: { lostUnits: 1 } },
  unitsWithBuyboxShare: {
    group: 'sales',
    unit: 'percent',
    better: 'neither',
    of: { wonUnits: 1, sharedUnits: 1 },
    per: { wonUnits: 1, sharedUnits: 1, lostUnits: 1 },
    sample: ORDERS,
    isShare: true,
  },

  fees: {
    group: 'profit',
    unit: 'money',
    better: 'lower',
    of: { fees: 1 },
    known: ['feesOf', 'revenue'],
  },
  feeShare: {
    group: 'profit',
    unit: 'percent',
    better: 'lower',
    of: { fees: 1 },
    per: { feesOf: 1 },
    known: ['feesOf', 'revenue'],
    sample: ORDERS,
  },
  tax: {
    group: 'profit',
    unit: 'money',
    better: 'lower',
    of: { tax: 1 },
    known: ['taxOf', 'revenue'],
  },
  taxShare: {
    group: 'profit',
    unit: 'percent',
    better: 'lower',
    of: { tax: 1 },
    per: { taxOf: 1 },
    known: ['taxOf', 'revenue'],
    sample: ORDERS,
  },
  goods: {
    group: 'profit',
    unit: 'money',
    better: 'lower',
    of: { goods: 1 },
    known: ['goodsOf', 'revenue'],
  },
  goodsShare: {
    group: 'profit',
    unit: 'percent',
    better: 'lower',
    of: { goods: 1 },
    per: { goodsOf: 1 },
    known: ['goodsOf', 'revenue'],
    sample: ORDERS,
  },
  contribution: {
    group: 'profit',
    unit: 'money',
    better: 'higher',
    of: { contribution: 1 },
    known: ['contributionOf', 'revenue'],
  },
  contributionShare: {
    group: 'profit',
    unit: 'percent',
    better: 'higher',
    of: { contribution: 1 },
    per: { contributionOf: 1 },
    known: ['contributionOf', 'revenue'],
    sample: ORDERS,
  },
  returnOnGoods: {
    group: 'profit',
    unit: 'percent',
    better: 'higher',
    of: { contribution: 1 },
    per: { goods: 1 },
    known: ['contributionOf', 'revenue'],
    sameSales: ['contributionOf', 'goodsOf'],
    sample: ORDERS,
  },
  costCoverage: {
    group: 'profit',
    unit: 'percent',
    better: 'higher',
    of: { contributionOf: 1 },
    per: { revenue: 1 },
  },
  profit: {
    group: 'profit',
    unit: 'money',
    better: 'higher',
    of: { contribution: 1, investment: -1 },
    known: ['contributionOf', 'revenue'],
  },

  buyboxShare: {
    group: 'buybox',
    unit: 'percent',
    better: 'higher',
    of: { won: 1, shared: 0.5 },
    per: SEEN,
  },
  sharedShare: {
    group: 'buybox',
    unit: 'percent',
    better: 'neither',
    of: { shared: 1 },
    per: SEEN,
  },
  losingShare: {
    group: 'buybox',
    unit: 'percent',
    better: 'lower',
    of: { losing: 1, barred: 1 },
    per: SEEN,
  },
  unseenShare: {
    group: 'buybox',
    unit: 'percent',
    better: 'lower',
    of: { unseen: 1 },
    per: { ...SEEN, unseen: 1 },
  },
  losingTime: { group: 'buybox', unit: 'hours', better: 'lower', of: { losing: 1 } },
  barredTime: { group: 'buybox', unit: 'hours', better: 'lower', of: { barred: 1 } },

  priceChanges: { group: 'pricing', unit: 'count', better: 'neither', of: { changes: 1 } },
  savedTime: { group: 'pricing', unit: 'hours', better: 'higher', of: { saved: 1 } },

  impressions: { group: 'ads', unit: 'count', better: 'higher', of: { impressions: 1 } },
  clicks: { group: 'ads', unit: 'count', better: 'higher', of: { clicks: 1 } },
  ctr: {
    group: 'ads',
    unit: 'percent',
    better: 'higher',
    of: { clicks: 1 },
    per: { impressions: 1 },
    sample: CLICKS,
    isShare: true,
  },
  cpc: {
    group: 'ads',
    unit: 'money',
    better: 'lower',
    of: { investment: 1 },
    per: { clicks: 1 },
    sample: CLICKS,
  },
  adOrders: { group: 'ads', unit: 'count', better: 'higher', of: { adOrders: 1 } },
  adConversion: {
    group: 'ads',
    unit: 'percent',
    better: 'higher',
    of: { adOrders: 1 },
    per: { clicks: 1 },
    sample: CLICKS,
    isShare: true,
  },
  investment: { group: 'ads', unit: 'money', better: 'neither', of: { investment: 1 } },
  adRevenue: { group: 'ads', unit: 'money', better: 'higher', of: AD_SALES },
  acos: {
    group: 'ads',
    unit: 'percent',
    better: 'lower',
    of: { investment: 1 },
    per: AD_SALES,
    sample: CLICKS,
  },
  roas: {
    group: 'ads',
    unit: 'times',
    better: 'higher',
    of: AD_SALES,
    per: { investment: 1 },
    sample: CLICKS,
  },
  tacos: {
    group: 'ads',
    unit: 'percent',
    better: 'lower',
    of: { investment: 1 },
    per: { revenue: 1 },
    sample: ORDERS,
  },
  adRoi: {
    group: 'ads',
    unit: 'percent',
    better: 'higher',
    of: { adContribution: 1, investment: -1 },
    per: { investment: 1 },
    sample: CLICKS,
  },
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]];

export const metricOf = (name: MetricName): Metric => METRICS[name];

/** Whether campaigns have it: what was sold in all is known of listings and accounts alone. */
export const isOfCampaigns = (name: MetricName): boolean =>
  metricOf(name).group === 'ads' && name !== 'tacos';
