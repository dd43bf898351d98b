// What the page of indicators shows beside the range: the figures, and by what they stand apart. It lives in the address.
import {
  type Granularity,
  type Grouping,
  METRIC_NAMES,
  type MetricName,
} from '@primazia/backend/insights/contract';
import * as z from 'zod';
import { QuestionSearch } from '../question/question.ts';

export const MOST_METRICS = 6;
export const GRANULARITIES = ['day', 'week', 'month', 'total'] as const satisfies Granularity[];
export const GROUPINGS = ['none', 'marketplace', 'account'] as const satisfies Grouping[];

const USUAL: readonly MetricName[] = ['revenue', 'units', 'contribution', 'buyboxShare'];

const Metrics = z.array(z.enum(METRIC_NAMES)).min(1).max(MOST_METRICS).optional().catch(undefined);

export const ChoiceSearch = QuestionSearch.extend({
  metrics: Metrics,
  by: z.enum(GRANULARITIES).optional().catch(undefined),
  group: z.enum(GROUPINGS).optional().catch(undefined),
});
type ChoiceSearch = z.infer<typeof ChoiceSearch>;

export interface Choice {
  metrics: readonly MetricName[];
  granularity: Granularity;
  groupBy: Grouping;
}

/** What an address chooses. */
export const choiceOf = ({ metrics, by, group }: ChoiceSearch): Choice => ({
  metrics: metrics ?? USUAL,
  granularity: by ?? 'day',
  groupBy: group ?? 'none',
});
