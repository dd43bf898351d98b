import {
  type Granularity,
  type Grouping,
  type IndicatorQuery,
  type MetricName,
  queryIndicators,
} from '@primazia/backend/insights/contract';
import { useQueryCall } from '@primazia/kit';
import type { Question } from '../question/question.ts';

/** Days that are drawn one by one; longer ranges are drawn by week. */
const MOST_SINGLE_DAYS = 92;
const DAY_MS = 24 * 3_600_000;
/** Figures change as orders are read, which is every few minutes. */
const FRESH_MS = 60_000;

export const granularityOf = ({ range: { from, to } }: Question): Granularity =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS < MOST_SINGLE_DAYS ? 'day' : 'week';

interface Asked {
  metrics: readonly MetricName[];
  granularity?: Granularity;
  groupBy?: Grouping;
  /** Groups at most. */
  limit?: number;
}

/** The figures that a page asks for, of its question. */
export function useFigures(
  { range: { from, to }, compare, filters }: Question,
  { metrics, granularity = 'total', groupBy = 'none', limit = 200 }: Asked,
) {
  const body: IndicatorQuery = {
    from,
    to,
    granularity,
    groupBy,
    filters,
    metrics: [...metrics],
    compare,
  };
  return useQueryCall(
    queryIndicators,
    { query: { page: 0, limit }, body },
    { staleTime: FRESH_MS },
  );
}
