// Orders that a generator makes by their number, so that none is kept in memory.
import type { RemoteOrder } from '../../integrations/marketplace.ts';

export const LISTINGS = 500;
export const skuOf = (n: number) => `MLB${String(n % LISTINGS).padStart(9, '0')}`;

/** The order of a number, with one line, made and changed at an instant. */
export const orderOf = (n: number, at: Date): RemoteOrder => ({
  orderId: String(2_000_000_000_000 + n),
  orderedAt: at,
  updatedAt: at,
  currencyCode: 'BRL',
  lines: [
    {
      line: skuOf(n),
      skuMarketplace: skuOf(n),
      units: 1 + (n % 3),
      price: 1_000 + (n % 90_000),
      shipping: 0,
      fee: 120 + (n % 9_000),
      state: n % 50 === 0 ? 'cancelled' : 'paid',
      refund: { units: 0, amount: 0 },
    },
  ],
  shipments: null,
});

/** The sums of the orders with these numbers that are not cancelled. */
export function totalOf(orders: number): { orders: number; units: number; revenue: number } {
  const total = { orders: 0, units: 0, revenue: 0 };
  for (let n = 0; n < orders; n++) {
    if (n % 50 === 0) continue;
    total.orders += 1;
    total.units += 1 + (n % 3);
    total.revenue += (1 + (n % 3)) * (1_000 + (n % 90_000));
  }
  return total;
}
