// The lowest price of a rule that says its minimum as a margin or a return. Pure, and to the cent.
import { type FeePoint, feeAt, type MinimumFees } from '../../kernel/fees.ts';
import { MAX_AMOUNT, type Minor, TICK, toMinor } from '../../kernel/money.ts';
import type { Costs, Rule } from './types.ts';

/** Why a minimum that follows from a cost is not known. */
export type NoMinimum = 'no_cost' | 'fee_awaited' | 'minimum_unreachable';

const pointsOf = ({ floor }: Costs): readonly FeePoint[] =>
  floor === undefined || floor === 'not_requested' ? [] : floor.fees;

/** The costs of a sale at a price, as far as the fee there is known. */
export function costsAt(price: Minor, costs: Costs): Costs {
  const { feePercent, feeFixed } = feeAt(price, costs, pointsOf(costs));
  return { ...costs, feePercent, feeFixed };
}

/** Percentages count to four decimal places: a whole is so many parts. */
const WHOLE = 1_000_000;
/** A whole unit of money, in minor units. */
const UNIT: Minor = toMinor(1);
const HIGHEST: Minor = toMinor(MAX_AMOUNT);

/** A percentage in parts of `WHOLE`, rounded up. Rounding errors of floats do not count. */
const partsUp = (percent: number): number => Math.ceil(percent * 10_000 - 1e-6);

/** What is spent and a share of the cost, divided by what is left of a price: rounded up, exact for any amount. */
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

/** The smallest price that leaves what a rule asks for by the fee there; null: none is known. */
function leastOf(base: Minor, rule: Minimum, costs: Costs): Minor | null {
  const fees = pointsOf(costs);
  // A fee below all reported ones is requested by the reported ones, not by the present price.
  const lowest = fees[0]?.price ?? 0;
  const leastAt = (price: Minor) => leastPrice(rule, costsAt(Math.max(price, lowest), costs));
  let price = base;
  let needed = leastAt(price);
  // Down as long as less is kept than at the present price, then up to where what is kept is left.
  while (needed !== null && needed < price) {
    price = needed;
    needed = leastAt(price);
  }
  while (needed === null || needed > price) {
    const next = fees.find((point) => point.price > price)?.price ?? null;
    if (needed === null && next === null) return null;
    price = Math.min(needed ?? Infinity, next ?? Infinity);
    needed = leastAt(price);
  }
  return price;
}

/** A price between two, a whole amount where there is one: fees change at those. */
function between(low: Minor, high: Minor): Minor {
  if (high % UNIT === 0) return high - TICK;
  const middle = Math.floor((low + high) / 2);
  const whole = Math.round(middle / UNIT) * UNIT;
  return whole > low && whole < high ? whole : middle;
}

/**
 * The price at which the marketplace's fee has to be requested, because a minimum depends on it and it is unknown: at the
 * minimum by the fee at the present price, at the one by the fee reported there, and in between if that changes, until the
 * minimum is known to the cent. Null: no request is needed.
 */
export function minimumToRequest(
  rule: Minimum,
  costs: Costs | null,
): Pick<MinimumFees, 'base' | 'price'> | null {
  if (costs?.floor === undefined || !followsFromCost(rule)) return null;
  const { floor } = costs;
  const base = leastPrice(rule, costs);
  if (!isPrice(base)) return null;
  if (floor === 'not_requested' || floor.base !== base) return { base, price: base };
  const price = nextPrice(base, rule, costs, floor.fees);
  // It was asked for there, and is not reported.
  return price === null || price === floor.price ? null : { base, price };
}

function nextPrice(
  base: Minor,
  rule: Minimum,
  costs: Costs,
  fees: readonly FeePoint[],
): Minor | null {
  const least = leastOf(base, rule, costs);
  if (!isPrice(least)) return null;
  if (!fees.some(({ price }) => price === least)) return least;
  const below = fees.findLast(({ price }) => price < least);
  if (below === undefined || least - below.price <= TICK) return null;
  // By the fee that is known to hold just below it, there is no smaller one.
  const isExact = leastPrice(rule, costsAt(least, costs)) === least;
  return isExact ? null : between(below.price, least);
}

/**
 * The lowest price that a rule may set for a listing, in minor units; null: the rule has none.
 *
 * What a price leaves is the price less the cost, the fixed fee, and the percentages of the price that tax and fee
 * take. A margin is the smallest price of which that is at least so many percent; a return, the smallest at which
 * that is at least so many percent of the cost. Both are rounded up, so that the percentage is really reached. Below
 * some price marketplaces take more: where the fees about the minimum are known too, the one there counts.
 * `no_cost`: the cost or the fee is not known; `fee_awaited`: the marketplace is being asked for the fees about it;
 * `minimum_unreachable`: no price, or none up to the rule's maximum, leaves so much.
 */
export function minimumOf(rule: Minimum, costs: Costs | null): Minor | null | NoMinimum {
  const { minPrice, maxPrice } = rule;
  if (!followsFromCost(rule)) return minPrice;
  if (costs === null) return 'no_cost';
  const base = leastPrice(rule, costs);
  if (base === null) return 'minimum_unreachable';
  const { floor = 'not_requested' } = costs;
  if (floor !== 'not_requested' && floor.requestedAt === null && floor.base === base)
    return 'fee_awaited';
  const least = leastOf(base, rule, costs);
  return least === null || least > (maxPrice ?? HIGHEST) ? 'minimum_unreachable' : least;
}
