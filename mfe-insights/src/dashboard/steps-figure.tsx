import type { Cell, Indicators } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { useMetrics } from '../figures/use-metrics.ts';
import { writeValue } from '../figures/write.ts';
import { stepsOf } from './steps.ts';

/** From impressions over clicks to orders, with the share that takes each step. */
export function StepsFigure({ answer }: { answer: Indicators }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { metrics } = useMetrics();
  const steps = stepsOf(answer.rows[0]?.cells ?? []);
  if (steps.length === 0) return null;
  return (
    <figure className="shares steps">
      <figcaption>{t('steps.title')}</figcaption>
      <ul>
        {steps.map(({ metric, count, rate, length }) => (
          <li key={metric} className="shares__bar">
            <span>{metrics?.get(metric)?.label}</span>
            <span className="shares__room" aria-hidden="true">
              <span style={{ inlineSize: `${100 * length}%` }} />
            </span>
            <span>
              {writeValue(format, 'count', count, null)}
              {rate !== null && <Rate cell={rate} label={metrics?.get(rate.metric)?.label ?? ''} />}
            </span>
          </li>
        ))}
      </ul>
      <p className="figure__note">{t('steps.scale')}</p>
    </figure>
  );
}

function Rate({
  cell: { value, isSmall, interval, reason },
  label,
}: {
  cell: Cell;
  label: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span className="figure__note">
      {label} {writeValue(format, 'percent', value, null)}
      {value === null && reason !== null && ` · ${t(`indicators.reason.${reason}`)}`}
      {value !== null &&
        isSmall &&
        interval !== null &&
        ` · ${t('figure.small_interval', {
          low: format.percent(interval.low / 100),
          high: format.percent(interval.high / 100),
        })}`}
    </span>
  );
}
