// Who comes by, and what he buys. Whoever sells, the same people come at the same moments.
import type { Minor } from '../../../kernel/money.ts';
import { isAvailable } from '../../../sandbox/world/award.ts';
import { diceAt, numberOf } from '../../../sandbox/world/dice.ts';
import type { Offer } from '../../../sandbox/world/types.ts';
import { BUYBOX_SHARE, CHOICE_STEEPNESS, FIRST_DAY, NO_QUESTION, RHYTHM } from './assumptions.ts';
import { DAY, type Demand, HOUR, type Stall } from './stall.ts';

/** The buyers of one product over the whole time, in the order in which they come. */
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

/** Of those who come, the share that buys at a total price. */
export function willing({ elasticity, reference }: Demand, total: number): number {
  const free = NO_QUESTION * reference;
  return total <= free ? 1 : (total / free) ** -elasticity;
}

/** All who come to product `n` in the world of a seed. */
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
    most.push(NO_QUESTION * demand.reference * (1 - dice.roll()) ** (-1 / demand.elasticity));
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

const totalOf = (offer: Offer): Minor => offer.price + offer.shippingPrice;

/** How much an offer draws those who choose for themselves, beside the lowest total price. */
export const pullOf = (total: number, lowest: number): number =>
  Math.exp(-CHOICE_STEEPNESS * (total / lowest - 1));

/** The offer that a buyer would take, could he pay it. */
function favourite(stall: Stall, way: number, choice: number): Offer | null {
  const { offers } = stall.product;
  if (way < BUYBOX_SHARE && stall.leaders.length > 0) {
    const itemId = stall.leaders[Math.floor(choice * stall.leaders.length)];
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

/** What buyer `i` buys; null: nothing. */
export function purchaseOf(stall: Stall, visits: Visits, i: number): Offer | null {
  const offer = favourite(stall, visits.way[i]!, visits.choice[i]!);
  return offer !== null && totalOf(offer) <= visits.most[i]! ? offer : null;
}
