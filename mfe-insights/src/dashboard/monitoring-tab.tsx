import type { BuyboxOverview } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Ago, ErrorState, Skeleton } from '@primazia/kit/ui';
import { useState } from 'react';
import { Cards } from '../figures/cards.tsx';
import { Completeness } from '../figures/completeness.tsx';
import { DayChart } from '../figures/day-chart.tsx';
import { LeadLink } from '../figures/lead-link.tsx';
import { accountsOf, written } from '../figures/leads.ts';
import { granularityOf, useFigures } from '../figures/use-figures.ts';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import type { Question } from '../question/question.ts';
import { CompetitorsTable } from './competitors-table.tsx';
import { PackageBar } from './package-bar.tsx';
import { Panel } from './panel.tsx';
import { useOverview } from './use-overview.ts';

const CARDS: readonly MetricName[] = ['losingTime', 'barredTime', 'unitsWithoutBuybox'];
const DAY_MS = 24 * 3_600_000;

/** Buybox monitoring: the present state of listings, to whom the buybox was lost, and for how long. */
export function MonitoringTab({ question }: { question: Question }) {
  const { t } = useTranslation();
  const { data, error, refetch, isWider } = useOverview(question);
  const cards = useFigures(question, { metrics: CARDS });
  const days = useFigures(question, {
    metrics: ['losingTime'],
    granularity: granularityOf(question),
  });
  const { metrics } = useMetrics();
  const losing = metrics?.get('losingTime');
  return (
    <>
      {data !== undefined ? (
        <section aria-labelledby="now-title">
          <h2 id="now-title">{t('now.title')}</h2>
          <p className="figure__note">
            {t('now.as_of')} <Ago at={data.at} />
            {isWider && ` ${t('dashboard.all_accounts')}`}
          </p>
          <Now overview={data} question={question} />
        </section>
      ) : error === null ? (
        <Skeleton rows={3} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      <Panel result={cards} rows={4}>
        {(answer) => (
          <>
            {answer.rows[0] && <Completeness answer={answer} row={answer.rows[0]} />}
            <Cards
              label={t('dashboard.tab.monitoring')}
              answer={answer}
              question={question}
              metrics={CARDS}
            />
          </>
        )}
      </Panel>
      <div className="drawings">
        <Panel result={days} rows={8}>
          {(answer) => losing && <DayChart answer={answer} info={losing} />}
        </Panel>
        {data && <CompetitorsTable winners={data.winners} question={question} />}
      </div>
    </>
  );
}

/** The present numbers, each with a link to its listings. */
function Now({ overview, question }: { overview: BuyboxOverview; question: Question }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [dayAgo] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const losing = ['buyboxStatus', 'IN', 'LOSING'] as const;
  const narrowed = {
    losing: [losing],
    winnable: [['isWinnable', 'IN', 'true']],
    lostToday: [losing, ['buyboxSince', '>=', dayAgo]],
    notCompeting: [['buyboxStatus', 'IN', 'NOT_COMPETING']],
    unseen: [['marketObservedAt', '<=', dayAgo]],
  } as const;
  return (
    <ul className="figures">
      {(Object.keys(narrowed) as (keyof typeof narrowed)[]).map((name) => (
        <li key={name} className="figure">
          <h2 className="figure__label">{t(`now.${name}`)}</h2>
          <LeadLink
            className="figure__number"
            lead={{
              page: '/monitoramento-buybox',
              filters: written([...narrowed[name], ...accountsOf(question.filters)]),
              isOwn: false,
            }}
          >
            {format.integer(overview.now[name])}
          </LeadLink>
        </li>
      ))}
      <PackageBar {...overview.monitored} />
    </ul>
  );
}
