// The lowest price of a rule that says its minimum as a margin or a return. Pure, and to the cent.
import { MAX_AMOUNT, type Minor, TICK, toMinor } from '../kernel/money.ts';
import type { Costs, Rule } from './terms.ts';

/** Why a minimum that follows from a cost is not known. */
export type NoFloor = 'no_cost' | 'minimum_unreachable';

/** Percentages count to four decimal places: a whole is so many parts. */
const WHOLE = 1_000_000;
const HIGHEST: Minor = toMinor(MAX_AMOUNT);

/** A percentage in parts of `WHOLE`, never less than it is. What floats add to a decimal number is no part of it. */
const partsUp = (percent: number): number => Math.ceil(percent * 10_000 - 1e-6);

/** What is spent, and a share of the cost besides, over what is left of a price: rounded up, however large. */
function quotientUp(spent: Minor, cost: Minor, share: number, left: number): Minor {
  const dividend = spent * WHOLE + cost * share;
  // Below 2 ** 53 a quotient of whole numbers that is not whole is never taken for a whole one.
  if (Number.isSafeInteger(dividend)) return Math.ceil(dividend / left);
  const exact = BigInt(spent) * BigInt(WHOLE) + BigInt(cost) * BigInt(share);
  const whole = exact / BigInt(left);
  return Number(exact % BigInt(left) === 0n ? whole : whole + 1n);
}

/**
 * The lowest price that a rule may set for an ad, in minor units; null: the rule has none.
 *
 * What a price leaves is the price less the cost, the fixed fee, and the percentages of the price that tax and fee
 * take. A margin is the smallest price of which that is at least so many percent; a return, the smallest at which
 * that is at least so many percent of the cost. Both are rounded up, so that the percentage is really reached.
 * `no_cost`: the cost or the fee is not known; `minimum_unreachable`: no price, or none up to the rule's maximum,
 * leaves so much.
 */
export function minimumOf(
  {
    minimumBy,
    minimumPercent,
    minPrice,
    maxPrice,
  }: Pick<Rule, 'minimumBy' | 'minimumPercent' | 'minPrice' | 'maxPrice'>,
  costs: Costs | null,
): Minor | null | NoFloor {
  if (minimumBy === 'AMOUNT' || minimumPercent === null) return minPrice;
  if (costs === null) return 'no_cost';
  const { cost, feeFixed, feePercent, taxPercent } = costs;
  const percent = partsUp(minimumPercent);
  const taken = partsUp(feePercent) + partsUp(taxPercent);
  const left = WHOLE - taken - (minimumBy === 'MARGIN' ? percent : 0);
  if (left <= 0) return 'minimum_unreachable';
  const share = minimumBy === 'RETURN' ? percent : 0;
  const price = Math.max(quotientUp(cost + feeFixed, cost, share, left), TICK);
  return price > (maxPrice ?? HIGHEST) ? 'minimum_unreachable' : price;
}
