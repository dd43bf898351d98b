// ACOS and ROAS rules: the price follows what the advertising of the listing costs, instead of competitors.
import { type Minor, toAmount } from '../../kernel/money.ts';
import { adjustmentUp } from '../strategies/strategy.ts';
import { type Bounded, bound, keepWithinLimits, type Limits } from './limits.ts';
import { NOTHING } from './memory.ts';
import type { Line, ListingFacts, Memory, Rule } from './types.ts';

/** A price by advertising moves at most once in this time, and comes down once the figure was inside for as long. */
export const MOVES_AGAIN_AFTER_MS = 24 * 3_600_000;
/** The tolerance for rounding errors of floats. */
const HAIR = 1e-9;

/** A figure of the ads compared with its limit. */
interface Figure {
  value: number;
  limit: number;
  /** Beyond the limit: the price goes up. */
  isOutside: boolean;
  /** Inside by a tenth: the price may come down again. */
  isWellInside: boolean;
}

/** The figure of a rule; null: there was no spend, or there were no sales. */
function figureOf({ acos, roas }: ListingFacts, rule: Rule): Figure | null {
  const isAcos = rule.competition === 'ACOS';
  const value = isAcos ? acos : roas;
  const limit = isAcos ? rule.acosLimit : rule.roasLimit;
  if (value === null || limit === null || !(value > 0)) return null;
  const isOutside = isAcos ? value > limit : value < limit;
  const isWellInside = isAcos ? value * 10 <= limit * 9 + HAIR : value * 10 >= limit * 11 - HAIR;
  return { value, limit, isOutside, isWellInside };
}

/** What an ACOS or ROAS rule wants. */
export interface AdsAim {
  bounded: Bounded;
  line: Line;
  memory: Memory;
  /** The memory if the price stays. */
  unmoved: Memory;
}

interface Situation {
  listing: ListingFacts;
  rule: Rule;
  limits: Limits;
  figure: Figure;
  memory: Memory;
  now: Date;
  isChangedOutside: boolean;
}

const line = (
  code: string,
  { figure, rule }: Pick<Situation, 'figure' | 'rule'>,
  more: Line['values'] = {},
): Line => ({
  step: 'target',
  code: `${rule.competition.toLowerCase()}_${code}`,
  values: { figure: Math.round(figure.value * 100) / 100, figureLimit: figure.limit, ...more },
});

const keep = (situation: Situation, code: string, memory = situation.memory): AdsAim => {
  const said = line(code, situation);
  return {
    bounded: keepWithinLimits(situation.listing.price, situation.limits, code, said),
    line: said,
    memory,
    unmoved: memory,
  };
};

const isRecent = ({ memory, now }: Situation): boolean =>
  memory.adsMove !== null && now.getTime() - memory.adsMove.at.getTime() < MOVES_AGAIN_AFTER_MS;

/** One step of the adjustment from the present price, as far as `stop` where there is one; at most once in 24 hours. */
function step(situation: Situation, direction: 'raise' | 'lower', stop: Minor | null): AdsAim {
  const { listing, rule, limits, memory, now, isChangedOutside } = situation;
  const { adsMove } = memory;
  const aim = (from: Minor, to: Minor, remembered: Memory): AdsAim => ({
    bounded: bound(to, listing.price, { ...limits, applyMinPriceWhenLosing: true }),
    line: line(direction, situation, {
      present: toAmount(from),
      by: toAmount(Math.abs(to - from)),
      target: toAmount(to),
    }),
    memory: remembered,
    unmoved: memory,
  });
  if (adsMove !== null && isRecent(situation)) {
    const isThisWay = direction === 'raise' ? adsMove.to > adsMove.from : adsMove.to < adsMove.from;
    const unchanged = keep(situation, 'moved_today');
    // Where the present price goes, if it lies outside the limits.
    const present = unchanged.bounded.price ?? listing.price;
    const isAtStart = listing.price === adsMove.from || present === adsMove.from;
    // Decided already, and not there yet: it is still what the rule wants.
    if (isThisWay && (isAtStart || isChangedOutside)) {
      const again = aim(adsMove.from, adsMove.to, memory);
      if (again.bounded.price !== listing.price) return again;
    }
    return unchanged;
  }
  const by = adjustmentUp(rule.adjustment, listing.price);
  const to = direction === 'raise' ? listing.price + by : Math.max(listing.price - by, stop ?? 0);
  const first = aim(listing.price, to, memory);
  const isMove = to !== listing.price && first.bounded.price !== listing.price;
  if (first.bounded.price === null || !isMove) return first;
  const priceBeforeAds = memory.priceBeforeAds ?? listing.price;
  const move = { at: now, from: listing.price, to };
  return { ...first, memory: { ...memory, priceBeforeAds, adsMove: move } };
}

/** The price went back to what it was: the next intervention is a first one again. */
function inside(situation: Situation): AdsAim {
  const { memory, listing } = situation;
  const isBack = memory.priceBeforeAds !== null && listing.price <= memory.priceBeforeAds;
  if (!isBack || isRecent(situation)) return keep(situation, 'within_limit');
  return keep(situation, 'within_limit', { ...memory, priceBeforeAds: null, adsMove: null });
}

/** The price that an ACOS or ROAS rule wants; null: there are no figures. */
export function adsAim(
  listing: ListingFacts,
  rule: Rule,
  limits: Limits,
  memory: Memory | null,
  now: Date,
  isChangedOutside: boolean,
): AdsAim | null {
  const figure = figureOf(listing, rule);
  if (figure === null) return null;
  const known = memory ?? NOTHING;
  const insideSince = figure.isWellInside ? (known.insideSince ?? now) : null;
  const remembered = insideSince === known.insideSince ? known : { ...known, insideSince };
  const situation = { listing, rule, limits, figure, memory: remembered, now, isChangedOutside };
  if (figure.isOutside) return step(situation, 'raise', null);
  const { priceBeforeAds } = remembered;
  const lowest = Math.max(priceBeforeAds ?? 0, limits.minPrice ?? 0);
  const isRaised = priceBeforeAds !== null && listing.price > lowest;
  const isLongInside =
    insideSince !== null && now.getTime() - insideSince.getTime() >= MOVES_AGAIN_AFTER_MS;
  if (!isRaised || !isLongInside) return inside(situation);
  return step(situation, 'lower', priceBeforeAds);
}

/** Without a figure nothing is known to be inside its limit either. */
export const withoutFigure = (memory: Memory | null): Memory | null =>
  memory === null || memory.insideSince === null ? memory : { ...memory, insideSince: null };
