// Snapshots of a market as lines over time, with no more points than a screen can show. Pure.
import type { BuyboxStatus, Offer } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';

/** From this instant on (in ms) the price is in effect, until the next step; null: there is none. */
export interface Step {
  at: number;
  price: Minor | null;
}

/** A part of time in ms; `to` is not part of it. */
export interface Stretch {
  from: number;
  to: number;
}

/** A snapshot without its offers. */
export interface SnapshotFacts {
  at: number;
  ownPrice: Minor;
  status: BuyboxStatus;
  winnerSellerId: string | null;
}

/** The prices of others in a snapshot. */
export interface CompetitorPrices {
  at: number;
  /** Cheapest first: see `rivalsOf`. */
  competitors: readonly Pick<Offer, 'sellerId' | 'sellerName' | 'price'>[];
  winnerPrice: Minor | null;
}

export interface CompetitorLine {
  sellerId: string;
  sellerName: string;
  /** How long the seller was there, in ms. */
  presentMs: number;
  steps: Step[];
}

/** Items in order of time, with one for the beginning of each gap; of two at one instant the later counts. */
const withGaps = <T extends { at: number }>(
  things: readonly T[],
  gaps: readonly Stretch[],
  begins: (at: number) => T,
): T[] =>
  [...things, ...gaps.map(({ from }) => begins(from))]
    .sort((a, b) => a.at - b.at)
    .filter((thing, place, all) => thing.at !== all[place + 1]?.at);

/** Steps whose price ends where a gap begins; each gap ends with a step. */
export const stepsWithGaps = (steps: readonly Step[], gaps: readonly Stretch[]): Step[] =>
  withGaps(steps, gaps, (at) => ({ at, price: null }));

/** The same for the prices of others. */
export const competitorsWithGaps = (
  prices: readonly CompetitorPrices[],
  gaps: readonly Stretch[],
): CompetitorPrices[] =>
  withGaps(prices, gaps, (at) => ({ at, competitors: [], winnerPrice: null }));

/** The same for statuses. */
export const statusesWithGaps = (
  snapshots: readonly Pick<SnapshotFacts, 'at' | 'status'>[],
  gaps: readonly Stretch[],
): { at: number; status: BuyboxStatus | null }[] =>
  withGaps<{ at: number; status: BuyboxStatus | null }>(snapshots, gaps, (at) => ({
    at,
    status: null,
  }));

/** The steps that change something: each price is another than the one before. */
export const changesOf = (steps: readonly Step[]): Step[] =>
  steps.filter(({ price }, place) => place === 0 || price !== steps[place - 1]!.price);

/** For each bucket of time: its first and last step, the lowest and the highest price, and a step without a price. */
const STEPS_OF_BUCKET = 5;

function extremesOf(bucket: readonly Step[]): Step[] {
  let lowest: Step | null = null;
  let highest: Step | null = null;
  let missing: Step | null = null;
  for (const step of bucket) {
    if (step.price === null) missing ??= step;
    else {
      if (lowest === null || step.price < lowest.price!) lowest = step;
      if (highest === null || step.price > highest.price!) highest = step;
    }
  }
  const extremes = new Set([bucket[0], lowest, highest, missing, bucket.at(-1)]);
  return bucket.filter((step) => extremes.has(step));
}

/** Items in order of time, in buckets of equal length; empty buckets are left out. */
function bucketsOf<T extends { at: number }>(things: readonly T[], count: number): T[][] {
  const start = things[0]?.at ?? 0;
  const length = ((things.at(-1)?.at ?? 0) - start) / count || 1;
  const buckets = new Map<number, T[]>();
  for (const thing of things) {
    const place = Math.min(count - 1, Math.floor((thing.at - start) / length));
    const bucket = buckets.get(place);
    if (bucket === undefined) buckets.set(place, [thing]);
    else bucket.push(thing);
  }
  return [...buckets.values()];
}

/**
 * At most `most` (5 or more) of these steps, in their order: all where there are no more. Else those that show at a coarse scale:
 * the first and the last, and for each bucket of time the lowest and the highest price.
 */
export function thinSteps(steps: readonly Step[], most: number): Step[] {
  if (steps.length <= most) return [...steps];
  const buckets = bucketsOf(steps, Math.floor(most / STEPS_OF_BUCKET));
  return buckets.flatMap(extremesOf);
}

/** The snapshots whose offers are read, at most `most` (2 or more): all, or the first and last of each bucket of time. */
export function pickSnapshots<T extends { at: number }>(
  snapshots: readonly T[],
  most: number,
): T[] {
  if (snapshots.length <= most) return [...snapshots];
  const buckets = bucketsOf(snapshots, Math.floor(most / 2));
  return buckets.flatMap((bucket) => (bucket.length === 1 ? bucket : [bucket[0]!, bucket.at(-1)!]));
}

/** When the listing was in this state, up to `end`. */
export function stretchesOf(
  snapshots: readonly { at: number; status: BuyboxStatus | null }[],
  status: BuyboxStatus,
  end: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [place, snapshot] of snapshots.entries()) {
    if (snapshot.status !== status) continue;
    const to = snapshots[place + 1]?.at ?? end;
    const last = stretches.at(-1);
    if (last?.to === snapshot.at) last.to = to;
    else if (to > snapshot.at) stretches.push({ from: snapshot.at, to });
  }
  return stretches;
}

/** The total length of all of them, in ms. */
export const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Replaces these stretches by at most `most`: the same where there are no more. Else time is divided into small parts, and a part
 * counts as covered where at least half of it is.
 */
export function thinStretches(stretches: readonly Stretch[], most: number): Stretch[] {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined || stretches.length <= most) return [...stretches];
  const part = (last.to - first.from) / (most * 2);
  const covered = new Array<number>(most * 2).fill(0);
  for (const { from, to } of stretches) {
    const start = Math.floor((from - first.from) / part);
    for (let place = start; place < covered.length; place++) {
      const begins = first.from + place * part;
      if (begins >= to) break;
      covered[place]! += Math.min(to, begins + part) - Math.max(from, begins);
    }
  }
  const parts = covered.map((length, place) => ({
    at: Math.round(first.from + place * part),
    status: length * 2 >= part ? ('WINNING' as const) : ('LOSING' as const),
  }));
  return stretchesOf(parts, 'WINNING', last.to);
}

/** The sellers that were there longest, at most `most`, each with its own price; `snapshots` are the oldest first. */
export function competitorLines(
  snapshots: readonly CompetitorPrices[],
  end: number,
  most: number,
): CompetitorLine[] {
  const lines = new Map<string, CompetitorLine>();
  for (const [place, { at, competitors }] of snapshots.entries()) {
    const lasts = Math.max(0, (snapshots[place + 1]?.at ?? end) - at);
    const present = new Set<string>();
    for (const { sellerId, sellerName, price } of competitors) {
      // Of several offers the one that counts comes first.
      if (present.has(sellerId)) continue;
      present.add(sellerId);
      const line = lines.get(sellerId) ?? { sellerId, sellerName: '', presentMs: 0, steps: [] };
      lines.set(sellerId, line);
      line.sellerName = sellerNameOf({ sellerId, sellerName }) ?? line.sellerName;
      line.presentMs += lasts;
      line.steps.push({ at, price });
    }
    for (const [sellerId, line] of lines) {
      if (!present.has(sellerId)) line.steps.push({ at, price: null });
    }
  }
  return [...lines.values()]
    .map((line) => ({ ...line, steps: changesOf(line.steps) }))
    .sort((a, b) => b.presentMs - a.presentMs || (a.sellerId < b.sellerId ? -1 : 1))
    .slice(0, most);
}

/** The price of the buybox holder: ours where we have it, unless somebody who shares it is named. */
export function winnerPrice(
  { status, ownPrice, winnerSellerId }: Omit<SnapshotFacts, 'at'>,
  offers: readonly Pick<Offer, 'sellerId' | 'price'>[],
): Minor | null {
  if (status === 'WINNING') return ownPrice;
  const named = offers.find(({ sellerId }) => sellerId === winnerSellerId)?.price ?? null;
  return named ?? (status === 'CO_WINNING' ? ownPrice : null);
}

export interface OwnFigures {
  /** Weighted by how long each price was in effect; null: nothing was observed. */
  average: Minor | null;
  lowest: Minor | null;
  highest: Minor | null;
  changes: number;
}

/** Figures of the own price from the first observation to `end`; gaps do not count. */
export function ownFigures(
  snapshots: readonly Pick<SnapshotFacts, 'at' | 'ownPrice'>[],
  end: number,
  gaps: readonly Stretch[] = [],
): OwnFigures {
  const [first] = snapshots;
  if (first === undefined) return { average: null, lowest: null, highest: null, changes: 0 };
  let [sum, changes, lowest, highest] = [0, 0, first.ownPrice, first.ownPrice];
  const gapBefore = new Map(gaps.map(({ from, to }) => [to, to - from]));
  for (const [place, { at, ownPrice }] of snapshots.entries()) {
    const next = snapshots[place + 1];
    // From the first price on: sums of prices and milliseconds would grow too large to be exact.
    const lasted =
      (next?.at ?? end) - at - (next === undefined ? 0 : (gapBefore.get(next.at) ?? 0));
    sum += (ownPrice - first.ownPrice) * lasted;
    if (next !== undefined && next.ownPrice !== ownPrice) changes += 1;
    lowest = Math.min(lowest, ownPrice);
    highest = Math.max(highest, ownPrice);
  }
  const length = end - first.at - lengthOf(gaps);
  const average = length > 0 ? first.ownPrice + Math.round(sum / length) : first.ownPrice;
  return { average, lowest, highest, changes };
}
