import type { Indicators, MetricInfo, MetricName } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { DayLines, type Line } from '@primazia/kit/chart';
import { useMemo } from 'react';
import { writeValue } from './write.ts';

interface DayChartProps {
  answer: Indicators;
  info: MetricInfo;
  /** Others of the same unit beside it, dotted. */
  beside?: readonly MetricInfo[];
}

const currenciesOf = ({ rows }: Indicators, metric: MetricName): (string | null)[] => [
  ...new Set(
    rows.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell.metric === metric ? [cell.currencyCode] : [])),
    ),
  ),
];

/** A figure by period: sums as bars, ratios as a line, the range before dashed; one drawing for each currency. */
export function DayChart({ answer, info, beside }: DayChartProps) {
  return currenciesOf(answer, info.metric as MetricName).map((currencyCode) => (
    <Drawing
      key={currencyCode}
      answer={answer}
      info={info}
      currencyCode={currencyCode}
      {...(beside && { beside })}
    />
  ));
}

function Drawing(props: DayChartProps & { currencyCode: string | null }) {
  const { answer, info, beside, currencyCode } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const chart = useMemo(() => {
    const cellIn = (row: Indicators['rows'][number], metric: string) =>
      row.cells.find((cell) => cell.metric === metric && cell.currencyCode === currencyCode);
    const { rows } = answer;
    const isBars = !info.isRatio;
    const lines: Line[] = [
      {
        name: info.label,
        kind: 'own',
        values: rows.map((row) => cellIn(row, info.metric)?.value ?? null),
        isBars,
        unsettled: rows.map(
          ({ completeness: { days } }) => days.settling + days.open + days.unknown > 0,
        ),
      },
      ...(rows.some(({ compared }) => compared !== null)
        ? [
            {
              name: t('chart.before'),
              kind: 'rival' as const,
              values: rows.map((row) => cellIn(row, info.metric)?.compared?.value ?? null),
            },
          ]
        : []),
      ...(beside ?? []).map((other) => ({
        name: other.label,
        kind: 'limit' as const,
        values: rows.map((row) => cellIn(row, other.metric)?.value ?? null),
      })),
    ];
    return {
      label: currencyCode === null ? info.label : `${info.label}, ${currencyCode}`,
      days: rows.map(({ from }) => from),
      lines,
      write: (value: number | null) => writeValue(format, info.unit, value, currencyCode),
      writeDay: (day: string) => format.date(day),
    };
  }, [answer, info, beside, currencyCode, format, t]);
  return (
    <div className="drawing">
      <DayLines chart={chart} />
      {chart.lines[0]?.isBars && chart.lines[0].unsettled?.includes(true) && (
        <p className="figure__note">{t('chart.hatched')}</p>
      )}
    </div>
  );
}
