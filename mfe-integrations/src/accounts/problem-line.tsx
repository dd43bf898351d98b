import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { AlertIcon } from '@primazia/kit/ui';

/** What stands in an account's way, and what cures it; the marketplace's own words are a click away. */
export function ProblemLine({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const { problem, problemDetail } = account;
  if (problem === null) return null;
  const isOut = account.status === 'inactive';
  return (
    <div className="warning" data-tone={isOut ? 'negative' : 'notice'}>
      <AlertIcon size="S" aria-hidden="true" />
      <div>
        <p>{t(`accounts.problem.${problem}`)}</p>
        {problemDetail !== null && (
          <details>
            <summary>{t('accounts.problem.words')}</summary>
            <p className="remark">{problemDetail}</p>
          </details>
        )}
      </div>
    </div>
  );
}
