import { useTranslation } from '@primazia/kit';
import { Cards } from '../figures/cards.tsx';
import { Completeness } from '../figures/completeness.tsx';
import { DayChart } from '../figures/day-chart.tsx';
import { granularityOf, useFigures } from '../figures/use-figures.ts';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import type { Question } from '../question/question.ts';
import { AccountsTable } from './accounts-table.tsx';
import { Panel } from './panel.tsx';

const CARDS: readonly MetricName[] = [
  'revenue',
  'orders',
  'units',
  'averageOrder',
  'contribution',
  'contributionShare',
  'cancelledShare',
  'refundShare',
];
const DRAWN: readonly MetricName[] = ['revenue', 'units'];

/** What was sold and what it left, by day and by account. */
export function SummaryTab({ question }: { question: Question }) {
  const { t } = useTranslation();
  const cards = useFigures(question, { metrics: CARDS });
  const days = useFigures(question, { metrics: DRAWN, granularity: granularityOf(question) });
  const { metrics } = useMetrics();
  return (
    <>
      <Panel result={cards} rows={4}>
        {(answer) => (
          <>
            {answer.rows[0] && <Completeness answer={answer} row={answer.rows[0]} />}
            <Cards
              label={t('dashboard.tab.summary')}
              answer={answer}
              question={question}
              metrics={CARDS}
            />
          </>
        )}
      </Panel>
      <Panel result={days} rows={8}>
        {(answer) => (
          <div className="drawings">
            {DRAWN.map((name) => {
              const info = metrics?.get(name);
              return info && <DayChart key={name} answer={answer} info={info} />;
            })}
          </div>
        )}
      </Panel>
      <AccountsTable question={question} />
    </>
  );
}
