// Whose price it is that a marketplace did not let us set, by its code: pure.
import type { PromotionStatus } from '../../../kernel/market.ts';
import type { MarketplaceFacts } from '../../../kernel/marketplace.ts';
import type { MoverKind } from '../../contract/movers.ts';
import { OUTSIDE_CHANGE } from './state-machine.ts';

/** What is known of a listing whose price was refused. */
export interface Refused {
  promotionStatus: PromotionStatus;
  /** The marketplace's own automation is known to move its price. */
  isAutomated: boolean;
}

const suspected = (listing: Refused): MoverKind | null => {
  if (listing.isAutomated) return 'automation';
  return listing.promotionStatus === 'started' ? 'promotion' : null;
};

/** By codes of our own. `price_unchanged`: accepted without an error, and not set. */
const OURS: ReadonlyMap<string, (listing: Refused) => MoverKind | null> = new Map([
  ['price_unchanged', suspected],
  [OUTSIDE_CHANGE.code, (listing: Refused) => suspected(listing) ?? 'other_tool'],
]);

/** What the listing's marketplace means by its codes. */
type Refusals = MarketplaceFacts['refusals'];

/** Whether a refusal says, or may say, that somebody else moves the price. */
export const hintsAtMover = (code: string, refusals: Refusals): boolean =>
  OURS.has(code) || Object.hasOwn(refusals, code);

/** Who moves the price that was refused with this code; null: no one that is known. */
export function moverOf(code: string, listing: Refused, refusals: Refusals): MoverKind | null {
  const reported = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  // The marketplace uses the code for an automation and for a promotion.
  if (reported === 'promoted')
    return listing.promotionStatus === 'started' ? 'promotion' : 'automation';
  return reported ?? OURS.get(code)?.(listing) ?? null;
}
