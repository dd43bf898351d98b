// What a marketplace's preference for one seller's conditions is worth, in price. The highest ratio of our comparable price
// to a competitor's at which we held the buybox, and the lowest at which that competitor took it, stay true however far
// prices move: where the search has narrowed them down, the next market needs no new search.
import { type Minor, TICK } from '../../kernel/money.ts';
import { type KnownPrices, percentUp } from '../strategies/strategy.ts';
import type { Competitors } from './competitors.ts';
import { LOST_FOR_MS, type Observation } from './learning.ts';
import type { PriceRatio, SellerRatios } from './types.ts';

/** The two ratios are used where they are no further apart than this, in percent of the competitor's price. */
const NARROW_PERCENT = 1;
/** So many sellers are remembered; those who are not on the page are forgotten first. */
const MOST_SELLERS = 20;
/** Products of prices are exact to well below this share of a tick. */
const ROUNDING = 1e-6;

const isAbove = (one: PriceRatio, other: PriceRatio): boolean =>
  one.ours * other.theirs > other.ours * one.theirs;

/** Our comparable price that keeps a ratio to a competitor's price. */
const priceAt = ({ ours, theirs }: PriceRatio, price: Minor): number => (ours * price) / theirs;
const atMost = (price: number): Minor => Math.floor(price + ROUNDING);
/** The highest price below another. */
const under = (price: number): Minor => Math.ceil(price - ROUNDING) - TICK;

const isOld = ({ lost }: SellerRatios, now: Date): boolean =>
  lost !== null && now.getTime() - lost.at.getTime() >= LOST_FOR_MS;

const unknown = (sellerId: string): SellerRatios => ({ sellerId, won: null, lost: null });
/** Of a seller of whom nothing is known. */
const UNKNOWN = unknown('');

/** Against a price of theirs we held the buybox, at a higher ratio than was known. A ratio that won outweighs one that lost before. */
function afterWin(known: SellerRatios, ratio: PriceRatio): SellerRatios {
  const { sellerId, lost } = known;
  return { sellerId, won: ratio, lost: lost !== null && isAbove(lost, ratio) ? lost : null };
}

/** They hold the buybox. A ratio that lost outweighs one that won before. */
function afterLoss(known: SellerRatios, observation: Observation, theirs: Minor): SellerRatios {
  const { market, price, shipping } = observation;
  const { observedAt: at, buybox } = market;
  const { sellerId, won, lost } = known;
  const reported = buybox.priceToWin;
  if (reported !== null && reported < price) {
    const ours = reported + shipping;
    const isKnown = won !== null && lost !== null;
    if (isKnown && ours * won.theirs === won.ours * theirs && lost.ours - TICK === won.ours)
      return known;
    return { sellerId, won: { ours, theirs }, lost: { ours: ours + TICK, theirs, at } };
  }
  const ours = price + shipping;
  const isStillWon = won === null || ours * won.theirs > won.ours * theirs;
  const wasLostLower = lost !== null && lost.ours * theirs <= ours * lost.theirs;
  // Mostly it is known already.
  if (isStillWon && wasLostLower) return known;
  return {
    sellerId,
    won: isStillWon ? won : null,
    lost: wasLostLower ? lost : { ours, theirs, at },
  };
}

/** Where a seller is in the list, which is mostly in the order of the page; -1: nowhere. */
function placeOf(ratios: readonly SellerRatios[], sellerId: string, likely: number): number {
  if (likely < ratios.length && ratios[likely]!.sellerId === sellerId) return likely;
  for (let n = 0; n < ratios.length; n++) if (ratios[n]!.sellerId === sellerId) return n;
  return -1;
}

/** At most so many, those who are on the page before those who are not. */
function fewest(
  ratios: readonly SellerRatios[],
  { competitors: { offers, prices } }: Observation,
): readonly SellerRatios[] {
  if (ratios.length <= MOST_SELLERS) return ratios;
  const present = new Set<string>();
  for (let n = 0; n < offers.length; n++) if (prices[n] !== null) present.add(offers[n]!.sellerId);
  const isAway = ({ sellerId }: SellerRatios) => Number(!present.has(sellerId));
  return ratios.toSorted((one, other) => isAway(one) - isAway(other)).slice(0, MOST_SELLERS);
}

/** Leaves out what was lost so long ago that it is tried again; gives the list that it was given where nothing was. */
function withoutOld(ratios: readonly SellerRatios[], now: Date): readonly SellerRatios[] {
  for (let n = 0; n < ratios.length; n++)
    if (isOld(ratios[n]!, now))
      return ratios.map((each) => (isOld(each, now) ? { ...each, lost: null } : each));
  return ratios;
}

/** The list with what is known of one seller, whose place in it is -1 where it is new. */
const withSeller = (
  ratios: readonly SellerRatios[],
  place: number,
  is: SellerRatios,
): readonly SellerRatios[] => (place === -1 ? [...ratios, is] : ratios.with(place, is));

/** We hold the buybox against all competitors. */
function learnWin(
  before: readonly SellerRatios[],
  observation: Observation,
): readonly SellerRatios[] {
  const { offers, prices } = observation.competitors;
  const ours = observation.price + observation.shipping;
  let after = before;
  let likely = -1;
  for (let n = 0; n < offers.length; n++) {
    const theirs = prices[n] ?? null;
    if (theirs === null) continue;
    likely += 1;
    if (theirs <= 0) continue;
    const { sellerId } = offers[n]!;
    const place = placeOf(after, sellerId, likely);
    const known = place === -1 ? unknown(sellerId) : after[place]!;
    const { won } = known;
    // Mostly it is known already.
    if (won !== null && ours * won.theirs <= won.ours * theirs) continue;
    after = withSeller(after, place, afterWin(known, { ours, theirs }));
  }
  return after;
}

/** A competitor holds the buybox. */
function learnLoss(
  before: readonly SellerRatios[],
  observation: Observation,
  winner: string,
): readonly SellerRatios[] {
  const theirs = observation.holderPrice;
  if (theirs === null || theirs <= 0) return before;
  const place = placeOf(before, winner, 0);
  const known = place === -1 ? unknown(winner) : before[place]!;
  const learned = afterLoss(known, observation, theirs);
  return learned === known ? before : withSeller(before, place, learned);
}

/** Folds a snapshot into what is known of the sellers; gives the list that it was given where that teaches nothing. */
export function learnRatios(
  before: readonly SellerRatios[] | null,
  observation: Observation,
): readonly SellerRatios[] | null {
  const { status, winnerSellerId } = observation.market.buybox;
  const recent = before === null ? [] : withoutOld(before, observation.now);
  let after = recent;
  if (status === 'WINNING') after = learnWin(recent, observation);
  else if (winnerSellerId !== null && (status === 'LOSING' || status === 'CO_WINNING'))
    after = learnLoss(recent, observation, winnerSellerId);
  return after.length === 0 || after === before ? before : fewest(after, observation);
}

/** Whether a search against one seller is over. */
function isNarrow({ won, lost }: SellerRatios): boolean {
  if (won === null) return false;
  if (won.ours + TICK >= won.theirs) return true;
  return lost !== null && (priceAt(lost, 1) - priceAt(won, 1)) * 100 <= NARROW_PERCENT;
}

/**
 * What the ratios say of the present market; null: the search against the seller who is hardest to beat is not over.
 * @param safeMargin percent to stay below a competitor against whom no price is known to lose
 */
export function knownPrices(
  ratios: readonly SellerRatios[] | null,
  competitors: Pick<Competitors, 'offers' | 'prices'>,
  safeMargin: number,
): KnownPrices | null {
  if (ratios === null || !ratios.some(isNarrow)) return null;
  const { offers, prices } = competitors;
  // Of the competitor who is hardest to beat.
  let hardest: SellerRatios | null = null;
  let least = Infinity;
  let wins = Infinity;
  let belowLost = Infinity;
  let open = Infinity;
  let worthTrying = Infinity;
  let likely = -1;
  for (let n = 0; n < offers.length; n++) {
    const price = prices[n] ?? null;
    if (price === null) continue;
    likely += 1;
    const place = placeOf(ratios, offers[n]!.sellerId, likely);
    const known = place === -1 ? null : ratios[place]!;
    const { won, lost } = known ?? UNKNOWN;
    const wonAt = won === null ? 0 : priceAt(won, price);
    const winsAt = atMost(wonAt);
    const below = price - TICK;
    // The highest price that won against the seller, else the lowest that lost, else what the seller asks.
    let toBeat = won === null ? price : wonAt;
    let tries = Math.max(below, winsAt);
    if (lost === null) {
      // A safe margin holds against those to whom nothing was lost yet.
      const isOpen = known !== null && safeMargin === 0 && winsAt >= price;
      const top = isOpen ? winsAt + TICK : price;
      if (top < open) open = top;
    } else {
      const lostAt = priceAt(lost, price);
      if (won === null) toBeat = lostAt;
      const loses = under(lostAt);
      if (loses < belowLost) belowLost = loses;
      if (loses < below) tries = winsAt;
    }
    if (toBeat < least) {
      least = toBeat;
      hardest = known;
    }
    if (winsAt < wins) wins = winsAt;
    if (tries < worthTrying) worthTrying = tries;
  }
  if (hardest === null || !isNarrow(hardest)) return null;
  const ceiling =
    open === Infinity
      ? belowLost
      : Math.min(belowLost, open - Math.max(percentUp(open, safeMargin), TICK));
  return { wins: Math.min(wins, ceiling), belowLost, ceiling, worthTrying };
}
