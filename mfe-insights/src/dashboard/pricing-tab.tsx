import { useTranslation } from '@primazia/kit';
import { Cards } from '../figures/cards.tsx';
import { Completeness } from '../figures/completeness.tsx';
import { DayChart } from '../figures/day-chart.tsx';
import { granularityOf, useFigures } from '../figures/use-figures.ts';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import type { Question } from '../question/question.ts';
import { Panel } from './panel.tsx';
import { MinutesPerChange } from './saved-time.tsx';
import { Shares } from './shares.tsx';
import { useOverview } from './use-overview.ts';

const BUYBOX: readonly MetricName[] = [
  'buyboxShare',
  'losingShare',
  'unseenShare',
  'unitsWithBuyboxShare',
  'averagePrice',
];
const CHANGES: readonly MetricName[] = ['priceChanges', 'savedTime'];
const SHARES: readonly MetricName[] = ['buyboxShare', 'unseenShare'];

/** The time with the buybox, and what rules did with prices. */
export function PricingTab({ question }: { question: Question }) {
  const { t } = useTranslation();
  const granularity = granularityOf(question);
  const cards = useFigures(question, { metrics: BUYBOX });
  const changes = useFigures(question, { metrics: CHANGES });
  const days = useFigures(question, { metrics: SHARES, granularity });
  const changed = useFigures(question, { metrics: ['priceChanges'], granularity });
  const { data: overview, isWider } = useOverview(question);
  const { metrics } = useMetrics();
  const held = metrics?.get('buyboxShare');
  const unseen = metrics?.get('unseenShare');
  const priceChanges = metrics?.get('priceChanges');
  return (
    <>
      <Panel result={cards} rows={4}>
        {(answer) => (
          <>
            {answer.rows[0] && <Completeness answer={answer} row={answer.rows[0]} />}
            <Cards
              label={t('dashboard.tab.pricing')}
              answer={answer}
              question={question}
              metrics={BUYBOX}
            />
          </>
        )}
      </Panel>
      <Panel result={changes} rows={3}>
        {(answer) => (
          <Cards
            label={t('dashboard.changes')}
            answer={answer}
            question={question}
            metrics={CHANGES}
            more={{ savedTime: <MinutesPerChange /> }}
          />
        )}
      </Panel>
      <div className="drawings">
        <Panel result={days} rows={8}>
          {(answer) => held && unseen && <DayChart answer={answer} info={held} beside={[unseen]} />}
        </Panel>
        <Panel result={changed} rows={8}>
          {(answer) => priceChanges && <DayChart answer={answer} info={priceChanges} />}
        </Panel>
        {overview && (
          <div>
            <Shares shares={overview.shares} question={question} />
            {isWider && <p className="figure__note">{t('dashboard.all_accounts')}</p>}
          </div>
        )}
      </div>
    </>
  );
}
