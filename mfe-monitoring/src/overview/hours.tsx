import { useFormat, useSession, useTranslation } from '@primazia/kit';
import type { ListHandle } from '@primazia/kit/list';
import { ScrollRegion } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { dayName } from './day-name.ts';
import { FilterLink } from './filter-link.tsx';

interface HoursProps {
  /** By weekday, Monday first, and hour. */
  hours: readonly (readonly number[])[];
  list: ListHandle;
}

/** At which hours of the week the buybox was lost, the darker the more often; a press finds the listings. */
export function Hours({ hours, list }: HoursProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { locale } = useSession();
  const names = useMemo(() => hours.map((_, weekday) => dayName(locale, weekday)), [hours, locale]);
  const most = Math.max(1, ...hours.flat());
  return (
    <figure className="overview-picture">
      <figcaption>{t('overview.hours')}</figcaption>
      <ScrollRegion label={t('overview.hours')}>
        <table className="overview-table overview-hours">
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
                    {times > 0 && (
                      <FilterLink
                        list={list}
                        by={[
                          { field: 'lostHour', condition: '=', value: `${weekday + 1}-${hour}` },
                        ]}
                        className="overview-heat-count"
                        label={t('overview.lost_at', {
                          count: times,
                          day: names[weekday],
                          hour,
                          number: format.integer(times),
                        })}
                      >
                        {format.integer(times)}
                      </FilterLink>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </figure>
  );
}
