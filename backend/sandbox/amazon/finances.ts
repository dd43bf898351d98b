// Finances, version 2024-06-19: the payments for shipped orders, and the refunds to buyers.
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import { type Minor, toAmount } from '../../kernel/money.ts';
import { findAmazonSeller, findOffer, type Order, ordersOf } from '../world.ts';
import { isFba } from './market.ts';
import { type AmazonRoom, type AmazonWire, invalid } from './room.ts';
import { STORES, storeAt } from './stores.ts';

const PAGE = 100;
/** The delay after which a posted transaction is shown. */
const LAG_MS = 2 * 60_000;
const MOST_MS = 180 * 86_400_000;

type Kind = 'Shipment' | 'Refund';
interface Posted {
  order: Order;
  kind: Kind;
  at: number;
}

function transactionOf(room: AmazonRoom, sellerId: string, { order, kind, at }: Posted) {
  const found = findOffer(room.world(), order.itemId);
  const store = storeAt(order);
  const money = (minor: Minor) => ({
    currencyAmount: toAmount(minor),
    currencyCode: store.currency,
  });
  const breakdown = (breakdownType: string, minor: Minor, breakdowns: object[] = []) => ({
    breakdownType,
    breakdownAmount: money(minor),
    breakdowns,
  });
  const sign = kind === 'Refund' ? -1 : 1;
  const goods = sign * order.units * order.price;
  const shipping = sign * order.shipping;
  const fee = -sign * order.fee;
  const parts = [
    breakdown('Product Charges', goods, [breakdown('Principal', goods)]),
    breakdown('Shipping', shipping),
    breakdown('Amazon Fees', fee),
  ];
  return {
    sellingPartnerMetadata: {
      sellingPartnerId: sellerId,
      accountType: 'Standard Orders',
      marketplaceId: store.id,
    },
    relatedIdentifiers: [
      { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: order.id },
      ...(kind === 'Refund'
        ? [{ relatedIdentifierName: 'REFUND_ID', relatedIdentifierValue: `R-${order.id}` }]
        : []),
    ],
    transactionType: kind,
    transactionId: `${kind}-${order.id}`,
    transactionStatus: 'RELEASED',
    description: kind === 'Refund' ? 'Refund Order' : 'Order Payment',
    postedDate: new Date(at).toISOString(),
    totalAmount: money(goods + shipping + fee),
    marketplaceDetails: { marketplaceId: store.id, marketplaceName: store.name },
    items: [
      {
        description: found?.product.title ?? '',
        totalAmount: money(goods + shipping + fee),
        relatedIdentifiers: [],
        breakdowns: parts,
        contexts: [
          {
            contextType: 'ProductContext',
            asin: found?.product.id ?? '',
            sku: found?.offer.sku ?? '',
            quantityShipped: order.units,
            fulfillmentNetwork: found && isFba(found.offer) ? 'AFN' : 'MFN',
          },
        ],
      },
    ],
    breakdowns: parts,
    contexts: [],
  };
}

/** The postings of orders in a period without its end, oldest first. */
function postedBetween(orders: readonly Order[], from: number, to: number): Posted[] {
  const posted = orders.flatMap((order): Posted[] => [
    ...(order.shippedAt === null
      ? []
      : [{ order, kind: 'Shipment' as const, at: order.shippedAt }]),
    ...(order.refundedAt === null
      ? []
      : [{ order, kind: 'Refund' as const, at: order.refundedAt }]),
  ]);
  return posted.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at);
}

const tokenOf = (offset: number) =>
  encodeBase64Url(new TextEncoder().encode(String(offset)).buffer as ArrayBuffer);
const offsetOf = (token: string | undefined) =>
  token === undefined ? 0 : Number(new TextDecoder().decode(decodeBase64Url(token)));

/** `listTransactions`. */
export function mountFinances(wire: AmazonWire, room: AmazonRoom): void {
  wire.get('/finances/2024-06-19/transactions', (call) => {
    const { postedAfter = '', postedBefore, marketplaceId, nextToken } = call.req.query();
    const latest = room.marketNow() - LAG_MS;
    const from = Date.parse(postedAfter);
    const to = Math.min(latest, postedBefore === undefined ? latest : Date.parse(postedBefore));
    if (Number.isNaN(from)) return invalid(call, 'Start date cannot be null');
    if (Number.isNaN(to)) return invalid(call, 'Invalid postedBefore.');
    const offset = offsetOf(nextToken);
    if (!Number.isInteger(offset)) return invalid(call, 'Invalid nextToken.');
    const sellerId = call.get('sellerId');
    const seller = findAmazonSeller(room.world(), sellerId)?.id ?? 0;
    // All stores, where none is named.
    const orders = Object.values(STORES)
      .filter(({ id }) => marketplaceId === undefined || marketplaceId === id)
      .flatMap(({ country }) => ordersOf(room.world(), seller, 'amazon', country));
    const posted = to - from > MOST_MS ? [] : postedBetween(orders, from, to);
    const next = offset + PAGE;
    return call.json({
      payload: {
        transactions: posted.slice(offset, next).map((one) => transactionOf(room, sellerId, one)),
        ...(next < posted.length && { nextToken: tokenOf(next) }),
      },
    });
  });
}
