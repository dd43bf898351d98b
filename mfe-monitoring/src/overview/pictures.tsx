import type { BuyboxOverview } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { DayLines } from '@primazia/kit/chart';
import type { ListHandle } from '@primazia/kit/list';
import { useMemo } from 'react';
import { toFilters } from './filter-link.tsx';
import { Hours } from './hours.tsx';
import { Shares } from './shares.tsx';
import { Winners } from './winners.tsx';

interface PicturesProps {
  overview: BuyboxOverview;
  list: ListHandle;
}

/** The share of the time that was seen in which listings held the buybox; shared time counts by half. */
const heldOf = ({ won, shared, losing, barred }: BuyboxOverview['coverage'][number]) => {
  const seen = won + shared + losing + barred;
  return seen === 0 ? null : (won + shared / 2) / seen;
};

/** The last 30 days: time held, listings by the share held, to whom it was lost, and when. */
export function Pictures({ overview, list }: PicturesProps) {
  const { t } = useTranslation();
  return (
    <div className="overview-pictures">
      <Coverage days={overview.coverage} list={list} />
      <Shares shares={overview.shares} list={list} />
      <Winners winners={overview.winners} list={list} />
      <Hours hours={overview.hours} list={list} />
      <p className="overview-hint">{t('overview.formula')}</p>
    </div>
  );
}

function Coverage({ days, list }: { days: BuyboxOverview['coverage']; list: ListHandle }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { change } = list;
  const chart = useMemo(
    () => ({
      label: t('overview.coverage'),
      days: days.map(({ day }) => day),
      lines: [
        { name: t('overview.held'), kind: 'own' as const, values: days.map(heldOf) },
        {
          name: t('overview.unseen_share'),
          kind: 'limit' as const,
          values: days.map(({ unseen, ...seen }) => {
            const all = unseen + seen.won + seen.shared + seen.losing + seen.barred;
            return all === 0 ? null : unseen / all;
          }),
        },
      ],
      write: (value: number | null) => format.percent(value),
      writeDay: (day: string) => format.date(`${day}T12:00:00`),
      onDay: (day: string) =>
        change({
          filters: toFilters([
            { field: 'buyboxStatus', condition: 'IN', value: 'LOSING' },
            { field: 'buyboxSince', condition: '=', value: day },
          ]),
        }),
    }),
    [days, t, format, change],
  );
  if (days.length === 0)
    return (
      <figure className="overview-picture">
        <figcaption>{t('overview.coverage')}</figcaption>
        <p className="overview-hint">{t('overview.nothing_yet')}</p>
      </figure>
    );
  return (
    <div className="overview-picture">
      <DayLines chart={chart} />
    </div>
  );
}
