import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import type { CatchUp } from '@primazia/backend/sales/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { AlertIcon, ProgressBar } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';

interface OrdersLineProps {
  account: AccountIntegration;
  /** Left out: its orders are not read. */
  catchUp: CatchUp | undefined;
}

/** How far an account's past orders are read, and the way to what it sold. */
export function OrdersLine({ account, catchUp }: OrdersLineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (catchUp === undefined || account.status === 'pending') return null;
  const { state, from, readBackTo, share, orders, failure } = catchUp;
  return (
    <>
      {state !== 'done' && (
        <ProgressBar
          label={t('sales.reading', { from: format.date(from) })}
          value={share * 100}
          valueLabel={t('sales.progress', {
            share: format.percent(Math.floor(share * 100) / 100),
            orders: format.integer(orders),
            back: format.date(readBackTo),
          })}
          width="100%"
        />
      )}
      {failure !== null && (
        <div className="warning" data-tone="notice">
          <AlertIcon size="S" aria-hidden="true" />
          <div>
            <p>{t('sales.failing', { at: format.dateTime(failure.at) })}</p>
            <details>
              <summary>{t('accounts.problem.words')}</summary>
              <p className="remark">{failure.message || failure.code}</p>
            </details>
          </div>
        </div>
      )}
      <p className="account__sales">
        <Link
          to="/channel/$account/sales"
          params={{ account: String(account.id) }}
          aria-label={`${t('sales.open')}: ${account.name}`}
        >
          {t('sales.open')}
        </Link>
        {state === 'done' && (
          <span className="sales__note">{t('sales.read', { from: format.date(from) })}</span>
        )}
      </p>
    </>
  );
}
