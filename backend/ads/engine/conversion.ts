// Orders for each click, where few clicks are known: shrunk towards what is known one level above. Pure.
import { gammaQuantile, gammaShareUpTo } from './gamma.ts';

/** What is known on one level: a keyword's own figures, its ad group's, those of its match type. */
export interface Level {
  /** The weight of the level above, in orders: the more, the less own figures move the estimate. */
  strength: number;
  /** Orders and matured clicks of this level. */
  orders: number;
  clicks: number;
}

export interface Conversion {
  /** Orders for each click on the level above. */
  prior: number;
  /** Orders for each click. */
  estimate: number;
  sd: number;
  /** The 80 % interval. */
  low: number;
  high: number;
  /** The gamma distribution of the conversion. */
  shape: number;
  rate: number;
}

const TAIL = 0.1;

/** The estimate of one level by that of the level above: `(a + y) / (a/p + E)`. */
export const shrink = (prior: number, { strength, orders, clicks }: Level): number =>
  (strength + orders) / (strength / prior + clicks);

/** The prior of a keyword: shrinks level by level, from the account's conversion to the level just above the keyword. */
export const priorOf = (account: number, levels: readonly Level[]): number =>
  levels.reduce(shrink, account);

/**
 * What is known of a keyword's conversion: a gamma distribution of shape `a + y` and rate `a/p + E`.
 * @param prior orders for each click on the level above, greater than zero
 */
export function conversionOf(prior: number, level: Level): Conversion {
  const shape = level.strength + level.orders;
  const rate = level.strength / prior + level.clicks;
  return {
    prior,
    estimate: shape / rate,
    sd: Math.sqrt(shape) / rate,
    low: gammaQuantile(TAIL, shape, rate),
    high: gammaQuantile(1 - TAIL, shape, rate),
    shape,
    rate,
  };
}

/** The probability that the conversion is below a value. */
export const probabilityBelow = (conversion: Pick<Conversion, 'shape' | 'rate'>, value: number) =>
  gammaShareUpTo(value, conversion.shape, conversion.rate);

/** How wide the interval is on a scale of ratios: ln(high / low). */
export const logWidthOf = ({ low, high }: Pick<Conversion, 'low' | 'high'>): number =>
  Math.log(high / low);

/**
 * The clicks without an order that prove something: with the conversion of the level above, one order or more would have
 * come with a probability of 80 %. About `1.6 / prior`: 20 clicks at 8 %, 80 at 2 %.
 */
export const provingClicks = (prior: number): number => -Math.log(0.2) / prior;
