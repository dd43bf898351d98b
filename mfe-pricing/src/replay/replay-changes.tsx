import { type BacktestChange, queryBacktestChanges } from '@primazia/backend/pricing/contract';
import { ErrorState, Skeleton, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { PageTurner } from '../bulk/page-turner.tsx';
import { Explanation } from '../update/explanation.tsx';
import { PriceChange } from '../update/price-change.tsx';

const PAGE = 15;

interface ReplayChangesProps {
  id: number;
  currencyCode: string;
}

/** The changes that the draft would have made, page by page, each with its reason. */
export function ReplayChanges({ id, currencyCode }: ReplayChangesProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQueryCall(queryBacktestChanges, {
    params: { id },
    query: { page, limit: PAGE },
    body: {},
  });
  if (data === undefined) {
    return error === null ? <Skeleton rows={5} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  if (data.totalElements === 0) return <p className="muted">{t('replay.no_changes')}</p>;
  return (
    <>
      <ul className="replay__changes">
        {data.content.map((change) => (
          <Change key={change.seq} change={change} currencyCode={currencyCode} />
        ))}
      </ul>
      <PageTurner
        label={t('replay.changes')}
        page={page}
        pages={data.totalPages}
        onPage={setPage}
      />
    </>
  );
}

/** One change, with why it would have been made behind it. */
function Change({ change, currencyCode }: { change: BacktestChange; currencyCode: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { from, to, at, title, rival, eventType, priceTag, explanation } = change;
  return (
    <li>
      <details>
        <summary>
          <span className="replay__when">{format.dateTime(at)}</span>
          <PriceChange oldPrice={from} newPrice={to} currencyCode={currencyCode} />
          <span className="replay__why">
            {t(`update.event.${eventType}`)} ·{' '}
            {rival === null
              ? t(`update.tag.${priceTag}`)
              : t('update.against', {
                  rival: rival.sellerName || rival.sellerId,
                  price: format.money(rival.price, currencyCode),
                })}
          </span>
          <span className="hint">{title}</span>
        </summary>
        <Explanation lines={explanation} />
      </details>
    </li>
  );
}
