import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import type { CatchUp } from '@primazia/backend/sales/contract';
import { MISSING, useFormat, useMarketplaces, useMayWrite, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  Ago,
  EditIcon,
  LinkIcon,
  MarketplaceMark,
  RefreshIcon,
  Text,
  UnlinkIcon,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { ConnectDialog } from '../connect/connect-dialog.tsx';
import { useCountryName } from '../marketplace/country.ts';
import { OrdersLine } from '../sales/orders-line.tsx';
import { AccountTag } from './account-status.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { EndingLine } from './ending-line.tsx';
import { ExchangeLines } from './exchange-lines.tsx';
import { ProblemLine } from './problem-line.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { isUnderWay, SyncLine } from './sync-line.tsx';
import { useSyncNow } from './use-account-acts.ts';

type Asking = 'connect' | 'rename' | 'disconnect';

interface AccountCardProps {
  account: AccountIntegration;
  /** Left out: its orders are not read. */
  catchUp: CatchUp | undefined;
}

/** One account at a marketplace: its status, the age of its listings, and its actions. */
export function AccountCard({ account, catchUp }: AccountCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const mayWrite = useMayWrite();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <article className="tile" aria-labelledby={id}>
      <header className="account__head">
        <div className="account__name">
          <MarketplaceMark id={account.marketplaceId} />
          <h2 id={id}>{account.name}</h2>
          <AccountTag status={account.status} />
        </div>
        {mayWrite && account.status !== 'pending' && (
          <ActionButton
            isQuiet
            aria-label={`${t('accounts.act.rename')}: ${account.name}`}
            onPress={() => setAsking('rename')}
          >
            <EditIcon />
          </ActionButton>
        )}
      </header>
      <AccountFacts account={account} />
      {/* Above what appears and disappears by itself: no button moves under a finger. */}
      {mayWrite && <AccountActions account={account} onOpen={setAsking} />}
      <SyncLine sync={account.sync} />
      <ProblemLine account={account} />
      <EndingLine account={account} />
      <ExchangeLines account={account} />
      <OrdersLine account={account} catchUp={catchUp} />
      {account.status === 'pending' && (
        <p className="remark account__unfinished">{t('accounts.unfinished')}</p>
      )}
      <ConnectDialog account={account} isOpen={asking === 'connect'} onClose={close} />
      <RenameDialog account={account} isOpen={asking === 'rename'} onClose={close} />
      <DisconnectDialog account={account} isOpen={asking === 'disconnect'} onClose={close} />
    </article>
  );
}

function AccountFacts({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  // A server of an earlier release sends neither notifications nor quota.
  const { authorizationEndsAt, countryCode, lastSyncedAt, notifications, quota } = account;
  const ago = (at: string | null, none: string) => (at === null ? t(none) : <Ago at={at} />);
  const facts: [name: string, value: ReactNode][] = [
    ['marketplace', format.marketplace(account.marketplaceId)],
    ['country', countryCode === null ? MISSING : countryName(countryCode)],
    ['seller', account.sellerId],
    ['ads', format.integer(account.ads)],
    ['synced', ago(lastSyncedAt, 'accounts.never')],
  ];
  if (notifications)
    facts.push(['notified', ago(notifications.lastAt, 'accounts.no_notification')]);
  if (quota) {
    const { usedPercent: used } = quota;
    facts.push(['quota', used === null ? t('accounts.no_limit') : format.percent(used / 100)]);
  }
  if (authorizationEndsAt !== null) facts.push(['authorized', format.date(authorizationEndsAt)]);
  return (
    <dl className="particulars">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`accounts.fact.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionsProps {
  account: AccountIntegration;
  onOpen: (asking: Asking) => void;
}

/** The first action is what the account needs now. */
function AccountActions({ account, onOpen }: ActionsProps) {
  const { t } = useTranslation();
  const marketplaces = useMarketplaces();
  const sync = useSyncNow();
  const { id, name, status } = account;
  const labelled = (what: string) => ({ 'aria-label': `${t(`accounts.act.${what}`)}: ${name}` });
  const connect = (
    <ActionButton {...labelled('connect')} onPress={() => onOpen('connect')}>
      <LinkIcon />
      <Text>{t('accounts.act.connect')}</Text>
    </ActionButton>
  );
  return (
    <div className="actions">
      {status === 'pending' && (
        <Link
          className="account__finish"
          to="/integration/$marketplace"
          params={{ marketplace: marketplaces.of(account.marketplaceId)?.slug ?? '' }}
          search={{ account: id }}
          {...labelled('finish')}
        >
          {t('accounts.act.finish')}
        </Link>
      )}
      {status === 'inactive' && connect}
      {status === 'active' && (
        <ActionButton
          {...labelled('sync')}
          isDisabled={isUnderWay(account.sync) || sync.isPending}
          onPress={() => sync.mutate({ params: { accountId: id } })}
        >
          <RefreshIcon />
          <Text>{t('accounts.act.sync')}</Text>
        </ActionButton>
      )}
      {status === 'active' && connect}
      {status !== 'inactive' && (
        <ActionButton {...labelled('disconnect')} onPress={() => onOpen('disconnect')}>
          <UnlinkIcon />
          <Text>{t('accounts.act.disconnect')}</Text>
        </ActionButton>
      )}
    </div>
  );
}
