import { useTranslation } from '@primazia/kit';
import { DayRangeField } from '@primazia/kit/form';
import { useNavigate } from '@tanstack/react-router';
import { lengthOf, MOST_DAYS, type Period, PRESETS } from './period.ts';

/** The period that the page shows: a preset, or two days that the person chooses. It is kept in the address. */
export function PeriodBar({ period }: { period: Period }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const go = (search: { days?: number; from?: string; to?: string }) =>
    navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        days: undefined,
        from: undefined,
        to: undefined,
        ...search,
      }),
      replace: true,
    });
  return (
    <div className="timeline-period">
      <fieldset className="timeline-presets">
        <legend>{t('timeline.period')}</legend>
        {PRESETS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={period.preset === days}
            onClick={() => void go({ days })}
          >
            {days === 1 ? t('timeline.today') : t('timeline.days', { count: days })}
          </button>
        ))}
      </fieldset>
      <DayRangeField
        label={t('timeline.own_period')}
        value={period}
        onChange={(range) => void go(range)}
        errorMessage={
          lengthOf(period) > MOST_DAYS ? t('timeline.too_long', { days: MOST_DAYS }) : undefined
        }
      />
    </div>
  );
}
