import * as z from 'zod';
import { Key, listOf, maybe, Numeric, priceOf, Text } from '../../../kernel/lenient.ts';
import { CurrencyCode, type Minor, splitAmount, toMinor } from '../../../kernel/money.ts';
import { refundFor } from '../../../kernel/refund.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { addDays, dayOf, startOfDay } from '../../../kernel/time-zone.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import {
  addSale,
  type OrderPage,
  type OrderQuery,
  type OrderState,
  type Recipient,
  type RemoteOrder,
  type RemoteOrderLine,
  type RemoteShipment,
  type SalesDays,
  type SalesTotal,
  type ShipmentState,
} from '../../orders.ts';
import { bearer, decode, inPath } from './wire.ts';

/** Orders of one page. @see https://developers.mercadolivre.com.br/pt_br/gerenciamento-de-vendas */
const PAGE = 50;
/** The largest offset of a search; a period with more orders is read in halves. */
const MAX_OFFSET = 10_000;

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Line = z.object({
  item: z.object({ id: Key, variation_id: maybe(Key) }),
  quantity: Numeric,
  unit_price: maybe(Numeric),
  /** Of one unit. */
  sale_fee: maybe(Numeric),
});
const Payment = z.object({
  status: maybe(Text),
  transaction_amount: maybe(Numeric),
  transaction_amount_refunded: maybe(Numeric),
  shipping_cost: maybe(Numeric),
});
type Payment = z.infer<typeof Payment>;
const Order = z.object({
  id: Key,
  status: Text,
  date_created: Instant,
  last_updated: maybe(Instant),
  date_last_updated: maybe(Instant),
  currency_id: CurrencyCode,
  order_items: z.array(Line).min(1),
  payments: listOf(Payment),
  shipping: maybe(z.object({ id: maybe(Key) })),
});
const Search = z.object({
  results: z.array(z.unknown()),
  paging: z.object({ total: Numeric }),
});

/** @see https://developers.mercadolivre.com.br/pt_br/gerenciamento-de-envios */
const Shipment = z.object({
  id: Key,
  status: maybe(Text),
  tracking_number: maybe(Text),
  tracking_method: maybe(Text),
  status_history: maybe(z.object({ date_shipped: maybe(Instant), date_delivered: maybe(Instant) })),
  receiver_address: maybe(
    z.object({
      receiver_name: maybe(Text),
      zip_code: maybe(Text),
      city: maybe(z.object({ name: maybe(Text) })),
      state: maybe(z.object({ id: maybe(Text), name: maybe(Text) })),
      country: maybe(z.object({ id: maybe(Text) })),
    }),
  ),
});
type Shipment = z.infer<typeof Shipment>;

/** All other states are paid. */
const STATES: Record<string, OrderState> = {
  confirmed: 'pending',
  payment_required: 'pending',
  payment_in_process: 'pending',
  partially_paid: 'pending',
  pending_cancel: 'cancelled',
  cancelled: 'cancelled',
  invalid: 'cancelled',
};

const SHIPMENT_STATES: Record<string, ShipmentState> = {
  shipped: 'shipped',
  delivered: 'delivered',
  not_delivered: 'not_delivered',
  cancelled: 'cancelled',
};

/** An amount of the wire; an invalid one counts as none. */
const minorOf = (amount: number | null): Minor => priceOf(amount) ?? 0;

const refundOf = ({ status, transaction_amount, transaction_amount_refunded }: Payment): Minor =>
  minorOf(transaction_amount_refunded ?? (status === 'refunded' ? transaction_amount : null));

/** An order; null where it lacks a required field. */
function toOrder(body: unknown, shipments: RemoteShipment[] | null): RemoteOrder | null {
  const read = Order.safeParse(body);
  if (!read.success) return null;
  const { data: order } = read;
  const state = STATES[order.status] ?? 'paid';
  const prices = order.order_items.map(({ unit_price }) =>
    unit_price === null || unit_price < 0 ? null : toMinor(unit_price),
  );
  const amounts = order.order_items.map(({ quantity }, n) => (prices[n] ?? 0) * quantity);
  const payments = order.payments.filter(({ status }) => status !== 'rejected');
  const refunds = splitAmount(sumOf(payments.map(refundOf)), amounts);
  const shipping = splitAmount(
    sumOf(payments.map(({ shipping_cost }) => minorOf(shipping_cost))),
    amounts,
  );
  const seen = new Map<string, number>();
  const lines = order.order_items.map(({ item, quantity, sale_fee }, n): RemoteOrderLine => {
    const key = item.variation_id === null ? item.id : `${item.id}:${item.variation_id}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const refund = refundFor(refunds[n]!, prices[n]!, quantity);
    const isRefunded = state === 'paid' && quantity > 0 && refund.units === quantity;
    return {
      line: before === 0 ? key : `${key}:${before}`,
      skuMarketplace: item.id,
      units: Math.max(0, Math.trunc(quantity)),
      price: prices[n]!,
      shipping: order.payments.length === 0 ? null : shipping[n]!,
      fee: sale_fee === null ? null : toMinor(sale_fee * quantity),
      state: isRefunded ? 'refunded' : state,
      // What was paid for a cancelled order goes back with it and was never a sale.
      refund: state === 'paid' ? refund : { units: 0, amount: 0 },
    };
  });
  return {
    orderId: order.id,
    orderedAt: order.date_created,
    updatedAt: order.last_updated ?? order.date_last_updated ?? order.date_created,
    currencyCode: order.currency_id,
    lines,
    shipments,
  };
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** Where a search continues: the part of its period that is being read, and the offset. */
const Cursor = z.object({ from: z.int(), to: z.int(), offset: z.int(), total: z.int().nullable() });
type Cursor = z.infer<typeof Cursor>;

function cursorOf({ updatedFrom, updatedTo, cursor }: OrderQuery): Cursor | null {
  if (cursor === null)
    return { from: updatedFrom.getTime(), to: updatedTo.getTime(), offset: 0, total: null };
  try {
    return Cursor.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}

const get = (session: AccountSession, operation: string, path: string) => ({
  method: 'GET' as const,
  operation,
  path,
  headers: bearer(session.accessToken),
  pace: session.sellerId,
  signal: session.signal,
});

/** Half of a period with more orders than a search can page through; null: it need not be halved, or is too short. */
function halved(at: Cursor, total: number): Cursor | null {
  if (at.offset > 0 || total <= MAX_OFFSET || at.to - at.from < 2) return null;
  return { ...at, to: at.from + Math.floor((at.to - at.from) / 2) };
}

/**
 * Where the search continues. An order that changes while its period is read leaves it, and later ones move up: then the
 * page is read again from that many places before.
 */
function following(at: Cursor, found: number, total: number, end: number): Cursor | null {
  const left = at.total === null ? 0 : Math.max(0, at.total - total);
  const offset = left > 0 ? Math.max(0, at.offset - left) : at.offset + found;
  const isOver = left === 0 && (found === 0 || offset >= Math.min(total, MAX_OFFSET));
  if (!isOver) return { ...at, offset, total };
  return at.to < end ? { from: at.to, to: end, offset: 0, total: null } : null;
}

/** One page of a search by when orders were made or changed, and where it continues. */
async function search(
  fetcher: Fetcher,
  session: AccountSession,
  field: 'date_created' | 'date_last_updated',
  at: Cursor,
  end: number,
): Promise<Result<{ results: unknown[]; next: Cursor | null }, CallFailure>> {
  const answer = decode(
    await fetcher({
      ...get(session, 'searchOrders', '/orders/search'),
      query: {
        seller: session.sellerId,
        [`order.${field}.from`]: new Date(at.from).toISOString(),
        [`order.${field}.to`]: new Date(at.to).toISOString(),
        sort: 'date_asc',
        offset: String(at.offset),
        limit: String(PAGE),
      },
    }),
    Search,
    'the orders',
  );
  if (!answer.ok) return answer;
  const { results, paging } = answer.value;
  const half = halved(at, paging.total);
  if (half !== null) return await search(fetcher, session, field, half, end);
  return ok({ results, next: following(at, results.length, paging.total, end) });
}

/** The orders of the seller that changed in a period. Their shipments are not read. */
export async function getOrders(
  fetcher: Fetcher,
  session: AccountSession,
  query: OrderQuery,
): Promise<Result<OrderPage, CallFailure>> {
  const at = cursorOf(query);
  if (at === null) return fail(failure('invalid', 'unknown_cursor', 'The cursor is not readable'));
  const end = query.updatedTo.getTime();
  const answer = await search(fetcher, session, 'date_last_updated', at, end);
  if (!answer.ok) return answer;
  const { results, next } = answer.value;
  const orders = results.map((body) => toOrder(body, null)).filter((order) => order !== null);
  return ok({
    orders,
    unreadable: results.length - orders.length,
    next: next && JSON.stringify(next),
  });
}

const recipientOf = ({ receiver_address: address }: Shipment): Recipient | null =>
  address && {
    name: address.receiver_name,
    postalCode: address.zip_code,
    city: address.city?.name ?? null,
    state: address.state?.id ?? address.state?.name ?? null,
    countryCode: address.country?.id ?? null,
  };

const toShipment = (shipment: Shipment): RemoteShipment => ({
  shipmentId: shipment.id,
  state: SHIPMENT_STATES[shipment.status ?? ''] ?? 'pending',
  carrier: shipment.tracking_method,
  trackingNumber: shipment.tracking_number,
  shippedAt: shipment.status_history?.date_shipped ?? null,
  deliveredAt: shipment.status_history?.date_delivered ?? null,
  recipient: recipientOf(shipment),
});

/** One order; its shipment is null where the marketplace has none or does not report it now. */
export async function getOrder(
  fetcher: Fetcher,
  session: AccountSession,
  orderId: string,
): Promise<Result<RemoteOrder, CallFailure>> {
  const answer = decode(
    await fetcher(get(session, 'getOrder', `/orders/${inPath(orderId)}`)),
    z.unknown(),
    'the order',
  );
  if (!answer.ok) return answer;
  const bare = toOrder(answer.value, null);
  if (bare === null) return fail(unreadable(`order ${orderId}`));
  const { shipping } = Order.parse(answer.value);
  if (!shipping?.id) return ok({ ...bare, shipments: [] });
  const shipment = decode(
    await fetcher(get(session, 'getShipment', `/shipments/${inPath(shipping.id)}`)),
    Shipment,
    'the shipment',
  );
  if (shipment.ok) return ok({ ...bare, shipments: [toShipment(shipment.value)] });
  return shipment.error.kind === 'not_found' ? ok({ ...bare, shipments: [] }) : shipment;
}

/** A seller's sums by day, counted from the orders that were made then: Mercado Livre reports no sums of its own. */
export async function getSalesTotals(
  fetcher: Fetcher,
  session: AccountSession,
  { from, to, timeZone }: SalesDays,
): Promise<Result<SalesTotal[], CallFailure>> {
  const totals = new Map<string, SalesTotal>();
  const counted = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const begin = startOfDay(day, timeZone).getTime();
    const end = startOfDay(addDays(day, 1), timeZone).getTime() - 1;
    let at: Cursor | null = { from: begin, to: end, offset: 0, total: null };
    while (at !== null) {
      const page: Awaited<ReturnType<typeof search>> = await search(
        fetcher,
        session,
        'date_created',
        at,
        end,
      );
      if (!page.ok) return page;
      for (const body of page.value.results) {
        const order = toOrder(body, null);
        if (order === null) return fail(unreadable('an order'));
        if (counted.has(order.orderId)) continue;
        counted.add(order.orderId);
        addSale(totals, order, dayOf(order.orderedAt, timeZone));
      }
      at = page.value.next;
    }
  }
  return ok([...totals.values()]);
}
