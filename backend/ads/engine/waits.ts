// When a bid that should be another one waits: cool-down and dead band, and what passes them. Pure.
import type { Minor } from '../../kernel/money.ts';
import { type Conversion, conversionOf, type Level, logWidthOf } from './conversion.ts';
import type { EvidenceDay } from './evidence.ts';
import type { LastChange } from './types.ts';

/** A bid rests so many days after a change, or until so many orders of the level above were due from new clicks. */
export const COOLDOWN_DAYS = 3;
export const COOLDOWN_ORDERS = 0.5;
/** A smaller change than this share is not worth making. */
export const SMALLEST_CHANGE = 0.05;
/** A bid that is twice, or half, of what it should be moves, however little is known: ln 2. */
export const WIDEST_BAND = Math.LN2;
/** A price that moved by more than this since the last change is another situation. */
export const PRICE_MOVE_PERCENT = 5;

/**
 * How far a bid may be from what it should be without moving, on a scale of ratios: a quarter of the width of the
 * conversion's interval, 5 % at the least and a factor of two at the most. For a bid that should fall it is the interval
 * of a keyword with the same clicks that converts as the level above: by its own, which each order narrows, an order more
 * could lower a bid.
 */
export function deadBandOf(
  conversion: Conversion,
  { strength, clicks }: Pick<Level, 'strength' | 'clicks'>,
  isRaise: boolean,
): number {
  const { prior } = conversion;
  const interval = isRaise
    ? conversion
    : conversionOf(prior, { strength, clicks, orders: prior * clicks });
  return Math.min(Math.max(SMALLEST_CHANGE, logWidthOf(interval) / 4), WIDEST_BAND);
}

export const isInDeadBand = (wanted: Minor, present: Minor, band: number): boolean =>
  Math.abs(Math.log(wanted / present)) <= band;

/** Clicks that came after the day of a change of that age. */
export const clicksSince = (days: readonly EvidenceDay[], age: number): number =>
  days.reduce((sum, day) => (day.age < age ? sum + day.clicks : sum), 0);

/** For how long a bid still rests: days, and clicks, of which the first ends it; null: it does not rest. */
export function coolDownOf(
  lastChange: LastChange | null,
  days: readonly EvidenceDay[],
  prior: number,
): { days: number; clicks: number } | null {
  if (lastChange === null || lastChange.age >= COOLDOWN_DAYS) return null;
  const clicks = COOLDOWN_ORDERS / prior - clicksSince(days, lastChange.age);
  return clicks <= 0 ? null : { days: COOLDOWN_DAYS - lastChange.age, clicks: Math.ceil(clicks) };
}

/** Whether the price moved so far since the bid changed that the bid follows at once. */
export function hasPriceMoved(lastChange: LastChange | null, price: Minor): boolean {
  const then = lastChange?.price ?? price;
  return Math.abs(price - then) * 100 > PRICE_MOVE_PERCENT * then;
}
