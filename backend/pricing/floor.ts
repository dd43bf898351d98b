// The lowest price of a rule that says its minimum as a margin or a return. Pure, and to the cent.
import { MAX_AMOUNT, type Minor, TICK, toMinor } from '../kernel/money.ts';
import type { Costs, FloorFee, Rule } from './terms.ts';

/** Why a minimum that follows from a cost is not known. */
export type NoFloor = 'no_cost' | 'fee_awaited' | 'minimum_unreachable';

/** The costs of a sale at a price, as far as is known. A fee that was told for a minimum says nothing of higher prices. */
export function costsAt(price: Minor, { floor, ...costs }: Costs): Costs {
  const isBelow = floor !== undefined && floor !== 'unasked' && price <= floor.price;
  return isBelow ? { ...costs, ...floor.fee } : costs;
}

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

type Minimum = Pick<Rule, 'minimumBy' | 'minimumPercent' | 'minPrice' | 'maxPrice'>;

/** The smallest price that leaves what a rule asks for, by the one fee; null: none does. */
function leastPrice(
  { minimumBy, minimumPercent }: Minimum,
  { cost, taxPercent, feePercent, feeFixed }: Costs,
): Minor | null {
  const percent = partsUp(minimumPercent ?? 0);
  const taken = partsUp(feePercent) + partsUp(taxPercent);
  const left = WHOLE - taken - (minimumBy === 'MARGIN' ? percent : 0);
  if (left <= 0) return null;
  const share = minimumBy === 'RETURN' ? percent : 0;
  return Math.max(quotientUp(cost + feeFixed, cost, share, left), TICK);
}

const followsFromCost = ({ minimumBy, minimumPercent }: Minimum): boolean =>
  minimumBy !== 'AMOUNT' && minimumPercent !== null;

const isPrice = (price: Minor | null): price is Minor => price !== null && price <= HIGHEST;

/**
 * The minimum at which the marketplace's fee is to be asked for, because it was not yet: first the one by the fee at the
 * present price, then, where more is kept there, the one by that fee, until no more is kept. Null: at none.
 */
export function floorToAsk(
  rule: Minimum,
  costs: Costs | null,
): Pick<FloorFee, 'base' | 'price'> | null {
  if (costs?.floor === undefined || !followsFromCost(rule)) return null;
  const { floor } = costs;
  const base = leastPrice(rule, costs);
  if (!isPrice(base)) return null;
  if (floor === 'unasked' || floor.base !== base) return { base, price: base };
  const price = leastPrice(rule, { ...costs, ...floor.fee });
  return isPrice(price) && price > floor.price ? { base, price } : null;
}

/**
 * The lowest price that a rule may set for an ad, in minor units; null: the rule has none.
 *
 * What a price leaves is the price less the cost, the fixed fee, and the percentages of the price that tax and fee
 * take. A margin is the smallest price of which that is at least so many percent; a return, the smallest at which
 * that is at least so many percent of the cost. Both are rounded up, so that the percentage is really reached. Below
 * some price marketplaces take more: where the fee at the minimum is known too, the higher of both prices counts.
 * `no_cost`: the cost or the fee is not known; `fee_awaited`: the marketplace is being asked for the fee at the minimum;
 * `minimum_unreachable`: no price, or none up to the rule's maximum, leaves so much.
 */
export function minimumOf(rule: Minimum, costs: Costs | null): Minor | null | NoFloor {
  const { minPrice, maxPrice } = rule;
  if (!followsFromCost(rule)) return minPrice;
  if (costs === null) return 'no_cost';
  const price = leastPrice(rule, costs);
  if (price === null) return 'minimum_unreachable';
  const { floor = 'unasked' } = costs;
  if (floor !== 'unasked' && floor.askedAt === null && price <= floor.price) return 'fee_awaited';
  const least = leastPrice(rule, costsAt(price, costs));
  if (least === null) return 'minimum_unreachable';
  const minimum = Math.max(price, least);
  return minimum > (maxPrice ?? HIGHEST) ? 'minimum_unreachable' : minimum;
}
