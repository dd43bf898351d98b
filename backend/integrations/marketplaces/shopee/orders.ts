// Orders: a list by when they changed or were made, whose entries are then requested for fifty at a time.
// https://open.shopee.com/developer-guide/229
import * as z from 'zod';
import { batchesOf } from '../../../kernel/batches.ts';
import { Key, listOf, maybe, Numeric, readableOf, Text } from '../../../kernel/lenient.ts';
import { CurrencyCode, toMinor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { addDays, dayOf, startOfDay } from '../../../kernel/time-zone.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure } from '../../marketplace.ts';
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
import { decode } from './envelope.ts';
import { BATCH } from './items.ts';
import { callAsShop, type Shopee } from './requests.ts';
import { codeOf } from './units.ts';

/** The longest period of one list. */
const LIST_MS = 15 * 24 * 3_600_000;

/** The optional fields that are requested of an order. */
const FIELDS = [
  'item_list',
  'package_list',
  'recipient_address',
  'pickup_done_time',
  'shipping_carrier',
].join(',');

const OrderList = z.object({
  more: z.boolean(),
  next_cursor: maybe(z.string()),
  order_list: z.array(z.object({ order_sn: Text })),
});

/** Seconds since 1970; zero where it has not happened yet. */
const Instant = Numeric.pipe(z.number().positive()).transform((at) => new Date(at * 1000));

const Id = Key.pipe(z.string().regex(/^\d{1,19}$/));
const Line = z.object({
  item_id: Id,
  model_id: maybe(Id),
  order_item_id: maybe(Key),
  model_quantity_purchased: Numeric,
  model_discounted_price: maybe(Numeric),
  model_original_price: maybe(Numeric),
});
const Address = z.object({
  name: maybe(Text),
  zipcode: maybe(Text),
  city: maybe(Text),
  state: maybe(Text),
  region: maybe(Text),
});
const Order = z.object({
  order_sn: Text,
  order_status: Text,
  create_time: Instant,
  update_time: Instant,
  currency: CurrencyCode,
  item_list: z.array(Line).min(1),
  pickup_done_time: maybe(Instant),
  shipping_carrier: maybe(Text),
  recipient_address: maybe(Address),
  package_list: listOf(
    z.object({
      package_number: Key,
      logistics_status: maybe(Text),
      shipping_carrier: maybe(Text),
    }),
  ),
});
type Order = z.infer<typeof Order>;
const Orders = z.object({ order_list: z.array(z.unknown()) });
const Named = readableOf(z.object({ order_sn: Text }));

/** All other states are paid; a cancellation that a buyer only asks for has not happened. */
const STATES: Readonly<Record<string, OrderState>> = {
  UNPAID: 'pending',
  CANCELLED: 'cancelled',
};

/** All other states wait to be handed over. */
const SHIPMENT_STATES: Readonly<Record<string, ShipmentState>> = {
  LOGISTICS_PICKUP_DONE: 'shipped',
  LOGISTICS_DELIVERY_DONE: 'delivered',
  LOGISTICS_DELIVERY_FAILED: 'not_delivered',
  LOGISTICS_LOST: 'not_delivered',
  LOGISTICS_REQUEST_CANCELED: 'cancelled',
};

const recipientOf = (address: z.infer<typeof Address> | null): Recipient | null =>
  address && {
    name: address.name,
    postalCode: address.zipcode,
    city: address.city,
    state: address.state,
    countryCode: address.region,
  };

const shipmentsOf = (order: Order): RemoteShipment[] =>
  order.package_list.map(({ package_number, logistics_status, shipping_carrier }) => {
    const state = SHIPMENT_STATES[logistics_status ?? ''] ?? 'pending';
    return {
      shipmentId: package_number,
      state,
      carrier: shipping_carrier ?? order.shipping_carrier,
      // Other calls report them.
      trackingNumber: null,
      shippedAt: state === 'pending' || state === 'cancelled' ? null : order.pickup_done_time,
      deliveredAt: null,
      recipient: recipientOf(order.recipient_address),
    };
  });

/**
 * An order; null where it lacks a required field. What a buyer paid for shipping, what Shopee keeps and what it paid back
 * are in other calls, about payments and returns.
 */
function toOrder(body: unknown): RemoteOrder | null {
  const { data: order } = Order.safeParse(body);
  if (order === undefined) return null;
  const state = STATES[order.order_status] ?? 'paid';
  const seen = new Map<string, number>();
  const lines = order.item_list.map((one): RemoteOrderLine => {
    const skuMarketplace = codeOf({ itemId: one.item_id, modelId: one.model_id });
    const key = `${skuMarketplace}:${one.order_item_id ?? ''}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const price = one.model_discounted_price ?? one.model_original_price;
    return {
      line: before === 0 ? key : `${key}:${before}`,
      skuMarketplace,
      units: Math.max(0, Math.trunc(one.model_quantity_purchased)),
      price: price === null || price < 0 ? null : toMinor(price),
      shipping: null,
      fee: null,
      state,
      refund: null,
    };
  });
  return {
    orderId: order.order_sn,
    orderedAt: order.create_time,
    updatedAt: order.update_time,
    currencyCode: order.currency,
    lines,
    shipments: shipmentsOf(order),
  };
}

/** Where a list continues: the part of its period that is being read, and Shopee's own cursor in it. */
const Cursor = z.object({ from: z.int(), cursor: z.string() });
type Cursor = z.infer<typeof Cursor>;

function cursorOf({ updatedFrom, cursor }: OrderQuery): Cursor | null {
  if (cursor === null) return { from: updatedFrom.getTime(), cursor: '' };
  try {
    return Cursor.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}

const seconds = (milliseconds: number) => String(Math.floor(milliseconds / 1000));

/** Order numbers of one page of a list, and where it continues. */
async function list(
  shopee: Shopee,
  session: AccountSession,
  field: 'create_time' | 'update_time',
  at: Cursor,
  end: number,
): Promise<Result<{ numbers: string[]; next: Cursor | null }, CallFailure>> {
  const to = Math.min(end, at.from + LIST_MS);
  const answer = decode(
    await callAsShop(shopee, session, {
      method: 'GET',
      operation: 'getOrderList',
      path: '/api/v2/order/get_order_list',
      query: {
        time_range_field: field,
        time_from: seconds(at.from),
        time_to: seconds(to),
        page_size: String(BATCH),
        ...(at.cursor !== '' && { cursor: at.cursor }),
      },
    }),
    OrderList,
    'the list of orders',
  );
  if (!answer.ok) return answer;
  const { more, next_cursor: next, order_list: found } = answer.value;
  if (more && (!next || next === at.cursor)) return fail(unreadable('the list of orders'));
  const following = to < end ? { from: to, cursor: '' } : null;
  return ok({
    numbers: found.map(({ order_sn }) => order_sn),
    next: more && next ? { from: at.from, cursor: next } : following,
  });
}

/** Orders by their numbers, undecoded. */
async function getDetails(
  shopee: Shopee,
  session: AccountSession,
  numbers: readonly string[],
): Promise<Result<unknown[], CallFailure>> {
  const answer = decode(
    await callAsShop(shopee, session, {
      method: 'GET',
      operation: 'getOrderDetail',
      path: '/api/v2/order/get_order_detail',
      query: { order_sn_list: numbers.join(','), response_optional_fields: FIELDS },
    }),
    Orders,
    'the orders',
  );
  return answer.ok ? ok(answer.value.order_list) : answer;
}

/** One page of orders, and where it continues. */
async function getPage(
  shopee: Shopee,
  session: AccountSession,
  field: 'create_time' | 'update_time',
  at: Cursor,
  end: number,
): Promise<Result<{ orders: RemoteOrder[]; requested: number; next: Cursor | null }, CallFailure>> {
  const page = await list(shopee, session, field, at, end);
  if (!page.ok) return page;
  const { numbers, next } = page.value;
  const orders: RemoteOrder[] = [];
  for (const batch of batchesOf(numbers, BATCH)) {
    const details = await getDetails(shopee, session, batch);
    if (!details.ok) return details;
    orders.push(...details.value.map(toOrder).filter((order) => order !== null));
  }
  return ok({ orders, requested: numbers.length, next });
}

/** The orders of the shop that changed in a period, with their shipments. */
export async function getOrders(
  shopee: Shopee,
  session: AccountSession,
  query: OrderQuery,
): Promise<Result<OrderPage, CallFailure>> {
  const at = cursorOf(query);
  if (at === null) return fail(failure('invalid', 'unknown_cursor', 'The cursor is not readable'));
  const page = await getPage(shopee, session, 'update_time', at, query.updatedTo.getTime());
  if (!page.ok) return page;
  const { orders, requested, next } = page.value;
  return ok({ orders, unreadable: requested - orders.length, next: next && JSON.stringify(next) });
}

/** One order with its shipments. */
export async function getOrder(
  shopee: Shopee,
  session: AccountSession,
  orderId: string,
): Promise<Result<RemoteOrder, CallFailure>> {
  const details = await getDetails(shopee, session, [orderId]);
  if (!details.ok) return details;
  const named = Named.parse(details.value).some(({ order_sn }) => order_sn === orderId);
  if (!named) return fail(failure('not_found', 'error_not_found', `There is no order ${orderId}`));
  const order = details.value.map(toOrder).find((one) => one?.orderId === orderId);
  return order ? ok(order) : fail(unreadable(`order ${orderId}`));
}

/** A shop's sums by day, counted from the orders that were made then: Shopee reports no sums of its own. */
export async function getSalesTotals(
  shopee: Shopee,
  session: AccountSession,
  { from, to, timeZone }: SalesDays,
): Promise<Result<SalesTotal[], CallFailure>> {
  const end = startOfDay(addDays(to, 1), timeZone).getTime() - 1;
  const counted = new Map<string, RemoteOrder>();
  let at: Cursor | null = { from: startOfDay(from, timeZone).getTime(), cursor: '' };
  while (at !== null) {
    const page: Awaited<ReturnType<typeof getPage>> = await getPage(
      shopee,
      session,
      'create_time',
      at,
      end,
    );
    if (!page.ok) return page;
    const { orders, requested, next } = page.value;
    if (orders.length < requested) return fail(unreadable('an order'));
    for (const order of orders) counted.set(order.orderId, order);
    at = next;
  }
  const totals = new Map<string, SalesTotal>();
  for (const order of counted.values()) addSale(totals, order, dayOf(order.orderedAt, timeZone));
  return ok([...totals.values()]);
}
