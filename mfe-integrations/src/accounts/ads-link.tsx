import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { ElsewhereLink } from '@primazia/kit/ui';

interface AdsLinkProps {
  account: AccountIntegration;
  /** All ads are there: it is the next step. */
  isReady: boolean;
}

/** On to the list of the account's ads. */
export function AdsLink({ account, isReady }: AdsLinkProps) {
  const { t } = useTranslation();
  return (
    <div>
      <ElsewhereLink
        className={isReady ? 'return__ads' : ''}
        to={`/precificacao-automatica?filters=accountId:IN:${account.id}`}
      >
        {t('return.see_ads')}
      </ElsewhereLink>
    </div>
  );
}
