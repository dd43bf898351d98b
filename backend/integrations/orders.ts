// What connectors report of orders: the part of the port that sales reads.
import type { Minor } from '../kernel/money.ts';
import type { Refund } from '../kernel/refund.ts';

/** Pending: the buyer has not paid. Refunded: everything was paid back. */
export type OrderState = 'pending' | 'paid' | 'cancelled' | 'refunded';

/** One listing's part of an order. */
export interface RemoteOrderLine {
  /** Which line of its order it is; the same at every reading. */
  line: string;
  skuMarketplace: string;
  units: number;
  /** Per unit, as the buyer ordered it; null: not reported yet, as for some orders that are not paid. */
  price: Minor | null;
  /** What the buyer paid for shipping the whole line; null: not reported. */
  shipping: Minor | null;
  /** What the marketplace kept of the whole line; null: not reported with orders. */
  fee: Minor | null;
  state: OrderState;
  /** Null: the marketplace does not report refunds with its orders; see `getRefunds`. */
  refund: Refund | null;
}

export type ShipmentState = 'pending' | 'shipped' | 'delivered' | 'not_delivered' | 'cancelled';

/** The recipient of a shipment: the only data of a buyer that leave a connector. */
export interface Recipient {
  name: string | null;
  postalCode: string | null;
  city: string | null;
  /** As the marketplace writes it: a code (`BR-SP`) or a name. */
  state: string | null;
  countryCode: string | null;
}

export interface RemoteShipment {
  shipmentId: string;
  state: ShipmentState;
  carrier: string | null;
  trackingNumber: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  /** Null: not reported. */
  recipient: Recipient | null;
}

/** An order as the marketplace reports it, decoded. */
export interface RemoteOrder {
  orderId: string;
  orderedAt: Date;
  /** The latest change at the marketplace: of two readings of an order the one with the later change counts. */
  updatedAt: Date;
  currencyCode: string;
  lines: RemoteOrderLine[];
  /** Null: not read with this call. */
  shipments: RemoteShipment[] | null;
}

/** Orders by when they last changed, both ends included. */
export interface OrderQuery {
  updatedFrom: Date;
  /** At least two minutes ago: what is newer may not be found yet. */
  updatedTo: Date;
  /** Of the page before; null: the first page. */
  cursor: string | null;
}

export interface OrderPage {
  orders: RemoteOrder[];
  /** Orders of this page that cannot be understood. */
  unreadable: number;
  /** The cursor of the next page; null: this is the last one. */
  next: string | null;
}

/** One refund of an order, as the marketplace last reported it. */
export interface RemoteRefund {
  /** The same in every report, whatever the state. */
  refundId: string;
  orderId: string;
  /** Of two reports of a refund the one with the later change counts. */
  updatedAt: Date;
  /** What was paid back of each listing, shipping left out; empty: nothing is paid back, or no more. */
  items: { skuMarketplace: string; amount: Minor }[];
}

/** Refunds by when they were posted or changed last, both ends included. */
export interface RefundQuery {
  from: Date;
  /** At least two minutes ago. */
  to: Date;
  /** Of the page before; null: the first page. */
  cursor: string | null;
}

export interface RefundPage {
  refunds: RemoteRefund[];
  /** Refunds of this page that cannot be understood. */
  unreadable: number;
  /** The cursor of the next page; null: this is the last one. */
  next: string | null;
}

/** What the marketplace itself counts for a day of an account, cancelled orders left out. */
export interface SalesTotal {
  /** YYYY-MM-DD in the time zone asked for. */
  day: string;
  orders: number;
  units: number;
  /** What was ordered, without shipping; refunds are not subtracted. */
  sales: Minor;
  currencyCode: string;
}

/** Days in a time zone, both included. */
export interface SalesDays {
  from: string;
  to: string;
  timeZone: string;
}

/** Adds an order to the sums of its day, for marketplaces that report no sums of their own. */
export function addSale(totals: Map<string, SalesTotal>, order: RemoteOrder, day: string): void {
  const sold = order.lines.filter(({ state }) => state === 'paid' || state === 'refunded');
  if (sold.length === 0) return;
  const key = `${day} ${order.currencyCode}`;
  const { currencyCode } = order;
  const before = totals.get(key) ?? { day, orders: 0, units: 0, sales: 0, currencyCode };
  totals.set(key, {
    ...before,
    orders: before.orders + 1,
    units: before.units + sold.reduce((sum, { units }) => sum + units, 0),
    sales: before.sales + sold.reduce((sum, { units, price }) => sum + units * (price ?? 0), 0),
  });
}
