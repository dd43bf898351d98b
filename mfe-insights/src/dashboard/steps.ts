// The steps from an advertisement that was shown to an order.
import type { Cell, MetricName } from '@primazia/backend/insights/contract';

/** What is counted at each step, and its share of the step before. */
const STEPS = [
  { count: 'impressions', rate: null },
  { count: 'clicks', rate: 'ctr' },
  { count: 'adOrders', rate: 'adConversion' },
] as const satisfies readonly { count: MetricName; rate: MetricName | null }[];

export interface Step {
  metric: MetricName;
  /** Null: not known. */
  count: number | null;
  /** Of the step before; null: there is none, or it is not asked for. */
  rate: Cell | null;
  /** How long its bar is, from 0 to 1: by the logarithm, as each step is a small part of the one before. */
  length: number;
}

/** The steps of a row of figures; empty: nothing is known of any. */
export function stepsOf(cells: readonly Cell[]): Step[] {
  const cellOf = (metric: MetricName) => cells.find((cell) => cell.metric === metric) ?? null;
  const counts = STEPS.map(({ count }) => cellOf(count)?.value ?? null);
  if (counts.every((count) => count === null)) return [];
  const longest = Math.log1p(Math.max(1, ...counts.map((count) => count ?? 0)));
  return STEPS.map(({ count: metric, rate }, n) => {
    const count = counts[n] ?? null;
    return {
      metric,
      count,
      rate: rate === null ? null : cellOf(rate),
      length: Math.log1p(count ?? 0) / longest,
    };
  });
}
