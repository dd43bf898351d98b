import { useFormat, useTranslation } from '@primazia/kit';
import type { ListHandle } from '@primazia/kit/list';
import { FilterLink } from './filter-link.tsx';

/** Each class begins at a tenth, and ends before the next one; the last has all of it. */
const borders = (tenth: number): [from: number, to: number] => [
  tenth * 10,
  tenth === 9 ? 100 : tenth * 10 + 9.9,
];

/** Listings by the share of the last 7 days in which they held the buybox. */
export function Shares({ shares, list }: { shares: readonly number[]; list: ListHandle }) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = Math.max(1, ...shares);
  return (
    <figure className="overview-picture">
      <figcaption>{t('overview.shares')}</figcaption>
      <ul className="overview-bars">
        {shares.map((listings, tenth) => {
          const [from, to] = borders(tenth);
          return (
            // The classes are always the same ten, in the same order.
            <li key={from}>
              <FilterLink
                list={list}
                by={[{ field: 'shareWeek', condition: 'BETWEEN', value: `${from}|${to}` }]}
                className="overview-bar"
              >
                <span className="overview-bar-label">
                  {t('overview.share', { from, to: tenth * 10 + 10 })}
                </span>
                <span className="overview-bar-room" aria-hidden="true">
                  <span style={{ inlineSize: `${(100 * listings) / most}%` }} />
                </span>
                <span>{format.integer(listings)}</span>
              </FilterLink>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}
