// Whose price it is that a marketplace did not let us set, by its code: pure.
import type { PromotionStatus } from '../../kernel/market.ts';
import type { MoverKind } from '../contract/movers.ts';
import { OUTSIDE_CHANGE } from '../updates.ts';

/** What is known of an ad whose price was refused. */
export interface Refused {
  promotionStatus: PromotionStatus;
  /** The marketplace's own automation is known to move its price. */
  isAutomated: boolean;
}

/** An automation's or a promotion's: the marketplace uses the code for both. */
const byAd = ({ promotionStatus }: Refused): MoverKind =>
  promotionStatus === 'started' ? 'promotion' : 'automation';

const suspected = (ad: Refused): MoverKind | null => {
  if (ad.isAutomated) return 'automation';
  return ad.promotionStatus === 'started' ? 'promotion' : null;
};

/**
 * By the codes with which a push ends.
 * - `item.price.not_modifiable`: Mercado Livre, "Cannot modify price on items with dynamic pricing", and while a
 *   promotion runs. It says the same in a warning where it takes the rest of a change and leaves the price out.
 *   @see https://developers.mercadolivre.com.br/pt_br/automatizacoes-de-precos
 * - `price_automated`, `in_promotion`: Amazon's connector, which reads the offer before it sends a price.
 * - `price_unchanged`: taken without a word, and not set.
 */
const MOVERS: ReadonlyMap<string, (ad: Refused) => MoverKind | null> = new Map([
  ['item.price.not_modifiable', byAd],
  ['price_automated', () => 'automation' as const],
  ['in_promotion', () => 'promotion' as const],
  ['price_unchanged', suspected],
  [OUTSIDE_CHANGE.code, (ad: Refused) => suspected(ad) ?? 'other_tool'],
]);

/** Whether a refusal says, or may say, that somebody else moves the price. */
export const hintsAtMover = (code: string): boolean => MOVERS.has(code);

/** Who moves the price that was refused with this code; null: nobody that is known. */
export const moverOf = (code: string, ad: Refused): MoverKind | null =>
  MOVERS.get(code)?.(ad) ?? null;
