// What connectors tell of orders: the part of the port that sales reads.
import type { Minor } from '../kernel/money.ts';

/** Pending: the buyer has not paid. Refunded: everything was paid back. */
export type OrderState = 'pending' | 'paid' | 'cancelled' | 'refunded';

/** What buyers were paid back. */
export interface Refund {
  /** Whole units that the amount covers. */
  units: number;
  amount: Minor;
}

/** One listing's part of an order. */
export interface RemoteOrderLine {
  /** Which line of its order it is; the same at every reading. */
  line: string;
  skuMarketplace: string;
  units: number;
  /** Of one unit, as the buyer ordered it; null: not reported yet, as for some orders that are not paid. */
  price: Minor | null;
  /** What the buyer paid for shipping the whole line; null: not reported. */
  shipping: Minor | null;
  /** What the marketplace kept of the whole line; null: not reported with orders. */
  fee: Minor | null;
  state: OrderState;
  /** Null: the marketplace does not report refunds with its orders. */
  refund: Refund | null;
}

export type ShipmentState = 'pending' | 'shipped' | 'delivered' | 'not_delivered' | 'cancelled';

/** Whom a shipment goes to: the only data of a buyer that leave a connector. */
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
  /** The latest change at the marketplace: of two readings of an order the one with the later change holds. */
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

/**
 * Splits an amount by weights so that the parts add up to it; evenly where all weights are zero.
 */
export function splitAmount(amount: Minor, weights: readonly number[]): Minor[] {
  const total = weights.reduce((sum, one) => sum + one, 0);
  const shares = weights.map((one) => (total === 0 ? 1 / weights.length : one / total));
  let left = amount;
  return shares.map((share, index) => {
    const part = index === shares.length - 1 ? left : Math.min(left, Math.round(amount * share));
    left -= part;
    return part;
  });
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
