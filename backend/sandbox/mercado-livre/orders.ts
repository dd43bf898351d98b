// Orders and their shipments, as Mercado Livre reports them to the seller.
import { type Minor, toAmount } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import { buyerOf } from '../world/people.ts';
import { findOrder, type Order, orderChangedAt, orderState, ordersOf } from '../world.ts';
import {
  type Call,
  denied,
  findListing,
  numberIn,
  part,
  type Room,
  refuse,
  type Wire,
} from './room.ts';
import { siteAt } from './sites.ts';

const PAGE = 50;
const HOUR = 3_600_000;
const SHIPMENT = /^43(\d{9})$/;

/** Orders have times with an offset of four hours behind UTC. */
const stamp = (at: number) => new Date(at - 4 * HOUR).toISOString().replace(/Z$/, '-04:00');
const stampOrNull = (at: number | null, now: number) =>
  at === null || at > now ? null : stamp(at);

/** The seven digits of an order's id with its position in the ledger. */
const placeOf = (order: Order) => order.id.slice(6, 13);
/** The number of an order's shipment. */
export const shipmentIdOf = (order: Order) => Number(`43${placeOf(order).padStart(9, '0')}`);

const sold = ({ units, price }: Order): Minor => units * price;

function paymentOf(order: Order, now: number) {
  const state = orderState(order, now);
  const isPaidBack = state === 'cancelled' || state === 'refunded';
  return {
    id: 80_000_000_000 + Number(placeOf(order)),
    order_id: Number(order.id),
    payer_id: order.buyer,
    collector: { id: order.sellerId },
    currency_id: siteAt(order).currency,
    status: isPaidBack ? 'refunded' : 'approved',
    status_detail: isPaidBack ? 'refunded' : 'accredited',
    transaction_amount: toAmount(sold(order)),
    transaction_amount_refunded: isPaidBack ? toAmount(sold(order)) : 0,
    shipping_cost: toAmount(order.shipping),
    total_paid_amount: toAmount(sold(order) + order.shipping),
    taxes_amount: 0,
    coupon_amount: 0,
    overpaid_amount: 0,
    installments: 1,
    payment_method_id: 'pix',
    payment_type: 'bank_transfer',
    operation_type: 'regular_payment',
    reason: order.itemId,
    date_created: stamp(order.at),
    date_approved: stamp(order.at),
    date_last_modified: stamp(orderChangedAt(order, now)),
  };
}

function orderBody(room: Room, order: Order) {
  const now = room.marketNow();
  const state = orderState(order, now);
  const found = findListing(room, order.itemId);
  const buyer = buyerOf(order.buyer, order.country);
  const isCancelled = state === 'cancelled';
  const isDelivered = state === 'delivered' || state === 'refunded';
  return {
    id: Number(order.id),
    status: isCancelled ? 'cancelled' : 'paid',
    status_detail: null,
    date_created: stamp(order.at),
    date_closed: stamp(order.at),
    date_last_updated: stamp(orderChangedAt(order, now)),
    last_updated: stamp(orderChangedAt(order, now)),
    expiration_date: null,
    fulfilled: isDelivered ? true : null,
    comment: null,
    pack_id: null,
    manufacturing_ending_date: null,
    order_request: { change: null, return: null },
    coupon: { id: null, amount: 0 },
    currency_id: siteAt(order).currency,
    total_amount: toAmount(sold(order)),
    paid_amount: toAmount(sold(order) + order.shipping),
    shipping_cost: null,
    order_items: [
      {
        item: {
          id: order.itemId,
          title: found?.product.title ?? '',
          category_id: found?.product.categoryId ?? null,
          variation_id: null,
          variation_attributes: [],
          seller_custom_field: null,
          seller_sku: found?.offer.sku ?? null,
          warranty: null,
          condition: found?.offer.condition ?? null,
          global_price: null,
          net_weight: null,
        },
        quantity: order.units,
        requested_quantity: { value: order.units, measure: 'unit' },
        picked_quantity: null,
        unit_price: toAmount(order.price),
        full_unit_price: toAmount(order.price),
        currency_id: siteAt(order).currency,
        manufacturing_days: null,
        sale_fee: toAmount(order.fee / order.units),
        listing_type_id: found?.offer.listingType ?? null,
      },
    ],
    payments: [paymentOf(order, now)],
    shipping: { id: shipmentIdOf(order) },
    buyer: {
      id: order.buyer,
      nickname: buyer.nickname,
      first_name: buyer.firstName,
      last_name: buyer.lastName,
    },
    seller: { id: order.sellerId },
    feedback: { buyer: null, seller: null },
    taxes: { amount: null, currency_id: null, id: null },
    tags: [isDelivered ? 'delivered' : 'not_delivered', 'paid'],
    context: {
      application: null,
      product_id: null,
      channel: 'marketplace',
      site: siteAt(order).id,
      flows: [],
    },
  };
}

const SHIPMENT_STATUSES = {
  placed: 'ready_to_ship',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
  // The order itself was delivered; a return has a separate shipment.
  refunded: 'delivered',
} as const;

function shipmentBody(room: Room, order: Order) {
  const now = room.marketNow();
  const buyer = buyerOf(order.buyer, order.country);
  const state = orderState(order, now);
  const found = findListing(room, order.itemId);
  return {
    id: shipmentIdOf(order),
    mode: 'me2',
    created_by: 'receiver',
    order_id: Number(order.id),
    order_cost: toAmount(sold(order)),
    base_cost: toAmount(order.shipping + order.postage),
    site_id: siteAt(order).id,
    status: SHIPMENT_STATUSES[state],
    substatus: state === 'placed' ? 'ready_to_print' : null,
    status_history: {
      date_handling: stamp(order.at),
      date_ready_to_ship: stamp(order.at),
      date_shipped: stampOrNull(order.shippedAt, now),
      date_delivered: stampOrNull(order.deliveredAt, now),
      date_cancelled: stampOrNull(order.cancelledAt, now),
      date_not_delivered: null,
      date_returned: null,
    },
    date_created: stamp(order.at),
    last_updated: stamp(orderChangedAt(order, now)),
    tracking_number: state === 'placed' ? null : `MEL${shipmentIdOf(order)}FMXDF01`,
    tracking_method: 'Mercado Envios',
    logistic_type: found?.offer.logistics ?? null,
    sender_id: order.sellerId,
    receiver_id: order.buyer,
    receiver_address: {
      id: 1_000_000_000 + (numberOf(`address/${order.buyer}`) % 100_000_000),
      receiver_name: `${buyer.firstName} ${buyer.lastName}`,
      receiver_phone: 'XXXXXXX',
      address_line: 'XXXXXXX',
      street_name: 'XXXXXXX',
      street_number: 'XXXXXXX',
      comment: 'XXXXXXX',
      zip_code: buyer.postalCode,
      city: { id: null, name: buyer.city },
      state: { id: `${siteAt(order).country}-${buyer.state}`, name: buyer.state },
      country: { id: siteAt(order).country, name: siteAt(order).countryName },
    },
    shipping_items: [
      {
        id: order.itemId,
        description: found?.product.title ?? '',
        quantity: order.units,
        dimensions: null,
      },
    ],
    shipping_option: {
      id: 500_000_000 + Number(placeOf(order)),
      name: 'Normal a domicílio',
      currency_id: siteAt(order).currency,
      cost: toAmount(order.shipping),
      list_cost: toAmount(order.shipping + order.postage),
    },
  };
}

/** A limit of a search, in milliseconds since 1970; null: not given; NaN: no time. */
function timeIn(call: Call, name: string): number | null {
  const text = call.req.query(name);
  // An unescaped plus is decoded as a space.
  return text === undefined ? null : Date.parse(text.replace(' ', '+'));
}

/** The criteria of a search, or null if its times are invalid. */
function filterOf(call: Call, now: number): ((order: Order) => boolean) | null {
  const [createdFrom, createdTo, updatedFrom, updatedTo] = [
    'date_created.from',
    'date_created.to',
    'date_last_updated.from',
    'date_last_updated.to',
  ].map((name) => timeIn(call, `order.${name}`));
  const times = [createdFrom, createdTo, updatedFrom, updatedTo];
  if (times.some((at) => Number.isNaN(at))) return null;
  const status = call.req.query('order.status');
  const item = call.req.query('item');
  const id = call.req.query('q');
  return (order) => {
    const updated = orderChangedAt(order, now);
    return (
      order.at >= (createdFrom ?? -Infinity) &&
      order.at <= (createdTo ?? Infinity) &&
      updated >= (updatedFrom ?? -Infinity) &&
      updated <= (updatedTo ?? Infinity) &&
      (item === undefined || item === order.itemId) &&
      (id === undefined || id === order.id) &&
      (status === undefined ||
        status === (orderState(order, now) === 'cancelled' ? 'cancelled' : 'paid'))
    );
  };
}

const SORTS = [
  { id: 'date_asc', name: 'Date ascending' },
  { id: 'date_desc', name: 'Date descending' },
];

const noOrder = (call: Call, id: string) =>
  refuse(call, 404, 'order_not_found', `Order do not exists: ${id}`);

/** The shipment that a call names, by its order, when it is the caller's own; else the answer that refuses it. */
function ownShipment(call: Call, room: Room): Order | Response {
  const id = part(call, 'id');
  const place = Number(SHIPMENT.exec(id)?.[1] ?? Number.NaN);
  const order = room.world().sales.orders[place];
  if (order === undefined || order.shop !== 'mercadolivre')
    return refuse(call, 404, 'not_found_shipping_id', `Shipment ${id} not found`);
  return order.sellerId === call.get('caller').sellerId ? order : denied(call);
}

/** `GET /orders/search`, `GET /orders/{id}`, `GET /shipments/{id}` and `GET /shipments/{id}/costs`. */
export function mountOrders(wire: Wire, room: Room): void {
  wire.get('/orders/search', (call) => {
    const { sellerId } = call.get('caller');
    if (call.req.query('seller') !== String(sellerId)) return denied(call);
    const filter = filterOf(call, room.marketNow());
    if (filter === null) return refuse(call, 400, 'bad_request', 'Invalid date range');
    const found = ordersOf(
      room.world(),
      sellerId,
      'mercadolivre',
      room.world().sellers.get(sellerId)?.country,
    ).filter(filter);
    const sort = SORTS.find(({ id }) => id === call.req.query('sort')) ?? SORTS[0];
    if (sort?.id === 'date_desc') found.reverse();
    const limit = numberIn(call, 'limit', { fallback: PAGE, most: PAGE });
    const offset = numberIn(call, 'offset', { fallback: 0, most: Number.MAX_SAFE_INTEGER });
    return call.json({
      query: call.req.query('q') ?? '',
      results: found.slice(offset, offset + limit).map((order) => orderBody(room, order)),
      sort,
      available_sorts: SORTS.filter((one) => one !== sort),
      filters: [],
      paging: { total: found.length, offset, limit },
      display: 'complete',
    });
  });

  wire.get('/orders/:id', (call) => {
    const id = part(call, 'id');
    const order = findOrder(room.world(), 'mercadolivre', id);
    if (order === null) return noOrder(call, id);
    return order.sellerId === call.get('caller').sellerId
      ? call.json(orderBody(room, order))
      : denied(call);
  });

  wire.get('/shipments/:id', (call) => {
    const order = ownShipment(call, room);
    return order instanceof Response ? order : call.json(shipmentBody(room, order));
  });

  wire.get('/shipments/:id/costs', (call) => {
    const order = ownShipment(call, room);
    if (order instanceof Response) return order;
    const cost = { compensation: 0, save: 0, discounts: [] };
    return call.json({
      gross_amount: toAmount(order.shipping + order.postage),
      receiver: { user_id: order.buyer, cost: toAmount(order.shipping), ...cost },
      senders: [{ user_id: order.sellerId, cost: toAmount(order.postage), ...cost }],
    });
  });
}
