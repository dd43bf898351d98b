// What PRIMAZIA does if its search does not pay off. If competitors react to each reduction, the price is set directly to one
// that held the buybox before, or lowered in larger steps. If the minimum itself loses, the price stays close to the best
// competitor, for buyers who choose by price. If winning at the price earns little, it rises far for a night, for competitors
// to follow.
import { type Minor, toAmount } from '../../kernel/money.ts';
import { type Compared, percentUp, type Rank } from '../strategies/strategy.ts';
import type { Limits } from './limits.ts';
import { NOTHING } from './memory.ts';
import type { Holding, Line, Memory, NightRise, Unwinnable } from './types.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From midnight on, by the clock of the marketplace's country: buyers are fewest then. */
const NIGHT_MS = 6 * HOUR;
/** How far countries are behind UTC, by currency: where most people of the country live, without daylight saving. */
const BEHIND_UTC: Readonly<Record<string, number>> = {
  BRL: 3 * HOUR,
  MXN: 6 * HOUR,
  USD: 5 * HOUR,
  CAD: 5 * HOUR,
};

/** A price that wins for so long holds the buybox. */
const HOLDS_MS = 6 * HOUR;
/** So many reductions in a row that did not win are enough. */
const VAIN_REDUCTIONS = 2;
/** After so many, with no price known that held, each further one is by this percentage, and twice as much each time. */
const MANY_REDUCTIONS = 6;
const LARGER_PERCENT = 1;
/** No step is larger. */
const LARGEST_PERCENT = 4;
/** A price that held is gone back to where it is no further below the present one, in percent. */
const FARTHEST_PERCENT = 25;

/** After the minimum lost, the next search waits so long; where it loses again, the wait doubles, at most so many times. */
const SEARCH_AGAIN = { ms: 12 * HOUR, doublings: 1 };
/** The pause after a night; doubled for each consecutive night that no competitor followed, up to a limit. */
const RISE_AGAIN = { ms: DAY, doublings: 2 };
/** A price that does not win is left as it is within this percentage of the best competitor's. */
const BESIDE_PERCENT = 1;
/** Below this share of the way from the minimum to the maximum a price is worth little to win. */
const WORTH_LITTLE = 0.3;
/** So far the price goes up for a night, in percent, and never above the maximum: no limit of a single move holds it by default. */
const RISE_PERCENT = 25;
/** A competitor whose price rose by more than this percentage has followed. */
const FOLLOWED_PERCENT = 2;

/** What the present snapshot shows. */
export interface Plight {
  rank: Rank;
  /** The item's own price that the snapshot is about, and what is added to it to compare. */
  price: Minor;
  shipping: Minor;
  best: Compared;
  limits: Limits;
  currencyCode: string;
  observedAt: Date;
  now: Date;
}

/** A price to set instead of searching on: the item's own. */
export interface Fallback {
  price: Minor;
  lines: Line[];
  /** Whether it is for the margin, and not to sell. */
  isForMargin: boolean;
}

const waits = ({ ms, doublings }: typeof SEARCH_AGAIN, times: number): number =>
  ms * 2 ** Math.min(Math.max(times - 1, 0), doublings);

/** Takes from a snapshot which price holds the buybox, and which reductions do not win it. */
function holdingAfter(before: Holding | null, { rank, price, now }: Plight): Holding | null {
  const known = before ?? { held: null, price, since: null, reductions: 0 };
  const { since } = known;
  const hasHeld = since !== null && now.getTime() - since.getTime() >= HOLDS_MS;
  const held = hasHeld ? known.price : known.held;
  if (rank === 'alone') {
    if (since === null || known.price !== price) return { held, price, since: now, reductions: 0 };
    return held === known.held ? before : { ...known, held };
  }
  if (since !== null) return { held, price, since: null, reductions: 1 };
  if (price === known.price) return before;
  const reductions = price < known.price ? known.reductions + 1 : known.reductions;
  return { held: held !== null && price <= held ? null : held, price, since: null, reductions };
}

/** Until when no price is searched for: milliseconds since 1970. */
export const searchesAgainAt = ({ since, times }: Unwinnable): number =>
  since.getTime() + waits(SEARCH_AGAIN, times);

/** Remembers that the minimum does not win; the next snapshot is answered by that. */
function unwinnableAfter(before: Unwinnable | null, plight: Plight): Unwinnable | null {
  const { rank, price, limits, now } = plight;
  const { minPrice } = limits;
  if (before !== null && now.getTime() < searchesAgainAt(before)) return before;
  if (rank === 'alone' || minPrice === null || price > minPrice) return before;
  // A search that kept the price above the minimum for a day, or won, has no past.
  const isAgain = before !== null && now.getTime() < searchesAgainAt(before) + DAY;
  return { since: now, times: isAgain ? before.times + 1 : 1 };
}

function isWorthLittle({ price, limits: { minPrice, maxPrice } }: Plight): boolean {
  if (minPrice === null || maxPrice === null) return false;
  return price < maxPrice && price - minPrice < (maxPrice - minPrice) * WORTH_LITTLE;
}

/** The midnight with which the marketplace's day began. */
function midnightOf({ now, currencyCode }: Plight): number {
  const behind = BEHIND_UTC[currencyCode] ?? 0;
  return Math.floor((now.getTime() - behind) / DAY) * DAY + behind;
}

/** Plans, begins and ends the nights. */
function nightRiseAfter(before: NightRise | null, plight: Plight): NightRise | null {
  const { rank, price, best, limits, now } = plight;
  const rivalPrice = best.comparable;
  if (before !== null && before.underway !== null) {
    const { until, rivalPrice: from } = before.underway;
    if (now.getTime() < until.getTime()) return before;
    const hasFollowed = (rivalPrice - from) * 100 > from * FOLLOWED_PERCENT;
    const failures = hasFollowed ? 0 : before.failures + 1;
    const nextAt = new Date(midnightOf(plight) + waits(RISE_AGAIN, failures));
    return { nextAt, underway: null, latest: { from, to: rivalPrice }, failures };
  }
  if (rank === 'alone' || !isWorthLittle(plight)) return before;
  if (before !== null && now.getTime() < before.nextAt.getTime()) return before;
  const today = midnightOf(plight);
  const nextAt = new Date(today + DAY);
  if (before === null) return { nextAt, underway: null, latest: null, failures: 0 };
  const until = new Date(today + NIGHT_MS);
  if (now.getTime() >= until.getTime()) return { ...before, nextAt };
  const high = Math.min(price + percentUp(price, RISE_PERCENT), limits.maxPrice ?? Infinity);
  return { ...before, underway: { until, price: high, rivalPrice } };
}

/** The price for the night, and what came of the nights before. */
function riseTo(target: Minor, { latest, failures }: NightRise, { best }: Plight): Fallback {
  const lines: Line[] = [
    {
      step: 'target',
      code: 'night_rise',
      values: { comparable: toAmount(best.comparable), target: toAmount(target) },
    },
  ];
  if (latest !== null) {
    const values = { from: toAmount(latest.from), to: toAmount(latest.to), times: failures };
    const code = failures > 0 ? 'night_rise_ignored' : 'night_rise_followed';
    lines.push({ step: 'target', code, values });
  }
  return { price: target, lines, isForMargin: true };
}

/** Back to the price that held the buybox; null: there is none, or the search may still win. */
function backToHeld(holding: Holding | null, { price }: Plight): Fallback | null {
  if (holding === null || holding.reductions < VAIN_REDUCTIONS) return null;
  const { held, reductions: times } = holding;
  if (held === null || held >= price || price - held > percentUp(price, FARTHEST_PERCENT))
    return null;
  const values = { present: toAmount(price), target: toAmount(held), times };
  return {
    price: held,
    lines: [{ step: 'target', code: 'known_to_hold', values }],
    isForMargin: false,
  };
}

/** A larger step down than the search would take; null: it goes on as it is, or would come below the minimum. */
function largerStep(holding: Holding | null, { price, limits }: Plight): Fallback | null {
  if (holding === null || holding.reductions < MANY_REDUCTIONS) return null;
  const { reductions: times } = holding;
  const percent = Math.min(LARGER_PERCENT * 2 ** (times - MANY_REDUCTIONS), LARGEST_PERCENT);
  const target = price - percentUp(price, percent);
  if (target < (limits.minPrice ?? 1)) return null;
  const values = { present: toAmount(price), target: toAmount(target), times, percent };
  return {
    price: target,
    lines: [{ step: 'target', code: 'larger_step', values }],
    isForMargin: false,
  };
}

/** Close to the best competitor, never below the minimum. */
function beside({ times }: Unwinnable, minPrice: Minor, plight: Plight): Fallback {
  const { price, shipping, best } = plight;
  const level = Math.max(best.comparable - shipping, minPrice);
  const isNear = price >= minPrice && Math.abs(level - price) <= percentUp(price, BESIDE_PERCENT);
  const target = isNear ? price : level;
  const values = {
    minPrice: toAmount(minPrice),
    comparable: toAmount(best.comparable),
    target: toAmount(target),
    hours: waits(SEARCH_AGAIN, times) / HOUR,
  };
  return {
    price: target,
    lines: [{ step: 'target', code: 'beside_best', values }],
    isForMargin: false,
  };
}

/**
 * Adds a snapshot to the memory of searches that did not pay off, and gives what to do instead of the next one; null: the
 * search continues. Returns the same memory if the snapshot has nothing new.
 */
export function fallBack(
  memory: Memory | null,
  plight: Plight,
): { memory: Memory | null; fallback: Fallback | null } {
  const before = memory ?? NOTHING;
  const holding = holdingAfter(before.holding, plight);
  const unwinnable = unwinnableAfter(before.unwinnable, plight);
  const nightRise = nightRiseAfter(before.nightRise, plight);
  const isSame =
    holding === before.holding &&
    unwinnable === before.unwinnable &&
    nightRise === before.nightRise;
  const after = isSame ? memory : { ...before, holding, unwinnable, nightRise };
  const { rank, limits, observedAt, now } = plight;
  const { minPrice } = limits;
  if (rank === 'alone') return { memory: after, fallback: null };
  if (nightRise !== null && nightRise.underway !== null)
    return { memory: after, fallback: riseTo(nightRise.underway.price, nightRise, plight) };
  const back = backToHeld(holding, plight);
  if (back !== null) return { memory: after, fallback: back };
  const isHopeless =
    unwinnable !== null &&
    observedAt.getTime() > unwinnable.since.getTime() &&
    now.getTime() < searchesAgainAt(unwinnable);
  const fallback =
    isHopeless && minPrice !== null
      ? beside(unwinnable, minPrice, plight)
      : largerStep(holding, plight);
  return { memory: after, fallback };
}
