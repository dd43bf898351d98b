import * as z from 'zod';
import { Key, listOf, maybe, Numeric, Text } from '../../../kernel/lenient.ts';
import { CurrencyCode, type Minor, toMinor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { dayOf } from '../../../kernel/time-zone.ts';
import { unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import type {
  OrderPage,
  OrderQuery,
  OrderState,
  RemoteOrder,
  RemoteOrderLine,
  RemoteShipment,
  SalesDays,
  SalesTotal,
  ShipmentState,
} from '../../orders.ts';
import * as requests from './requests.ts';
import type { Store } from './stores.ts';
import { decode, unwrap } from './wire.ts';

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Money = z.object({ amount: Numeric, currencyCode: CurrencyCode });
const OrderItem = z.object({
  orderItemId: Key,
  quantityOrdered: Numeric,
  product: z.object({
    sellerSku: maybe(Text),
    price: maybe(z.object({ unitPrice: maybe(Money) })),
  }),
  proceeds: maybe(z.object({ breakdowns: listOf(z.object({ type: Text, subtotal: Money })) })),
  cancellation: maybe(z.object({ cancellationExecution: maybe(z.object({})) })),
});
type OrderItem = z.infer<typeof OrderItem>;
const Package = z.object({
  packageReferenceId: Key,
  packageStatus: maybe(z.object({ status: maybe(Text) })),
  carrier: maybe(Text),
  shipTime: maybe(Instant),
  trackingNumber: maybe(Text),
});
type Package = z.infer<typeof Package>;
/** @see https://developer-docs.amazon.com/sp-api/reference/orders-v2026-01-01 */
const Order = z.object({
  orderId: Key,
  createdTime: Instant,
  lastUpdatedTime: Instant,
  salesChannel: maybe(z.object({ channelName: maybe(Text), marketplaceId: maybe(Text) })),
  fulfillment: maybe(z.object({ fulfillmentStatus: maybe(Text) })),
  orderItems: z.array(OrderItem),
  packages: listOf(Package),
});
export const Orders = z.object({
  orders: z.array(z.unknown()),
  pagination: maybe(z.object({ nextToken: maybe(Text) })),
});
export const Metrics = unwrap(
  z.array(
    z.object({
      interval: z.string(),
      unitCount: Numeric,
      orderCount: Numeric,
      totalSales: Money,
    }),
  ),
);

/** All other states are paid. */
const STATES: Record<string, OrderState> = {
  PENDING_AVAILABILITY: 'pending',
  PENDING: 'pending',
  CANCELLED: 'cancelled',
  UNFULFILLABLE: 'cancelled',
};

const PACKAGE_STATES: Record<string, ShipmentState> = {
  IN_TRANSIT: 'shipped',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
  UNDELIVERABLE: 'not_delivered',
  CANCELLED: 'cancelled',
};

const breakdownOf = ({ proceeds }: OrderItem, type: string): Minor | null => {
  const found = proceeds?.breakdowns.find((one) => one.type === type);
  return found === undefined ? null : toMinor(found.subtotal.amount);
};

/** The price of one unit; for some orders only the sum of the line is reported. */
function priceOfItem(item: OrderItem): Minor | null {
  const unit = item.product.price?.unitPrice;
  if (unit) return toMinor(unit.amount);
  const sum = breakdownOf(item, 'ITEM');
  return sum === null || item.quantityOrdered < 1 ? null : Math.round(sum / item.quantityOrdered);
}

const currencyOf = ({ product, proceeds }: OrderItem): string | null =>
  product.price?.unitPrice?.currencyCode ?? proceeds?.breakdowns[0]?.subtotal.currencyCode ?? null;

const toLine = (item: OrderItem, sku: string, state: OrderState): RemoteOrderLine => ({
  line: item.orderItemId,
  skuMarketplace: sku,
  units: Math.max(0, Math.trunc(item.quantityOrdered)),
  price: priceOfItem(item),
  shipping: breakdownOf(item, 'SHIPPING'),
  // Fees and refunds are in the finances of the account, not in its orders; see `refunds.ts`.
  fee: null,
  state: item.cancellation?.cancellationExecution ? 'cancelled' : state,
  refund: null,
});

/** Amazon does not report when a package was delivered. */
const toShipment = (parcel: Package): RemoteShipment => ({
  shipmentId: parcel.packageReferenceId,
  state: PACKAGE_STATES[parcel.packageStatus?.status ?? ''] ?? 'pending',
  carrier: parcel.carrier,
  trackingNumber: parcel.trackingNumber,
  shippedAt: parcel.shipTime,
  deliveredAt: null,
  recipient: null,
});

/** An order; null where it cannot be understood, `elsewhere` where it was not made in the store. */
export function toOrder(store: Store, body: unknown): RemoteOrder | 'elsewhere' | null {
  const read = Order.safeParse(body);
  if (!read.success) return null;
  const { data: order } = read;
  const { channelName = null, marketplaceId = null } = order.salesChannel ?? {};
  if (channelName === 'NON_AMAZON' || (marketplaceId !== null && marketplaceId !== store.id))
    return 'elsewhere';
  const state = STATES[order.fulfillment?.fulfillmentStatus ?? ''] ?? 'paid';
  const lines = order.orderItems.flatMap((item) => {
    const { sellerSku } = item.product;
    return sellerSku === null ? [] : [toLine(item, sellerSku, state)];
  });
  if (lines.length < order.orderItems.length) return null;
  return {
    orderId: order.orderId,
    orderedAt: order.createdTime,
    updatedAt: order.lastUpdatedTime,
    currencyCode:
      order.orderItems.map(currencyOf).find((code) => code !== null) ?? store.currencyCode,
    lines,
    shipments: order.packages.map(toShipment),
  };
}

/** The orders of the store that changed in a time. */
export async function getOrders(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  query: OrderQuery,
): Promise<Result<OrderPage, CallFailure>> {
  const answer = decode(
    await fetcher(requests.searchOrders(session, store.id, query)),
    Orders,
    'the orders',
  );
  if (!answer.ok) return answer;
  const read = answer.value.orders.map((body) => toOrder(store, body));
  return ok({
    orders: read.filter((order) => order !== null && order !== 'elsewhere'),
    unreadable: read.filter((order) => order === null).length,
    next: answer.value.pagination?.nextToken ?? null,
  });
}

export async function getOrder(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  orderId: string,
): Promise<Result<RemoteOrder, CallFailure>> {
  const answer = decode(
    await fetcher(requests.getOrder(session, orderId)),
    z.object({ order: z.unknown() }),
    'the order',
  );
  if (!answer.ok) return answer;
  const order = toOrder(store, answer.value.order);
  if (order === null || order === 'elsewhere') return fail(unreadable(`order ${orderId}`));
  return ok(order);
}

/** The store's own sums of some days, cancelled orders left out. */
export async function getSalesTotals(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  days: SalesDays,
): Promise<Result<SalesTotal[], CallFailure>> {
  const answer = decode(
    await fetcher(requests.getOrderMetrics(session, store.id, days)),
    Metrics,
    'the sales',
  );
  if (!answer.ok) return answer;
  return ok(
    answer.value.map(({ interval, unitCount, orderCount, totalSales }) => ({
      day: dayOf(new Date(interval.split('--')[0]!), days.timeZone),
      orders: orderCount,
      units: unitCount,
      sales: toMinor(totalSales.amount),
      currencyCode: totalSales.currencyCode,
    })),
  );
}
