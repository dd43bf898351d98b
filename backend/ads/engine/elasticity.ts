// How the conversion of a listing responds to its price, learned from the changes of its own price. Pure.
import type { Minor } from '../../kernel/money.ts';

/** The assumed elasticity of an unknown listing, and the weight of the assumption, in clicks. */
const PRIOR = 1.8;
const PRIOR_CLICKS = 200;
const LOWEST = 0.8;
const HIGHEST = 3;
/** The fewest changes from which an elasticity is learned. */
const CHANGES = 2;

/** Matured clicks and orders at one price, on days with the buybox. */
export interface AtPrice {
  price: Minor;
  clicks: number;
  orders: number;
}

export interface PriceChange {
  before: AtPrice;
  after: AtPrice;
}

/**
 * The elasticity of the conversion: the mean of `−ln(conversion after/before) / ln(price after/before)`, weighted by the
 * clicks of the side with fewer, shrunk towards 1.8 with 200 clicks, limited to 0.8 to 3. Null: fewer than two changes have orders
 * on both sides.
 */
export function elasticityOf(changes: readonly PriceChange[]): number | null {
  const informative = changes.filter(
    ({ before, after }) =>
      before.price !== after.price &&
      [before, after].every(({ clicks, orders }) => clicks > 0 && orders > 0),
  );
  if (informative.length < CHANGES) return null;
  let weight = PRIOR_CLICKS;
  let sum = PRIOR_CLICKS * PRIOR;
  for (const { before, after } of informative) {
    const conversion = Math.log(after.orders / after.clicks / (before.orders / before.clicks));
    const clicks = Math.min(before.clicks, after.clicks);
    weight += clicks;
    sum += (clicks * -conversion) / Math.log(after.price / before.price);
  }
  return Math.min(Math.max(sum / weight, LOWEST), HIGHEST);
}
