// What a strategy that learns takes from a snapshot: which prices win and which lose, for as long as the market stays what it was.
import type { Market } from '../../kernel/market.ts';
import { type Minor, TICK } from '../../kernel/money.ts';
import type { Competitors } from './competitors.ts';
import { NOTHING } from './memory.ts';
import type { ListingFacts, Memory, Rule, Sighting } from './types.ts';

/** A price that lost is tried again after so long. */
export const LOST_FOR_MS = 24 * 3_600_000;
/** A market is another one where a competitor's comparable price moved by more than this. */
const MOVED_PERCENT = 1;

/** A snapshot, and the price of ours that it is about. */
export interface Observation {
  rule: Rule;
  market: Market;
  competitors: Competitors;
  /** The lowest comparable price of the competitor who holds the buybox; null: none is known to, or the listing wins. */
  holderPrice: Minor | null;
  price: Minor;
  /** What our own price is compared with: it, and what it has for shipping where the rule considers that. */
  shipping: Minor;
  now: Date;
}

/** Whether the snapshot still shows the listing at its price from before the latest change. */
function isBehind(market: Market, before: Minor, present: Minor): boolean {
  let shows = false;
  for (const offer of market.offers) {
    if (!offer.isOwn) continue;
    if (offer.price === present) return false;
    if (offer.price === before) shows = true;
  }
  return shows;
}

/**
 * The price of ours that a snapshot is about. A snapshot that has already changed the price is about the price from
 * before, and so is a later one that does not show the change yet: so no snapshot changes a price twice.
 * @param isChangedOutside the present price was set outside the product
 */
export function observedPrice(
  listing: ListingFacts,
  market: Market,
  memory: Memory | null,
  isChangedOutside: boolean,
): Minor {
  if (memory === null || isChangedOutside) return listing.price;
  const { seenAt, seenPrice } = memory;
  if (seenAt === null || seenPrice === null || seenPrice === listing.price) return listing.price;
  const isSame = seenAt.getTime() === market.observedAt.getTime();
  return isSame || isBehind(market, seenPrice, listing.price) ? seenPrice : listing.price;
}

function sightings({ competitors: { offers, prices } }: Observation): Sighting[] {
  const found: Sighting[] = [];
  for (let n = 0; n < offers.length; n++) {
    const price = prices[n] ?? null;
    if (price === null) continue;
    const { sellerId, marketplaceId } = offers[n]!;
    found.push({ sellerId, marketplaceId, price });
  }
  return found;
}

const hasMoved = (then: Minor, now: Minor): boolean =>
  Math.abs(now - then) * 100 > then * MOVED_PERCENT;

/** Whether a competitor, at one place, is another seller or moved by more than one percent. */
const differs = (
  then: Sighting,
  { sellerId, marketplaceId }: Pick<Sighting, 'sellerId' | 'marketplaceId'>,
  price: Minor,
): boolean =>
  then.sellerId !== sellerId ||
  then.marketplaceId !== marketplaceId ||
  (then.price !== price && hasMoved(then.price, price));

const bySeller = (one: Sighting, other: Sighting): number =>
  (one.sellerId < other.sellerId ? -1 : one.sellerId > other.sellerId ? 1 : 0) ||
  one.marketplaceId - other.marketplaceId ||
  one.price - other.price;

/** What became of the competitors: none moved, some moved by up to one percent, or the market is another one. */
type Change = 'none' | 'small' | 'another';

/** Another market is one where a competitor came, left, or moved its comparable price by more than one percent. */
function changeSince(then: readonly Sighting[], observation: Observation): Change {
  const { offers, prices, count } = observation.competitors;
  if (then.length !== count) return 'another';
  let change: Change = 'none';
  let place = 0;
  for (let n = 0; n < offers.length; n++) {
    const price = prices[n] ?? null;
    if (price === null) continue;
    const before = then[place++]!;
    if (differs(before, offers[n]!, price)) return inAnyOrder(then, observation);
    if (before.price !== price) change = 'small';
  }
  return change;
}

/** Mostly the order is the same, and nothing has to be sorted. */
function inAnyOrder(then: readonly Sighting[], observation: Observation): Change {
  const before = then.toSorted(bySeller);
  const isAnother = sightings(observation)
    .sort(bySeller)
    .some((each, n) => differs(before[n]!, each, each.price));
  return isAnother ? 'another' : 'small';
}

type Prices = Pick<
  Memory,
  'highestWon' | 'lowestLost' | 'lowestLostAt' | 'toldWrong' | 'toldPrice' | 'against' | 'lostTo'
>;

const UNKNOWN: Prices = {
  highestWon: null,
  lowestLost: null,
  lowestLostAt: null,
  toldWrong: false,
  toldPrice: null,
  against: null,
  lostTo: null,
};

/** What a seller asks least; null: it asks nothing. */
const leastOf = (offers: readonly Sighting[], sellerId: string | null): Minor | null =>
  offers.reduce(
    (least: Minor | null, offer) =>
      (sellerId !== null && offer.sellerId !== sellerId) || (least !== null && least <= offer.price)
        ? least
        : offer.price,
    null,
  );

/**
 * What is known keeps its ratio to the price of the competitor to whom the buybox was lost, else of the cheapest: where
 * that moves a little, what wins and what loses against it moves with it, and nothing has to be searched for again.
 */
function inRatio(memory: Memory, then: readonly Sighting[], observation: Observation): Memory {
  const against = sightings(observation);
  const { lostTo, highestWon, lowestLost } = memory;
  const isThere = lostTo !== null && then.some(({ sellerId }) => sellerId === lostTo);
  const of = isThere ? lostTo : null;
  const [before, after] = [leastOf(then, of), leastOf(against, of)];
  if (before === null || after === null || before === after || before === 0) {
    return { ...memory, against };
  }
  const scaled = (price: Minor): Minor =>
    Math.max(
      Math.round(((price + observation.shipping) * after) / before) - observation.shipping,
      TICK,
    );
  const won = highestWon === null ? null : scaled(highestWon);
  const lost = lowestLost === null ? null : scaled(lowestLost);
  // Rounded to the same price, what lost stays above what won.
  const isTied = won !== null && lost !== null && lost <= won && lowestLost! > highestWon!;
  return { ...memory, against, highestWon: won, lowestLost: isTied ? won + TICK : lost };
}

/** Keeps only what is still known in the present market. */
function stillKnown(remembered: Memory, observation: Observation): Prices {
  const { market, now } = observation;
  const { against } = remembered;
  const change = against === null ? 'none' : changeSince(against, observation);
  if (change === 'another') return UNKNOWN;
  const memory = change === 'small' ? inRatio(remembered, against!, observation) : remembered;
  if (memory.lowestLost === null) return memory;
  const lostAt = memory.lowestLostAt ?? market.observedAt;
  if (now.getTime() - lostAt.getTime() >= LOST_FOR_MS) {
    return { ...memory, lowestLost: null, lowestLostAt: null, toldWrong: false, lostTo: null };
  }
  return memory.lowestLostAt === null ? { ...memory, lowestLostAt: lostAt } : memory;
}

/** A price that won once may still lose: what is known to lose stays known until the market changes. */
function afterWin(known: Prices, price: Minor): Prices {
  const { highestWon } = known;
  return highestWon !== null && highestWon >= price ? known : { ...known, highestWon: price };
}

/** Above the price to win that the marketplace announces to a listing that does not win, every price is known to lose. */
function lostBy(present: Minor, { buybox: { priceToWin } }: Market): Minor {
  return priceToWin !== null && priceToWin < present ? priceToWin + TICK : present;
}

function afterLoss(known: Prices, observation: Observation): Prices {
  const { market, holderPrice, price: present } = observation;
  const { highestWon, lowestLost, toldPrice } = known;
  const price = lostBy(present, market);
  const won = highestWon !== null && highestWon >= price ? null : highestWon;
  if (lowestLost !== null && lowestLost <= price) {
    return won === highestWon ? known : { ...known, highestWon: won };
  }
  return {
    highestWon: won,
    lowestLost: price,
    lowestLostAt: market.observedAt,
    toldWrong: toldPrice !== null && present <= toldPrice,
    toldPrice,
    // What loses now loses against the market of now.
    against: null,
    lostTo: holderPrice === null ? null : market.buybox.winnerSellerId,
  };
}

function afterSnapshot(known: Prices, observation: Observation): Prices {
  // Outside the buybox no marketplace says who wins: the prices are all there is to know.
  if (observation.rule.competition !== 'BUYBOX') return known;
  const { status } = observation.market.buybox;
  if (status === 'WINNING') return afterWin(known, observation.price);
  return status === 'LOSING' || status === 'CO_WINNING' ? afterLoss(known, observation) : known;
}

const isKnowing = ({ highestWon, lowestLost }: Prices): boolean =>
  highestWon !== null || lowestLost !== null;

const isSame = (one: Prices, other: Prices): boolean =>
  one.highestWon === other.highestWon &&
  one.lowestLost === other.lowestLost &&
  one.lowestLostAt?.getTime() === other.lowestLostAt?.getTime() &&
  one.toldWrong === other.toldWrong &&
  one.toldPrice === other.toldPrice &&
  one.against === other.against &&
  one.lostTo === other.lostTo;

/** Folds a snapshot into what is known; gives the memory that it was given where that teaches nothing. */
export function learn(memory: Memory | null, observation: Observation): Memory | null {
  const before = memory ?? NOTHING;
  const known = afterSnapshot(stillKnown(before, observation), observation);
  if (known === before) {
    const isMissing = before.against === null && isKnowing(before);
    return isMissing ? { ...before, against: sightings(observation) } : memory;
  }
  const against = isKnowing(known) ? (known.against ?? sightings(observation)) : null;
  const { highestWon, lowestLost, lowestLostAt, toldWrong, toldPrice, lostTo } = known;
  const after = { highestWon, lowestLost, lowestLostAt, toldWrong, toldPrice, against, lostTo };
  return isSame(before, after) ? memory : { ...before, ...after };
}

/** Remembers that this snapshot changed the price. */
export const moveFrom = (memory: Memory | null, { market, price }: Observation): Memory => {
  const before = memory ?? NOTHING;
  const toldPrice = market.buybox.priceToWin;
  const isKnown =
    before.seenAt?.getTime() === market.observedAt.getTime() &&
    before.seenPrice === price &&
    before.toldPrice === toldPrice;
  return isKnown ? before : { ...before, seenAt: market.observedAt, seenPrice: price, toldPrice };
};
