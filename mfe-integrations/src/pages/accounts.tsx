import { accountIntegrations } from '@primazia/backend/catalog/contract';
import {
  AddIcon,
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  Text,
  useLiveRefresh,
  useMayWrite,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { AccountCard } from '../accounts/account-card.tsx';
import { ConnectDialog } from '../connect/connect-dialog.tsx';

/** The company's accounts at the marketplaces: how each stands, and what can be done with it. */
export function AccountsPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQueryCall(accountIntegrations, {});
  useLiveRefresh(['accounts', 'listings'], [accountIntegrations]);
  const accounts = data?.accounts;
  const add = mayWrite && (
    <Button variant="accent" onPress={() => setAdding(true)}>
      <AddIcon />
      <Text>{t('accounts.add')}</Text>
    </Button>
  );
  return (
    <section className="page">
      <header className="page__head">
        <div>
          <h1>{t('accounts.title')}</h1>
          <p className="hint">{t('accounts.intro')}</p>
        </div>
        {accounts !== undefined && accounts.length > 0 && add}
      </header>
      {accounts === undefined ? (
        error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : accounts.length === 0 ? (
        <EmptyState
          kind="nothing-yet"
          title={t('accounts.empty.title')}
          text={t(mayWrite ? 'accounts.empty.text' : 'accounts.empty.ask')}
          action={add}
        />
      ) : (
        <ul className="accounts">
          {accounts.map((account) => (
            <li key={account.id}>
              <AccountCard account={account} />
            </li>
          ))}
        </ul>
      )}
      <ConnectDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}
