// Buyers of a page: demand, the rhythm of days and weeks, and how a buyer chooses.
import type { Minor } from '../../kernel/money.ts';
import { isAvailable } from './award.ts';
import { type Dice, numberOf } from './dice.ts';
import type { Offer, Product } from './types.ts';

const HOUR = 3_600_000;
const SAO_PAULO_MS = 3 * HOUR;

/**
 * How demand falls with price. The mean of 1,851 measured elasticities is -2.62 (Bijmolt, van Heerde and Pieters,
 * 'New Empirical Generalizations on the Determinants of Price Elasticity', Journal of Marketing Research 42, 2005).
 */
export const ELASTICITY = [1.7, 3.5] as const;
/** Below this share of the usual price every visitor buys. */
export const NO_QUESTION = 0.8;
/** Sales that go to the buybox; Amazon's own share is put at 82 to 90 %. */
export const BUYBOX_SHARE = 0.85;
/** Among buyers who compare offers, one that is 5 % more expensive is chosen half as often. */
const CHOICE_STEEPNESS = Math.LN2 / 0.05;
/** The buyers of a page relative to others, least and most; log-uniform, since few products sell much. */
const DRAW = [1, 30] as const;

/** Buyers by the hour of São Paulo's day, from midnight: few at night, most in the evening. */
export const RHYTHM = [
  0.5, 0.3, 0.2, 0.15, 0.15, 0.2, 0.4, 0.7, 1, 1.2, 1.4, 1.4, 1.4, 1.3, 1.3, 1.3, 1.3, 1.3, 1.3,
  1.4, 1.6, 1.7, 1.5, 1,
] as const;
const USUAL_HOUR = RHYTHM.reduce((sum, one) => sum + one, 0) / RHYTHM.length;
/** From Sunday to Saturday; together as many as in a week of usual days. */
const WEEKDAYS = [0.9, 1.05, 1.04, 1.02, 1.01, 1.01, 0.97] as const;
/** Days of the month on which people are paid, and how many more buy then. */
const PAYDAYS = new Set([5, 20]);
const PAYDAY = 1.1;

/** The demand for a product: its elasticity and usual price. */
export interface Taste {
  elasticity: number;
  /** The usual price of the product. */
  reference: Minor;
}

/** A number from 0 up to 1, derived from a text. */
export const shareOf = (text: string): number => (numberOf(text) % 10_000) / 10_000;

/** The number of buyers of a page relative to others; constant for a page. */
export function drawOf({ id }: Pick<Product, 'id'>): number {
  const [few, many] = DRAW;
  return few * (many / few) ** shareOf(`draw/${id}`);
}

export function tasteOf({ id, reference }: Pick<Product, 'id' | 'reference'>): Taste {
  const [least, most] = ELASTICITY;
  return { elasticity: least + shareOf(`elasticity/${id}`) * (most - least), reference };
}

/** The activity at an instant relative to the average. */
export function rhythmAt(at: number): number {
  const local = at - SAO_PAULO_MS;
  const date = new Date(local);
  const hour = RHYTHM[date.getUTCHours()] ?? USUAL_HOUR;
  const weekday = WEEKDAYS[date.getUTCDay()] ?? 1;
  return (hour / USUAL_HOUR) * weekday * (PAYDAYS.has(date.getUTCDate()) ? PAYDAY : 1);
}

/** The share of visitors that buy at a total price. */
export function willing({ elasticity, reference }: Taste, total: number): number {
  const free = NO_QUESTION * reference;
  return total <= free ? 1 : (total / free) ** -elasticity;
}

/** The highest total price that one buyer pays, by a roll from 0 up to 1. */
export const mostOf = ({ elasticity, reference }: Taste, roll: number): number =>
  NO_QUESTION * reference * (1 - roll) ** (-1 / elasticity);

export const totalOf = (offer: Pick<Offer, 'price' | 'shippingPrice'>): Minor =>
  offer.price + offer.shippingPrice;

/** The attraction of an offer for buyers who compare, relative to the lowest total price. */
export const pullOf = (total: number, lowest: number): number =>
  Math.exp(-CHOICE_STEEPNESS * (total / lowest - 1));

/**
 * The offer that a buyer prefers, whatever the buyer can pay.
 * @param way from 0 up to 1: under `BUYBOX_SHARE` he takes the buybox
 * @param choice from 0 up to 1: which of several he takes
 */
export function favouriteOf(
  offers: readonly Offer[],
  leaders: readonly string[],
  way: number,
  choice: number,
): Offer | null {
  if (way < BUYBOX_SHARE && leaders.length > 0) {
    const itemId = leaders[Math.floor(choice * leaders.length)];
    return offers.find((offer) => offer.itemId === itemId) ?? null;
  }
  let lowest = Infinity;
  for (const offer of offers) if (isAvailable(offer)) lowest = Math.min(lowest, totalOf(offer));
  if (lowest === Infinity) return null;
  let sum = 0;
  for (const offer of offers) if (isAvailable(offer)) sum += pullOf(totalOf(offer), lowest);
  let left = choice * sum;
  let last: Offer | null = null;
  for (const offer of offers) {
    if (!isAvailable(offer)) continue;
    last = offer;
    left -= pullOf(totalOf(offer), lowest);
    if (left < 0) break;
  }
  return last;
}

/** The number of buyers for an expected value: Poisson, in parts that are exact in floating point. */
export function drawCount(expected: number, dice: Dice): number {
  let count = 0;
  for (let left = expected; left > 0; left -= 30) {
    const end = Math.exp(-Math.min(left, 30));
    for (let product = dice.roll(); product > end; product *= dice.roll()) count++;
  }
  return count;
}
