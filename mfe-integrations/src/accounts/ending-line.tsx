import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { AlertIcon } from '@primazia/kit/ui';

/** Warns that the seller's authorization ends soon; of an account that is not connected any more `ProblemLine` has the reason. */
export function EndingLine({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { expiresInDays: days, status } = account;
  if (days === null || status === 'inactive') return null;
  return (
    <div className="warning" data-tone="notice">
      <AlertIcon size="S" aria-hidden="true" />
      <p>{t('accounts.ending', { count: days, number: format.integer(days) })}</p>
    </div>
  );
}
