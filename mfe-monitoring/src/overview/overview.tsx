import { buyboxOverview } from '@primazia/backend/pricing/contract';
import { lazily, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import type { ListHandle } from '@primazia/kit/list';
import { Ago, ErrorState, Skeleton } from '@primazia/kit/ui';
import { useState } from 'react';
import { FilterLink, type Narrowing } from './filter-link.tsx';

// Most people come for the list: the collapsed part is fetched when it is opened.
const Pictures = lazily(
  async () => (await import('./pictures.tsx')).Pictures,
  <Skeleton rows={6} />,
);

const DAY_MS = 24 * 3_600_000;

/** The account that the list is narrowed to, if it is to one alone. */
function accountOf(list: ListHandle): number | undefined {
  const chosen = list.state.filters.filter(({ field }) => field === 'accountId');
  const [only] = chosen;
  if (only === undefined || chosen.length > 1 || !/^\d+$/.test(only.value)) return undefined;
  return only.condition === '!=' ? undefined : Number(only.value);
}

const losing: Narrowing = { field: 'buyboxStatus', condition: 'IN', value: 'LOSING' };

/** The filters that each number applies to the list. */
const narrowings = (dayAgo: string) =>
  ({
    losing: [losing],
    winnable: [{ field: 'isWinnable', condition: 'IN', value: 'true' }],
    lostToday: [losing, { field: 'buyboxSince', condition: '>=', value: dayAgo }],
    notCompeting: [{ field: 'buyboxStatus', condition: 'IN', value: 'NOT_COMPETING' }],
    unseen: [{ field: 'marketObservedAt', condition: '<=', value: dayAgo }],
  }) as const satisfies Record<string, readonly Narrowing[]>;

/** The present numbers and the last 30 days; each number and chart filters the list below. */
export function Overview({ list }: { list: ListHandle }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [dayAgo] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const accountId = accountOf(list);
  const { data, error, refetch } = useQueryCall(buyboxOverview, {
    query: accountId === undefined ? {} : { accountId },
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={2} />
    ) : (
      <ErrorState error={error} onRetry={() => refetch()} />
    );
  const { now, monitored } = data;
  const by = narrowings(dayAgo);
  return (
    <section className="overview" aria-label={t('overview.title')}>
      <ul className="overview-numbers">
        {(Object.keys(by) as (keyof typeof by)[]).map((name) => (
          <li key={name}>
            <FilterLink list={list} by={by[name]} className="overview-number">
              <strong>{format.integer(now[name])}</strong>
              <span>{t(`overview.now.${name}`)}</span>
            </FilterLink>
          </li>
        ))}
        <li className="overview-number">
          <Monitored {...monitored} />
        </li>
      </ul>
      <details
        className="overview-more"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          {t('overview.last_days')}{' '}
          <span className="overview-hint">
            {t('overview.as_of')} <Ago at={data.at} />
          </span>
        </summary>
        {isOpen && <Pictures overview={data} list={list} />}
      </details>
    </section>
  );
}

/** From this share of the limit on a warning is shown. */
const NEARLY = 0.8;

/** How many listings are monitored of those that the company's package has. */
function Monitored({ listings, limit }: { listings: number; limit: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const used = limit === null || limit === 0 ? null : listings / limit;
  const tone = used === null || used < NEARLY ? 'neutral' : used <= 1 ? 'notice' : 'negative';
  return (
    <>
      <strong>
        {limit === null
          ? format.integer(listings)
          : t('overview.of_limit', {
              listings: format.integer(listings),
              limit: format.integer(limit),
            })}
      </strong>
      <span>{t('overview.monitored')}</span>
      {used !== null && (
        <meter
          className={`overview-package overview-package-${tone}`}
          aria-label={t('overview.package')}
          min={0}
          max={1}
          value={Math.min(1, used)}
        />
      )}
      {used !== null && used > 1 && (
        <span>{t('overview.over_limit', { count: listings - (limit ?? 0) })}</span>
      )}
    </>
  );
}
