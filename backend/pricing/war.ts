// Step 9 of a decision: two who undercut each other in turn only give margin away. The price rests, then the way up is
// offered once.
import type { Minor } from '../kernel/money.ts';
import type { Limits } from './limits.ts';
import { NOTHING } from './memory.ts';
import { comparablePrice, type Field } from './rivals.ts';
import {
  type ListingFacts,
  type Memory,
  type Rule,
  type Undercut,
  US,
  type War,
  type WarGuard,
} from './terms.ts';

const HOUR = 3_600_000;

/** What the market looks like to somebody who may be at war. */
export interface Front {
  guard: WarGuard;
  rule: Rule;
  listing: ListingFacts;
  limits: Limits;
  field: Field;
  /** When the market was seen so. */
  observedAt: Date;
  now: Date;
}

type Battle = Pick<Memory, 'undercuts' | 'priceBeforeWar' | 'ownPrice' | 'rivalPrice' | 'war'>;

/** Undercuts that are remembered, the latest: more than any guard counts, and as many as a preview may tell. */
const MOST_UNDERCUTS = 500;

/** A rival who goes on below himself undercuts nobody anew. */
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
  const ours = undercuts.slice(0, first).findLast(({ by }) => by === US);
  const shipping = rule.considerShippingPrice ? listing.shippingPrice : 0;
  return {
    ...battle,
    undercuts: left,
    priceBeforeWar: ours === undefined ? priceBeforeWar : Math.max(ours.price - shipping, 1),
  };
}

/** Adds who went below whom since the last look. A series begins with a rival who goes below us. */
function withLook(battle: Battle, { rule, listing, field, observedAt, now }: Front): Battle {
  const { best } = field;
  if (best === null) return battle;
  const own = comparablePrice(rule, listing);
  const rivalPrice = best.comparable;
  let { undercuts, priceBeforeWar } = battle;
  const wentDown = battle.ownPrice !== null && listing.price < battle.ownPrice;
  if (wentDown && undercuts.length > 0) {
    // Ours came before what is seen of the rival now, and its time says so: a memory that travels is sorted by times.
    const at = observedAt < now ? observedAt : now;
    undercuts = withUndercut(undercuts, { at, by: US, price: own });
  }
  const last = undercuts.at(-1);
  const wasAbove = battle.rivalPrice !== null && battle.rivalPrice >= own;
  const wentBelow = last === undefined ? wasAbove : last.by === US || rivalPrice < last.price;
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
 * Of a series those of ours and of one rival, in turns: who goes on below himself counts once. What the rival does in
 * the snapshot that is decided on is answered as usual, and counts from the next one on.
 */
function inTurns(undercuts: readonly Undercut[], rival: string, { observedAt }: Front): Undercut[] {
  let turns: readonly Undercut[] = [];
  for (const each of undercuts) {
    const counts =
      each.by === US || (each.by === rival && each.at.getTime() !== observedAt.getTime());
    if (counts) turns = withUndercut(turns, each);
  }
  return [...turns];
}

/** The war that a series with one rival amounts to; null: it does not. */
function warWith(rival: string, battle: Battle, front: Front): War | null {
  const { guard, rule, listing } = front;
  const turns = inTurns(battle.undercuts, rival, front);
  const shipping = rule.considerShippingPrice ? listing.shippingPrice : 0;
  const before =
    battle.priceBeforeWar === null ? turns[0]?.price : battle.priceBeforeWar + shipping;
  if (before === undefined) return null;
  const isWar = ({ price }: Undercut, n: number) =>
    n + 1 >= guard.rounds && (before - price) * 100 >= before * guard.dropPercent;
  const declared = turns.find(isWar);
  if (declared === undefined) return null;
  const ours = turns.findLast(({ by }) => by === US);
  const restsFrom = ours !== undefined && ours.at > declared.at ? ours.at : declared.at;
  return { by: rival, restsFrom, wayUp: null };
}

/** The lowest comparable price of one seller; null: he is no rival any more. */
function priceOf(sellerId: string, { rule, field }: Front): Minor | null {
  const prices = field.rivals
    .filter((offer) => offer.sellerId === sellerId)
    .map((offer) => comparablePrice(rule, offer));
  return prices.length === 0 ? null : Math.min(...prices);
}

function findWar(battle: Battle, front: Front): War | null {
  if (battle.undercuts.length < front.guard.rounds) return null;
  for (const rival of new Set(battle.undercuts.map(({ by }) => by))) {
    const isThere = rival !== US && priceOf(rival, front) !== null;
    const war = isThere ? warWith(rival, battle, front) : null;
    if (war !== null) return war;
  }
  return null;
}

/** Where the way up leads; null: nowhere that is known. */
function topOf(
  { priceBeforeWar }: Pick<Battle, 'priceBeforeWar'>,
  { limits }: Front,
): Minor | null {
  const top = limits.maxPrice ?? priceBeforeWar;
  return top === null ? null : Math.max(top, limits.minPrice ?? 0);
}

const leadsUp = (battle: Battle, front: Front): boolean =>
  (topOf(battle, front) ?? 0) > front.listing.price;

const ENDED = { undercuts: [], priceBeforeWar: null, war: null };

/** What becomes of a war: it is fought on with a rival who does not follow up. Null: it is over. */
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

/** The war that there is, if any, and what becomes of it. It ends with a rival who leaves, too. */
function withWar(battle: Battle, front: Front): Battle {
  const war = battle.war ?? findWar(battle, front);
  if (war === null) return battle;
  const rivalPrice = priceOf(war.by, front);
  const next = rivalPrice === null ? null : outcomeOf(war, rivalPrice, battle, front);
  if (next === null) return { ...battle, ...ENDED };
  return next === battle.war ? battle : { ...battle, war: next };
}

/** Folds what a look at the market tells of a price war into what is known; the same memory where that is nothing. */
export function watch(memory: Memory | null, front: Front): Memory | null {
  const before = memory ?? NOTHING;
  // A war that was one before this look began to rest then.
  const known = withWar(withinHours(before, front), front);
  const after = withWar(withLook(known, front), front);
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
