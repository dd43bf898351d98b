// Which watched competitors rules count. Pure.
import type { PriceSource, WatchState } from '../../contract/watch.ts';

const HOUR = 3_600_000;

/** How long a price counts after it was observed: one that a person typed is not observed again by itself. */
const LASTS_MS: Readonly<Record<PriceSource, number>> = {
  api: 24 * HOUR,
  page: 24 * HOUR,
  typed: 7 * 24 * HOUR,
};

export interface CountedFacts {
  state: WatchState;
  isPaused: boolean;
  source: PriceSource | null;
  seenAt: Date | null;
}

/** Whether a price is too old to count. */
export const isAged = ({ source, seenAt }: CountedFacts, now: Date): boolean =>
  source !== null && seenAt !== null && now.getTime() - seenAt.getTime() > LASTS_MS[source];

/**
 * How rules treat a competitor: as an offer that counts, as gone, or as one whose price is unknown, so that it is not certain that
 * there is no competitor. One that a person paused does not count.
 */
export function countedAs(
  watch: CountedFacts,
  now: Date,
): 'counts' | 'gone' | 'unknown' | 'paused' {
  if (watch.isPaused) return 'paused';
  if (watch.state === 'paused_or_out_of_stock') return isAged(watch, now) ? 'unknown' : 'gone';
  return watch.state === 'ready' && !isAged(watch, now) ? 'counts' : 'unknown';
}
