import { sql } from 'kysely';
import type { OrderState, RemoteRefund } from '../integrations/marketplace.ts';
import type { Minor } from '../kernel/money.ts';
import type { Trx } from '../platform/db.ts';
import type { SalesAccount } from './time-zones.ts';

/** What was paid back of one listing. */
export interface RefundItem {
  sku: string;
  amount: Minor;
}

/**
 * Writes refunds as they were reported last.
 * @returns the orders of those that changed
 */
export async function saveRefunds(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  refunds: readonly RemoteRefund[],
): Promise<string[]> {
  const given = refunds.map(({ orderId, refundId, updatedAt, items }) => ({
    order_id: orderId,
    refund_id: refundId,
    updated_at: updatedAt,
    items: items.map(({ skuMarketplace, amount }) => ({ sku: skuMarketplace, amount })),
  }));
  const { rows } = await sql<{ order_id: string }>`
    insert into order_refund as r (company_id, account_id, order_id, refund_id, updated_at, items)
    select ${companyId}, ${accountId}, order_id, refund_id, updated_at, items
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(order_id text, refund_id text, updated_at timestamptz, items jsonb)
    order by order_id, refund_id
    on conflict (company_id, account_id, order_id, refund_id) do update
      set updated_at = excluded.updated_at, items = excluded.items
    where r.updated_at <= excluded.updated_at and r.items <> excluded.items
    returning r.order_id`.execute(trx);
  return rows.map(({ order_id }) => order_id);
}

/** What was paid back of orders, all refunds of one together. */
export async function refundsOf(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  orderIds: readonly string[],
): Promise<Map<string, RefundItem[]>> {
  const rows = await trx
    .selectFrom('order_refund')
    .select(['order_id', 'items'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('order_id', '=', sql<string>`any(${orderIds}::text[])`)
    .orderBy('order_id')
    .orderBy('refund_id')
    .execute();
  const orders = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map([...orders].map(([id, some]) => [id, some.flatMap(({ items }) => items)]));
}

/** When orders were made: `from` included, `before` not; null: up to now. */
export interface OrderTimes {
  from: Date;
  before: Date | null;
}

const madeIn = ({ from, before }: OrderTimes) =>
  sql`ordered_at >= ${from} and (${before}::timestamptz is null or ordered_at < ${before})`;

/** Where the latest `lines` lines of a time begin, with those that were ordered at the same instant. */
export async function beginOfLatest(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  times: OrderTimes,
  lines: number,
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ordered_at as at from order_line
    where company_id = ${companyId} and account_id = ${accountId} and ${madeIn(times)}
    order by ordered_at desc offset ${lines - 1} limit 1`.execute(trx);
  return rows[0]?.at ?? times.from;
}

/** The orders of a time with refunds. */
export async function refundedOrders(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  times: OrderTimes,
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select distinct order_id from order_line l
    where company_id = ${companyId} and account_id = ${accountId} and ${madeIn(times)} and exists (
      select 1 from order_refund r
      where r.company_id = l.company_id and r.account_id = l.account_id and r.order_id = l.order_id)`.execute(
    trx,
  );
  return rows.map(({ order_id }) => order_id);
}

/** The part of a recorded line that refunds change, and what they are joined by. */
export interface RefundedLine {
  order_id: string;
  line: string;
  day: string;
  listing_id: number;
  sku_marketplace: string;
  state: OrderState;
  units: number;
  price: Minor | null;
  refunded_units: number | null;
  refunded: Minor | null;
}

/** The recorded lines of orders that were made since an instant. */
export async function linesOf(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  orderIds: readonly string[],
  since: Date,
): Promise<RefundedLine[]> {
  const { rows } = await sql<RefundedLine>`
    select order_id, line, day::text as day, listing_id, sku_marketplace, state, units, price, refunded_units, refunded
    from order_line
    where company_id = ${companyId} and account_id = ${accountId} and order_id = any(${orderIds}::text[])
      and ordered_at >= ${since}
    order by order_id, line`.execute(trx);
  return rows;
}

export async function saveLineRefunds(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  lines: readonly RefundedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update order_line l set state = given.state, refunded_units = given.refunded_units, refunded = given.refunded
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given(order_id text, line text, day date, state text,
      refunded_units integer, refunded bigint)
    where l.company_id = ${companyId} and l.account_id = ${accountId} and l.order_id = given.order_id
      and l.line = given.line and l.day = given.day`.execute(trx);
}

/**
 * Marks that the lines of a time whose refunds were not known have none.
 * @returns their days by listing, each once
 */
export async function markNotRefunded(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  times: OrderTimes,
): Promise<{ day: string; listing_id: number }[]> {
  const { rows } = await sql<{ day: string; listing_id: number }>`
    with known as (
      update order_line set refunded_units = 0, refunded = 0
      where company_id = ${companyId} and account_id = ${accountId} and ${madeIn(times)} and refunded is null
      returning day, listing_id
    )
    select distinct day::text as day, listing_id from known`.execute(trx);
  return rows;
}
