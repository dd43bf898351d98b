import type { Minor } from '../../kernel/money.ts';
import type { Dice } from './dice.ts';

/** The cents that shop prices like to end in. */
const ENDINGS: readonly Minor[] = [90, 99, 0, 49];

/** The next typical shop price at or below this one; never below one real. */
export function roundDown(price: number, dice: Dice): Minor {
  const ending = dice.pick(ENDINGS);
  const whole = Math.floor(price / 100) * 100;
  const rounded = whole + ending <= price ? whole + ending : whole - 100 + ending;
  return Math.max(100, rounded);
}

/** The next typical shop price at or above this one. */
export function roundUp(price: number, dice: Dice): Minor {
  const ending = dice.pick(ENDINGS);
  const whole = Math.floor(price / 100) * 100;
  return whole + ending >= price ? whole + ending : whole + 100 + ending;
}
