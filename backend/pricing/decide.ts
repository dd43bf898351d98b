import type { Market, Offer } from '../kernel/market.ts';
import { type Minor, toAmount } from '../kernel/money.ts';
import { adsAim, withoutFigure } from './ads.ts';
import type { EventType, Outcome, PriceTag } from './contract.ts';
import { floorToAsk, minimumOf } from './floor.ts';
import { closedGate, looksAtAds } from './gates.ts';
import { learn, moveFrom, priceSeen, type Seen } from './learning.ts';
import { type Bounded, bound, keepInside, type Limits, limitsLine } from './limits.ts';
import { baseOf, type Field, findRivals, standingOf } from './rivals.ts';
import { STRATEGIES } from './strategies/registry.ts';
import type { Standing } from './strategies/strategy.ts';
import {
  type Circumstances,
  type Costs,
  type Decision,
  type Line,
  type ListingFacts,
  type Memory,
  type Rule,
  USUAL,
} from './terms.ts';
import { type Front, type Truce, truceOf, watch } from './war.ts';

/** One decision on its way: what was asked, and what has been found so far. */
interface Case {
  listing: ListingFacts;
  rule: Rule;
  limits: Limits;
  circumstances: Circumstances;
  now: Date;
  isChangedOutside: boolean;
  /** What is to be remembered. */
  memory: Memory | null;
  explanation: Line[];
}

function settle(
  { memory, explanation }: Pick<Case, 'memory' | 'explanation'>,
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

function keep(the: Case, code: string, rival: Offer | null): Decision {
  const values = { price: toAmount(the.listing.price) };
  the.explanation.push({ step: 'outcome', code: `keep_${code}`, values });
  return settle(the, 'KEEP', code, rival);
}

/** Step 10, for a price that is inside the limits. */
function change(
  the: Case,
  price: Minor,
  tag: PriceTag,
  eventType: EventType,
  rival: Offer | null,
): Decision {
  const { listing, rule, limits, circumstances, explanation } = the;
  if (price === listing.price) return keep(the, 'already_there', rival);
  explanation.push({
    step: 'outcome',
    code: 'change',
    values: { from: toAmount(listing.price), to: toAmount(price) },
  });
  // A blank minimum means no automatic pricing: a mistyped or forgotten floor must not sell for a cent.
  if (limits.minPrice === null) {
    explanation.push({ step: 'outcome', code: 'waits_without_minimum', values: {} });
  }
  return {
    outcome: 'CHANGE',
    code: null,
    price,
    eventType: circumstances.ruleEdited
      ? 'adjusting_rule'
      : the.isChangedOutside
        ? 'regained_control'
        : eventType,
    priceTag: circumstances.ruleEdited ? 'rule_intervention' : tag,
    state: rule.requiresApproval || limits.minPrice === null ? 'pending' : 'sent',
    rival,
    memory: the.memory,
    explanation,
  };
}

/** A rule that prices by ads, from step 4 on. */
function decideByAds(the: Case): Decision {
  const { listing, rule, limits, now, isChangedOutside, explanation } = the;
  const aim = adsAim(listing, rule, limits, the.memory, now, isChangedOutside);
  if (aim === null) {
    the.memory = withoutFigure(the.memory);
    return keep(the, 'no_ad_data', null);
  }
  const { bounded, line } = aim;
  the.memory = aim.memory;
  explanation.push(line);
  if (bounded.line !== line) explanation.push(bounded.line);
  if (bounded.price === null) return keep(the, bounded.code, null);
  const event = bounded.price > listing.price ? 'increase_margin' : 'to_win';
  return change(the, bounded.price, bounded.tag, event, null);
}

/** Step 9: what a price war asks for instead. */
function observe(the: Case, truce: Truce, front: Front, rival: Offer): Decision {
  const { listing, limits, explanation } = the;
  const { kind, by } = truce;
  const seller = front.field.rivals.find(({ sellerId }) => sellerId === by)?.sellerName || by;
  const values = { seller, hours: front.guard.restHours };
  if (kind !== 'way_up') {
    const line: Line = { step: 'war', code: kind, values };
    const kept = keepInside(listing.price, limits, 'price_war', line);
    return finish(the, kept, null, 'to_win', rival);
  }
  the.memory = truce.memory;
  const up = { ...values, target: toAmount(truce.price) };
  explanation.push({ step: 'war', code: kind, values: up });
  const tag = truce.price === limits.maxPrice ? 'max_margin' : null;
  const bounded = bound(truce.price, listing.price, limits);
  return finish(the, bounded, tag, 'increase_margin', rival);
}

/** The end of a decision whose price went through the limits. */
function finish(
  the: Case,
  bounded: Bounded,
  tag: PriceTag | null,
  event: EventType,
  rival: Offer,
): Decision {
  the.explanation.push(bounded.line);
  return bounded.price === null
    ? keep(the, bounded.code, rival)
    : change(the, bounded.price, tag ?? bounded.tag, event, rival);
}

/** The price without shipping that a target comes to. */
function ownPrice({ listing, rule, explanation }: Case, target: Minor): Minor {
  if (!rule.considerShippingPrice) return target;
  const price = target - listing.shippingPrice;
  explanation.push({
    step: 'shipping',
    code: 'own_shipping',
    values: {
      target: toAmount(target),
      shipping: toAmount(listing.shippingPrice),
      price: toAmount(price),
    },
  });
  return price;
}

/** Steps 5 to 10, with somebody to beat. */
function compete(the: Case, market: Market, field: Field, front: Front | null): Decision {
  const { listing, rule, limits, explanation } = the;
  const best = field.best!;
  const learns = rule.strategy === 'PRIMAZIA';
  const price = learns
    ? priceSeen(listing, market, the.memory, the.isChangedOutside)
    : listing.price;
  const seen: Seen = { rule, market, rivals: field.rivals, price, now: the.now };
  if (learns) the.memory = learn(the.memory, seen);

  const base = baseOf(rule, field, best, explanation);
  const shipping = rule.considerShippingPrice ? listing.shippingPrice : 0;
  const standing = standingOf(rule, market, price + shipping, best);
  const strategy = STRATEGIES[rule.strategy];
  const aim = strategy.aim({
    standing,
    base,
    best,
    holder: field.holder,
    adjustment: rule.adjustment,
    safeMargin: rule.safeMargin,
    price,
    shipping,
    priceToWin: rule.competition === 'BUYBOX' ? market.buybox.priceToWin : null,
    memory: the.memory,
  });
  const rival = aim.against.offer;
  if (aim.stays) {
    const kept = keepInside(listing.price, limits, 'winning', aim.line);
    if (kept.price !== null) explanation.push(aim.line);
    return moving(the, seen, finish(the, kept, null, eventOf(the, kept, standing), rival));
  }
  explanation.push(aim.line);
  const target = aim.isOwnPrice ? aim.target : ownPrice(the, aim.target);
  const bounded = bound(target, listing.price, limits);
  const truce = front !== null && bounded.price !== null ? truceOf(the.memory, front) : null;
  if (front !== null && truce !== null) {
    explanation.push(bounded.line);
    return moving(the, seen, observe(the, truce, front, rival));
  }
  return moving(the, seen, finish(the, bounded, null, eventOf(the, bounded, standing), rival));
}

const eventOf = ({ listing, rule }: Case, { price }: Bounded, standing: Standing): EventType =>
  STRATEGIES[rule.strategy].seeksMargin ||
  (standing === 'alone' && price !== null && price > listing.price)
    ? 'increase_margin'
    : 'to_win';

/** A price that moves on the ground of a snapshot is not to move on its ground again. */
function moving({ rule }: Case, seen: Seen, decision: Decision): Decision {
  if (rule.strategy !== 'PRIMAZIA' || decision.outcome !== 'CHANGE') return decision;
  return { ...decision, memory: moveFrom(decision.memory, seen) };
}

/** Step 4: with nobody to beat the price goes to the maximum, where there is one. */
function goAlone(the: Case): Decision {
  const { maxPrice } = the.limits;
  if (maxPrice === null) return keep(the, 'no_competitor', null);
  the.explanation.push(limitsLine('nobody_to_beat', maxPrice, the.limits));
  return change(the, maxPrice, 'max_margin', 'increase_margin', null);
}

/** The fee because of which the minimum is another than by the fee at the present price. */
function feeThatCounts(
  rule: Rule,
  costs: Costs | null,
  minPrice: Minor | null,
): Line['values'] | null {
  if (costs?.floor === undefined || costs.floor === 'unasked' || minPrice === null) return null;
  const { floor, ...present } = costs;
  const point = floor.fees.findLast(
    ({ price, feePercent, feeFixed }) =>
      price <= minPrice && (feePercent !== costs.feePercent || feeFixed !== costs.feeFixed),
  );
  if (point === undefined || minimumOf(rule, present) === minPrice) return null;
  const { price, feePercent, feeFixed } = point;
  return { price: toAmount(price), feePercent, feeFixed: toAmount(feeFixed) };
}

/** The limits in force, told where the minimum follows from a cost; a text: why it is not known. */
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
  if (floorToAsk(rule, listing.costs) !== null)
    explanation.push({ step: 'limits', code: 'fee_to_be_asked', values: {} });
  return { minPrice, maxPrice, applyMinPriceWhenLosing };
}

/** Whether anything is to be remembered for a rule. */
const remembers = (rule: Rule): boolean =>
  rule.strategy === 'PRIMAZIA' || rule.warGuard !== null || looksAtAds(rule);

/**
 * What the price of one listing should be.
 *
 * Pure and total: the same input gives the same decision, and none throws. Deciding again on the same market with the
 * memory of the first decision gives that decision again.
 * @param market null: nothing is known of it
 * @param memory what is remembered of this listing under this rule; null: nothing
 * @param now the moment to decide for; the rule's dates and the market's age are held against it
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
  const remembered = remembers(rule) ? memory : null;
  const gate = closedGate(listing, rule, market, now, circumstances);
  if (gate !== null) {
    explanation.push({ step: 'gate', code: gate.code, values: gate.values });
    return settle({ memory: remembered, explanation }, gate.outcome, gate.code, null);
  }
  const limits = limitsOf(rule, listing, explanation);
  if (typeof limits === 'string') {
    explanation.push({ step: 'gate', code: limits, values: { percent: rule.minimumPercent } });
    return settle({ memory: remembered, explanation }, 'KEEP', limits, null);
  }
  const { price, lastSetPrice } = listing;
  const isChangedOutside = lastSetPrice !== null && price !== lastSetPrice;
  const the: Case = {
    listing,
    rule,
    limits,
    circumstances,
    now,
    isChangedOutside,
    memory: remembered,
    explanation,
  };
  const byAds = market === null || looksAtAds(rule);
  const field = byAds ? null : findRivals(listing, rule, market, explanation);
  if (isChangedOutside) {
    explanation.push({
      step: 'control',
      code: rule.control === 'LOSE' ? 'lost' : 'regained',
      values: { lastSet: toAmount(lastSetPrice), present: toAmount(price) },
    });
    if (rule.control === 'LOSE') return settle(the, 'PAUSE_RULE', null, null);
  }
  if (byAds || field === null) return decideByAds(the);
  const front = rule.warGuard && {
    guard: rule.warGuard,
    rule,
    listing,
    limits,
    field,
    observedAt: market.observedAt,
    now,
  };
  if (front !== null) the.memory = watch(the.memory, front);
  return field.best === null ? goAlone(the) : compete(the, market, field, front);
}
