// Up to which price a listing may be raised once a competitor is gone. Pure.
import type { Offer } from '../../../kernel/market.ts';
import { type Minor, TICK } from '../../../kernel/money.ts';

/** A competitor that is still there. */
export type Remaining = Pick<Offer, 'price' | 'shippingPrice'> & { seenAt: Date };

/** A listing, and the competitors that are left. */
export interface RaiseCase {
  price: Minor;
  /** What buyers pay for shipping; null: not reported. */
  shippingPrice: Minor | null;
  /** The rule's maximum; null: no rule sets the price, or it has none. */
  maximum: Minor | null;
  remaining: readonly Remaining[];
  /** When the listing's own market was observed. */
  observedAt: Date;
}

export interface Raise {
  price: Minor;
  /** The rule's maximum, and not the next competitor, limits the raise. */
  isMaximum: boolean;
  seenAt: Date;
}

/**
 * The least that a competitor's offer costs in all: where shipping is not reported, the item alone, so that no seller is advised to go
 * above what may be the cheaper offer.
 */
const leastTotal = ({ price, shippingPrice }: Pick<Offer, 'price' | 'shippingPrice'>): Minor =>
  price + (shippingPrice ?? 0);

/**
 * The price just below the next competitor's total, at most the rule's maximum; null: it is not above the present one, or
 * there is no limit.
 */
export function mayRaise({
  price,
  shippingPrice,
  maximum,
  remaining,
  observedAt,
}: RaiseCase): Raise | null {
  // The own total is not known, so it cannot be compared with the others.
  if (shippingPrice === null && remaining.length > 0) return null;
  const next = remaining.reduce<Remaining | null>(
    (least, one) => (least === null || leastTotal(one) < leastTotal(least) ? one : least),
    null,
  );
  const below = next && leastTotal(next) - (shippingPrice ?? 0) - TICK;
  const isMaximum = maximum !== null && (below === null || maximum <= below);
  const to = isMaximum ? maximum : below;
  if (to === null || to <= price) return null;
  return { price: to, isMaximum, seenAt: isMaximum || next === null ? observedAt : next.seenAt };
}
