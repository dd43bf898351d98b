// What to do with a search that brought clicks: a keyword of its own, a negative, or nothing yet. Pure.
import type { Minor } from '../../kernel/money.ts';
import { type BidLimits, toBid, withinLimits } from './bid.ts';
import { conversionOf, type Level, probabilityBelow } from './conversion.ts';

const NEGATIVE_PROBABILITY = 0.9;
const HARVEST_ORDERS = 2;
const HARVEST_PROBABILITY = 0.7;
/** Days for which the new keyword has to be shown before its search is excluded from its source. */
const SHOWN_DAYS = 3;

export interface SearchTermFacts {
  /** Orders for each click of the keyword or group that matched the search. */
  prior: number;
  /** Matured clicks that are seven days old or more, and their orders: younger ones may still bring orders. */
  level: Level;
  /** The mean cost of its clicks, in minor units. */
  cpc: number;
  /** The lowest bid that is shown. */
  lowestBid: Minor;
  /** Revenue of an order, in minor units, and the target ACOS as a share of revenue. */
  revenuePerOrder: number;
  target: number;
  limits: BidLimits;
  /** Days for which its own keyword has been shown; null: it has none. */
  keywordShownDays: number | null;
}

export interface SearchTermDecision {
  action: 'HARVEST' | 'NEGATIVE' | 'NEGATIVE_IN_SOURCE' | 'KEEP';
  code: string;
  /** The first bid of its own keyword. */
  bid: Minor | null;
  /** The probability that a click is worth less than the lowest bid, and that its ACOS is at most the target. */
  probabilityNotViable: number;
  probabilityWithinTarget: number;
}

/**
 * Excludes a search that cannot pay for the lowest bid with a probability of 90 %. Gives a search with two orders, which is
 * within the target with 70 %, a keyword of its own, and excludes it from its source only once that keyword is shown: before,
 * its clicks would be lost.
 */
export function decideSearchTerm(facts: SearchTermFacts): SearchTermDecision {
  const { prior, level, cpc, lowestBid, revenuePerOrder, target, limits, keywordShownDays } = facts;
  const conversion = conversionOf(prior, level);
  const worth = target * revenuePerOrder;
  const probabilityNotViable = worth > 0 ? probabilityBelow(conversion, lowestBid / worth) : 1;
  const probabilityWithinTarget = worth > 0 ? 1 - probabilityBelow(conversion, cpc / worth) : 0;
  const known = { probabilityNotViable, probabilityWithinTarget };
  const decide = (
    action: SearchTermDecision['action'],
    code: string,
    bid: Minor | null = null,
  ) => ({
    action,
    code,
    bid,
    ...known,
  });
  if (keywordShownDays !== null) {
    return keywordShownDays >= SHOWN_DAYS
      ? decide('NEGATIVE_IN_SOURCE', 'keyword_shown')
      : decide('KEEP', 'keyword_not_shown_yet');
  }
  if (probabilityNotViable >= NEGATIVE_PROBABILITY) return decide('NEGATIVE', 'not_viable');
  if (level.orders >= HARVEST_ORDERS && probabilityWithinTarget >= HARVEST_PROBABILITY) {
    const { bid } = withinLimits(toBid(worth * conversion.estimate), limits);
    return decide('HARVEST', 'within_target', bid);
  }
  return decide('KEEP', level.orders < HARVEST_ORDERS ? 'too_few_orders' : 'target_not_proven');
}
