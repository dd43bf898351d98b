// The orders of a marketplace that changes each of them once, for the processes that are killed while they read them.
import type { RemoteOrder, RemoteRefund } from '../integrations/orders.ts';
import { diceAt } from '../sandbox/world/dice.ts';
import { line, order } from '../testing/sales-scene.ts';

export const ZONE = 'America/Sao_Paulo';

/** Where a process is killed. */
export const ORDER_POINTS = [
  // The marketplace has answered with a page of past orders.
  'page read',
  // A notification is written down, and not acknowledged to the marketplace.
  'taken in',
  // The marketplace has answered with an order.
  'order read',
  // In the transaction that records orders, and after it.
  'recording',
  'recorded',
  // In the transaction that sums days, and after it.
  'summing',
  'summed',
  // The marketplace has answered with a page of refunds; the last one is recorded.
  'refunds read',
  'refunds recorded',
] as const;
export type OrderPoint = (typeof ORDER_POINTS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 12;
/** Listings of the account; some orders have several. */
const SKUS = ['A', 'B', 'C', 'D'];

export const skusOf = (): readonly string[] => SKUS;

/** An order before and after its change: paid later, cancelled, refunded, or with another number of units. */
export function orderOf(n: number, base: number, isChanged: boolean): RemoteOrder {
  const dice = diceAt(n);
  const orderedAt = new Date(base - Math.floor(dice.roll() * DAYS * DAY_MS) - HOUR_MS);
  const skus = SKUS.slice(0, 1 + (n % SKUS.length));
  const before = n % 5 === 0 ? 'pending' : 'paid';
  const after = n % 7 === 0 ? 'cancelled' : n % 4 === 0 ? 'refunded' : 'paid';
  const units = 1 + (n % 3);
  const price = 1_000 + n;
  const lines = skus.map((sku) =>
    line(sku, {
      units: isChanged && n % 11 === 0 ? units + 1 : units,
      price,
      state: isChanged ? after : before,
      refund:
        isChanged && after === 'refunded'
          ? { units, amount: units * price }
          : { units: 0, amount: 0 },
    }),
  );
  const updatedAt = new Date(orderedAt.getTime() + (isChanged ? 60_000 : 0));
  return order(String(n), orderedAt, lines, {
    updatedAt,
    currencyCode: n % 6 === 0 ? 'USD' : 'BRL',
  });
}

/** Whether the marketplace reports the refunds of an order apart from it. */
const isApart = (n: number) => n % 3 === 0;

/** An order as the marketplace reports it. */
export function reportedOrderOf(n: number, base: number, isChanged: boolean): RemoteOrder {
  const whole = orderOf(n, base, isChanged);
  if (!isApart(n)) return whole;
  const lines = whole.lines.map((one) => ({
    ...one,
    state: one.state === 'refunded' ? ('paid' as const) : one.state,
    refund: null,
  }));
  return { ...whole, lines };
}

/** The refunds that the marketplace reports apart from that many orders, once these have changed. */
export function refundsOf(count: number, base: number): RemoteRefund[] {
  return Array.from({ length: count }, (_, n) => n)
    .filter(isApart)
    .flatMap((n) => {
      const { orderId, lines } = orderOf(n, base, true);
      const items = lines
        .filter(({ state }) => state === 'refunded')
        .map((one) => ({ skuMarketplace: one.skuMarketplace, amount: one.refund!.amount }));
      if (items.length === 0) return [];
      return [{ refundId: `R${n}`, orderId, updatedAt: new Date(base - HOUR_MS / 2), items }];
    });
}
