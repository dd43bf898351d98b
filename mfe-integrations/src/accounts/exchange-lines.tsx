import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useFormat, useMarketplaces, useTranslation } from '@primazia/kit';
import { AlertIcon } from '@primazia/kit/ui';
import { namedIn } from '../marketplace/named-in.ts';

/** Problems of the exchange with the marketplace: it sends no notifications, or requested a pause. */
export function ExchangeLines({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const named = namedIn(useMarketplaces().of(account.marketplaceId));
  // A server of an earlier release sends neither.
  const { notifications, quota } = account;
  const refusal = notifications?.refusal ?? null;
  const restsUntil = quota?.restsUntil ?? null;
  return (
    <>
      {refusal !== null && (
        <div className="warning" data-tone="notice">
          <AlertIcon size="S" aria-hidden="true" />
          <div>
            <p>{t('accounts.notifications_refused', named)}</p>
            <details>
              <summary>{t('accounts.problem.words')}</summary>
              <p className="remark">{refusal}</p>
            </details>
          </div>
        </div>
      )}
      {restsUntil !== null && (
        <div className="warning" data-tone="notice">
          <AlertIcon size="S" aria-hidden="true" />
          <p>{t('accounts.resting', { ...named, until: format.dateTime(restsUntil) })}</p>
        </div>
      )}
    </>
  );
}
