import { accountIntegrations, accounts } from '@primazia/backend/catalog/contract';
import {
  useFormat,
  useLiveRefresh,
  useMayWrite,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { AlertIcon, ElsewhereLink } from '@primazia/kit/ui';

/** Names the accounts whose authorization expired: their prices are not updated, whatever their rows show. */
export function RefusedNotice() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const { data: known } = useQueryCall(accounts, {}, { staleTime: 60_000 });
  const isAnyOut = known?.some(({ status }) => status === 'inactive') === true;
  const { data } = useQueryCall(accountIntegrations, {}, { enabled: isAnyOut });
  useLiveRefresh(['accounts'], [accounts, accountIntegrations]);
  // An account that a user disconnected is not reported.
  const refused = isAnyOut ? data?.accounts.filter(({ problem }) => problem === 'refused') : [];
  return refused?.map(({ id, name, marketplaceId }) => (
    <p key={id} className="caution" role="status">
      <AlertIcon size="S" />
      <span>
        {t('pricing.refused', { name, marketplace: format.marketplace(marketplaceId) })}{' '}
        {mayWrite && <ElsewhereLink to="/channel">{t('pricing.connect_again')}</ElsewhereLink>}
      </span>
    </p>
  ));
}
