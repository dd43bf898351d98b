// Orders, as Shopee reports them to the seller: a list of numbers, and the details of each.
import { toAmount } from '../../kernel/money.ts';
import { buyerOf } from '../world/people.ts';
import {
  findOffer,
  findOrder,
  type Order,
  orderChangedAt,
  orderState,
  ordersOf,
} from '../world.ts';
import { originalPrice } from './items.ts';
import {
  answer,
  CURRENCY,
  REGION,
  refuse,
  type ShopeeCall,
  type ShopeeRoom,
  type ShopeeWire,
  seconds,
  wrongParameter,
} from './room.ts';
import { shopOf } from './shops.ts';

const MOST_LISTED = 100;
const MOST_DETAILED = 50;
const LIST_SECONDS = 15 * 86_400;

const STATUSES = {
  placed: 'READY_TO_SHIP',
  shipped: 'SHIPPED',
  delivered: 'COMPLETED',
  cancelled: 'CANCELLED',
  refunded: 'TO_RETURN',
} as const;
const LOGISTICS = {
  placed: 'LOGISTICS_READY',
  shipped: 'LOGISTICS_PICKUP_DONE',
  delivered: 'LOGISTICS_DELIVERY_DONE',
  cancelled: 'LOGISTICS_REQUEST_CANCELED',
  refunded: 'LOGISTICS_DELIVERY_DONE',
} as const;

/** The status of an order, with Shopee's codes. */
export const statusOf = (order: Order, now: number): string => STATUSES[orderState(order, now)];

const masked = (word: string) => `${word.slice(0, 1)}******${word.slice(-1)}`;

/** The requested optional fields of an order. */
type Optional = Record<string, unknown>;

function optionalOf(room: ShopeeRoom, order: Order): Optional {
  const now = room.marketNow();
  const found = findOffer(room.world(), order.itemId);
  const buyer = buyerOf(order.buyer);
  const [itemId, modelId = '0'] = order.itemId.split('.');
  const state = orderState(order, now);
  const carrier = 'Shopee Xpress';
  const isGone = order.shippedAt !== null && order.shippedAt <= now;
  return {
    buyer_user_id: order.buyer,
    buyer_username: buyer.nickname.toLowerCase(),
    pay_time: seconds(order.at),
    total_amount: toAmount(order.units * order.price + order.shipping),
    shipping_carrier: carrier,
    pickup_done_time: isGone ? seconds(order.shippedAt ?? 0) : 0,
    item_list: [
      {
        item_id: Number(itemId),
        item_name: found?.product.title ?? '',
        item_sku: '',
        model_id: Number(modelId),
        model_name: found?.offer.options?.join(',') ?? '',
        model_sku: found?.offer.sku ?? '',
        order_item_id: Number(itemId),
        model_quantity_purchased: order.units,
        model_original_price: toAmount(
          Math.max(order.price, found ? originalPrice(found.offer) : order.price),
        ),
        model_discounted_price: toAmount(order.price),
        promotion_type: '',
        promotion_id: 0,
      },
    ],
    package_list: [
      {
        package_number: `OFG${order.id}`,
        logistics_status: LOGISTICS[state],
        shipping_carrier: carrier,
        item_list: [
          { item_id: Number(itemId), model_id: Number(modelId), model_quantity: order.units },
        ],
      },
    ],
    recipient_address: {
      name: masked(buyer.firstName),
      phone: '******00',
      town: '',
      district: '',
      city: buyer.city,
      state: buyer.state,
      region: REGION,
      zipcode: buyer.postalCode,
      full_address: '******',
    },
  };
}

function orderBody(room: ShopeeRoom, order: Order, wanted: ReadonlySet<string>) {
  const now = room.marketNow();
  const optional = Object.entries(optionalOf(room, order)).filter(([name]) => wanted.has(name));
  return {
    order_sn: order.id,
    order_status: statusOf(order, now),
    region: REGION,
    currency: CURRENCY,
    cod: false,
    days_to_ship: 2,
    message_to_seller: '',
    create_time: seconds(order.at),
    update_time: seconds(orderChangedAt(order, now)),
    ...Object.fromEntries(optional),
  };
}

/** The requested period of a list, in seconds; or the refusal. */
function timesIn(call: ShopeeCall): { from: number; to: number } | Response {
  const [from, to] = [Number(call.req.query('time_from')), Number(call.req.query('time_to'))];
  if (!Number.isInteger(from) || !Number.isInteger(to) || to < from || to - from > LIST_SECONDS)
    return refuse(
      call,
      'order.order_list_invalid_time',
      'Start time must be earlier than end time and diff in 15days.',
    );
  return { from, to };
}

/** `get_order_list` and `get_order_detail`. */
export function mountOrders(wire: ShopeeWire, room: ShopeeRoom): void {
  const ownOrders = (call: ShopeeCall): Order[] => {
    const seller = shopOf(room.world(), call.get('shopId'));
    return seller === null ? [] : ordersOf(room.world(), seller.id, 'shopee');
  };

  wire.get('/api/v2/order/get_order_list', (call) => {
    const times = timesIn(call);
    if (times instanceof Response) return times;
    const field = call.req.query('time_range_field');
    if (field !== 'create_time' && field !== 'update_time')
      return wrongParameter(call, 'time_range_field is invalid');
    const size = Number(call.req.query('page_size'));
    if (!Number.isInteger(size) || size < 1 || size > MOST_LISTED)
      return wrongParameter(call, `page_size must be 1 to ${MOST_LISTED}`);
    const now = room.marketNow();
    const offset = Number(call.req.query('cursor') || 0);
    const found = ownOrders(call).filter((order) => {
      const at = seconds(field === 'create_time' ? order.at : orderChangedAt(order, now));
      return at >= times.from && at <= times.to;
    });
    const page = found.slice(offset, offset + size);
    const more = offset + page.length < found.length;
    return answer(call, {
      more,
      next_cursor: more ? String(offset + page.length) : '',
      order_list: page.map(({ id }) => ({ order_sn: id })),
    });
  });

  wire.get('/api/v2/order/get_order_detail', (call) => {
    const numbers = (call.req.query('order_sn_list') ?? '').split(',').filter(Boolean);
    if (numbers.length === 0 || numbers.length > MOST_DETAILED)
      return wrongParameter(call, `order_sn_list must have 1 to ${MOST_DETAILED} numbers`);
    const wanted = new Set((call.req.query('response_optional_fields') ?? '').split(','));
    const seller = shopOf(room.world(), call.get('shopId'));
    const own = numbers.flatMap((number) => {
      const order = findOrder(room.world(), 'shopee', number);
      return order !== null && order.sellerId === seller?.id ? [order] : [];
    });
    if (own.length === 0)
      return refuse(call, 'error_not_found', 'Wrong parameters, detail: the order is not found.');
    return answer(call, { order_list: own.map((order) => orderBody(room, order, wanted)) });
  });
}
