import type { MarketSeries, PriceStep } from '@primazia/backend/monitoring/contract';
import type { LimitStep } from '@primazia/backend/pricing/contract';

/** The kind of a line, which decides its style and name, except the name of a competitor. */
export type TimelineKind =
  | 'own'
  | 'bestRival'
  | 'winner'
  | 'priceToWin'
  | 'rival'
  | 'watched'
  | 'minimum'
  | 'maximum';

/** A price over time; each point holds until the next, and null is no price. */
export interface TimelineLine {
  id: string;
  kind: TimelineKind;
  /** Of a competitor; null: the marketplace does not name the seller, or it is not known what a watched page is about. */
  name: string | null;
  /** Tells those of one kind without a name apart, from 1. */
  number?: number;
  /** Instant in ms and price. */
  points: readonly (readonly [number, number | null])[];
}

export interface TimelineBand {
  kind: 'held' | 'shared' | 'unseen';
  from: number;
  to: number;
}

/** The prices of one listing over time, ready to be drawn or read. */
export interface Timeline {
  from: number;
  to: number;
  /** The market is known until then; limits hold until `to`. */
  until: number;
  lines: readonly TimelineLine[];
  bands: readonly TimelineBand[];
}

/** Lines that are hidden until a person shows them: with few lines, ours is easy to find. */
export const HIDDEN_AT_FIRST: readonly TimelineKind[] = ['winner', 'rival'];

const ms = (iso: string) => new Date(iso).getTime();

const pointsOf = (steps: readonly PriceStep[]) =>
  steps.map(({ at, price }): [number, number | null] => [ms(at), price]);

function limitLine(
  kind: 'minimum' | 'maximum',
  limits: readonly LimitStep[],
  to: number,
): TimelineLine {
  const points = limits
    .map(({ at, minPrice, maxPrice }): [number, number | null] => [
      ms(at),
      kind === 'minimum' ? minPrice : maxPrice,
    ])
    .filter(([at]) => at < to);
  return { id: kind, kind, name: null, points };
}

/** Joins the observed market with the limits of the rule; lines without any price are left out. */
export function timelineOf(series: MarketSeries, limits: readonly LimitStep[]): Timeline {
  const [from, to] = [ms(series.from), ms(series.to)];
  const until = series.lastLook === null ? from : Math.min(to, ms(series.lastLook));
  const market = (
    id: string,
    kind: TimelineKind,
    steps: readonly PriceStep[],
    name: string | null = null,
  ) => ({ id, kind, name, points: pointsOf(steps) });
  const unnamed = series.rivals.flatMap(({ sellerId, sellerName }) =>
    sellerName === '' ? [sellerId] : [],
  );
  const lines = [
    market('own', 'own', series.own),
    market('bestRival', 'bestRival', series.bestRival),
    limitLine('minimum', limits, to),
    limitLine('maximum', limits, to),
    market('winner', 'winner', series.winner),
    // A server of an earlier release does not send it.
    market('priceToWin', 'priceToWin', series.priceToWin ?? []),
    ...series.rivals.map(({ sellerId, sellerName, steps }) => ({
      ...market(`rival:${sellerId}`, 'rival', steps, sellerName || null),
      ...(sellerName === '' && { number: unnamed.indexOf(sellerId) + 1 }),
    })),
    // A server of an earlier release does not send them.
    ...(series.watched ?? []).map(({ competitorId, title, steps }, place) => ({
      ...market(`watched:${competitorId}`, 'watched', steps, title),
      number: place + 1,
    })),
  ].filter(({ points }) => points.some(([, price]) => price !== null));
  const band = (kind: TimelineBand['kind']) => (stretch: { from: string; to: string }) => ({
    kind,
    from: ms(stretch.from),
    to: ms(stretch.to),
  });
  const bands = [
    ...series.held.map(band('held')),
    ...series.shared.map(band('shared')),
    ...series.unseen.map(band('unseen')),
  ];
  return { from, to, until, lines, bands };
}

/** Until when a line holds: limits continue where the market is not observed, and watched pages are observed separately. */
export const endOf = ({ kind }: TimelineLine, { until, to }: Timeline): number =>
  kind === 'minimum' || kind === 'maximum' || kind === 'watched' ? to : until;

/** The price that was at an instant; null: none, or it is not known. */
export function priceAt(line: TimelineLine, timeline: Timeline, at: number): number | null {
  if (at > endOf(line, timeline)) return null;
  // The last point at or before that instant.
  let [low, high] = [0, line.points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((line.points[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return line.points[low - 1]?.[1] ?? null;
}

/** The buybox state of the listing at an instant. */
export const bandAt = (timeline: Timeline, at: number): TimelineBand['kind'] | null =>
  timeline.bands.find(({ from, to }) => from <= at && at < to)?.kind ?? null;

/** A row of the table: the prices from an instant on. */
export interface TimelineRow {
  at: number;
  prices: (number | null)[];
  band: TimelineBand['kind'] | null;
}

/** Every instant at which one of these lines or the buybox changed, the newest first. */
export function timelineRows(timeline: Timeline, lines: readonly TimelineLine[]): TimelineRow[] {
  const instants = new Set<number>();
  for (const { points } of lines) for (const [at] of points) instants.add(at);
  for (const { from, to } of timeline.bands) {
    instants.add(from);
    if (to < timeline.to) instants.add(to);
  }
  return [...instants]
    .sort((a, b) => b - a)
    .map((at) => ({
      at,
      prices: lines.map((line) => priceAt(line, timeline, at)),
      band: bandAt(timeline, at),
    }));
}
