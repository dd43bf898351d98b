// What a person did not want is not proposed again until the market or the rule changes.
import type { Minor } from '../../../kernel/money.ts';

/**
 * A price that is not wanted (canceled, or refused by the marketplace), or the price at which an undo wants the listing
 * to stay; with the mark of the circumstances in which that holds.
 */
export interface Dismissal {
  price: Minor;
  mark: string;
}

/**
 * The circumstances of a proposal, as a text to compare: the rule as it was, and what the competitors did.
 * @param fingerprint monitoring's, which leaves our own price and the buybox out: taking a price back moves both, and
 *   changes nothing of the competitors; null where nothing was known of the market
 */
export const proposalMark = (
  fingerprint: string | null,
  ruleId: number,
  ruleVersion: number,
): string => `rule ${ruleId} v${ruleVersion} ${fingerprint ?? 'unseen'}`;

const STAYS = ' stays';

/** A price that is not to be proposed while a mark holds. */
export const unwanted = (price: Minor, mark: string): Dismissal => ({ price, mark });

/** A price that is to be left alone while a mark holds, whatever the rule makes of it. */
export const staying = (price: Minor, mark: string): Dismissal => ({
  price,
  mark: `${mark}${STAYS}`,
});

/** Whether it is that price that is not to be proposed, in whatever circumstances. */
export const isUnwanted = ({ price, mark }: Dismissal, proposed: Minor): boolean =>
  price === proposed && !mark.endsWith(STAYS);

/** Whether a change from `present` to `proposed` was dismissed in these same circumstances. */
export function isDismissed(
  dismissal: Dismissal | null,
  present: Minor,
  proposed: Minor,
  mark: string,
): boolean {
  if (dismissal === null) return false;
  return dismissal.mark === `${mark}${STAYS}`
    ? dismissal.price === present
    : dismissal.mark === mark && dismissal.price === proposed;
}

/** Whether the circumstances of a dismissal are over. */
export const isOver = (dismissal: Dismissal, mark: string): boolean =>
  dismissal.mark !== mark && dismissal.mark !== `${mark}${STAYS}`;
