// The list that a figure is calculated from, with the same filters.
import type { IndicatorFilters, MetricName } from '@primazia/backend/insights/contract';

interface FigureQuery {
  /** Both included. */
  from: string;
  to: string;
  filters: IndicatorFilters;
  /** The currency of the figure, if the company sells in several. */
  currencyCode: string | null;
}

/** A page below the base path, and whether it is one of this module. */
export interface Lead {
  page: string;
  filters: string;
  /** The days of its figures, both included; none: the list does not ask for days. */
  days?: { from: string; to: string };
  isOwn: boolean;
}

type Condition = readonly [field: string, condition: string, value: string];

export const written = (conditions: readonly Condition[]): string =>
  conditions
    .map(([field, condition, value]) => `${field}:${condition}:${encodeURIComponent(value)}`)
    .join(';');

export const accountsOf = ({ accountIds, marketplaceIds }: IndicatorFilters): Condition[] => [
  ...(accountIds ? [['accountId', 'IN', accountIds.join('|')] as const] : []),
  ...(marketplaceIds ? [['marketplaceId', 'IN', marketplaceIds.join('|')] as const] : []),
];

const SOLD = ['state', 'IN', 'paid|refunded'] as const;

/** The filters of order items, by figure. */
const ORDERS: Partial<Record<MetricName, readonly Condition[]>> = {
  orders: [SOLD],
  units: [SOLD],
  revenue: [SOLD],
  averageOrder: [SOLD],
  averagePrice: [SOLD],
  unitsPerOrder: [SOLD],
  shippingRevenue: [SOLD],
  contribution: [SOLD],
  contributionShare: [SOLD],
  returnOnGoods: [SOLD],
  profit: [SOLD],
  fees: [SOLD],
  feeShare: [SOLD],
  goods: [SOLD],
  goodsShare: [SOLD],
  tax: [SOLD],
  taxShare: [SOLD],
  costCoverage: [SOLD],
  cancelledUnits: [['state', 'IN', 'cancelled']],
  cancelledShare: [['state', 'IN', 'cancelled']],
  refunds: [SOLD],
  refundShare: [SOLD],
  refundedUnits: [SOLD],
  unitsWithBuybox: [SOLD, ['held', 'IN', 'won|shared']],
  unitsWithBuyboxShare: [SOLD, ['held', 'IN', 'won|shared']],
  unitsWithoutBuybox: [SOLD, ['held', 'IN', 'lost']],
};

/** The filters of buybox monitoring's listings, which show the present. */
const LISTINGS: Partial<Record<MetricName, readonly Condition[]>> = {
  buyboxShare: [],
  sharedShare: [['buyboxStatus', 'IN', 'CO_WINNING']],
  losingShare: [['buyboxStatus', 'IN', 'LOSING']],
  losingTime: [['buyboxStatus', 'IN', 'LOSING']],
  barredTime: [['buyboxStatus', 'IN', 'NOT_COMPETING']],
  unseenShare: [],
};

/** The link of a figure; null: no list has its data. */
export function leadOf(
  metric: MetricName,
  { from, to, filters, currencyCode }: FigureQuery,
): Lead | null {
  const lines = ORDERS[metric];
  const accounts = accountsOf(filters);
  if (lines !== undefined)
    return {
      page: '/dashboard/pedidos',
      filters: written([
        ['orderedAt', 'BETWEEN', `${from}|${to}`],
        ...lines,
        ...(currencyCode === null ? [] : [['currencyCode', '=', currencyCode] as const]),
        ...accounts,
      ]),
      isOwn: true,
    };
  const listings = LISTINGS[metric];
  if (listings !== undefined)
    return {
      page: '/monitoramento-buybox',
      filters: written([...listings, ...accounts]),
      isOwn: false,
    };
  if (metric === 'priceChanges' || metric === 'savedTime')
    return {
      page: '/historico-de-precos',
      filters: written([
        ['createdAt', 'BETWEEN', `${from}|${to}`],
        ['state', 'IN', 'applied'],
        ...accounts,
      ]),
      isOwn: false,
    };
  return null;
}
