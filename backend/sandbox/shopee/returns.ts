// Returns, as Shopee reports them to the seller: the returned items and the refunds.
import { toAmount } from '../../kernel/money.ts';
import { buyerOf } from '../world/people.ts';
import { findOffer, type Order, ordersOf } from '../world.ts';
import {
  answer,
  CURRENCY,
  refuse,
  type ShopeeRoom,
  type ShopeeWire,
  seconds,
  wrongParameter,
} from './room.ts';
import { shopOf } from './shops.ts';

const MOST_LISTED = 100;
const LIST_SECONDS = 15 * 86_400;

function returnBody(room: ShopeeRoom, order: Order, at: number) {
  const found = findOffer(room.world(), order.itemId);
  const [itemId, modelId = '0'] = order.itemId.split('.');
  return {
    return_sn: `R${order.id}`,
    order_sn: order.id,
    status: 'ACCEPTED',
    reason: 'CHANGE_MIND',
    text_reason: '',
    refund_amount: toAmount(order.units * order.price),
    amount_before_discount: toAmount(order.units * order.price),
    currency: CURRENCY,
    create_time: seconds(at),
    update_time: seconds(at),
    due_date: seconds(at),
    needs_logistics: true,
    user: { username: buyerOf(order.buyer).nickname.toLowerCase(), email: '', portrait: '' },
    item: [
      {
        item_id: Number(itemId),
        model_id: Number(modelId),
        name: found?.product.title ?? '',
        images: [],
        amount: order.units,
        item_price: toAmount(order.price),
        item_sku: '',
        variation_sku: found?.offer.sku ?? '',
        is_add_on_deal: false,
        is_main_item: false,
        add_on_deal_id: 0,
      },
    ],
    negotiation_status: '',
    seller_proof_status: '',
    seller_compensation_status: '',
  };
}

/** `get_return_list`; its pages begin with 0. */
export function mountReturns(wire: ShopeeWire, room: ShopeeRoom): void {
  wire.get('/api/v2/returns/get_return_list', (call) => {
    const number = (name: string) => Number(call.req.query(name) ?? Number.NaN);
    const [page, size] = [number('page_no'), number('page_size')];
    if (!Number.isInteger(page) || page < 0) return wrongParameter(call, 'page_no is invalid');
    if (!Number.isInteger(size) || size < 1 || size > MOST_LISTED)
      return wrongParameter(call, `page_size must be 1 to ${MOST_LISTED}`);
    const field = call.req.query('update_time_from') === undefined ? 'create_time' : 'update_time';
    const [from, to] = [number(`${field}_from`), number(`${field}_to`)];
    if (!(to >= from && to - from <= LIST_SECONDS))
      return refuse(
        call,
        'error_param',
        'Start time must be earlier than end time and diff in 15days.',
      );
    const seller = shopOf(room.world(), call.get('shopId'));
    const now = room.marketNow();
    const found = (seller === null ? [] : ordersOf(room.world(), seller.id, 'shopee')).flatMap(
      (order) => {
        const at = order.refundedAt ?? Infinity;
        return at <= now && seconds(at) >= from && seconds(at) <= to ? [{ order, at }] : [];
      },
    );
    const end = (page + 1) * size;
    return answer(call, {
      more: end < found.length,
      return: found.slice(page * size, end).map(({ order, at }) => returnBody(room, order, at)),
    });
  });
}
