import { listMetrics, type MetricInfo, type MetricName } from '@primazia/backend/insights/contract';
import { useQueryCall } from '@primazia/kit';
import { useMemo } from 'react';

export type MetricsByName = ReadonlyMap<string, MetricInfo>;

/** The names, units and definitions of all figures. Null: not loaded yet. */
export function useMetrics(): { metrics: MetricsByName | null; all: readonly MetricInfo[] } {
  const { data } = useQueryCall(listMetrics, {}, { staleTime: Number.POSITIVE_INFINITY });
  return useMemo(
    () => ({
      metrics: data ? new Map(data.map((info) => [info.metric, info] as const)) : null,
      all: data ?? [],
    }),
    [data],
  );
}

export type { MetricName };
