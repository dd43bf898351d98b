import { type BacktestReport, exportBacktest } from '@primazia/backend/pricing/contract';
import { useDownload, useFormat, useTranslation } from '@primazia/kit';
import { DayLines, type Line } from '@primazia/kit/chart';
import { Button, DownloadIcon, Text } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { BacktestChanges } from './backtest-changes.tsx';
import { BacktestFigureTable } from './backtest-figures.tsx';
import { WAYS } from './ways.ts';

interface BacktestReportViewProps {
  id: number;
  report: BacktestReport;
}

/** The report of a backtest: figures, charts, each change with its reason, and the assumptions. */
export function BacktestReportView({ id, report }: BacktestReportViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { download, isPending } = useDownload(exportBacktest);
  return (
    <div className="backtest__report">
      <p role="status">
        {t('backtest.covered', {
          snapshots: format.integer(report.snapshots),
          listings: format.integer(report.listings),
          from: format.date(report.from),
          to: format.date(report.to),
        })}
      </p>
      <BacktestFigureTable report={report} />
      <BacktestCharts report={report} />
      <section>
        <div className="backtest__head">
          <h3>{t('backtest.changes')}</h3>
          <Button
            variant="secondary"
            isPending={isPending}
            onPress={() => download({ params: { id } })}
          >
            <DownloadIcon />
            <Text>{t('backtest.export')}</Text>
          </Button>
        </div>
        <BacktestChanges id={id} currencyCode={report.currencyCode} />
      </section>
      <section>
        <h3>{t('backtest.assumptions')}</h3>
        <ul className="backtest__assumptions">
          {report.assumptions.map((assumption) => (
            <li key={assumption}>
              {t(`backtest.assumption.${assumption}`, { count: report.unitsPerDay })}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const KINDS = { draft: 'own', done: 'rival', nothing: 'limit' } as const;

/** Price and share of winning, day by day, for each way to price. */
function BacktestCharts({ report }: { report: BacktestReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const charts = useMemo(() => {
    const lines = (value: (point: BacktestReport['days'][number]['draft']) => number): Line[] =>
      WAYS.map((way) => ({
        name: t(`backtest.way.${way}`),
        kind: KINDS[way],
        values: report.days.map((day) => value(day[way])),
      }));
    const common = { days: report.days.map(({ day }) => day), writeDay: format.date };
    return [
      {
        ...common,
        label: t('backtest.price_by_day'),
        lines: lines(({ averagePrice }) => averagePrice),
        write: (value: number | null) => format.money(value, report.currencyCode),
      },
      {
        ...common,
        label: t('backtest.share_by_day'),
        lines: lines(({ winningShare }) => winningShare),
        write: format.percent,
      },
    ];
  }, [report, t, format]);
  return (
    <div className="backtest__charts">
      {charts.map((chart) => (
        <DayLines key={chart.label} chart={chart} />
      ))}
    </div>
  );
}
