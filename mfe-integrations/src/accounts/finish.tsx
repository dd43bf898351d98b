import {
  type AccountIntegration,
  accountIntegrations,
  completeAccount,
} from '@primazia/backend/catalog/contract';
import {
  showError,
  useFormat,
  useLiveRefresh,
  useMarketplaces,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { Button, CheckmarkCircleIcon, ErrorState, Skeleton } from '@primazia/kit/ui';
import { NotConnected } from '../connect/not-connected.tsx';
import { useCountryName } from '../marketplace/country.ts';
import { namedIn } from '../marketplace/named-in.ts';
import { AdsLink } from './ads-link.tsx';
import { NameForm } from './name-form.tsx';
import { ProblemLine } from './problem-line.tsx';
import { isUnderWay, SyncLine } from './sync-line.tsx';

/** After the authorization: the account is named, its listings are fetched, and a link leads to them. */
export function Finish({ accountId }: { accountId: number }) {
  const { data, error, refetch } = useQueryCall(accountIntegrations, {});
  useLiveRefresh(['accounts'], [accountIntegrations]);
  if (data === undefined) {
    return error === null ? <Skeleton rows={6} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  const account = data.accounts.find(({ id }) => id === accountId);
  if (account === undefined) return <NotConnected why="gone" />;
  return (
    <div className="return__steps">
      <Permitted account={account} />
      {account.status === 'pending' && <Complete account={account} />}
      {account.status === 'active' && <Fetched account={account} />}
      {account.status === 'inactive' && <ProblemLine account={account} />}
    </div>
  );
}

function Permitted({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const countryName = useCountryName();
  const { sellerId, countryCode, marketplaceId } = account;
  const named = namedIn(useMarketplaces().of(marketplaceId));
  const country = countryCode === null ? '' : countryName(countryCode);
  return (
    <section className="tile return__done">
      <CheckmarkCircleIcon size="S" aria-hidden="true" />
      <div>
        <h2>{t('return.permitted', named)}</h2>
        <p className="remark">{t('return.seller', { seller: sellerId, country })}</p>
      </div>
    </section>
  );
}

const FORM = 'complete-account';

function Complete({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const complete = useMutateCall(completeAccount, {
    invalidates: [accountIntegrations],
    onError: (error) => showError(t, error),
  });
  return (
    <section className="tile">
      <h2>{t('return.complete')}</h2>
      <NameForm
        id={FORM}
        name={account.name}
        onSubmit={(name) => complete.mutate({ params: { accountId: account.id }, body: { name } })}
      />
      <div>
        <Button variant="accent" type="submit" form={FORM} isPending={complete.isPending}>
          {t('return.save')}
        </Button>
      </div>
    </section>
  );
}

function Fetched({ account }: { account: AccountIntegration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, ads, sync, lastSyncedAt } = account;
  const isComing = isUnderWay(sync);
  const isFirst = lastSyncedAt === null;
  return (
    <section className="tile">
      <h2>{t(isFirst ? 'return.first_sync' : 'return.sync')}</h2>
      <SyncLine sync={sync} />
      <ProblemLine account={account} />
      {isComing && <p className="remark">{t('return.may_leave')}</p>}
      {!isComing && !isFirst && (
        <p role="status" className="return__ready">
          {t('return.done', { count: ads, number: format.integer(ads), name })}
        </p>
      )}
      {ads > 0 && <AdsLink account={account} isReady={!isComing} />}
    </section>
  );
}
