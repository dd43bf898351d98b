import { type BacktestChange, queryBacktestChanges } from '@primazia/backend/pricing/contract';
import { useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { Paged } from '../ui/paged.tsx';
import { Explanation } from '../update/explanation.tsx';
import { PriceChange } from '../update/price-change.tsx';

const PAGE = 15;

interface BacktestChangesProps {
  id: number;
  currencyCode: string;
}

/** The changes that the draft would have made, page by page, each with its reason. */
export function BacktestChanges({ id, currencyCode }: BacktestChangesProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const result = useQueryCall(queryBacktestChanges, {
    params: { id },
    query: { page, limit: PAGE },
    body: {},
  });
  const empty = <p className="muted">{t('backtest.no_changes')}</p>;
  return (
    <Paged label={t('backtest.changes')} {...{ result, page, empty }} onPage={setPage}>
      {(changes) => (
        <ul className="backtest__changes">
          {changes.map((change) => (
            <Change key={change.seq} change={change} currencyCode={currencyCode} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

/** One change; its reason opens with a press. */
function Change({ change, currencyCode }: { change: BacktestChange; currencyCode: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { from, to, at, title, rival, eventType, priceTag, explanation } = change;
  return (
    <li>
      <details>
        <summary>
          <span className="backtest__when">{format.dateTime(at)}</span>
          <PriceChange oldPrice={from} newPrice={to} currencyCode={currencyCode} />
          <span className="backtest__why">
            {t(`update.event.${eventType}`)} ·{' '}
            {rival === null
              ? t(`update.tag.${priceTag}`)
              : t('update.against', {
                  rival: rival.sellerName || t('kit:seller.unnamed'),
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
