// Orders and their deliveries, as Magalu reports them to the seller. The sold items are in the deliveries.
import type { Minor } from '../../kernel/money.ts';
import { buyerOf } from '../world/people.ts';
import {
  findOffer,
  findOrder,
  type Order,
  type OrderStep,
  orderChangedAt,
  orderState,
  ordersOf,
} from '../world.ts';
import {
  badPage,
  CHANNEL,
  CURRENCY,
  type MagaluCall,
  type MagaluRoom,
  type MagaluWire,
  notFound,
  pageOf,
  part,
  refuse,
  sellerOf,
} from './room.ts';

const NORMALIZER = 100;
/** Paging ends here. */
const MOST_OFFSET = 5_000;

type State = 'placed' | OrderStep;
/** Returns are not reported with orders. */
const STATUSES: Record<State, string> = {
  placed: 'approved',
  shipped: 'approved',
  delivered: 'finished',
  refunded: 'finished',
  cancelled: 'cancelled',
};
const DELIVERY_STATUSES: Record<State, string> = {
  placed: 'approved',
  shipped: 'shipped',
  delivered: 'delivered',
  refunded: 'delivered',
  cancelled: 'cancelled',
};

/** The last change of an order that orders report. */
export const changedAt = (order: Order, now: number): number =>
  orderChangedAt({ ...order, refundedAt: null }, now);

/** An order is sent with one delivery. */
export const deliveryIdOf = ({ id }: Order) => `${id}-1`;

const money = (total: Minor) => ({ currency: CURRENCY, normalizer: NORMALIZER, total });
const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null, now: number) => (at === null || at > now ? null : iso(at));

function orderBody(room: MagaluRoom, order: Order) {
  const now = room.marketNow();
  const state = orderState(order, now);
  const found = findOffer(room.world(), order.itemId);
  const { firstName, lastName, city, state: uf, postalCode } = buyerOf(order.buyer);
  const sold = order.units * order.price;
  return {
    id: order.id,
    code: order.id,
    status: STATUSES[state],
    created_at: iso(order.at),
    purchased_at: iso(order.at),
    updated_at: iso(changedAt(order, now)),
    channel: { id: CHANNEL, extras: { alias: 'magazineluiza' } },
    amounts: {
      ...money(sold + order.shipping),
      commission: money(order.fee),
      freight: money(order.shipping),
      discount: money(0),
      tax: money(0),
    },
    deliveries: [
      {
        id: deliveryIdOf(order),
        code: deliveryIdOf(order),
        status: DELIVERY_STATUSES[state],
        items: [
          {
            info: { sku: found?.offer.sku ?? '', name: found?.product.title ?? '' },
            quantity: order.units,
            measure_unit: 'un',
            sequencial: 1,
            unit_price: { currency: CURRENCY, normalizer: NORMALIZER, value: order.price },
            amounts: money(sold),
          },
        ],
        shipping: {
          shipped_at: isoOrNull(order.shippedAt, now),
          delivered_at: isoOrNull(order.deliveredAt, now),
          provider: { id: 'magalu-entregas', name: 'Magalu Entregas' },
          tracking: { code: `ME${order.id.slice(3)}` },
          recipient: {
            name: `${firstName} ${lastName}`,
            address: { city, state: uf, country: 'BR', zipcode: postalCode },
          },
        },
      },
    ],
  };
}

/** An instant of the query; null if absent, undefined if invalid. */
function instantIn(call: MagaluCall, name: string): number | null | undefined {
  const text = call.req.query(name);
  if (text === undefined) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** Whether instants of orders are within the query's range of a field; null: the query is invalid. */
function within(call: MagaluCall, field: string): ((at: number) => boolean) | null {
  const from = instantIn(call, `${field}__gte`);
  const to = instantIn(call, `${field}__lte`);
  if (from === undefined || to === undefined) return null;
  return (at) => at >= (from ?? -Infinity) && at <= (to ?? Infinity);
}

/** `GET /seller/v1/orders` and `GET /seller/v1/orders/{id}`. */
export function mountOrders(wire: MagaluWire, room: MagaluRoom): void {
  const path = '/seller/v1/orders';

  wire.get(path, (call) => {
    const world = room.world();
    const seller = sellerOf(world, call.get('access').tenantId);
    const purchased = within(call, 'purchased_at');
    const updated = within(call, 'updated_at');
    const { _sort: sort = 'purchased_at:asc', _offset: offset = '0' } = call.req.query();
    if (purchased === null || updated === null || sort !== 'purchased_at:asc')
      return refuse(call, 422, 'invalid_query', 'A filter or the order is not valid');
    if (Number(offset) > MOST_OFFSET)
      return refuse(call, 422, 'invalid_offset', `The offset must not be above ${MOST_OFFSET}`);
    const now = room.marketNow();
    const all = seller === undefined ? [] : ordersOf(world, seller.id, 'magalu');
    const page = pageOf(
      call,
      all.filter((order) => purchased(order.at) && updated(changedAt(order, now))),
    );
    if (page === null) return badPage(call);
    return call.json({ ...page, results: page.results.map((order) => orderBody(room, order)) });
  });

  wire.get(`${path}/:id`, (call) => {
    const world = room.world();
    const id = part(call, 'id');
    const order = findOrder(world, 'magalu', id);
    const seller = sellerOf(world, call.get('access').tenantId);
    if (order === null || order.sellerId !== seller?.id) return notFound(call, `Order ${id}`);
    return call.json(orderBody(room, order));
  });
}
