// How much more a click at one place of the marketplace is worth than at another. Pure.
import type { Minor } from '../../kernel/money.ts';
import { shrink } from './conversion.ts';

/** The weight of the campaign's own figures in each placement, in orders. */
const STRENGTH = 20;
/** A placement changes once a week at the most. */
export const PLACEMENT_REST_DAYS = 7;
const HIGHEST_PERCENT = 900;

export interface PlacementFacts {
  placement: string;
  /** Matured clicks, orders and their revenue. */
  clicks: number;
  orders: number;
  sales: Minor;
}

export interface PlacementBids {
  /** The factor of the base bid: that of the placement that brings least. */
  baseFactor: number;
  /** Whole percent on top of the base bid. */
  percentages: Readonly<Record<string, number>>;
}

/**
 * The percentages of placements. `r = conversion · revenue an order`, each shrunk towards the campaign's, over the campaign's; the
 * base bid follows the lowest, and `percentage = 100 · (r / lowest − 1)`. None raises a bid above the most that a click there may
 * cost. Null: the campaign has less than one order, or the placements changed less than a week ago.
 * @param bid the bid of an average click, in minor units
 * @param breakEven the most that an average click may cost, in minor units
 */
export function placementBids(
  placements: readonly PlacementFacts[],
  bid: number,
  breakEven: number,
  daysSinceChange: number | null,
): PlacementBids | null {
  const sum = (of: (placement: PlacementFacts) => number) =>
    placements.reduce((total, placement) => total + of(placement), 0);
  const orders = sum((placement) => placement.orders);
  const clicks = sum((placement) => placement.clicks);
  const sales = sum((placement) => placement.sales);
  const isResting = daysSinceChange !== null && daysSinceChange < PLACEMENT_REST_DAYS;
  if (orders < 1 || clicks < 1 || sales <= 0 || isResting) return null;
  const conversion = orders / clicks;
  const order = sales / orders;
  const worth = placements.map((placement) => {
    const rate = shrink(conversion, { strength: STRENGTH, ...placement });
    const revenue = (STRENGTH * order + placement.sales) / (STRENGTH + placement.orders);
    return { placement: placement.placement, ratio: (rate * revenue) / (conversion * order) };
  });
  const baseFactor = Math.min(...worth.map(({ ratio }) => ratio));
  const percentages = worth.map(({ placement, ratio }) => {
    const wanted = Math.round(100 * (ratio / baseFactor - 1));
    const most = Math.floor(100 * ((breakEven * ratio) / (bid * baseFactor) - 1) + 1e-9);
    return [placement, Math.min(Math.max(Math.min(wanted, most), 0), HIGHEST_PERCENT)] as const;
  });
  return { baseFactor, percentages: Object.fromEntries(percentages) };
}
