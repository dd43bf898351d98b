import { REGION, useFormat, useSession, useTranslation } from '@primazia/kit';
import { useMemo } from 'react';
import { Scroll } from './scroll.tsx';

/** 1 January 2024 was a Monday. */
const dayName = (locale: keyof typeof REGION, weekday: number): string =>
  new Intl.DateTimeFormat(REGION[locale], { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + weekday)),
  );

/** At which hours of the week the buybox was lost, the darker the more often. */
export function Hours({ hours }: { hours: readonly (readonly number[])[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { locale } = useSession();
  const names = useMemo(() => hours.map((_, weekday) => dayName(locale, weekday)), [hours, locale]);
  const most = Math.max(1, ...hours.flat());
  return (
    <figure className="overview-picture">
      <figcaption>{t('overview.hours')}</figcaption>
      <Scroll label={t('overview.hours')}>
        <table className="overview-hours">
          <thead>
            <tr>
              <th scope="col">{t('overview.weekday')}</th>
              {Array.from({ length: 24 }, (_, hour) => (
                // Hours never change places.
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((day, weekday) => (
              <tr key={names[weekday]}>
                <th scope="row">{names[weekday]}</th>
                {day.map((times, hour) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
                  <td key={hour}>
                    <span
                      className="overview-heat"
                      style={{ opacity: times / most }}
                      aria-hidden="true"
                    />
                    <span className="overview-heat-count">
                      {times === 0 ? '' : format.integer(times)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </figure>
  );
}
