import type { Market, Offer } from '../../kernel/market.ts';
import { type Minor, TICK, toAmount } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { EventType, Outcome, PriceTag } from '../contract.ts';
import { STRATEGIES } from '../strategies/registry.ts';
import { percentUp, type Strategy } from '../strategies/strategy.ts';
import { adsAim, withoutFigure } from './ad-costs.ts';
import {
  addedShipping,
  baseOf,
  type Competitors,
  findCompetitors,
  hasBase,
  holderOf,
  rankOf,
} from './competitors.ts';
import { type Fallback, fallBack } from './fallback.ts';
import { closedGate, dependsOnAds } from './gates.ts';
import { learn, moveFrom, type Observation, observedPrice } from './learning.ts';
import { type Bounded, bound, keepWithinLimits, type Limits, limitsLine } from './limits.ts';
import { NOTHING } from './memory.ts';
import { minimumOf, minimumToRequest } from './minimum-price.ts';
import { type Front, type Truce, truceOf, watch } from './price-war.ts';
import { knownPrices, learnRatios } from './ratios.ts';
import {
  type Circumstances,
  type Costs,
  type Decision,
  type Line,
  type ListingFacts,
  type Memory,
  type Rule,
  USUAL,
} from './types.ts';

/** A decision in the making: what was asked, and what has been found so far. */
interface Draft {
  listing: ListingFacts;
  rule: Rule;
  strategy: Strategy;
  limits: Limits;
  circumstances: Circumstances;
  now: Date;
  isChangedOutside: boolean;
  /** The item's own price of another own listing of the product that holds the buybox; null: there is none. */
  ownHolder: Minor | null;
  /** What is to be remembered. */
  memory: Memory | null;
  /** The snapshot that must not change the price twice: of a strategy that learns. Null: there is none. */
  observation: Observation | null;
  explanation: Line[];
}

function settle(
  { memory, explanation }: Pick<Draft, 'memory' | 'explanation'>,
  outcome: Outcome,
  code: string | null,
  rival: Offer | null,
): Decision {
  return {
    outcome,
    code,
    price: null,
    eventType: null,
    priceTag: null,
    state: null,
    rival,
    memory,
    explanation,
  };
}

function keep(draft: Draft, code: string, competitor: Offer | null): Decision {
  const values = { price: toAmount(draft.listing.price) };
  draft.explanation.push({ step: 'outcome', code: `keep_${code}`, values });
  return settle(draft, 'KEEP', code, competitor);
}

/** The smallest rise that is made; a price that has to go up, or that a person asked for, goes up by any. */
function smallestRise({ listing, limits, circumstances, ownHolder }: Draft): Minor {
  const { smallestRisePercent, ruleEdited } = circumstances;
  const least = Math.max(limits.minPrice ?? 0, ownHolder ?? 0);
  if (smallestRisePercent === 0 || ruleEdited || listing.price < least) return TICK;
  return Math.max(percentUp(listing.price, smallestRisePercent), 2 * TICK);
}

/** Step 10, for a price that is inside the limits. */
function change(
  draft: Draft,
  price: Minor,
  tag: PriceTag,
  eventType: EventType,
  rival: Offer | null,
): Decision {
  const { listing, rule, limits, circumstances, explanation } = draft;
  if (price === listing.price) return keep(draft, 'already_there', rival);
  if (price > listing.price) {
    const least = smallestRise(draft);
    if (price - listing.price < least) {
      const { smallestRisePercent: percent } = circumstances;
      const values = { present: toAmount(listing.price), target: toAmount(price), percent };
      explanation.push({
        step: 'limits',
        code: 'small_rise',
        values: { ...values, by: toAmount(least) },
      });
      return keep(draft, 'not_worth_it', rival);
    }
  }
  explanation.push({
    step: 'outcome',
    code: 'change',
    values: { from: toAmount(listing.price), to: toAmount(price) },
  });
  // Without a minimum there is no automatic pricing: a mistyped or forgotten one must not sell for a cent.
  if (limits.minPrice === null) {
    explanation.push({ step: 'outcome', code: 'waits_without_minimum', values: {} });
  }
  return {
    outcome: 'CHANGE',
    code: null,
    price,
    eventType: circumstances.ruleEdited
      ? 'adjusting_rule'
      : draft.isChangedOutside
        ? 'regained_control'
        : eventType,
    priceTag: circumstances.ruleEdited ? 'rule_intervention' : tag,
    state: rule.requiresApproval || limits.minPrice === null ? 'pending' : 'sent',
    rival,
    memory: draft.observation === null ? draft.memory : moveFrom(draft.memory, draft.observation),
    explanation,
  };
}

/** A rule that prices by advertising, from step 4 on. */
function decideByAds(draft: Draft): Decision {
  const { listing, rule, limits, now, isChangedOutside, explanation } = draft;
  const aim = adsAim(listing, rule, limits, draft.memory, now, isChangedOutside);
  if (aim === null) {
    draft.memory = withoutFigure(draft.memory);
    return keep(draft, 'no_ad_data', null);
  }
  const { bounded, line } = aim;
  draft.memory = aim.memory;
  explanation.push(line);
  if (bounded.line !== line) explanation.push(bounded.line);
  if (bounded.price === null) return keep(draft, bounded.code, null);
  const event = bounded.price > listing.price ? 'increase_margin' : 'to_win';
  const decision = change(draft, bounded.price, bounded.tag, event, null);
  return decision.price === null ? { ...decision, memory: aim.unmoved } : decision;
}

/** Step 9: what a price war asks for instead. */
function applyTruce(draft: Draft, truce: Truce, front: Front, competitor: Offer): Decision {
  const { listing, limits, explanation } = draft;
  const { kind, by } = truce;
  const { offers, prices } = front.competitors;
  const other = offers.find(({ sellerId }, n) => sellerId === by && prices[n] !== null);
  const seller = (other && sellerNameOf(other)) ?? '';
  const values = { seller, hours: front.guard.restHours };
  if (kind !== 'way_up') {
    const line: Line = { step: 'war', code: kind, values };
    const unchanged = keepWithinLimits(listing.price, limits, 'price_war', line);
    return finish(draft, unchanged, null, eventOf(draft, unchanged.price, false), competitor);
  }
  draft.memory = truce.memory;
  const up = { ...values, target: toAmount(truce.price) };
  explanation.push({ step: 'war', code: kind, values: up });
  const tag = truce.price === limits.maxPrice ? 'max_margin' : null;
  const bounded = bound(truce.price, listing.price, limits);
  return finish(draft, bounded, tag, eventOf(draft, bounded.price, true), competitor);
}

/** The price that replaces a search that does not pay off. */
function applyFallback(draft: Draft, fallback: Fallback, competitor: Offer): Decision {
  const { listing, limits, explanation } = draft;
  const { price, lines, isForMargin } = fallback;
  explanation.push(...lines);
  const tag = price === limits.maxPrice ? 'max_margin' : null;
  const bounded = bound(price, listing.price, limits);
  return finish(draft, bounded, tag, eventOf(draft, bounded.price, isForMargin), competitor);
}

/** The price of another own listing that holds the buybox, where a price is below it and the limits allow it. */
function besideOwnHolder({ listing, limits, ownHolder }: Draft, price: Minor | null) {
  const present = price ?? listing.price;
  if (ownHolder === null || ownHolder <= present) return null;
  const bounded = bound(ownHolder, listing.price, limits);
  return bounded.price !== null && bounded.price > present ? bounded : null;
}

/** The end of a decision whose price went through the limits. */
function finish(
  draft: Draft,
  bounded: Bounded,
  tag: PriceTag | null,
  event: EventType,
  competitor: Offer | null,
): Decision {
  draft.explanation.push(bounded.line);
  const beside = besideOwnHolder(draft, bounded.price);
  if (beside !== null) {
    draft.explanation.push(limitsLine('own_listing', draft.ownHolder!, draft.limits));
    const purpose = eventOf(draft, beside.price, false);
    return change(draft, beside.price, beside.tag, purpose, competitor);
  }
  return bounded.price === null
    ? keep(draft, bounded.code, competitor)
    : change(draft, bounded.price, tag ?? bounded.tag, event, competitor);
}

/** The item's own price of a comparable target. */
function ownPrice({ listing, rule, explanation }: Draft, target: Minor): Minor {
  if (!rule.considerShippingPrice) return target;
  const shipping = addedShipping(rule, listing);
  const price = target - shipping;
  explanation.push({
    step: 'shipping',
    code: 'own_shipping',
    values: {
      target: toAmount(target),
      shipping: toAmount(shipping),
      price: toAmount(price),
    },
  });
  return price;
}

/** Steps 5 to 10, with a competitor to beat. */
function compete(
  draft: Draft,
  market: Market,
  competitors: Competitors,
  front: Front | null,
): Decision {
  const { listing, rule, strategy, limits, explanation } = draft;
  const best = competitors.best!;
  const { learns } = strategy;
  const price = learns
    ? observedPrice(listing, market, draft.memory, draft.isChangedOutside)
    : listing.price;
  const shipping = addedShipping(rule, listing);
  const rank = rankOf(rule, market, price + shipping, best);
  const holder = rank !== 'alone' || hasBase(rule) ? holderOf(competitors, market) : null;
  const holderPrice = holder === null ? null : holder.comparable;
  const { now } = draft;
  const observation: Observation = { rule, market, competitors, holderPrice, price, shipping, now };
  let ratios: Memory['ratios'] = null;
  if (learns) {
    draft.observation = observation;
    draft.memory = learn(draft.memory, observation);
    if (rule.competition === 'BUYBOX') {
      const known = draft.memory === null ? null : draft.memory.ratios;
      ratios = learnRatios(known, observation);
      if (ratios !== known) draft.memory = { ...(draft.memory ?? NOTHING), ratios };
    }
  }
  const base = baseOf(rule, holder, best, explanation);
  // Where another own listing wins, or a price war rests, a price that does not win says nothing of the search.
  const searches = draft.ownHolder === null && (draft.memory?.war ?? null) === null;
  if (learns && rule.competition === 'BUYBOX' && searches) {
    const { observedAt } = market;
    const { currencyCode } = listing;
    const plight = { rank, price, shipping, best, limits, currencyCode, observedAt, now };
    const { memory, fallback } = fallBack(draft.memory, plight);
    draft.memory = memory;
    if (fallback !== null) return applyFallback(draft, fallback, best.offer);
  }
  const aim = strategy.compute({
    rank,
    base,
    best,
    holder,
    adjustment: rule.adjustment,
    safeMargin: rule.safeMargin,
    price,
    shipping,
    priceToWin: rule.competition === 'BUYBOX' ? market.buybox.priceToWin : null,
    memory: draft.memory,
    known: draft.ownHolder === null ? knownPrices(ratios, competitors, rule.safeMargin) : null,
  });
  const competitor = aim.against.offer;
  if (aim.stays) {
    const unchanged = keepWithinLimits(listing.price, limits, 'winning', aim.line);
    if (unchanged.price !== null) explanation.push(aim.line);
    const event = eventOf(draft, unchanged.price, rank === 'alone');
    return finish(draft, unchanged, null, event, competitor);
  }
  explanation.push(aim.line);
  const target = aim.isOwnPrice ? aim.price : ownPrice(draft, aim.price);
  const bounded = bound(target, listing.price, limits);
  const truce = front !== null && bounded.price !== null ? truceOf(draft.memory, front) : null;
  if (front !== null && truce !== null) {
    explanation.push(bounded.line);
    return applyTruce(draft, truce, front, competitor);
  }
  const event = eventOf(draft, bounded.price, rank === 'alone');
  return finish(draft, bounded, null, event, competitor);
}

/**
 * What a change is for. Only a rise is for the margin.
 * @param isForMargin a rise cannot be meant to win: the listing wins alone, or there is no competitor to beat
 */
function eventOf(
  { listing, strategy }: Draft,
  price: Minor | null,
  isForMargin: boolean,
): EventType {
  const { rise, fall } = strategy.events;
  if (price === null || price <= listing.price) return fall;
  return isForMargin ? 'increase_margin' : rise;
}

/**
 * Steps 4 to 10 where the marketplace does not report who else sells the product. A rule that competes for the buybox goes
 * by what is reported of that alone: whether the listing wins, and at which price it would.
 */
function decideWithoutOffers(draft: Draft, market: Market): Decision {
  const { listing, rule, limits, explanation } = draft;
  const { status, priceToWin, isOwnWinner } = market.buybox;
  explanation.push({ step: 'rivals', code: 'not_reported', values: {} });
  if (!draft.strategy.goesByPriceToWin) return keep(draft, 'offers_not_reported', null);
  if (listing.ownHolder !== undefined && status === 'LOSING') {
    draft.ownHolder = listing.ownHolder.price;
  } else if (isOwnWinner) return keep(draft, 'own_listing_wins', null);
  // Whether an exception holds the buybox is not known.
  if (rule.buyboxExceptions.length > 0 && status !== 'WINNING')
    return keep(draft, 'winner_not_reported', null);
  const values = { target: toAmount(priceToWin ?? listing.price) };
  const line: Line = { step: 'target', code: 'price_to_win', values };
  if (status === 'WINNING') {
    const unchanged = keepWithinLimits(listing.price, limits, 'winning', line);
    return finish(draft, unchanged, null, eventOf(draft, unchanged.price, true), null);
  }
  if (priceToWin === null || (status !== 'LOSING' && status !== 'CO_WINNING'))
    return keep(draft, 'no_price_to_win', null);
  explanation.push(line);
  const bounded = bound(priceToWin, listing.price, limits);
  return finish(draft, bounded, null, eventOf(draft, bounded.price, false), null);
}

/** Step 4: without a competitor the price goes to the maximum, where there is one. */
function decideWithoutCompetitors(draft: Draft): Decision {
  const { maxPrice } = draft.limits;
  if (maxPrice === null) {
    const beside = besideOwnHolder(draft, null);
    if (beside === null) return keep(draft, 'no_competitor', null);
    draft.explanation.push(limitsLine('own_listing', draft.ownHolder!, draft.limits));
    return change(draft, beside.price, beside.tag, eventOf(draft, beside.price, false), null);
  }
  draft.explanation.push(limitsLine('nobody_to_beat', maxPrice, draft.limits));
  return change(draft, maxPrice, 'max_margin', eventOf(draft, maxPrice, true), null);
}

/** The fee that makes the minimum differ from the one by the fee at the present price; null: none does. */
function feeThatCounts(
  rule: Rule,
  costs: Costs | null,
  minPrice: Minor | null,
): Line['values'] | null {
  if (costs?.floor === undefined || costs.floor === 'not_requested' || minPrice === null)
    return null;
  const { floor, ...present } = costs;
  const point = floor.fees.findLast(
    ({ price, feePercent, feeFixed }) =>
      price <= minPrice && (feePercent !== costs.feePercent || feeFixed !== costs.feeFixed),
  );
  if (point === undefined || minimumOf(rule, present) === minPrice) return null;
  const { price, feePercent, feeFixed } = point;
  return { price: toAmount(price), feePercent, feeFixed: toAmount(feeFixed) };
}

/** The limits in force, explained where the minimum follows from a cost; a text: why it is not known. */
function limitsOf(rule: Rule, listing: ListingFacts, explanation: Line[]): Limits | string {
  if (rule.minimumBy === 'AMOUNT') return rule;
  const minPrice = minimumOf(rule, listing.costs);
  if (typeof minPrice === 'string') return minPrice;
  const { maxPrice, applyMinPriceWhenLosing } = rule;
  const fee = feeThatCounts(rule, listing.costs, minPrice);
  if (fee !== null) explanation.push({ step: 'limits', code: 'fee_at_minimum', values: fee });
  explanation.push({
    step: 'limits',
    code: rule.minimumBy === 'MARGIN' ? 'minimum_by_margin' : 'minimum_by_return',
    values: {
      percent: rule.minimumPercent,
      minPrice: minPrice === null ? null : toAmount(minPrice),
    },
  });
  if (minimumToRequest(rule, listing.costs) !== null)
    explanation.push({ step: 'limits', code: 'fee_to_be_asked', values: {} });
  return { minPrice, maxPrice, applyMinPriceWhenLosing };
}

/** Whether a rule has a memory. */
const usesMemory = (rule: Rule, { learns }: Strategy): boolean =>
  learns || rule.warGuard !== null || dependsOnAds(rule);

/**
 * What the price of one listing should be.
 *
 * Pure and total: the same input gives the same decision, and none throws. Deciding again on the same market with the
 * memory of the first decision gives that decision again.
 * @param market null: nothing is known of it
 * @param memory what is remembered of this listing under this rule; null: nothing
 * @param now the moment to decide for; the rule's dates and the market's age are compared with it
 */
export function decide(
  listing: ListingFacts,
  rule: Rule,
  market: Market | null,
  memory: Memory | null,
  now: Date,
  circumstances: Circumstances = USUAL,
): Decision {
  const explanation: Line[] = [];
  const strategy = STRATEGIES[rule.strategy];
  const usedMemory = usesMemory(rule, strategy) ? memory : null;
  const gate = closedGate(listing, rule, market, now, circumstances);
  if (gate !== null) {
    explanation.push({ step: 'gate', code: gate.code, values: gate.values });
    return settle({ memory: usedMemory, explanation }, gate.outcome, gate.code, null);
  }
  const limits = limitsOf(rule, listing, explanation);
  if (typeof limits === 'string') {
    explanation.push({ step: 'gate', code: limits, values: { percent: rule.minimumPercent } });
    return settle({ memory: usedMemory, explanation }, 'KEEP', limits, null);
  }
  const { price, lastSetPrice } = listing;
  const isChangedOutside = lastSetPrice !== null && price !== lastSetPrice;
  const draft: Draft = {
    listing,
    rule,
    strategy,
    limits,
    circumstances,
    now,
    isChangedOutside,
    ownHolder: null,
    memory: usedMemory,
    observation: null,
    explanation,
  };
  const byAds = market === null || dependsOnAds(rule);
  const competitors = byAds ? null : findCompetitors(listing, rule, market, explanation);
  if (isChangedOutside) {
    explanation.push({
      step: 'control',
      code: rule.control === 'LOSE' ? 'lost' : 'regained',
      values: { lastSet: toAmount(lastSetPrice), present: toAmount(price) },
    });
    if (rule.control === 'LOSE') return settle(draft, 'PAUSE_RULE', null, null);
  }
  if (byAds || competitors === null) return decideByAds(draft);
  if (market.reportsOffers === false && rule.competition !== 'EXTERNAL')
    return decideWithoutOffers(draft, market);
  const { ownHolder, waits } = competitors;
  if (waits !== null) return keep(draft, waits, null);
  if (ownHolder !== null) draft.ownHolder = ownHolder - addedShipping(rule, listing);
  const front = rule.warGuard && {
    guard: rule.warGuard,
    rule,
    listing,
    limits,
    competitors,
    observedAt: market.observedAt,
    now,
  };
  if (front !== null) draft.memory = watch(draft.memory, front);
  return competitors.best === null
    ? decideWithoutCompetitors(draft)
    : compete(draft, market, competitors, front);
}
