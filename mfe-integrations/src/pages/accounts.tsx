import { accountIntegrations } from '@primazia/backend/catalog/contract';
import { catchUps } from '@primazia/backend/sales/contract';
import { useLiveRefresh, useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { AccountCard } from '../accounts/account-card.tsx';
import { CardsPage } from '../cards/cards-page.tsx';
import { ConnectDialog } from '../connect/connect-dialog.tsx';
import '../sales/sales.css';

/** The company's accounts at the marketplaces: the status and the actions of each. */
export function AccountsPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQueryCall(accountIntegrations, {});
  // The accounts are shown whether or not it is known how far their orders are read.
  const { data: reading } = useQueryCall(catchUps, {});
  useLiveRefresh(['accounts', 'listings'], [accountIntegrations, catchUps]);
  return (
    <CardsPage
      title={t('accounts.title')}
      intro={t('accounts.intro')}
      add={mayWrite ? { label: t('accounts.add'), onPress: () => setAdding(true) } : null}
      query={{ items: data?.accounts, error, refetch }}
      empty={{
        title: t('accounts.empty.title'),
        text: t(mayWrite ? 'accounts.empty.text' : 'accounts.empty.ask'),
      }}
      card={(account) => (
        <AccountCard
          account={account}
          catchUp={reading?.find(({ accountId }) => accountId === account.id)}
        />
      )}
    >
      <ConnectDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </CardsPage>
  );
}
