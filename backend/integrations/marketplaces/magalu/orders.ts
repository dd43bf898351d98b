import * as z from 'zod';
import { Key, maybe, Numeric, priceOf, Text } from '../../../kernel/lenient.ts';
import { type Minor, splitAmount } from '../../../kernel/money.ts';
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
import { CURRENCY } from './prices.ts';
import { decode, headersOf, inPath } from './wire.ts';

const PAGE = 100;
/** The largest offset of a list; a period with more orders is read in halves. */
const MOST_OFFSET = 5_000;
/** An order that changes while its period is read leaves it, and later ones move up: so many entries overlap between pages. */
const OVERLAP = 10;

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** An amount with its divisor; prices of units have it as `value`, and all else as `total`. */
const Amount = z
  .object({
    total: maybe(Numeric),
    value: maybe(Numeric),
    normalizer: Numeric.refine((divisor) => divisor > 0),
  })
  .transform(({ total, value, normalizer }): number | null => {
    const amount = total ?? value;
    return amount === null ? null : amount / normalizer;
  });

const Item = z.object({
  info: z.object({ sku: Key }),
  quantity: Numeric,
  sequencial: maybe(Key),
  unit_price: maybe(Amount),
});
type Item = z.infer<typeof Item>;

const Delivery = z.object({
  id: Key,
  status: maybe(Text),
  items: z.array(Item),
  shipping: maybe(
    z.object({
      shipped_at: maybe(Instant),
      delivered_at: maybe(Instant),
      provider: maybe(z.object({ name: maybe(Text) })),
      tracking: maybe(z.object({ code: maybe(Key) })),
      recipient: maybe(
        z.object({
          name: maybe(Text),
          address: maybe(
            z.object({
              city: maybe(Text),
              state: maybe(Text),
              country: maybe(Text),
              zipcode: maybe(Key),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Delivery = z.infer<typeof Delivery>;

const Order = z.object({
  id: Key,
  status: Text,
  created_at: maybe(Instant),
  purchased_at: maybe(Instant),
  updated_at: maybe(Instant),
  amounts: maybe(
    z.object({
      currency: maybe(Text),
      freight: maybe(Amount),
      commission: maybe(Amount),
    }),
  ),
  deliveries: z.array(Delivery).min(1),
});

const Orders = z.object({ results: z.array(z.unknown()) });

/** All other states are paid. */
const STATES: Record<string, OrderState> = { new: 'pending', cancelled: 'cancelled' };

const SHIPMENT_STATES: Record<string, ShipmentState> = {
  shipped: 'shipped',
  delivered: 'delivered',
  not_delivered: 'not_delivered',
  cancelled: 'cancelled',
};

const minorOf = (amount: number | null): Minor | null => (amount === 0 ? 0 : priceOf(amount));

const unitsOf = ({ quantity }: Item) => Math.max(0, Math.trunc(quantity));

function recipientOf({ shipping }: Delivery): Recipient | null {
  const recipient = shipping?.recipient ?? null;
  if (recipient === null) return null;
  const { name, address } = recipient;
  return {
    name,
    postalCode: address?.zipcode ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    countryCode: address?.country ?? null,
  };
}

const toShipment = (delivery: Delivery): RemoteShipment => ({
  shipmentId: delivery.id,
  state: SHIPMENT_STATES[delivery.status ?? ''] ?? 'pending',
  carrier: delivery.shipping?.provider?.name ?? null,
  trackingNumber: delivery.shipping?.tracking?.code ?? null,
  shippedAt: delivery.shipping?.shipped_at ?? null,
  deliveredAt: delivery.shipping?.delivered_at ?? null,
  recipient: recipientOf(delivery),
});

/** An order; null where it lacks a required field. Its items are in its deliveries. */
export function toOrder(body: unknown): RemoteOrder | null {
  const read = Order.safeParse(body);
  if (!read.success) return null;
  const { data: order } = read;
  const orderedAt = order.purchased_at ?? order.created_at;
  if (orderedAt === null) return null;
  const { currency = null, freight = null, commission = null } = order.amounts ?? {};
  const entries = order.deliveries.flatMap((delivery) =>
    delivery.items.map((item, at) => ({ delivery, item, at })),
  );
  const prices = entries.map(({ item }) => minorOf(item.unit_price));
  const amounts = entries.map(({ item }, n) => (prices[n] ?? 0) * unitsOf(item));
  // Both are reported for the whole order.
  const share = (amount: Minor | null) => (amount === null ? null : splitAmount(amount, amounts));
  const shipping = share(minorOf(freight));
  const fees = share(minorOf(commission));
  const state = STATES[order.status] ?? 'paid';
  const lines = entries.map(
    ({ delivery, item, at }, n): RemoteOrderLine => ({
      line: `${delivery.id}:${item.sequencial ?? at + 1}`,
      skuMarketplace: item.info.sku,
      units: unitsOf(item),
      price: prices[n] ?? null,
      shipping: shipping?.[n] ?? null,
      fee: fees?.[n] ?? null,
      state: delivery.status === 'cancelled' ? 'cancelled' : state,
      refund: null,
    }),
  );
  return {
    orderId: order.id,
    orderedAt,
    updatedAt: order.updated_at ?? orderedAt,
    currencyCode: currency ?? CURRENCY,
    lines,
    shipments: order.deliveries.map(toShipment),
  };
}

/** Where a search continues: the part of its period that is being read, and the offset; in milliseconds since 1970. */
const Cursor = z.object({ from: z.int(), to: z.int(), offset: z.int().min(0) });
type Cursor = z.infer<typeof Cursor>;

function cursorOf({ updatedFrom, updatedTo, cursor }: OrderQuery): Cursor | null {
  if (cursor === null) return { from: updatedFrom.getTime(), to: updatedTo.getTime(), offset: 0 };
  try {
    return Cursor.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}

/** Where a search continues after a page of `found` orders; null: it is over. */
function following(at: Cursor, found: number, end: number): Cursor | null {
  if (found < PAGE) return at.to < end ? { from: at.to, to: end, offset: 0 } : null;
  const offset = at.offset + found - OVERLAP;
  if (offset + PAGE <= MOST_OFFSET || at.to - at.from < 2) return { ...at, offset };
  // What was read of this period comes once more.
  return { ...at, to: at.from + Math.floor((at.to - at.from) / 2), offset: 0 };
}

const get = (session: AccountSession, path: string, query: Record<string, string> = {}) => ({
  method: 'GET' as const,
  operation: 'readOrders',
  path,
  query,
  headers: headersOf(session),
  pace: session.sellerId,
  signal: session.signal,
});

/** One page of a search by when orders were placed or changed, and where it continues. */
async function search(
  api: Fetcher,
  session: AccountSession,
  field: 'purchased_at' | 'updated_at',
  at: Cursor,
  end: number,
): Promise<Result<{ results: unknown[]; next: Cursor | null }, CallFailure>> {
  const answer = decode(
    await api(
      get(session, '/seller/v1/orders', {
        [`${field}__gte`]: new Date(at.from).toISOString(),
        [`${field}__lte`]: new Date(at.to).toISOString(),
        _limit: String(PAGE),
        _offset: String(at.offset),
        _sort: 'purchased_at:asc',
      }),
    ),
    Orders,
    'the orders',
  );
  if (!answer.ok) return answer;
  const { results } = answer.value;
  return ok({ results, next: following(at, results.length, end) });
}

/** The orders of the seller that changed in a period. */
export async function getOrders(
  api: Fetcher,
  session: AccountSession,
  query: OrderQuery,
): Promise<Result<OrderPage, CallFailure>> {
  const at = cursorOf(query);
  if (at === null) return fail(failure('invalid', 'unknown_cursor', 'The cursor is not readable'));
  const answer = await search(api, session, 'updated_at', at, query.updatedTo.getTime());
  if (!answer.ok) return answer;
  const { results, next } = answer.value;
  const orders = results.map(toOrder).filter((order) => order !== null);
  return ok({
    orders,
    unreadable: results.length - orders.length,
    next: next && JSON.stringify(next),
  });
}

export async function getOrder(
  api: Fetcher,
  session: AccountSession,
  orderId: string,
): Promise<Result<RemoteOrder, CallFailure>> {
  const path = `/seller/v1/orders/${inPath(orderId)}`;
  const answer = decode(await api(get(session, path)), z.unknown(), 'the order');
  if (!answer.ok) return answer;
  const order = toOrder(answer.value);
  return order === null ? fail(unreadable(`order ${orderId}`)) : ok(order);
}

/** A seller's sums by day, counted from the orders that were placed then: Magalu reports no sums of its own. */
export async function getSalesTotals(
  api: Fetcher,
  session: AccountSession,
  { from, to, timeZone }: SalesDays,
): Promise<Result<SalesTotal[], CallFailure>> {
  const totals = new Map<string, SalesTotal>();
  const counted = new Set<string>();
  const end = startOfDay(addDays(to, 1), timeZone).getTime() - 1;
  let at: Cursor | null = { from: startOfDay(from, timeZone).getTime(), to: end, offset: 0 };
  while (at !== null) {
    const page: Awaited<ReturnType<typeof search>> = await search(
      api,
      session,
      'purchased_at',
      at,
      end,
    );
    if (!page.ok) return page;
    for (const body of page.value.results) {
      const order = toOrder(body);
      if (order === null) return fail(unreadable('an order'));
      if (counted.has(order.orderId)) continue;
      counted.add(order.orderId);
      addSale(totals, order, dayOf(order.orderedAt, timeZone));
    }
    at = page.value.next;
  }
  return ok([...totals.values()]);
}
