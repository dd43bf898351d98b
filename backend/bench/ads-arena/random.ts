// Draws from distributions. Each thing of a world has its own dice by its name, so that all entrants meet the same auctions and
// the order of keywords means nothing.
import { type Dice, diceAt, numberOf } from '../../sandbox/world/dice.ts';
import type { LogNormal } from './assumptions.ts';

export const diceOf = (...name: (string | number)[]): Dice => diceAt(numberOf(name.join(' ')));

/** Of a normal distribution with mean 0 and deviation 1 (Box and Muller). */
export const normal = (dice: Dice): number =>
  Math.sqrt(-2 * Math.log(1 - dice.roll())) * Math.cos(2 * Math.PI * dice.roll());

export const logNormal = (dice: Dice, { median, sigma }: LogNormal): number =>
  median * Math.exp(sigma * normal(dice));

export const uniform = (dice: Dice, { low, high }: { low: number; high: number }): number =>
  low + (high - low) * dice.roll();

/** The largest mean that is drawn at once: `e^−mean` must not vanish. */
const LARGEST_MEAN = 30;

/** Of a Poisson distribution (Knuth). */
export function poisson(dice: Dice, mean: number): number {
  let count = 0;
  let left = mean;
  while (left > 0) {
    const end = Math.exp(-Math.min(left, LARGEST_MEAN));
    for (let product = dice.roll(); product > end; product *= dice.roll()) count++;
    left -= LARGEST_MEAN;
  }
  return count;
}
