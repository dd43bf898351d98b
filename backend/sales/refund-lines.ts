// Applies refunds, which name listings, to the lines of their order.
import type { OrderState } from '../integrations/marketplace.ts';
import { type Minor, splitAmount } from '../kernel/money.ts';
import { refundFor } from '../kernel/refund.ts';

/** A line that may have been paid back. */
export interface Refundable {
  skuMarketplace: string;
  units: number;
  /** Of one unit; null: not known. */
  price: Minor | null;
  state: OrderState;
}

/** What was paid back of a line, and its state by that. */
export interface LineRefund {
  units: number;
  amount: Minor;
  state: OrderState;
}

const NONE = { units: 0, amount: 0 };

/**
 * What was refunded of each line of an order, in their order. Lines of one listing share its refunds by their amounts. What was
 * paid for a cancelled line is no refund, as it was never a sale.
 */
export function refundLines(
  lines: readonly Refundable[],
  items: readonly { sku: string; amount: Minor }[],
): LineRefund[] {
  const shares = new Map<string, Minor[]>();
  for (const [sku, some] of Map.groupBy(lines, ({ skuMarketplace }) => skuMarketplace)) {
    const amount = items.reduce((sum, item) => (item.sku === sku ? sum + item.amount : sum), 0);
    const weights = some.map(({ units, price }) => units * (price ?? 0));
    shares.set(sku, splitAmount(amount, weights));
  }
  return lines.map(({ skuMarketplace, units, price, state }) => {
    const amount = shares.get(skuMarketplace)?.shift() ?? 0;
    const isSold = state === 'paid' || state === 'refunded';
    if (!isSold) return { ...NONE, state };
    const refund = refundFor(amount, price, units);
    return { ...refund, state: units > 0 && refund.units === units ? 'refunded' : 'paid' };
  });
}
