import { useTranslation } from '@primazia/kit';
import { Cards } from '../figures/cards.tsx';
import { Completeness } from '../figures/completeness.tsx';
import { DayChart } from '../figures/day-chart.tsx';
import { granularityOf, useFigures } from '../figures/use-figures.ts';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import type { Question } from '../question/question.ts';
import { AcosFigure } from './acos-figure.tsx';
import { CAMPAIGN_FIGURES, CampaignsTable } from './campaigns-table.tsx';
import { Panel } from './panel.tsx';
import { StepsFigure } from './steps-figure.tsx';

/** From impressions to sales, then the costs. */
const CARDS: readonly MetricName[] = [
  'investment',
  'adRevenue',
  'acos',
  'roas',
  'tacos',
  'impressions',
  'clicks',
  'ctr',
  'cpc',
  'adOrders',
  'adConversion',
];
const DRAWN: readonly MetricName[] = ['investment', 'adRevenue', 'acos', 'tacos'];

/** What campaigns cost and brought, by day and by campaign. */
export function AdsTab({ question }: { question: Question }) {
  const { t } = useTranslation();
  const cards = useFigures(question, { metrics: CARDS });
  const days = useFigures(question, { metrics: DRAWN, granularity: granularityOf(question) });
  const campaigns = useFigures(question, { metrics: CAMPAIGN_FIGURES, groupBy: 'campaign' });
  const { metrics } = useMetrics();
  const [investment, revenue, acos, tacos] = DRAWN.map((name) => metrics?.get(name));
  return (
    <>
      <Panel result={cards} rows={4}>
        {(answer) => (
          <>
            {answer.rows[0] && <Completeness answer={answer} row={answer.rows[0]} />}
            <Cards
              label={t('dashboard.tab.ads')}
              answer={answer}
              question={question}
              metrics={CARDS}
            />
            <StepsFigure answer={answer} />
          </>
        )}
      </Panel>
      <Panel result={days} rows={8}>
        {(answer) => (
          <div className="drawings">
            {investment && <DayChart answer={answer} info={investment} />}
            {revenue && <DayChart answer={answer} info={revenue} />}
            {acos && tacos && <DayChart answer={answer} info={acos} beside={[tacos]} />}
          </div>
        )}
      </Panel>
      <Panel result={campaigns} rows={8}>
        {(answer) => (
          <>
            <AcosFigure answer={answer} />
            <CampaignsTable answer={answer} />
          </>
        )}
      </Panel>
    </>
  );
}
