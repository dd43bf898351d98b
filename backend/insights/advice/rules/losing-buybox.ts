// A listing that loses the buybox: what stands in the way of winning it back, and whether that is worth its price. Pure.
import type { AdviceAct, Assumed } from '../../contract.ts';
import {
  type Advice,
  type AdviceChange,
  bucketOf,
  type Facts,
  type Ruling,
  roundSpread,
  type Setting,
  seedOf,
} from './advice.ts';
import { beta, gamma, randomBy, type Spread, spreadOf } from './draws.ts';
import {
  type CompanySales,
  contributionAt,
  type ListingFacts,
  lowestPrice,
} from './listing-facts.ts';

const HOUR_MS = 3_600_000;
const HOURS_OF_30_DAYS = 720;
/** It opens where the buybox is lost for this long and for this share of 7 days, and stays open down to the lower share. */
export const LOST_HOURS = 6;
const LOST_PERCENT = 30;
const STILL_LOST_PERCENT = 20;
/** The share of the last day with the buybox from which it closes, in percent. */
const HELD_PERCENT = 70;

/** The assumed ratio of sales without the buybox to those with it, and the weight of the assumption, in units. */
const PRIOR_RATIO = 0.1;
const PRIOR_UNITS = 20;
/** The weight of the company's rate in the rate of one listing, in units. */
const OWN_UNITS = 2;
/** How often a rule holds the buybox: the median of the arena (`docs/arena.md`), weighed as that many listings. */
const WIN_CHANCE = 0.67;
const WIN_LISTINGS = 20;
const DRAWS = 400;
/** Fewest units for a rate that says something. */
const FEW_UNITS = 5;
/** The minimum of a new rule as a share of the price to win; never below what a unit costs. */
const BELOW_TO_WIN = 0.97;

const ASSUMED: readonly Assumed[] = ['win_chance', 'kept_share', 'same_demand'];

/** How many units are sold in an hour without the buybox for each one with it. */
export function ratioOf({ heldUnits, heldHours, losingUnits, losingHours }: CompanySales): number {
  if (heldUnits === 0 || heldHours === 0) return PRIOR_RATIO;
  const expected = (heldUnits / heldHours) * losingHours;
  return Math.min(1, (losingUnits + PRIOR_RATIO * PRIOR_UNITS) / (expected + PRIOR_UNITS));
}

/** Units that a listing sells in an hour. */
interface Rates {
  winning: number;
  losing: number;
  /** The rate with the buybox is known from this many units in this many hours. */
  units: number;
  hours: number;
}

/** How fast a listing sells with the buybox and without; null: the company has no sales to estimate it from. */
export function ratesOf(
  { units, heldHours, losingHours }: ListingFacts['sales'],
  company: CompanySales,
): Rates | null {
  if (company.heldUnits === 0 || company.heldHours === 0) return null;
  const ratio = ratioOf(company);
  const usual = company.heldUnits / company.heldHours;
  const hours = heldHours + ratio * losingHours + OWN_UNITS / usual;
  const winning = (units + OWN_UNITS) / hours;
  return { winning, losing: ratio * winning, units: units + OWN_UNITS, hours };
}

/**
 * What winning the buybox back at a price brings in 30 days.
 * @returns null where the company has no sales to estimate it from
 */
function effectOf(
  { listingId, price, market, costs, sales }: ListingFacts,
  company: CompanySales,
  priceToWin: number,
  { realized, now }: Setting,
): Spread | null {
  const rates = ratesOf(sales, company);
  if (costs === null || rates === null) return null;
  const ratio = rates.losing / rates.winning;
  const hours = HOURS_OF_30_DAYS * (1 - (market.shareWeek ?? 0) / 100);
  const present = contributionAt(costs, price);
  const then = contributionAt(costs, priceToWin);
  const random = randomBy(seedOf(listingId, now));
  return roundSpread(
    spreadOf(DRAWS, () => {
      const rate = gamma(rates.units, random) / rates.hours;
      const won = beta(WIN_CHANCE * WIN_LISTINGS, (1 - WIN_CHANCE) * WIN_LISTINGS, random);
      return realized * hours * rate * (won * then + (1 - won) * ratio * then - ratio * present);
    }),
  );
}

interface Way {
  reason: string;
  act: AdviceAct;
  change: AdviceChange | null;
}
const none = (reason: string): Way => ({ reason, act: 'none', change: null });

/** The change that makes the engine offer the price to win. */
function wayOf(listing: ListingFacts, priceToWin: number): Way {
  const { listingId, price, rule, waiting, costs } = listing;
  if (costs === null) return { reason: 'cost_missing', act: 'enter_cost', change: null };
  if (contributionAt(costs, priceToWin) <= 0) return none('not_worth');
  if (priceToWin >= price) return none('not_by_price');
  if (rule !== null && waiting !== null)
    return {
      reason: 'waits',
      act: 'approve_update',
      change: { act: 'approve_update', ruleId: rule.id, updateId: waiting.updateId },
    };
  if (rule === null) {
    const lowest = lowestPrice(costs) ?? priceToWin;
    const minPrice = Math.min(priceToWin, Math.max(lowest, Math.floor(priceToWin * BELOW_TO_WIN)));
    return {
      reason: 'no_rule',
      act: 'create_rule',
      change: { act: 'create_rule', listingId, minPrice, maxPrice: price },
    };
  }
  const { id: ruleId, version, minPrice } = rule;
  const reaches = minPrice === null || minPrice <= priceToWin;
  // A rule of several listings is changed on its own page, which shows all of them.
  if (!rule.isOwn && (rule.status !== 'enabled' || !reaches))
    return { reason: 'group_rule', act: 'open_rule', change: null };
  if (rule.status === 'paused') return { reason: 'rule_paused', act: 'open_rule', change: null };
  if (rule.status !== 'enabled')
    return reaches
      ? {
          reason: 'rule_off',
          act: 'enable_rule',
          change: { act: 'enable_rule', ruleId, version },
        }
      : { reason: 'rule_off_minimum', act: 'open_rule', change: null };
  if (reaches) return none('rule_works');
  return {
    reason: 'minimum_above',
    act: 'lower_minimum',
    change: { act: 'lower_minimum', ruleId, version, minPrice: priceToWin },
  };
}

const isLost = (
  { lostSince, shareWeek }: ListingFacts['market'],
  { isOpen, now }: Setting,
): boolean => {
  if (lostSince === null || shareWeek === null) return false;
  const lost = 100 - shareWeek;
  return isOpen
    ? lost >= STILL_LOST_PERCENT
    : lost >= LOST_PERCENT && now.getTime() - lostSince.getTime() >= LOST_HOURS * HOUR_MS;
};

/** What the advice says, as numbers. */
function factsOf({ price, market, rule, waiting, costs, sales }: ListingFacts, way: Way): Facts {
  const { priceToWin, shareWeek } = market;
  return {
    price,
    ...(priceToWin !== null && { priceToWin }),
    ...(shareWeek !== null && { losingShare: 100 - shareWeek }),
    units: sales.units,
    ...(costs !== null && { contribution: contributionAt(costs, price) }),
    ...(costs !== null &&
      priceToWin !== null && { contributionToWin: contributionAt(costs, priceToWin) }),
    ...(rule?.minPrice != null && { minPrice: rule.minPrice }),
    ...(way.change?.act === 'create_rule' && {
      minPrice: way.change.minPrice,
      maxPrice: way.change.maxPrice,
    }),
    ...(waiting !== null && { newPrice: waiting.newPrice }),
    winChance: WIN_CHANCE * 100,
  };
}

/** Winning the buybox back, by what stands in the way of its price. */
export function losingBuybox(
  listing: ListingFacts,
  company: CompanySales,
  setting: Setting,
): Ruling {
  const { listingId, market, rule, waiting, sales } = listing;
  const { status, priceToWin, shareDay } = market;
  if (status !== 'LOSING')
    return setting.isOpen && shareDay !== null && shareDay < HELD_PERCENT ? 'stays' : null;
  if (priceToWin === null || !isLost(market, setting)) return null;
  const possible = wayOf(listing, priceToWin);
  // A rule that reaches the price is left to do so.
  if (possible.reason === 'rule_works') return null;
  const effect = possible.act === 'none' ? null : effectOf(listing, company, priceToWin, setting);
  // Winning at a price that brings less than losing does is not advised.
  const way = effect !== null && effect.mean <= 0 ? none('not_worth') : possible;
  const isWorth = way.act !== 'none';
  return {
    kind: 'losing_buybox',
    reason: way.reason,
    subject: { listingId, campaignId: null, targetId: null },
    act: way.act,
    change: way.change,
    effect: isWorth ? effect : null,
    score: isWorth ? (effect?.mean ?? 0) : 0,
    assumed: isWorth && effect !== null ? ASSUMED : [],
    confidence: sales.units < FEW_UNITS ? 'low' : 'high',
    facts: factsOf(listing, way),
    fingerprint: [
      way.reason,
      bucketOf(priceToWin, 1),
      rule && `${rule.id} ${rule.version}`,
      waiting?.updateId,
    ].join(' · '),
  } satisfies Advice;
}
