import '../styles/test-page.css';
import {
  type AccountIntegration,
  accountIntegrations,
  accounts,
  type TestAccount,
  testAccounts,
} from '@primazia/backend/catalog/contract';
import { health } from '@primazia/backend/platform/contract';
import { useFormat, useMarketplaces, useQueryCall, useTranslation } from '@primazia/kit';
import { Ago, AlertCircleIcon, CheckmarkCircleIcon, ErrorState, Skeleton } from '@primazia/kit/ui';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { AppLink } from '../navigation/app-link.tsx';
import { useTitle } from '../navigation/title.ts';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { NotFound } from './not-found-page.tsx';
import { AccountTests } from './test-account.tsx';
import { Facts } from './test-facts.tsx';
import { LinkTest } from './test-link.tsx';

/** The test page of the stage environment; elsewhere its address is not found. */
export function TestPage() {
  const site = useSite();
  if (site === null) return <Skeleton rows={8} />;
  return site.environment === 'stage' ? <Checks /> : <NotFound />;
}

/** The services that the pages depend on, and whether they work. */
function Checks() {
  const { t } = useTranslation();
  const { registry, list } = useSnapshot(useShell().modules.state);
  const { data: server } = useQueryCall(health, {});
  const { data: connected = [] } = useQueryCall(accounts, {});
  const marketplaces = useMarketplaces();
  useTitle(t('test_page.title'));

  const checks: { label: string; works: boolean; count?: number }[] = [
    { label: t('test_page.checks.api'), works: server !== undefined },
    { label: t('test_page.checks.database'), works: server?.database === true },
    { label: t('test_page.checks.queues'), works: server?.jobs === true },
    { label: t('test_page.checks.sections'), works: registry === 'ready', count: list.length },
    ...marketplaces.all.map(({ id, name: marketplace }) => {
      const count = connected.filter(({ marketplaceId }) => marketplaceId === id).length;
      const label = t('test_page.checks.accounts', { marketplace });
      return { label, works: count > 0, count };
    }),
  ];
  return (
    <div className="test-page">
      <h1>{t('test_page.title')}</h1>
      <p>{t('test_page.lead')}</p>
      <dl>
        {checks.map(({ label, works, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-works={works}>
              {works ? <CheckmarkCircleIcon size="S" /> : <AlertCircleIcon size="S" />}
              {count ?? t(`test_page.${works ? 'works' : 'fails'}`)}
            </dd>
          </div>
        ))}
      </dl>
      <Accounts />
    </div>
  );
}

/** The accounts at the marketplace in the address, and what its connector answers for them. */
function Accounts() {
  const { t } = useTranslation();
  const slug = useLocation().pathname.split('/').filter(Boolean).at(-1);
  const marketplace = useMarketplaces().all.find((one) => one.slug === slug);
  return marketplace === undefined ? null : (
    <>
      <section>
        <h2>{t('test_page.account.title', { marketplace: marketplace.name })}</h2>
        <AccountsAt marketplaceId={marketplace.id} />
        <AppLink className="action-link" href="/app/channel">
          {t('test_page.account.open')}
        </AppLink>
      </section>
      <LinkTest />
    </>
  );
}

function AccountsAt({ marketplaceId }: { marketplaceId: number }) {
  const { t } = useTranslation();
  const { data } = useQueryCall(accountIntegrations, {});
  const tested = useQueryCall(testAccounts, { query: { marketplaceId } });
  if (tested.error !== null) return <ErrorState error={tested.error} onRetry={tested.refetch} />;
  if (data === undefined || tested.data === undefined) return <Skeleton rows={8} />;
  const own = data.accounts.filter((one) => one.marketplaceId === marketplaceId);
  if (own.length === 0) return <p>{t('test_page.account.none')}</p>;
  return own.map((account) => (
    <Account
      key={account.id}
      account={account}
      tested={tested.data.accounts.find(({ id }) => id === account.id)}
      onRefresh={tested.refetch}
    />
  ));
}

interface AccountProps {
  account: AccountIntegration;
  tested: TestAccount | undefined;
  onRefresh: () => void;
}

function Account({ account, tested, onRefresh }: AccountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { authorizationEndsAt, lastSyncedAt, notifications, quota } = account;
  const ago = (at: string | null | undefined) =>
    at == null ? t('test_page.account.never') : <Ago at={at} />;
  const untold = t('test_page.account.untold');
  const facts: [name: string, value: ReactNode][] = [
    ['state', t(`test_page.account.states.${account.status}`)],
    ['seller', <code key="seller">{account.sellerId}</code>],
    ['authorized', authorizationEndsAt === null ? untold : format.date(authorizationEndsAt)],
    ['synced', ago(lastSyncedAt)],
    ['notified', ago(notifications?.lastAt)],
    ['quota', quota?.usedPercent == null ? untold : format.percent(quota.usedPercent / 100)],
  ];
  if (notifications?.refusal) facts.push(['refusal', notifications.refusal]);
  return (
    <article className="test-page__account">
      <h3>{account.name}</h3>
      <Facts facts={facts.map(([name, value]) => [t(`test_page.account.${name}`), value])} />
      {tested && <AccountTests account={tested} onRefresh={onRefresh} />}
    </article>
  );
}
