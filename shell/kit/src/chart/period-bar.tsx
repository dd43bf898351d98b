import { useNavigate } from '@tanstack/react-router';
import { DayRangeField } from '../form/day-range-field.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { lengthOf, MOST_DAYS, type Period, PRESETS } from './period.ts';

/** The period that the page shows: a preset, or two days that the person chooses. It is kept in the address. */
export function PeriodBar({ period }: { period: Period }) {
  const { t } = useTranslation('kit');
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
    <div className="pz-period">
      <fieldset className="pz-presets">
        <legend>{t('chart.period.label')}</legend>
        {PRESETS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={period.preset === days}
            onClick={() => void go({ days })}
          >
            {days === 1 ? t('chart.period.today') : t('chart.period.days', { count: days })}
          </button>
        ))}
      </fieldset>
      <DayRangeField
        label={t('chart.period.own')}
        value={period}
        onChange={(range) => void go(range)}
        errorMessage={
          lengthOf(period) > MOST_DAYS ? t('chart.period.tooLong', { days: MOST_DAYS }) : undefined
        }
      />
    </div>
  );
}
