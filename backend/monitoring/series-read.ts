// The data of the chart of one listing.

import { problem } from '../catalog/problems.ts';
import type { Offer } from '../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../kernel/money.ts';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import { requestedRange } from '../platform/time-range.ts';
import {
  MAX_SERIES_DAYS,
  type MarketSeries,
  SERIES_COMPETITORS,
  SERIES_WATCHED,
} from './contract.ts';
import { competingOffers } from './diff.ts';
import {
  type CompetitorPrices,
  changesOf,
  competitorLines,
  competitorsWithGaps,
  lengthOf,
  ownFigures,
  pickSnapshots,
  type Step,
  type Stretch,
  statusesWithGaps,
  stepsWithGaps,
  stretchesOf,
  thinSteps,
  thinStretches,
  winnerPrice,
} from './engine/series.ts';
import {
  offersOfSnapshots,
  type StoredSnapshot,
  snapshotBounds,
  snapshotsBetween,
} from './series-store.ts';
import { watchedLines } from './watch/series.ts';

/** Snapshots whose offers are read for one answer; a busy listing has that many in three weeks. */
const MOST_READ = 3_000;
/** The points of each line, and the stretches of each kind: together `MAX_SERIES_POINTS` at most. */
const POINTS = {
  own: 400,
  bestRival: 300,
  winner: 240,
  priceToWin: 200,
  rival: 100,
  watched: 50,
  stretches: 50,
} as const;
/** For how long after the latest observation the market counts as known. */
const FRESH_MS = 3_600_000;

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;
const toSteps = (steps: readonly Step[]) =>
  steps.map(({ at, price }) => ({ at: iso(at), price: toAmountOrNull(price) }));
const toStretches = (stretches: readonly Stretch[]) =>
  stretches.map(({ from, to }) => ({ from: iso(from), to: iso(to) }));
const shareOf = (stretches: readonly Stretch[], length: number) =>
  length > 0 ? Math.min(1, lengthOf(stretches) / length) : null;

/** The prices of others in these snapshots; those that retention deleted meanwhile are left out. */
const competitorPrices = (
  snapshots: readonly StoredSnapshot[],
  offers: ReadonlyMap<number, Offer[]>,
): CompetitorPrices[] =>
  snapshots.flatMap((snapshot) => {
    const seen = offers.get(snapshot.id);
    if (seen === undefined) return [];
    const competitors = competingOffers({ offers: seen });
    return [{ at: snapshot.at, competitors, winnerPrice: winnerPrice(snapshot, seen) }];
  });

/** The parts of the range without data: before the first observation in it, and since the latest. */
function unseenOf(from: number, to: number, seenFrom: number, seenTo: number): Stretch[] {
  if (seenTo <= seenFrom) return [{ from, to }];
  const before = { from, to: seenFrom };
  const after = { from: seenTo, to };
  return [before, after].filter(
    (stretch) => stretch.to - stretch.from > (stretch === after ? FRESH_MS : 0),
  );
}

/** The parts between two snapshots in which no one observed the market; an observation holds for a while. */
const gapsOf = (snapshots: readonly StoredSnapshot[]): Stretch[] =>
  snapshots.flatMap(({ at, unseenSince }, place) => {
    const last = snapshots[place - 1];
    if (last === undefined || unseenSince === null) return [];
    return [{ from: Math.max(last.at, unseenSince + FRESH_MS), to: at }];
  });

interface Lines {
  from: number;
  to: number;
  /** Until then the snapshots hold. */
  end: number;
  snapshots: readonly StoredSnapshot[];
  competitors: readonly CompetitorPrices[];
  isPicked: boolean;
}

function linesOf({ from, to, end, snapshots, competitors: seen, isPicked }: Lines) {
  const start = snapshots[0]?.at ?? to;
  const gaps = gapsOf(snapshots);
  const length = Math.max(0, end - start - lengthOf(gaps));
  const observed = competitorsWithGaps(seen, gaps);
  const stepsOf = (price: (snapshot: StoredSnapshot) => Step['price']) =>
    changesOf(
      stepsWithGaps(
        snapshots.map((one) => ({ at: one.at, price: price(one) })),
        gaps,
      ),
    );
  const own = stepsOf(({ ownPrice }) => ownPrice);
  const bestRival = changesOf(
    observed.map(({ at, competitors }) => ({ at, price: competitors[0]?.price ?? null })),
  );
  const winner = changesOf(observed.map(({ at, winnerPrice: price }) => ({ at, price })));
  const priceToWin = stepsOf((snapshot) => snapshot.priceToWin);
  const statuses = statusesWithGaps(snapshots, gaps);
  const held = stretchesOf(statuses, 'WINNING', end);
  const shared = stretchesOf(statuses, 'CO_WINNING', end);
  const unseen = [...unseenOf(from, to, start, end), ...gaps].sort((a, b) => a.from - b.from);
  const competitors = competitorLines(observed, end, SERIES_COMPETITORS);
  const { average, lowest, highest, changes } = ownFigures(snapshots, end, gaps);
  const isThinned =
    isPicked ||
    own.length > POINTS.own ||
    bestRival.length > POINTS.bestRival ||
    winner.length > POINTS.winner ||
    priceToWin.length > POINTS.priceToWin ||
    competitors.some(({ steps }) => steps.length > POINTS.rival) ||
    held.length > POINTS.stretches ||
    unseen.length > POINTS.stretches ||
    shared.length > POINTS.stretches;
  return {
    own: toSteps(thinSteps(own, POINTS.own)),
    bestRival: toSteps(thinSteps(bestRival, POINTS.bestRival)),
    winner: toSteps(thinSteps(winner, POINTS.winner)),
    priceToWin: toSteps(thinSteps(priceToWin, POINTS.priceToWin)),
    rivals: competitors.map(({ sellerId, sellerName, presentMs, steps }) => ({
      sellerId,
      sellerName,
      presence: length > 0 ? Math.min(1, presentMs / length) : 0,
      steps: toSteps(thinSteps(steps, POINTS.rival)),
    })),
    held: toStretches(thinStretches(held, POINTS.stretches)),
    shared: toStretches(thinStretches(shared, POINTS.stretches)),
    unseen: toStretches(thinStretches(unseen, POINTS.stretches)),
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
 * The prices of a listing and its competitors over time, up to now at most; the last 30 days by default.
 * @throws Problem 404 `listing_not_found`; 422 for a range that ends before it starts, or that is too long
 */
export function readSeries(
  ctx: AppContext,
  companyId: number,
  listingId: number,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<MarketSeries> {
  const range = requestedRange(query, ctx.clock(), MAX_SERIES_DAYS);
  return within(ctx.db, { company: companyId }, async (trx) => {
    const bounds = await snapshotBounds(trx, companyId, listingId);
    if (bounds === null) throw problem('listing_not_found');
    const [from, to] = [range.from.getTime(), range.to.getTime()];
    const end = Math.min(to, bounds.last?.getTime() ?? from);
    const found = end > from ? await snapshotsBetween(trx, companyId, listingId, range) : [];
    const picked = pickSnapshots(found, MOST_READ);
    const watched = await watchedLines(trx, companyId, listingId, {
      ...range,
      most: SERIES_WATCHED,
    });
    const offers = await offersOfSnapshots(trx, companyId, listingId, picked);
    // A snapshot from before the range counts from its beginning on.
    const competitors = competitorPrices(picked, offers).map((one) => ({
      ...one,
      at: Math.max(from, one.at),
    }));
    const snapshots = found.map((snapshot) => ({ ...snapshot, at: Math.max(from, snapshot.at) }));
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      firstLook: isoOrNull(bounds.first),
      lastLook: isoOrNull(bounds.last),
      ...linesOf({ from, to, end, snapshots, competitors, isPicked: picked.length < found.length }),
      watched: watched.map(({ steps, ...one }) => ({
        ...one,
        steps: toSteps(thinSteps(steps, POINTS.watched)),
      })),
    };
  });
}
