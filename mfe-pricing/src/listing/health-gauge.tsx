import { healthBandOf } from '@primazia/backend/kernel/listing';
import { useFormat, useTranslation } from '@primazia/kit';

const RADIUS = 52;
const LENGTH = Math.PI * RADIUS;

interface HealthGaugeProps {
  completed: number;
  total: number;
}

/** Half a dial with the share of what is done; the same in words for who does not see it. */
export function HealthGauge({ completed, total }: HealthGaugeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const share = total === 0 ? 0 : completed / total;
  const band = healthBandOf(total === 0 ? null : Math.round(share * 100));
  const percent = format.percent(Math.round(share * 100) / 100);
  const said = t('listing.health.gauge', { percent, completed, total });
  return (
    <figure className={`health-gauge health-gauge--${band.toLowerCase()}`}>
      <svg viewBox="0 0 120 68" role="img" aria-label={said}>
        <path className="health-gauge__ground" d="M8 60a52 52 0 0 1 104 0" />
        <path
          className="health-gauge__done"
          d="M8 60a52 52 0 0 1 104 0"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          visibility={share === 0 ? 'hidden' : undefined}
        />
        <text x="60" y="56" textAnchor="middle">
          {percent}
        </text>
      </svg>
      <figcaption>
        <strong>{t(`listing.health.band.${band}`)}</strong>
        <span className="muted">{t('listing.health.steps', { completed, count: total })}</span>
      </figcaption>
    </figure>
  );
}
