import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { ElsewhereLink } from '@primazia/kit/ui';

interface AdsLinkProps {
  account: AccountIntegration;
  /** All listings are fetched: the link is the next step. */
  isReady: boolean;
}

/** A link to the account's listings. */
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
