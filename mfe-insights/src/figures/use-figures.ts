import {
  type Granularity,
  type Grouping,
  type IndicatorQuery,
  MAX_INDICATOR_ROWS,
  type MetricName,
  queryIndicators,
} from '@primazia/backend/insights/contract';
import { useQueryCall } from '@primazia/kit';
import type { Question } from '../question/question.ts';
import { lengthOf } from '../question/range.ts';

/** Days that are drawn one by one; longer ranges are drawn by week. */
const MOST_SINGLE_DAYS = 92;
const DAY_MS = 24 * 3_600_000;
/** Figures change as orders are read, which is every few minutes. */
const FRESH_MS = 60_000;

export const granularityOf = ({ range: { from, to } }: Question): Granularity =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS < MOST_SINGLE_DAYS ? 'day' : 'week';

/** The maximum of groups in one answer, and the days of each period. */
const MOST_GROUPS = 200;
const PERIOD_DAYS = { day: 1, week: 7, month: 28, total: Number.POSITIVE_INFINITY } as const;

/** How many groups fit into one answer with all their periods. */
export function mostGroups({ range }: Question, granularity: Granularity): number {
  const periods = Math.ceil((lengthOf(range) - 1) / PERIOD_DAYS[granularity]) + 1;
  return Math.min(MOST_GROUPS, Math.floor(MAX_INDICATOR_ROWS / periods));
}

interface FigureQuery {
  metrics: readonly MetricName[];
  granularity?: Granularity;
  groupBy?: Grouping;
  /** The maximum of groups. */
  limit?: number;
}

/** The figures that a page asks for, of its question. */
export function useFigures(
  { range: { from, to }, compare, filters }: Question,
  { metrics, granularity = 'total', groupBy = 'none', limit = MOST_GROUPS }: FigureQuery,
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
