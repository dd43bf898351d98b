// The buyers of one product over the whole time. Which sellers compete does not change who arrives and when.
import { favouriteOf, mostOf, RHYTHM, totalOf } from '../../../sandbox/world/buyers.ts';
import { diceAt, numberOf } from '../../../sandbox/world/dice.ts';
import type { Offer } from '../../../sandbox/world/types.ts';
import { FIRST_DAY } from './assumptions.ts';
import { DAY, type Demand, HOUR, type Stall } from './stall.ts';

/** The buyers of one product over the whole time, in the order of their arrival. */
export interface Visits {
  at: Float64Array;
  /** The highest total price that he pays. */
  most: Float64Array;
  /** Under `BUYBOX_SHARE` he takes the buybox. */
  way: Float64Array;
  /** Which of several he takes. */
  choice: Float64Array;
}

const BUSIEST = Math.max(...RHYTHM);
const USUAL = RHYTHM.reduce((sum, one) => sum + one, 0) / RHYTHM.length;

/** All buyers of product `n` in the world of a seed. */
export function drawVisits(seed: number, n: number, demand: Demand, days: number): Visits {
  const dice = diceAt(numberOf(`buyers/${seed}/${n}`));
  const rate = (demand.daily / DAY) * (BUSIEST / USUAL);
  const at: number[] = [];
  const most: number[] = [];
  const way: number[] = [];
  const choice: number[] = [];
  for (let now = 0; ; ) {
    now -= Math.log(1 - dice.roll()) / rate;
    if (now >= days * DAY) break;
    const hour = Math.floor((now % DAY) / HOUR);
    if (dice.roll() * BUSIEST >= RHYTHM[hour]!) continue;
    at.push(FIRST_DAY + now);
    most.push(mostOf(demand, dice.roll()));
    way.push(dice.roll());
    choice.push(dice.roll());
  }
  return {
    at: Float64Array.from(at),
    most: Float64Array.from(most),
    way: Float64Array.from(way),
    choice: Float64Array.from(choice),
  };
}

/** What buyer `i` buys; null: nothing. */
export function purchaseOf({ product, leaders }: Stall, visits: Visits, i: number): Offer | null {
  const offer = favouriteOf(product.offers, leaders, visits.way[i]!, visits.choice[i]!);
  return offer !== null && totalOf(offer) <= visits.most[i]! ? offer : null;
}
