// The choices of the page of indicators beside the range: the figures, and their grouping. They are kept in the address.
import {
  type Granularity,
  type Grouping,
  isOfCampaigns,
  METRIC_NAMES,
  type MetricInfo,
  type MetricName,
} from '@primazia/backend/insights/contract';
import * as z from 'zod';
import { QuestionSearch } from '../question/question.ts';

export const MOST_METRICS = 6;
export const GRANULARITIES = ['day', 'week', 'month', 'total'] as const satisfies Granularity[];
export const GROUPINGS = [
  'none',
  'marketplace',
  'account',
  'campaign',
] as const satisfies Grouping[];

const USUAL: readonly MetricName[] = ['revenue', 'units', 'contribution', 'buyboxShare'];

/** Campaigns have figures of advertising alone. */
const USUAL_OF_CAMPAIGNS: readonly MetricName[] = ['investment', 'adRevenue', 'acos', 'roas'];

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

/** The figures that a grouping has. */
const heldBy = (groupBy: Grouping, metrics: readonly MetricName[]): readonly MetricName[] => {
  if (groupBy !== 'campaign') return metrics;
  const its = metrics.filter(isOfCampaigns);
  return its.length > 0 ? its : USUAL_OF_CAMPAIGNS;
};

/** What an address chooses. */
export function choiceOf({ metrics, by, group }: ChoiceSearch): Choice {
  const groupBy = group ?? 'none';
  return { metrics: heldBy(groupBy, metrics ?? USUAL), granularity: by ?? 'day', groupBy };
}

/** The figures that can be chosen: those with data, and that the grouping has. */
export const offeredBy = (groupBy: Grouping, all: readonly MetricInfo[]): MetricInfo[] =>
  all.filter(
    ({ metric, group, nullReasons }) =>
      !nullReasons.includes('no_source') &&
      (groupBy !== 'campaign' || (group === 'ads' && isOfCampaigns(metric as MetricName))),
  );
