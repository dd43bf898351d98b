import type { AdFigures, ReportDay } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { DayLines } from '@primazia/kit/chart';
import { Item, Picker } from '@primazia/kit/ui';
import { useMemo, useState } from 'react';
import { useFigures } from '../campaign/use-figures.ts';

interface ReportChartProps {
  days: readonly ReportDay[];
  currencyCode: string;
}

/** The figures of the chart; a ratio is a line, a daily sum a bar. */
const METRICS = {
  investment: 'money',
  revenue: 'money',
  acos: 'percent',
  roas: 'ratio',
  sales: 'count',
  clicks: 'count',
  impressions: 'count',
  ctr: 'percent',
  cpc: 'money',
  conversion: 'percent',
} as const satisfies Partial<Record<keyof AdFigures, string>>;
type Metric = keyof typeof METRICS;
const RATIOS: ReadonlySet<Metric> = new Set(['acos', 'roas', 'ctr', 'cpc', 'conversion']);

/** A figure of a campaign by day; days that may still change are hatched. */
export function ReportChart({ days, currencyCode }: ReportChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { percent } = useFigures();
  const [metric, setMetric] = useState<Metric>('investment');
  const isBars = !RATIOS.has(metric);
  const chart = useMemo(() => {
    const write = {
      money: (value: number | null) => format.money(value, currencyCode),
      percent,
      ratio: (value: number | null) => format.decimal(value, 2),
      count: (value: number | null) => format.integer(value),
    }[METRICS[metric]];
    return {
      label: t(`figure.${metric}`),
      days: days.map(({ day }) => day),
      lines: [
        {
          name: t(`figure.${metric}`),
          kind: 'own' as const,
          values: days.map(({ figures }) => figures[metric]),
          isBars,
          unsettled: days.map(({ isSettling }) => isSettling),
        },
      ],
      write,
      writeDay: (day: string) => format.date(day),
    };
  }, [days, metric, isBars, currencyCode, format, percent, t]);
  return (
    <div className="report__chart">
      <Picker
        label={t('report.metric')}
        selectedKey={metric}
        onSelectionChange={(key) => setMetric(key as Metric)}
      >
        {(Object.keys(METRICS) as Metric[]).map((one) => (
          <Item key={one}>{t(`figure.${one}`)}</Item>
        ))}
      </Picker>
      <DayLines chart={chart} />
      {isBars && days.some(({ isSettling }) => isSettling) && (
        <p className="campaign__hint">{t('report.hatched')}</p>
      )}
    </div>
  );
}
