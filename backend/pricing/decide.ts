import type { Market } from '../kernel/market.ts';
import { type Minor, toAmount, toAmountOrNull } from '../kernel/money.ts';
import type { EventType, Outcome, PriceTag } from './contract.ts';
import { baseOf, bestOf, comparablePrice, findRivals, standingOf } from './rivals.ts';
import { STRATEGIES } from './strategies/registry.ts';
import type { Compared, Standing } from './strategies/strategy.ts';
import {
  type Circumstances,
  type Decision,
  type Line,
  type ListingFacts,
  type Memory,
  type Rule,
  USUAL,
} from './terms.ts';

type Values = Line['values'];

/** A gate that holds the engine back: its code, and what the explanation says of it. */
interface Gate {
  code: string;
  values: Values;
}

const HOUR = 3_600_000;

function closedGate(
  listing: ListingFacts,
  rule: Rule,
  market: Market | null,
  now: Date,
  circumstances: Circumstances,
): Gate | null {
  if (rule.status !== 'enabled') return { code: 'rule_inactive', values: { status: rule.status } };
  if (rule.startDate !== null && now < rule.startDate) {
    return {
      code: 'rule_inactive',
      values: { status: 'not_started', date: rule.startDate.toISOString() },
    };
  }
  if (rule.endDate !== null && now > rule.endDate) {
    return { code: 'rule_inactive', values: { status: 'ended', date: rule.endDate.toISOString() } };
  }
  if (listing.status !== 'ENABLED' || listing.stock <= 0) {
    return { code: 'listing_inactive', values: { status: listing.status, stock: listing.stock } };
  }
  if (market === null || market.buybox.status === 'SYNCING') {
    return { code: 'no_market_data', values: {} };
  }
  const age = now.getTime() - market.observedAt.getTime();
  if (age > circumstances.staleMarketHours * HOUR) {
    return {
      code: 'stale_market',
      values: { hours: Math.floor(age / HOUR), limit: circumstances.staleMarketHours },
    };
  }
  if (rule.competition === 'BUYBOX' && market.buybox.status === 'NOT_COMPETING') {
    return { code: 'not_competing', values: { reason: market.buybox.reason } };
  }
  if (circumstances.stopsPriceChanges) return { code: 'kill_switch', values: {} };
  return null;
}

/** A price with its tag, or the reason to keep the present one. */
type Bounded =
  | { price: Minor; tag: PriceTag; line: Line }
  | { price: null; code: string; line: Line };

const limitsLine = (code: string, price: Minor, rule: Rule): Line => ({
  step: 'limits',
  code,
  values: {
    price: toAmount(price),
    minPrice: toAmountOrNull(rule.minPrice),
    maxPrice: toAmountOrNull(rule.maxPrice),
  },
});

/** The limit that a price lies beyond, with that limit's tag; null: it lies inside. */
function nearerLimit(price: Minor, rule: Rule): { price: Minor; tag: PriceTag } | null {
  if (rule.maxPrice !== null && price > rule.maxPrice)
    return { price: rule.maxPrice, tag: 'max_margin' };
  if (rule.minPrice !== null && price < rule.minPrice)
    return { price: rule.minPrice, tag: 'min_margin' };
  return null;
}

/** Keeps the present price with `code`, unless that lies outside the limits: then it goes to the nearer one. */
function keepInside(present: Minor, rule: Rule, code: string, line: Line): Bounded {
  const limit = nearerLimit(present, rule);
  if (limit === null) return { price: null, code, line };
  return { ...limit, line: limitsLine('present_outside', present, rule) };
}

/** Step 8. The limits bound the item's own price. */
function bound(price: Minor, present: Minor, rule: Rule): Bounded {
  const beyond = nearerLimit(price, rule);
  if (beyond?.tag === 'max_margin')
    return { ...beyond, line: limitsLine('above_maximum', price, rule) };
  if (beyond !== null) {
    if (rule.applyMinPriceWhenLosing) {
      return { ...beyond, line: limitsLine('raised_to_minimum', price, rule) };
    }
    return keepInside(present, rule, 'below_minimum', limitsLine('below_minimum', price, rule));
  }
  if (price <= 0) {
    return { price: null, code: 'below_minimum', line: limitsLine('not_above_zero', price, rule) };
  }
  const limited = rule.minPrice !== null || rule.maxPrice !== null;
  return {
    price,
    tag: limited ? 'with_margin' : 'none',
    line: limitsLine(limited ? 'inside' : 'no_limits', price, rule),
  };
}

/**
 * What the price of one listing should be.
 *
 * Pure and total: the same input gives the same decision, and none throws.
 * @param _memory what the engine may remember; the custom strategies need nothing of it
 * @param now the moment to decide for; the rule's dates and the market's age are held against it
 */
export function decide(
  listing: ListingFacts,
  rule: Rule,
  market: Market | null,
  _memory: Memory | null,
  now: Date,
  circumstances: Circumstances = USUAL,
): Decision {
  const explanation: Line[] = [];
  const settle = (
    outcome: Outcome,
    code: string | null,
    rival: Compared | null,
    change?: Pick<Decision, 'price' | 'eventType' | 'priceTag' | 'state'>,
  ): Decision => ({
    outcome,
    code,
    price: null,
    eventType: null,
    priceTag: null,
    state: null,
    ...change,
    rival: rival?.offer ?? null,
    explanation,
  });
  const keep = (code: string, rival: Compared | null): Decision => {
    explanation.push({
      step: 'outcome',
      code: `keep_${code}`,
      values: { price: toAmount(listing.price) },
    });
    return settle('KEEP', code, rival);
  };

  const gate = closedGate(listing, rule, market, now, circumstances);
  if (gate !== null || market === null) {
    const { code, values } = gate ?? { code: 'no_market_data', values: {} };
    explanation.push({ step: 'gate', code, values });
    return settle('KEEP', code, null);
  }
  if (listing.promotionStatus === 'started') {
    explanation.push({ step: 'gate', code: 'in_promotion', values: {} });
    return settle('BLOCKED', 'in_promotion', null);
  }

  const { rivals, lines } = findRivals(listing, rule, market);
  explanation.push(...lines);

  const changedOutside = listing.lastSetPrice !== null && listing.price !== listing.lastSetPrice;
  if (changedOutside) {
    explanation.push({
      step: 'control',
      code: rule.control === 'LOSE' ? 'lost' : 'regained',
      values: { lastSet: toAmount(listing.lastSetPrice!), present: toAmount(listing.price) },
    });
    if (rule.control === 'LOSE') return settle('PAUSE_RULE', null, null);
  }

  /** Step 10, for a price that is inside the limits. */
  const change = (
    price: Minor,
    tag: PriceTag,
    rival: Compared | null,
    standing: Standing | null,
  ): Decision => {
    if (price === listing.price) return keep('already_there', rival);
    const forMargin =
      rival === null ||
      STRATEGIES[rule.strategy].seeksMargin ||
      (standing === 'alone' && price > listing.price);
    const eventType: EventType = circumstances.ruleEdited
      ? 'adjusting_rule'
      : changedOutside
        ? 'regained_control'
        : forMargin
          ? 'increase_margin'
          : 'to_win';
    explanation.push({
      step: 'outcome',
      code: 'change',
      values: { from: toAmount(listing.price), to: toAmount(price) },
    });
    // A blank minimum means no automatic pricing: a mistyped or forgotten floor must not sell for a cent.
    if (rule.minPrice === null) {
      explanation.push({ step: 'outcome', code: 'waits_without_minimum', values: {} });
    }
    return settle('CHANGE', null, rival, {
      price,
      eventType,
      priceTag: circumstances.ruleEdited ? 'rule_intervention' : tag,
      state: rule.requiresApproval || rule.minPrice === null ? 'pending' : 'sent',
    });
  };

  const [first, ...more] = rivals;
  if (first === undefined) {
    if (rule.maxPrice === null) return keep('no_competitor', null);
    explanation.push(limitsLine('nobody_to_beat', rule.maxPrice, rule));
    return change(rule.maxPrice, 'max_margin', null, null);
  }

  const best = bestOf([first, ...more]);
  const { base, line: baseLine } = baseOf(rule, market, [first, ...more]);
  explanation.push(baseLine);

  const present = comparablePrice(rule, listing);
  const standing = standingOf(rule, market, present, best);
  const strategy = STRATEGIES[rule.strategy];
  const { target, against, line } = strategy.aim({
    standing,
    base,
    best,
    adjustment: rule.adjustment,
    safeMargin: rule.safeMargin,
  });
  explanation.push(line);

  if (strategy.neverLowers.includes(standing) && target < present) {
    const stays = keepInside(listing.price, rule, 'winning', {
      step: 'target',
      code: 'wins_already',
      values: { target: toAmount(target), present: toAmount(present) },
    });
    explanation.push(stays.line);
    return stays.price === null
      ? keep(stays.code, against)
      : change(stays.price, stays.tag, against, standing);
  }

  const price = rule.considerShippingPrice ? target - listing.shippingPrice : target;
  if (rule.considerShippingPrice) {
    explanation.push({
      step: 'shipping',
      code: 'own_shipping',
      values: {
        target: toAmount(target),
        shipping: toAmount(listing.shippingPrice),
        price: toAmount(price),
      },
    });
  }
  const bounded = bound(price, listing.price, rule);
  explanation.push(bounded.line);
  return bounded.price === null
    ? keep(bounded.code, against)
    : change(bounded.price, bounded.tag, against, standing);
}
