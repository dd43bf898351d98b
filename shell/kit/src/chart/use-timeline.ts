import { marketSeries } from '@primazia/backend/monitoring/contract';
import { priceMarks } from '@primazia/backend/pricing/contract';
import { useMemo } from 'react';
import { useQueryCall } from '../query/hooks.ts';
import { useLiveRefetch } from '../query/live.ts';
import { instantsOf, type Period } from './period.ts';
import { timelineOf } from './timeline.ts';

/** A chart of days need not follow each market change at once. */
const MARKET_REFETCH_MS = 5_000;

/** What the chart of a listing shows in a period; it follows what happens. */
export function useTimeline(listingId: number, period: Period) {
  const input = { params: { listingId }, query: instantsOf(period) };
  const series = useQueryCall(marketSeries, input);
  const marks = useQueryCall(priceMarks, input);
  useLiveRefetch(['price-updates', 'rules'], () => marks.refetch());
  useLiveRefetch(
    ['markets'],
    () => series.refetch(),
    ({ ids }) => ids.includes(listingId),
    MARKET_REFETCH_MS,
  );
  const [seen, marked] = [series.data, marks.data];
  const timeline = useMemo(
    () =>
      seen === undefined || marked === undefined ? undefined : timelineOf(seen, marked.limits),
    [seen, marked],
  );
  return {
    series: seen,
    marks: marked,
    timeline,
    error: series.error ?? marks.error,
    retry: () => {
      void series.refetch();
      void marks.refetch();
    },
  };
}
