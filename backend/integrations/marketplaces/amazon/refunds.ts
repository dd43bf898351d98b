// What buyers were paid back, from the finances of the seller: orders do not report it.
// https://developer-docs.amazon.com/sp-api/reference/listtransactions
import * as z from 'zod';
import { listOf, maybe, Numeric, Text } from '../../../kernel/lenient.ts';
import { type Minor, toMinor } from '../../../kernel/money.ts';
import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import type { RefundPage, RefundQuery, RemoteRefund } from '../../orders.ts';
import * as requests from './requests.ts';
import { isHere, type Store } from './stores.ts';
import { decode, unwrap } from './wire.ts';

interface Breakdown {
  breakdownType: string;
  breakdownAmount: { currencyAmount: number } | null;
  breakdowns: Breakdown[];
}
const Breakdown: z.ZodType<Breakdown, unknown> = z.object({
  breakdownType: Text,
  breakdownAmount: maybe(z.object({ currencyAmount: Numeric })),
  breakdowns: z.lazy(() => listOf(Breakdown)),
});
const Item = z.object({
  breakdowns: z.array(Breakdown).min(1),
  contexts: listOf(z.object({ sku: Text })),
});
const Refund = z.object({
  transactionId: Text,
  postedDate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  relatedIdentifiers: listOf(
    z.object({ relatedIdentifierName: Text, relatedIdentifierValue: Text }),
  ),
  items: z.array(Item).min(1),
});
const Transaction = z.object({
  transactionType: Text,
  marketplaceDetails: maybe(z.object({ marketplaceId: maybe(Text) })),
  sellingPartnerMetadata: maybe(z.object({ marketplaceId: maybe(Text) })),
});
export const Transactions = unwrap(
  z.object({ transactions: z.array(z.unknown()), nextToken: maybe(Text) }),
);

/** Types are written with and without spaces. */
const plain = (type: string) => type.replaceAll(' ', '').toLowerCase();
const REFUNDS: readonly string[] = ['refund', 'guaranteeclaim', 'chargeback'];
const GOODS = 'productcharges';

/** The part of the amounts that is for goods: shipping, taxes and fees are listed beside it. */
const goodsIn = (breakdowns: readonly Breakdown[]): Minor =>
  breakdowns.reduce(
    (sum, { breakdownType, breakdownAmount, breakdowns: below }) =>
      plain(breakdownType) === GOODS && breakdownAmount !== null
        ? sum + toMinor(breakdownAmount.currencyAmount)
        : sum + goodsIn(below),
    0,
  );

/** A refund of the store; null where it cannot be understood, `other` for any other transaction. */
export function toRefund(store: Store, body: unknown): RemoteRefund | 'other' | null {
  const named = Transaction.safeParse(body);
  if (!named.success) return null;
  const { transactionType, marketplaceDetails, sellingPartnerMetadata } = named.data;
  const place = marketplaceDetails?.marketplaceId ?? sellingPartnerMetadata?.marketplaceId ?? null;
  if (!REFUNDS.includes(plain(transactionType)) || !isHere(store, place)) return 'other';
  const read = Refund.safeParse(body);
  if (!read.success) return null;
  const { transactionId, postedDate, relatedIdentifiers, items } = read.data;
  const identifier = (name: string) =>
    relatedIdentifiers.find((one) => one.relatedIdentifierName === name)?.relatedIdentifierValue;
  const orderId = identifier('ORDER_ID');
  if (orderId === undefined || items.some(({ contexts }) => contexts.length === 0)) return null;
  return {
    // Money that was withheld at first is posted again when it is released: both are one refund.
    refundId: identifier('DEFERRED_TRANSACTION_ID') ?? transactionId,
    orderId,
    updatedAt: postedDate,
    items: items.map(({ breakdowns, contexts }) => ({
      skuMarketplace: contexts[0]!.sku,
      // Money that leaves the seller is negative.
      amount: Math.max(0, -goodsIn(breakdowns)),
    })),
  };
}

/** The refunds of the store that were posted in a time. */
export async function getRefunds(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  query: RefundQuery,
): Promise<Result<RefundPage, CallFailure>> {
  const answer = decode(
    await fetcher(requests.listTransactions(session, query)),
    Transactions,
    'the transactions',
  );
  if (!answer.ok) return answer;
  const read = answer.value.transactions.map((body) => toRefund(store, body));
  return ok({
    refunds: read.filter((refund) => refund !== null && refund !== 'other'),
    unreadable: read.filter((refund) => refund === null).length,
    next: answer.value.nextToken,
  });
}
