// Answers of the API, as tests want them.
import type {
  Cell,
  IndicatorRow,
  Indicators,
  MetricInfo,
  MetricName,
} from '@primazia/backend/insights/contract';

export const infoOf = (metric: MetricName, more: Partial<MetricInfo> = {}): MetricInfo => ({
  metric,
  label: metric,
  text: `${metric} counts`,
  group: 'sales',
  unit: 'count',
  better: 'higher',
  formula: metric,
  isRatio: false,
  isOfMoney: false,
  nullReasons: ['not_read'],
  ...more,
});

export const cell = (metric: MetricName, value: number | null, more: Partial<Cell> = {}): Cell => ({
  metric,
  currencyCode: null,
  numerator: value,
  denominator: null,
  value,
  reason: null,
  coverage: null,
  isSmall: false,
  interval: null,
  compared: null,
  ...more,
});

/** What a value is compared with. */
export const before = (
  value: number,
  difference: number | null,
  percent: number | null = null,
): NonNullable<Cell['compared']> => ({
  numerator: value,
  denominator: null,
  value,
  reason: null,
  difference,
  percent,
});

export const DAYS = { settled: 30, settling: 0, open: 0, unknown: 0 };

export const row = (cells: Cell[], more: Partial<IndicatorRow> = {}): IndicatorRow => ({
  group: null,
  from: '2026-10-27',
  to: '2026-11-25',
  completeness: { days: DAYS, accounts: { known: 1, all: 1 }, ads: null, costs: [] },
  readUntil: '2026-11-26T12:00:00.000Z',
  compared: null,
  cells,
  ...more,
});

export const answer = (rows: IndicatorRow[]): Indicators => ({
  asOf: '2026-11-26T12:04:00.000Z',
  from: '2026-10-27',
  to: '2026-11-25',
  timeZones: ['America/Sao_Paulo'],
  totalGroups: 1,
  rows,
});
