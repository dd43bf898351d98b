// What buyers were paid back, from the returns of the shop: orders do not report it.
// https://open.shopee.com/documents/v2/v2.returns.get_return_list
import * as z from 'zod';
import { Key, listOf, maybe, Numeric, Text } from '../../../kernel/lenient.ts';
import { splitAmount, toMinor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { AccountSession, CallFailure } from '../../marketplace.ts';
import type { RefundPage, RefundQuery, RemoteRefund } from '../../orders.ts';
import { decode } from './envelope.ts';
import { callAsShop, type Shopee } from './requests.ts';
import { codeOf } from './units.ts';

/** The longest period of one list. */
const LIST_MS = 15 * 24 * 3_600_000;
const PAGE = 50;

/** In these states the buyer has the money, or is being paid; in all others nothing is paid back. */
const PAID: readonly string[] = ['ACCEPTED', 'REFUND_PAID', 'COMPLETED'];

const Instant = Numeric.pipe(z.number().positive()).transform((at) => new Date(at * 1000));
const Id = Key.pipe(z.string().regex(/^\d{1,19}$/));
const Return = z.object({
  return_sn: Key,
  order_sn: Text,
  status: Text,
  update_time: Instant,
  refund_amount: Numeric,
  item: z
    .array(z.object({ item_id: Id, model_id: maybe(Id), amount: Numeric, item_price: Numeric }))
    .min(1),
});
const Returns = z.object({ more: z.boolean(), return: listOf(z.unknown()) });

/** A return as a refund; null where it lacks a required field. */
export function toRefund(body: unknown): RemoteRefund | null {
  const { data: one } = Return.safeParse(body);
  if (one === undefined) return null;
  const prices = one.item.map(({ amount, item_price }) => toMinor(item_price * amount));
  const paid = PAID.includes(one.status) ? toMinor(one.refund_amount) : 0;
  const amounts = splitAmount(paid, prices);
  const items = one.item.map(({ item_id, model_id }, n) => ({
    skuMarketplace: codeOf({ itemId: item_id, modelId: model_id }),
    // What is paid back beyond the price is shipping.
    amount: Math.max(0, Math.min(amounts[n]!, prices[n]!)),
  }));
  return {
    refundId: one.return_sn,
    orderId: one.order_sn,
    updatedAt: one.update_time,
    items: items.filter(({ amount }) => amount > 0),
  };
}

/** Where a list continues: the part of its period that is being read, in milliseconds since 1970, and its page, from 0. */
const Cursor = z.object({ from: z.int(), page: z.int().min(0) });
type Cursor = z.infer<typeof Cursor>;

function cursorOf({ from, cursor }: RefundQuery): Cursor | null {
  if (cursor === null) return { from: from.getTime(), page: 0 };
  try {
    return Cursor.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}

const seconds = (milliseconds: number) => String(Math.floor(milliseconds / 1000));

/** The refunds of the shop that changed in a period. */
export async function getRefunds(
  shopee: Shopee,
  session: AccountSession,
  query: RefundQuery,
): Promise<Result<RefundPage, CallFailure>> {
  const at = cursorOf(query);
  if (at === null) return fail(failure('invalid', 'unknown_cursor', 'The cursor is not readable'));
  const end = query.to.getTime();
  const to = Math.min(end, at.from + LIST_MS);
  const answer = decode(
    await callAsShop(shopee, session, {
      method: 'GET',
      operation: 'getReturnList',
      path: '/api/v2/returns/get_return_list',
      query: {
        page_no: String(at.page),
        page_size: String(PAGE),
        update_time_from: seconds(at.from),
        update_time_to: seconds(to),
      },
    }),
    Returns,
    'the returns',
  );
  if (!answer.ok) return answer;
  const { more, return: found } = answer.value;
  const refunds = found.map(toRefund).filter((refund) => refund !== null);
  const following = to < end ? { from: to, page: 0 } : null;
  const next = more ? { from: at.from, page: at.page + 1 } : following;
  return ok({
    refunds,
    unreadable: found.length - refunds.length,
    next: next && JSON.stringify(next),
  });
}
