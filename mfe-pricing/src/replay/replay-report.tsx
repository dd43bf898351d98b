import { type BacktestReport, exportBacktest } from '@primazia/backend/pricing/contract';
import {
  Button,
  DayLines,
  DownloadIcon,
  type Line,
  Text,
  useDownload,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { useMemo } from 'react';
import { ReplayChanges } from './replay-changes.tsx';
import { ReplayFigures } from './replay-figures.tsx';
import { WAYS } from './ways.ts';

interface ReplayReportProps {
  id: number;
  report: BacktestReport;
}

/** What came of a replay: figures, charts, each change with its reason, and what was taken for granted. */
export function ReplayReport({ id, report }: ReplayReportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { download, isPending } = useDownload(exportBacktest);
  return (
    <div className="replay__report">
      <p role="status">
        {t('replay.seen', {
          snapshots: format.integer(report.snapshots),
          listings: format.integer(report.listings),
          from: format.date(report.from),
          to: format.date(report.to),
        })}
      </p>
      <ReplayFigures report={report} />
      <ReplayCharts report={report} />
      <section>
        <div className="replay__head">
          <h3>{t('replay.changes')}</h3>
          <Button
            variant="secondary"
            isPending={isPending}
            onPress={() => download({ params: { id } })}
          >
            <DownloadIcon />
            <Text>{t('replay.export')}</Text>
          </Button>
        </div>
        <ReplayChanges id={id} currencyCode={report.currencyCode} />
      </section>
      <section>
        <h3>{t('replay.assumptions')}</h3>
        <ul className="replay__assumptions">
          {report.assumptions.map((assumption) => (
            <li key={assumption}>
              {t(`replay.assumption.${assumption}`, { count: report.unitsPerDay })}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const KINDS = { draft: 'own', done: 'rival', nothing: 'limit' } as const;

/** Price and share of winning, day by day, for each way to price. */
function ReplayCharts({ report }: { report: BacktestReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const charts = useMemo(() => {
    const lines = (value: (point: BacktestReport['days'][number]['draft']) => number): Line[] =>
      WAYS.map((way) => ({
        name: t(`replay.way.${way}`),
        kind: KINDS[way],
        values: report.days.map((day) => value(day[way])),
      }));
    const common = { days: report.days.map(({ day }) => day), writeDay: format.date };
    return [
      {
        ...common,
        label: t('replay.price_by_day'),
        lines: lines(({ averagePrice }) => averagePrice),
        write: (value: number | null) => format.money(value, report.currencyCode),
      },
      {
        ...common,
        label: t('replay.share_by_day'),
        lines: lines(({ winningShare }) => winningShare),
        write: format.percent,
      },
    ];
  }, [report, t, format]);
  return (
    <div className="replay__charts">
      {charts.map((chart) => (
        <DayLines key={chart.label} chart={chart} />
      ))}
    </div>
  );
}
