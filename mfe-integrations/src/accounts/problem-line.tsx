import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useFormat, useMarketplaces, useTranslation } from '@primazia/kit';
import { AlertIcon } from '@primazia/kit/ui';
import { namedIn } from '../marketplace/named-in.ts';

/** An account's problem and its cure; the marketplace's own message is a click away. */
export function ProblemLine({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const marketplace = useMarketplaces().of(account.marketplaceId);
  const { endedAt, problem, problemDetail } = account;
  if (problem === null) return null;
  const isOut = account.status === 'inactive';
  return (
    <div className="warning" data-tone={isOut ? 'negative' : 'notice'}>
      <AlertIcon size="S" aria-hidden="true" />
      <div>
        <p>
          {t(`accounts.problem.${problem}`, namedIn(marketplace))}
          {/* A server of an earlier release does not send it. */}
          {endedAt && ` ${t('accounts.problem.ended', { when: format.dateTime(endedAt) })}`}
        </p>
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
