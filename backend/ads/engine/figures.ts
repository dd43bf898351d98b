// The numbers of a bid, from the facts to the wanted bid. Pure.
import { CAMPAIGN_STRATEGIES } from '../contract/strategies.ts';
import type { BidBound, CampaignStrategy, MatchType } from '../contract/words.ts';
import { bidByValue, effectiveMultiplier, toBid, withinLimits } from './bid.ts';
import { clickValue, priceFactor } from './click-value.ts';
import { conversionOf, priorOf, probabilityBelow, provingClicks } from './conversion.ts';
import { maturedEvidence } from './evidence.ts';
import { breakEvenCpc } from './margin.ts';
import { targetOf } from './target.ts';
import type { BidFacts, Expected, Figures } from './types.ts';

/** A keyword without impressions for this many days bids too little to be shown. */
export const STARVED_AFTER_DAYS = 7;
/** Pausing is proposed from this probability that a keyword cannot pay for the lowest bid that is shown. */
export const NOT_VIABLE_PROBABILITY = 0.9;
/** The days whose mean is a usual day. */
const USUAL_DAYS = 14;

/** The revenue of a click at a conversion, in minor units and not rounded. */
export const valueAt = (facts: BidFacts, factor: number, conversion: number): number =>
  clickValue(conversion, facts.unitsPerOrder, facts.price, factor);

export function figuresOf(facts: BidFacts): Figures {
  const { price, margin, unitsPerOrder, strategy } = facts;
  const evidence = maturedEvidence(facts.days, price, facts.knownShares);
  const prior = priorOf(facts.accountConversion, facts.levels);
  const level = { strength: facts.strength, orders: evidence.orders, clicks: evidence.clicks };
  const conversion = conversionOf(prior, level);
  const factor = priceFactor(price, evidence.priceThen, facts.elasticity);
  return {
    evidence,
    conversion,
    provingClicks: provingClicks(prior),
    priceFactor: factor,
    value: valueAt(facts, factor, conversion.estimate),
    breakEvenCpc: margin && breakEvenCpc(conversion.estimate * factor, unitsPerOrder, margin),
    target: targetOf(strategy, margin, facts.goal, facts.loss),
    multiplier: effectiveMultiplier(strategy, facts.multipliers),
  };
}

/** Whether a keyword bids too little to be shown. */
export const isStarved = ({ daysWithoutImpressions }: BidFacts): boolean =>
  (daysWithoutImpressions ?? 0) >= STARVED_AFTER_DAYS;

/** A new keyword that discovers searches begins with this share of the suggested bid. */
const START_SHARE: Readonly<Record<MatchType, number>> = {
  EXACT: 1,
  PHRASE: 0.85,
  BROAD: 0.85,
  AUTO: 0.7,
  PRODUCT: 0.8,
  CATEGORY: 0.8,
};
const startShareOf = (matchType: MatchType | null): number =>
  matchType === null ? 1 : START_SHARE[matchType];

/** The wanted bid, and what determined it. */
export interface Wanted {
  /** In minor units, not rounded, before any limit. */
  amount: number;
  bound: BidBound;
}

const raised = (wanted: Wanted, amount: number, bound: BidBound): Wanted =>
  amount > wanted.amount ? { amount, bound } : wanted;

function boundBy(strategy: CampaignStrategy, { multiplier }: Figures): BidBound {
  if (multiplier.binding === 'BUDGET') return 'BUDGET';
  return CAMPAIGN_STRATEGIES[strategy].isSteered ? 'ROS' : 'VALUE';
}

/**
 * The wanted bid, by the value of a click and never by the bid before. Three rules keep a keyword from bidding itself out of the
 * auction: with too few clicks to prove anything it bids no less than by the level above; one that is not shown returns to the
 * marketplace's suggestion, as far as its value allows; one with exploration budget bids by the upper end of its interval.
 * @param target the target ACOS, as a share of revenue
 */
export function wantedBid(facts: BidFacts, figures: Figures, target: number): Wanted {
  const { conversion, evidence, multiplier, priceFactor: factor } = figures;
  const { suggested } = facts;
  const byValue = (value: number) => bidByValue(multiplier.used, target, value);
  let wanted: Wanted = { amount: byValue(figures.value), bound: boundBy(facts.strategy, figures) };
  if (facts.bid === null) {
    const start = suggested === null ? Infinity : suggested.middle * startShareOf(facts.matchType);
    return wanted.amount > start ? { amount: start, bound: 'SUGGESTED' } : wanted;
  }
  const isProven = evidence.clicks >= figures.provingClicks;
  const value = isProven
    ? figures.value
    : Math.max(figures.value, valueAt(facts, factor, conversion.prior));
  wanted = raised(wanted, byValue(value), 'PRIOR');
  const worth = target * value;
  if (isStarved(facts) && suggested !== null && worth > suggested.low)
    wanted = raised(wanted, Math.min(suggested.middle, worth), 'STARVED');
  if (facts.isExplored) {
    const atBest = target * valueAt(facts, factor, conversion.high);
    wanted = raised(wanted, Math.min(suggested?.middle ?? Infinity, atBest), 'EXPLORATION');
  }
  return wanted;
}

/** The probability that a click is worth less than the lowest bid that is shown; null: there are too few clicks to tell. */
export function notViableProbability(
  facts: BidFacts,
  figures: Figures,
  target: number,
): number | null {
  const { evidence, conversion, priceFactor: factor } = figures;
  if (evidence.clicks < figures.provingClicks) return null;
  const lowest = facts.suggested?.low ?? facts.limits.minimum;
  // A budget that is short is no reason to pause: it does not change the value of a click.
  const part = target * Math.max(figures.multiplier.used, 1);
  return probabilityBelow(conversion, lowest / (part * valueAt(facts, factor, 1)));
}

/** What a usual day of the latest two weeks would bring at a bid; a click never costs more than the bid. */
export function expectedAt(bid: number, facts: BidFacts, { value }: Figures): Expected | null {
  const days = facts.days.filter(({ age }) => age >= 1 && age <= USUAL_DAYS);
  const clicks = days.reduce((sum, day) => sum + day.clicks, 0);
  if (clicks === 0) return null;
  const cost = days.reduce((sum, day) => sum + day.cost, 0);
  // Days without clicks may be missing.
  const perDay = clicks / Math.max(...days.map(({ age }) => age));
  return { clicks: perDay, cost: perDay * Math.min(cost / clicks, bid), revenue: perDay * value };
}

/** A bid inside its limits, rounded to minor units. */
export const allowedBid = (amount: number, { limits }: BidFacts) =>
  withinLimits(toBid(Math.min(amount, Number.MAX_SAFE_INTEGER)), limits);
