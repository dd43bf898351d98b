// Which watched competitors rules count. Pure.
import type { PriceSource, WatchState } from '../../contract/watch.ts';

const HOUR = 3_600_000;

/** How long a price counts after it was seen: one that a person typed is not seen again by itself. */
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

/** Whether a price is so old that it tells nothing any more. */
export const isAged = ({ source, seenAt }: CountedFacts, now: Date): boolean =>
  source !== null && seenAt !== null && now.getTime() - seenAt.getTime() > LASTS_MS[source];

/**
 * What a competitor is to rules: an offer that counts, one that is known to be gone, or one whose price is not known, beside which
 * nobody may say that there is no competitor. A person who pauses it says that it counts for nothing.
 */
export function countedAs(
  watch: CountedFacts,
  now: Date,
): 'counts' | 'gone' | 'unknown' | 'paused' {
  if (watch.isPaused) return 'paused';
  if (watch.state === 'paused_or_out_of_stock') return isAged(watch, now) ? 'unknown' : 'gone';
  return watch.state === 'ready' && !isAged(watch, now) ? 'counts' : 'unknown';
}
