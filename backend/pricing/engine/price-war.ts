// Step 9 of a decision: two sellers who undercut each other in turn only give margin away. The price rests, then it is
// raised once, for the competitor to follow.
import type { Minor } from '../../kernel/money.ts';
import { addedShipping, type Competitors, comparablePrice } from './competitors.ts';
import type { Limits } from './limits.ts';
import { NOTHING } from './memory.ts';
import {
  type ListingFacts,
  type Memory,
  OURSELVES,
  type Rule,
  type Undercut,
  type War,
  type WarGuard,
} from './types.ts';

const HOUR = 3_600_000;

/** What the search for a price war considers. */
export interface Front {
  guard: WarGuard;
  rule: Rule;
  listing: ListingFacts;
  limits: Limits;
  competitors: Competitors;
  /** When the market was observed. */
  observedAt: Date;
  now: Date;
}

type Battle = Pick<Memory, 'undercuts' | 'priceBeforeWar' | 'ownPrice' | 'rivalPrice' | 'war'>;

/** Undercuts that are remembered, the latest: more than any guard counts, and as many as a preview may tell. */
const MOST_UNDERCUTS = 500;

/** A seller who lowers its own price again adds no undercut. */
function withUndercut(undercuts: readonly Undercut[], next: Undercut): readonly Undercut[] {
  const last = undercuts.at(-1);
  if (last?.by !== next.by) return [...undercuts.slice(1 - MOST_UNDERCUTS), next];
  return next.price < last.price ? [...undercuts.slice(0, -1), next] : undercuts;
}

/**
 * Drops what is older than the guard looks back; what we asked by then is the price before the rest. The price before
 * a war that was found stays what it is: the way up leads there, however long the war has lasted by then.
 */
function withinHours(battle: Battle, { guard, rule, listing, now }: Front): Battle {
  const from = now.getTime() - guard.hours * HOUR;
  const { undercuts, priceBeforeWar, war } = battle;
  const first = undercuts.findIndex(({ at }) => at.getTime() >= from);
  if (first === 0 || undercuts.length === 0) return battle;
  const left = first < 0 ? [] : undercuts.slice(first);
  if (war !== null) return { ...battle, undercuts: left };
  if (first < 0) return { ...battle, undercuts: left, priceBeforeWar: null };
  const ours = undercuts.slice(0, first).findLast(({ by }) => by === OURSELVES);
  const shipping = addedShipping(rule, listing);
  return {
    ...battle,
    undercuts: left,
    priceBeforeWar: ours === undefined ? priceBeforeWar : Math.max(ours.price - shipping, 1),
  };
}

/** Adds the undercuts since the last snapshot. A series begins with a competitor who goes below us. */
function withSnapshot(
  battle: Battle,
  { rule, listing, competitors, observedAt, now }: Front,
): Battle {
  const { best } = competitors;
  if (best === null) return battle;
  const own = comparablePrice(rule, listing);
  const rivalPrice = best.comparable;
  let { undercuts, priceBeforeWar } = battle;
  const wentDown = battle.ownPrice !== null && listing.price < battle.ownPrice;
  if (wentDown && undercuts.length > 0) {
    // Ours came before the competitor's in this snapshot, and its time says so: a memory that travels is sorted by times.
    const at = observedAt < now ? observedAt : now;
    undercuts = withUndercut(undercuts, { at, by: OURSELVES, price: own });
  }
  const last = undercuts.at(-1);
  const wasAbove = battle.rivalPrice !== null && battle.rivalPrice >= own;
  const wentBelow =
    last === undefined ? wasAbove : last.by === OURSELVES || rivalPrice < last.price;
  if (rivalPrice < own && wentBelow) {
    if (last === undefined && battle.war === null) priceBeforeWar = listing.price;
    undercuts = withUndercut(undercuts, {
      at: observedAt,
      by: best.offer.sellerId,
      price: rivalPrice,
    });
  }
  const isSame =
    undercuts === battle.undercuts &&
    battle.ownPrice === listing.price &&
    battle.rivalPrice === rivalPrice;
  return isSame
    ? battle
    : { ...battle, undercuts, priceBeforeWar, ownPrice: listing.price, rivalPrice };
}

/**
 * The undercuts of a series by us and by one competitor, in turns; several by one seller in a row count once. What the
 * competitor does in the present snapshot is answered as usual, and counts from the next one on.
 */
function inTurns(
  undercuts: readonly Undercut[],
  competitor: string,
  { observedAt }: Front,
): Undercut[] {
  let turns: readonly Undercut[] = [];
  for (const each of undercuts) {
    const counts =
      each.by === OURSELVES ||
      (each.by === competitor && each.at.getTime() !== observedAt.getTime());
    if (counts) turns = withUndercut(turns, each);
  }
  return [...turns];
}

/** The war that a series with one competitor amounts to; null: none. */
function warWith(competitor: string, battle: Battle, front: Front): War | null {
  const { guard, rule, listing } = front;
  const turns = inTurns(battle.undercuts, competitor, front);
  const shipping = addedShipping(rule, listing);
  const before =
    battle.priceBeforeWar === null ? turns[0]?.price : battle.priceBeforeWar + shipping;
  if (before === undefined) return null;
  const isWar = ({ price }: Undercut, n: number) =>
    n + 1 >= guard.rounds && (before - price) * 100 >= before * guard.dropPercent;
  const declared = turns.find(isWar);
  if (declared === undefined) return null;
  const ours = turns.findLast(({ by }) => by === OURSELVES);
  const restsFrom = ours !== undefined && ours.at > declared.at ? ours.at : declared.at;
  return { by: competitor, restsFrom, wayUp: null };
}

/** The lowest comparable price of one seller; null: no longer a competitor. */
function priceOf(sellerId: string, { competitors: { offers, prices } }: Front): Minor | null {
  let least: Minor | null = null;
  for (let n = 0; n < offers.length; n++) {
    const price = prices[n] ?? null;
    if (price === null || offers[n]!.sellerId !== sellerId) continue;
    if (least === null || price < least) least = price;
  }
  return least;
}

function findWar(battle: Battle, front: Front): War | null {
  if (battle.undercuts.length < front.guard.rounds) return null;
  for (const competitor of new Set(battle.undercuts.map(({ by }) => by))) {
    const isThere = competitor !== OURSELVES && priceOf(competitor, front) !== null;
    const war = isThere ? warWith(competitor, battle, front) : null;
    if (war !== null) return war;
  }
  return null;
}

/** The price of the way up, at which another own listing that holds the buybox may be already; null: not known. */
function topOf(
  { priceBeforeWar }: Pick<Battle, 'priceBeforeWar'>,
  { rule, listing, limits, competitors }: Front,
): Minor | null {
  const { minPrice, maxPrice } = limits;
  if (maxPrice !== null) return Math.max(maxPrice, minPrice ?? 0);
  if (priceBeforeWar === null) return null;
  const shipping = addedShipping(rule, listing);
  return Math.max(priceBeforeWar, minPrice ?? 0, (competitors.ownHolder ?? 0) - shipping);
}

const leadsUp = (battle: Battle, front: Front): boolean =>
  (topOf(battle, front) ?? 0) > front.listing.price;

const ENDED = { undercuts: [], priceBeforeWar: null, war: null };

/** What becomes of a war: with a competitor who does not follow up it goes on. Null: it is over. */
function outcomeOf(war: War, rivalPrice: Minor, battle: Battle, front: Front): War | null {
  const { guard, now } = front;
  const { wayUp } = war;
  const isQuiet = battle.undercuts.length === 0;
  if (wayUp === null) {
    const rested = now.getTime() - war.restsFrom.getTime() - guard.restHours * HOUR;
    if (rested < 0) return war;
    if (!leadsUp(battle, front)) {
      return isQuiet ? null : { ...war, wayUp: { at: now, rivalPrice, isOver: true } };
    }
    // Not taken in all the time that undercuts count: by now the way up would lead away from another market.
    return isQuiet && rested >= guard.hours * HOUR ? null : war;
  }
  if (rivalPrice > wayUp.rivalPrice) return null;
  const isOver =
    wayUp.isOver ||
    rivalPrice < wayUp.rivalPrice ||
    now.getTime() - wayUp.at.getTime() >= guard.restHours * HOUR;
  if (isOver && isQuiet) return null;
  return isOver === wayUp.isOver ? war : { ...war, wayUp: { ...wayUp, isOver } };
}

/** The present war, if any, and what becomes of it. It also ends when the competitor leaves. */
function withWar(battle: Battle, front: Front): Battle {
  const war = battle.war ?? findWar(battle, front);
  if (war === null) return battle;
  const rivalPrice = priceOf(war.by, front);
  const next = rivalPrice === null ? null : outcomeOf(war, rivalPrice, battle, front);
  if (next === null) return { ...battle, ...ENDED };
  return next === battle.war ? battle : { ...battle, war: next };
}

/** Folds a snapshot into what is known of price wars; returns the same memory where it says nothing new. */
export function watch(memory: Memory | null, front: Front): Memory | null {
  const before = memory ?? NOTHING;
  // A war found before this snapshot began to rest then.
  const known = withWar(withinHours(before, front), front);
  const after = withWar(withSnapshot(known, front), front);
  return after === before ? memory : { ...before, ...after };
}

/** What a price war asks for. */
export type Truce =
  | { kind: 'rests'; by: string }
  | { kind: 'waits'; by: string }
  | { kind: 'way_up'; by: string; price: Minor; memory: Memory };

/** What a known war asks for now; null: there is none, or it is fought on as usual. */
export function truceOf(memory: Memory | null, front: Front): Truce | null {
  const war = memory?.war ?? null;
  if (memory === null || war === null || war.wayUp?.isOver === true) return null;
  const { guard, listing, now } = front;
  const { by, wayUp } = war;
  if (wayUp === null && now.getTime() - war.restsFrom.getTime() < guard.restHours * HOUR) {
    return { kind: 'rests', by };
  }
  const price = topOf(memory, front);
  if (price === null || price < listing.price) return null;
  if (price === listing.price) return { kind: 'waits', by };
  if (wayUp !== null) return { kind: 'way_up', by, price, memory };
  const offered = { at: now, rivalPrice: priceOf(by, front) ?? 0, isOver: false };
  return { kind: 'way_up', by, price, memory: { ...memory, war: { ...war, wayUp: offered } } };
}
