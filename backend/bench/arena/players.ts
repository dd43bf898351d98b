// The simple sellers: what most repricers do.
import { isAvailable } from '../../sandbox/world/award.ts';
import { isNight } from '../../sandbox/world/habits.ts';
import type { Player } from './market/life.ts';
import type { Stall } from './market/stall.ts';

/** The lowest total price of the competitors; null: there are none. */
function lowestCompetitor({ product, ours }: Stall): number | null {
  let lowest = Infinity;
  for (const offer of product.offers)
    if (offer !== ours && isAvailable(offer))
      lowest = Math.min(lowest, offer.price + offer.shippingPrice);
  return lowest === Infinity ? null : lowest;
}

/** The price that is `by` below the lowest competitor, shipping included; without a competitor the maximum. */
function below(stall: Stall, by: number): number {
  const { least, most } = stall.limits;
  const lowest = lowestCompetitor(stall);
  if (lowest === null) return most;
  return Math.min(most, Math.max(least, lowest - by - stall.ours.shippingPrice));
}

const simple =
  (poll: Player['poll']): (() => Player) =>
  () => ({ seesAtOnce: false, poll });

/** Each made again for each product. */
export const SIMPLE = {
  static: simple(() => null),
  undercut: simple((stall) => below(stall, 1)),
  match: simple((stall) => below(stall, 0)),
  'undercut-reset': simple((stall) => (isNight(stall.now) ? stall.limits.most : below(stall, 1))),
} as const;
