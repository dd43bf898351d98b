import type { Filter } from '@primazia/backend/kernel/filter';
import { type OrderLine, queryOrders } from '@primazia/backend/sales/contract';
import { useTranslation } from '@primazia/kit';
import { dayAfter } from '@primazia/kit/chart';
import { ListPage, useListCall } from '@primazia/kit/list';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOrderColumns } from '../orders/columns.tsx';
import { rangeOf } from '../question/range.ts';

const idOf = ({ accountId, orderId, line }: OrderLine) => `${accountId} ${orderId} ${line}`;
const nameOf = ({ title, skuMarketplace, orderId }: OrderLine) =>
  `${orderId}, ${title ?? skuMarketplace}`;

/** The instants that contain the days of the filter in every time zone; the filter itself removes the rest. */
export function instantsOf(filters: readonly Filter[]): { from?: string; to?: string } {
  const [from, to = from] =
    filters.find(({ field }) => field === 'orderedAt')?.value.split('|') ?? [];
  if (from === undefined || to === undefined) return {};
  return { from: `${dayAfter(from, -1)}T00:00:00Z`, to: `${dayAfter(to, 2)}T00:00:00Z` };
}

/** The order items, from which figures of sales are calculated. */
export function OrdersPage() {
  const { t } = useTranslation();
  const defaults = useMemo(() => {
    const { from, to } = rangeOf('30', new Date());
    const filter: Filter = {
      field: 'orderedAt',
      condition: 'BETWEEN',
      value: `${from}|${to}`,
      logicalOperator: 'AND',
    };
    return { filters: [filter], orders: [{ field: 'orderedAt', direction: 'desc' as const }] };
  }, []);
  const { shown } = useListCall(queryOrders, {
    ...useOrderColumns(),
    defaults,
    ask: (filters) => ({ query: instantsOf(filters) }),
  });
  return (
    <ListPage
      id="order-lines"
      title={t('orders.title')}
      notice={<Link to="/dashboard">{t('orders.back')}</Link>}
      {...shown}
      rowId={idOf}
      rowLabel={nameOf}
      empty={{ title: t('orders.empty'), text: t('orders.empty_text') }}
    />
  );
}
