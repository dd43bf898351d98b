import { type PriceUpdate, queryUpdates } from '@primazia/backend/pricing/contract';
import { useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import { dayAfter, type Period } from '@primazia/kit/chart';
import { Ago, ErrorState, Skeleton } from '@primazia/kit/ui';
import { useState } from 'react';
import { PageTurner } from '../ui/page-turner.tsx';
import { PriceChange } from '../update/price-change.tsx';
import { Reason } from '../update/reason.tsx';
import { UpdateState } from '../update/update-state.tsx';

const PAGE = 15;
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface UpdatesListProps {
  listingId: number;
  period: Period;
  onOpen: (update: PriceUpdate) => void;
}

/** The price updates of the listing in the period, the newest first; one opens with all that is known of it. */
export function UpdatesList({ listingId, period, onOpen }: UpdatesListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const condition = (field: string, kind: '=' | 'BETWEEN', value: string) => ({
    field,
    condition: kind,
    value,
    logicalOperator: 'AND' as const,
  });
  const { data, error, refetch } = useQueryCall(queryUpdates, {
    query: {
      page,
      limit: PAGE,
      tab: 'all',
      // Days of the server's, one more on each side than the person's own days could need.
      dateStart: dayAfter(period.from, -1),
      dateEnd: dayAfter(period.to, 1),
    },
    body: {
      filters: [
        condition('listingId', '=', String(listingId)),
        condition('createdAt', 'BETWEEN', `${period.from}|${period.to}`),
      ],
      orders: [{ field: 'createdAt', direction: 'desc' as const }],
      timeZone: TIME_ZONE,
    },
  });
  useLiveRefetch(['price-updates', 'rules'], refetch);
  if (data === undefined)
    return error === null ? <Skeleton rows={5} /> : <ErrorState error={error} onRetry={refetch} />;
  if (data.totalElements === 0) return <p className="muted">{t('timeline.no_updates')}</p>;
  return (
    <>
      <table className="timeline-updates" aria-label={t('timeline.updates_title')}>
        <thead>
          <tr>
            <th scope="col">{t('history.created_at')}</th>
            <th scope="col">{t('history.price')}</th>
            <th scope="col">{t('history.state')}</th>
            <th scope="col">{t('history.reason')}</th>
            <th scope="col">{t('history.rule')}</th>
          </tr>
        </thead>
        <tbody>
          {data.content.map((update) => (
            <tr key={update.id}>
              <th scope="row">
                <button type="button" className="timeline-open" onClick={() => onOpen(update)}>
                  <Ago at={update.createdAt} />
                </button>
              </th>
              <td>
                <PriceChange {...update} />
              </td>
              <td>
                <UpdateState update={update} />
              </td>
              <td>
                <Reason update={update} />
              </td>
              <td>{update.ruleName}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PageTurner
        label={t('timeline.updates_title')}
        page={page}
        pages={data.totalPages}
        onPage={setPage}
      />
    </>
  );
}
