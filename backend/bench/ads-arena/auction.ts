// What a bid is expected to bring in the auctions of a keyword, where the strongest rival's bid is lognormal. A bid above the
// rival's wins the top slot at the rival's bid; a lower bid above the price of the second slot wins that one. Pure.
import { REST, RIVAL } from './assumptions.ts';

/** The share of the standard normal distribution up to `z`, to seven digits (Zelen and Severo). */
export function normalShareUpTo(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const terms =
    t *
    (0.319_381_53 +
      t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * terms;
  return z >= 0 ? 1 - above : above;
}

/** Of each click that an ad at the top would have. */
export interface Outcome {
  clicks: number;
  /** In minor units. */
  cost: number;
  /** The share of the auctions in which the ad is shown. */
  shown: number;
}

const NOTHING: Outcome = { clicks: 0, cost: 0, shown: 0 };

/**
 * @param bid in minor units; zero: the keyword is paused
 * @param rival the logarithm of the median of the strongest rival's bid
 */
export function outcomeOf(bid: number, rival: number, isFirstPrice: boolean): Outcome {
  if (bid <= 0) return NOTHING;
  const { sigma } = RIVAL;
  const z = (Math.log(bid) - rival) / sigma;
  const zRest = z - Math.log(REST.price) / sigma;
  const top = normalShareUpTo(z);
  const shown = normalShareUpTo(zRest);
  const clicks = top + REST.clicks * (shown - top);
  if (isFirstPrice) return { clicks, cost: bid * clicks, shown };
  const mean = Math.exp(rival + (sigma * sigma) / 2);
  const topCost = normalShareUpTo(z - sigma);
  const restCost = REST.clicks * REST.price * (normalShareUpTo(zRest - sigma) - topCost);
  return { clicks, cost: mean * (topCost + restCost), shown };
}
