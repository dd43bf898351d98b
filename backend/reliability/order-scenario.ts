// The orders of a marketplace that changes each of them once, for the processes that are killed while they read them.
import type { RemoteOrder } from '../integrations/orders.ts';
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
] as const;
export type OrderPoint = (typeof ORDER_POINTS)[number];

const DAY_MS = 24 * 3_600_000;
const DAYS = 12;
/** Listings of the account; some orders have several. */
const SKUS = ['A', 'B', 'C', 'D'];

export const skusOf = (): readonly string[] => SKUS;

/** An order before and after its change: paid later, cancelled, refunded, or with another number of units. */
export function orderOf(n: number, base: number, isChanged: boolean): RemoteOrder {
  const dice = diceAt(n);
  const orderedAt = new Date(base - Math.floor(dice.roll() * DAYS * DAY_MS) - 3_600_000);
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
