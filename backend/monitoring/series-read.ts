// What the chart of one ad is drawn from.
import type { Offer } from '../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import { askedRange } from '../platform/time-range.ts';
import { MAX_SERIES_DAYS, type MarketSeries, SERIES_RIVALS } from './contract.ts';
import { rivalsOf } from './diff.ts';
import {
  type Asked,
  changesOf,
  lengthOf,
  ownFigures,
  pickLooks,
  rivalLines,
  type Step,
  type Stretch,
  stretchesOf,
  thinSteps,
  thinStretches,
  winnerPrice,
} from './series.ts';
import { type KeptLook, lookBounds, looksBetween, offersOfLooks } from './series-store.ts';

/** Looks whose offers are read for one answer; a busy ad has as many in three weeks. */
const MOST_READ = 3_000;
/** The points of each line, and the stretches of each kind: together `MAX_SERIES_POINTS` at most. */
const POINTS = { own: 480, bestRival: 400, winner: 300, rival: 100, stretches: 75 } as const;
/** So long after the last look the market counts as seen. */
const FRESH_MS = 3_600_000;

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;
const toSteps = (steps: readonly Step[]) =>
  steps.map(({ at, price }) => ({ at: iso(at), price: toAmountOrNull(price) }));
const toStretches = (stretches: readonly Stretch[]) =>
  stretches.map(({ from, to }) => ({ from: iso(from), to: iso(to) }));
const shareOf = (stretches: readonly Stretch[], length: number) =>
  length > 0 ? Math.min(1, lengthOf(stretches) / length) : null;

/** What others asked at these looks; those that retention took meanwhile are left out. */
const askedAt = (looks: readonly KeptLook[], offers: ReadonlyMap<number, Offer[]>): Asked[] =>
  looks.flatMap((look) => {
    const seen = offers.get(look.id);
    if (seen === undefined) return [];
    const rivals = rivalsOf({ offers: seen });
    return [{ at: look.at, rivals, winnerPrice: winnerPrice(look, seen) }];
  });

/** What of the range nobody saw: before the first look in it, and since the last. */
function unseenOf(from: number, to: number, seenFrom: number, seenTo: number): Stretch[] {
  if (seenTo <= seenFrom) return [{ from, to }];
  const before = { from, to: seenFrom };
  const after = { from: seenTo, to };
  return [before, after].filter(
    (stretch) => stretch.to - stretch.from > (stretch === after ? FRESH_MS : 0),
  );
}

interface Lines {
  from: number;
  to: number;
  /** Until here the looks hold. */
  end: number;
  looks: readonly KeptLook[];
  asked: readonly Asked[];
  isPicked: boolean;
}

function linesOf({ from, to, end, looks, asked, isPicked }: Lines) {
  const start = looks[0]?.at ?? to;
  const length = Math.max(0, end - start);
  const own = changesOf(looks.map(({ at, ownPrice }) => ({ at, price: ownPrice })));
  const bestRival = changesOf(
    asked.map(({ at, rivals }) => ({ at, price: rivals[0]?.price ?? null })),
  );
  const winner = changesOf(asked.map(({ at, winnerPrice: price }) => ({ at, price })));
  const held = stretchesOf(looks, 'WINNING', end);
  const shared = stretchesOf(looks, 'CO_WINNING', end);
  const rivals = rivalLines(asked, end, SERIES_RIVALS);
  const { average, lowest, highest, changes } = ownFigures(looks, end);
  const isThinned =
    isPicked ||
    own.length > POINTS.own ||
    bestRival.length > POINTS.bestRival ||
    winner.length > POINTS.winner ||
    rivals.some(({ steps }) => steps.length > POINTS.rival) ||
    held.length > POINTS.stretches ||
    shared.length > POINTS.stretches;
  return {
    own: toSteps(thinSteps(own, POINTS.own)),
    bestRival: toSteps(thinSteps(bestRival, POINTS.bestRival)),
    winner: toSteps(thinSteps(winner, POINTS.winner)),
    rivals: rivals.map(({ sellerId, sellerName, presentMs, steps }) => ({
      sellerId,
      sellerName,
      presence: length > 0 ? Math.min(1, presentMs / length) : 0,
      steps: toSteps(thinSteps(steps, POINTS.rival)),
    })),
    held: toStretches(thinStretches(held, POINTS.stretches)),
    shared: toStretches(thinStretches(shared, POINTS.stretches)),
    unseen: toStretches(unseenOf(from, to, start, end)),
    figures: {
      heldShare: shareOf(held, length),
      sharedShare: shareOf(shared, length),
      averagePrice: toAmountOrNull(average),
      lowestPrice: lowest === null ? null : toAmount(lowest),
      highestPrice: highest === null ? null : toAmount(highest),
      priceChanges: changes,
    },
    isThinned,
  };
}

/**
 * The prices of an ad and its rivals over time, up to now at most; the last 30 days where nothing is asked.
 * @throws Problem 404 `listing_not_found`; 422 for a range that ends before it starts, or that is too long
 */
export function readSeries(
  house: House,
  companyId: number,
  listingId: number,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<MarketSeries> {
  const range = askedRange(query, house.clock(), MAX_SERIES_DAYS);
  return within(house.db, { company: companyId }, async (trx) => {
    const bounds = await lookBounds(trx, companyId, listingId);
    if (bounds === null) throw new Problem(404, 'listing_not_found');
    const [from, to] = [range.from.getTime(), range.to.getTime()];
    const end = Math.min(to, bounds.last?.getTime() ?? from);
    const found = end > from ? await looksBetween(trx, companyId, listingId, range) : [];
    const picked = pickLooks(found, MOST_READ);
    const offers = await offersOfLooks(trx, companyId, listingId, picked);
    // What stood before the range began stands in it from its beginning on.
    const asked = askedAt(picked, offers).map((one) => ({ ...one, at: Math.max(from, one.at) }));
    const looks = found.map((look) => ({ ...look, at: Math.max(from, look.at) }));
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      firstLook: isoOrNull(bounds.first),
      lastLook: isoOrNull(bounds.last),
      ...linesOf({ from, to, end, looks, asked, isPicked: picked.length < found.length }),
    };
  });
}
