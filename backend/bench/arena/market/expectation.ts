// The expected profit of a price, computed with knowledge that a seller does not have: the award and the buyers.
import type { Minor } from '../../../kernel/money.ts';
import { bonusOf, isAvailable, mayWin, scoreOf, sellerOf } from '../../../sandbox/world/award.ts';
import {
  BUYBOX_SHARE,
  NO_QUESTION,
  pullOf,
  RHYTHM,
  willing,
} from '../../../sandbox/world/buyers.ts';
import { FIRST_DAY } from './assumptions.ts';
import { DAY, type Demand, HOUR, profitOf, type Stall } from './stall.ts';

/** The cumulative share of a day's buyers at each full hour, in the units of the rhythm. */
const SUMS = [0];
for (const one of RHYTHM) SUMS.push(SUMS.at(-1)! + one);
const WHOLE_DAY = SUMS.at(-1)!;

const daysBy = (time: number): number => {
  const day = Math.floor((time - FIRST_DAY) / DAY);
  const hours = ((time - FIRST_DAY) % DAY) / HOUR;
  const hour = Math.floor(hours);
  return day + (SUMS[hour]! + RHYTHM[hour]! * (hours - hour)) / WHOLE_DAY;
};

/** The expected number of buyers between two instants. */
export const buyersBetween = ({ daily }: Demand, from: number, to: number): number =>
  daily * (daysBy(to) - daysBy(from));

/** What the others do, as far as it decides what a price of ours is worth. */
export interface Others {
  /** The best score among them; Infinity: none may win. How many have it. */
  toBeat: number;
  level: number;
  lowest: number;
  /** The sum of their pulls, relative to their own lowest total price. */
  pull: number;
  totals: readonly number[];
}

export function othersOf({ sellers, product, ours }: Stall): Others {
  let toBeat = Infinity;
  let level = 0;
  const totals: number[] = [];
  for (const offer of product.offers) {
    if (offer === ours || !isAvailable(offer)) continue;
    totals.push(offer.price + offer.shippingPrice);
    if (!mayWin(product, offer)) continue;
    const score = scoreOf(offer, sellerOf(sellers, offer.sellerId));
    if (score < toBeat) {
      toBeat = score;
      level = 1;
    } else if (score === toBeat) level++;
  }
  const lowest = Math.min(...totals);
  const pull = totals.reduce((sum, total) => sum + pullOf(total, lowest), 0);
  return { toBeat, level, lowest, pull, totals };
}

/** The expected profit of one more buyer at this price of ours and the others' present prices. */
export function worthOf(stall: Stall, others: Others, price: Minor): number {
  const { ours, sellers } = stall;
  const total = price + ours.shippingPrice;
  const score = scoreOf(ours, sellerOf(sellers, ours.sellerId), price);
  const featured = score < others.toBeat ? 1 : score === others.toBeat ? 1 / (others.level + 1) : 0;
  const lowest = Math.min(total, others.lowest);
  const pull = pullOf(total, lowest);
  let sum = pull;
  if (lowest === others.lowest) sum += others.pull;
  else for (const one of others.totals) sum += pullOf(one, lowest);
  const share = BUYBOX_SHARE * featured + ((1 - BUYBOX_SHARE) * pull) / sum;
  return share * willing(stall.demand, total) * profitOf(stall.costs, price);
}

/** The best of a range in which the worth rises to one top and falls from there. */
function topOf(worth: (price: Minor) => number, from: Minor, to: Minor): Minor {
  if (from === to || worth(to) >= worth(to - 1)) return to;
  if (worth(from) >= worth(from + 1)) return from;
  let low = from;
  let high = to;
  while (high - low > 2) {
    const left = low + Math.floor((high - low) / 3);
    const right = high - Math.floor((high - low) / 3);
    if (worth(left) < worth(right)) low = left + 1;
    else high = right;
  }
  let best = low;
  for (let price = low + 1; price <= high; price++) if (worth(price) > worth(best)) best = price;
  return best;
}

/** More than the next buyer can bring at any price to one who has not the buybox. */
function mostWithout({ ours, costs, demand }: Stall): number {
  const keeps = 1 - costs.feePercent / 100;
  const outlay = costs.unit + costs.feeFixed;
  const { elasticity, reference } = demand;
  const best = (elasticity * outlay + keeps * ours.shippingPrice) / (keeps * (elasticity - 1));
  const price = Math.max(best, NO_QUESTION * reference - ours.shippingPrice);
  return (1 - BUYBOX_SHARE) * willing(demand, price + ours.shippingPrice) * profitOf(costs, price);
}

/**
 * The price with the highest expected profit from the next buyer, to the cent: the best of those that win alone, the one
 * that shares the first place, and the best of those that do not win.
 */
export function bestResponse(stall: Stall, least: Minor, most: Minor): Minor {
  const others = othersOf(stall);
  const worth = (price: Minor) => worthOf(stall, others, price);
  const { ours, sellers } = stall;
  const factor = 10_000 - bonusOf(ours, sellerOf(sellers, ours.sellerId));
  const alone =
    others.toBeat === Infinity
      ? most
      : Math.floor((others.toBeat - 1) / factor) - ours.shippingPrice;
  const tops: Minor[] = [];
  if (alone >= least) tops.push(topOf(worth, least, Math.min(alone, most)));
  if (alone + 1 >= least && alone + 1 <= most) tops.push(alone + 1);
  // Without the buybox a buyer brings its part of what the best price of all would bring, at most.
  const found = tops.reduce((best, price) => Math.max(best, worth(price)), 0);
  if (alone < most && found < mostWithout(stall)) {
    // Cheaper than all and yet not featured, or more expensive than the cheapest: each has its own maximum.
    const from = Math.max(least, alone + 1);
    const cheapest = Math.floor(others.lowest - ours.shippingPrice);
    if (cheapest > from && cheapest < most)
      tops.push(topOf(worth, from, cheapest), topOf(worth, cheapest, most));
    else tops.push(topOf(worth, from, most));
  }
  return tops.reduce((best, price) => (worth(price) > worth(best) ? price : best));
}
