import type { Indicators, MetricName } from '@primazia/backend/insights/contract';
import type { ReactNode } from 'react';
import type { Question } from '../question/question.ts';
import { Card, cellsOf } from './card.tsx';
import { leadOf } from './leads.ts';
import { useMetrics } from './use-metrics.ts';

interface CardsProps {
  label: string;
  answer: Indicators;
  question: Question;
  metrics: readonly MetricName[];
  /** More on the card of a metric. */
  more?: Partial<Record<MetricName, ReactNode>>;
  children?: ReactNode;
}

/** The figures of a range, each with a link to the list that it is calculated from. */
export function Cards({ label, answer, question, metrics: names, more, children }: CardsProps) {
  const { metrics } = useMetrics();
  const cells = answer.rows[0]?.cells ?? [];
  const { filters } = question;
  const leadIn = (name: MetricName, currencyCode: string | null) =>
    leadOf(name, { from: answer.from, to: answer.to, filters, currencyCode });
  return (
    <ul className="figures" aria-label={label}>
      {names.map((name) => {
        const info = metrics?.get(name);
        return info === undefined ? null : (
          <Card
            key={name}
            info={info}
            cells={cellsOf(cells, name)}
            leadIn={(code) => leadIn(name, code)}
          >
            {more?.[name]}
          </Card>
        );
      })}
      {children}
    </ul>
  );
}
