import { sql } from 'kysely';
import type { ListBody } from '../kernel/filter.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { planEach, within } from '../platform/db.ts';
import { fieldsOf, filterCondition, listOrder } from '../platform/filter-sql.ts';
import { requestedRange } from '../platform/time-range.ts';
import {
  type Held,
  type LineState,
  MAX_ORDER_DAYS,
  ORDER_FIELDS,
  type OrderField,
  OrderLine,
} from './contract.ts';

const FIELDS = fieldsOf<OrderField>(ORDER_FIELDS, {
  orderedAt: 'o.ordered_at!',
  orderId: 'o.order_id!',
  state: 'o.state!',
  held: 'o.held!',
  units: { column: sql`(o.units::bigint)`, notNull: true },
  price: 'o.price',
  amount: { column: sql`(o.price * o.units)` },
  title: 'l.title',
  sku: 'l.sku',
  skuMarketplace: 'o.sku_marketplace!',
  listingId: 'o.listing_id!',
  marketplaceId: { column: sql`(a.marketplace_id::bigint)`, notNull: true },
  accountId: 'o.account_id!',
  accountName: 'a.name!',
  currencyCode: 'o.currency_code!',
});

interface Row {
  account_id: number;
  account_name: string;
  marketplace_id: number;
  order_id: string;
  line: string;
  ordered_at: Date;
  day: string;
  updated_at: Date;
  state: LineState;
  listing_id: number;
  title: string | null;
  sku: string | null;
  sku_marketplace: string;
  currency_code: string;
  units: number;
  price: number | null;
  shipping: number | null;
  refunded_units: number | null;
  refunded: number | null;
  held: Held;
  cost: number | null;
  tax: number | null;
  fee: number | null;
  estimated_fee: number | null;
  shipment_state: string | null;
}

const toOrderLine = (row: Row): OrderLine =>
  OrderLine.parse({
    accountId: row.account_id,
    accountName: row.account_name,
    marketplaceId: row.marketplace_id,
    orderId: row.order_id,
    line: row.line,
    orderedAt: row.ordered_at.toISOString(),
    day: row.day,
    updatedAt: row.updated_at.toISOString(),
    state: row.state,
    listingId: row.listing_id || null,
    title: row.title,
    sku: row.sku,
    skuMarketplace: row.sku_marketplace,
    currencyCode: row.currency_code,
    units: row.units,
    price: toAmountOrNull(row.price),
    amount: row.price === null ? null : toAmount(row.price * row.units),
    shippingPrice: toAmountOrNull(row.shipping),
    refundedUnits: row.refunded_units,
    refundedAmount: toAmountOrNull(row.refunded),
    held: row.held,
    cost: row.cost === null ? null : toAmount(row.cost * row.units),
    tax: toAmountOrNull(row.tax),
    fee: toAmountOrNull(row.fee ?? row.estimated_fee),
    feeSource: row.fee !== null ? 'marketplace' : row.estimated_fee !== null ? 'estimate' : null,
    shipmentState: row.shipment_state,
  });

/**
 * A page of lines of orders that were made in a range of time, the latest first.
 * @throws Problem 422 for fields that they do not have, and for an invalid range
 */
export const queryOrders = (
  ctx: AppContext,
  { companyId }: Actor,
  query: PageQuery & { from?: string | undefined; to?: string | undefined },
  { filters, orders, timeZone }: ListBody,
): Promise<Page<OrderLine>> => {
  const { from, to } = requestedRange(query, ctx.clock(), MAX_ORDER_DAYS);
  const matching = sql`
    from order_line o
    join account a on a.company_id = o.company_id and a.id = o.account_id
    left join listing l on l.company_id = o.company_id and l.id = o.listing_id
    where o.company_id = ${companyId} and o.ordered_at >= ${from} and o.ordered_at < ${to}
      -- A day of its zone is one before or after that of UTC at most.
      and o.day between ${from.toISOString()}::text::date - 1 and ${to.toISOString()}::text::date + 1
      and ${filterCondition(filters, FIELDS, { timeZone })}`;
  const order = listOrder(orders, FIELDS, 'o.order_id', [
    { field: 'orderedAt', direction: 'desc' },
  ]);
  return within(ctx.db, { company: companyId }, async (trx) => {
    await planEach(trx);
    const { rows: counts } = await sql<{ count: number }>`
      select count(*) as count ${matching}`.execute(trx);
    const { rows } = await sql<Row>`
      select o.*, o.day::text as day, a.name as account_name, a.marketplace_id, l.title, l.sku,
        round(o.price * o.units * o.tax_percent / 100)::bigint as tax,
        (round(o.price * o.fee_percent / 100 + o.fee_fixed) * o.units)::bigint as estimated_fee,
        (select s.state from shipment s where s.company_id = o.company_id and s.account_id = o.account_id
          and s.order_id = o.order_id
          order by array_position(array['not_delivered', 'pending', 'shipped', 'delivered', 'cancelled'], s.state)
          limit 1) as shipment_state
      from (select o.* ${matching} order by ${order}, o.line
        limit ${query.limit} offset ${query.page * query.limit}) o
      join account a on a.company_id = o.company_id and a.id = o.account_id
      left join listing l on l.company_id = o.company_id and l.id = o.listing_id
      order by ${order}, o.line`.execute(trx);
    return toPage(rows.map(toOrderLine), counts[0]!.count, query);
  });
};
