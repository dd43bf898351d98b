// When a bid that should change waits: cool-down and dead band, and what overrides them. Pure.
import type { Minor } from '../../kernel/money.ts';
import { type Conversion, conversionOf, type Level, logWidthOf } from './conversion.ts';
import type { EvidenceDay } from './evidence.ts';
import type { LastChange } from './types.ts';

/** A bid stays for this many days after a change, or until new clicks should have brought this many orders by the level above. */
export const COOLDOWN_DAYS = 3;
export const COOLDOWN_ORDERS = 0.5;
/** A change below this share is not made. */
export const SMALLEST_CHANGE = 0.05;
/** A bid that is twice, or half, of the wanted one moves, even if little is known: ln 2. */
export const WIDEST_BAND = Math.LN2;
/** A price that changed by more than this since the last change makes the bid follow at once. */
export const PRICE_MOVE_PERCENT = 5;

/**
 * How far a bid may be from the wanted one without moving, on a scale of ratios: a quarter of the width of the conversion's
 * interval, from 5 % to a factor of two. For a bid that should fall, it is the interval of a keyword with the same clicks that
 * converts as the level above: each order narrows a keyword's own interval, so that an additional order could lower a bid.
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

/** How long a bid still stays: days or clicks, whichever ends first; null: it may move. */
export function coolDownOf(
  lastChange: LastChange | null,
  days: readonly EvidenceDay[],
  prior: number,
): { days: number; clicks: number } | null {
  if (lastChange === null || lastChange.age >= COOLDOWN_DAYS) return null;
  const clicks = COOLDOWN_ORDERS / prior - clicksSince(days, lastChange.age);
  return clicks <= 0 ? null : { days: COOLDOWN_DAYS - lastChange.age, clicks: Math.ceil(clicks) };
}

/** Whether the price changed so much since the last change of the bid that the bid follows at once. */
export function hasPriceMoved(lastChange: LastChange | null, price: Minor): boolean {
  const then = lastChange?.price ?? price;
  return Math.abs(price - then) * 100 > PRICE_MOVE_PERCENT * then;
}
