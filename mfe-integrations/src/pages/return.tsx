import { accountInState } from '@primazia/backend/catalog/contract';
import { type MarketplaceChoice, marketplaces } from '@primazia/backend/integrations/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
import { ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { Finish } from '../accounts/finish.tsx';
import { ComesBack, DENIED, parameterOf, parametersOf } from '../connect/comes-back.ts';
import { Connecting } from '../connect/connecting.tsx';
import { NotConnected } from '../connect/not-connected.tsx';

/**
 * The page to which a marketplace redirects: it connects and names the account, and fetches its listings.
 * @param address the marketplace's name in the address
 */
export function ReturnPage({ address }: { address: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(marketplaces, {});
  const known = data?.find(
    ({ slug, aliases, offer }) =>
      offer !== 'not_yet' && (slug === address || aliases.includes(address)),
  );
  return (
    <section className="page return">
      <header>
        <Link to="/channel">{t('return.all')}</Link>
        <h1>{t('return.title', { marketplace: known?.name ?? address })}</h1>
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={4} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : known === undefined ? (
        <NotConnected why="unknown" />
      ) : (
        <Returned marketplace={known} />
      )}
    </section>
  );
}

function Returned({ marketplace }: { marketplace: MarketplaceChoice }) {
  const search = ComesBack.parse(useSearch({ strict: false }));
  const { state, account, error } = search;
  const { slug, returns } = marketplace;
  const code = parameterOf(search, returns.code);
  const accountId = state === undefined ? null : accountInState(state);
  const again = { marketplace, accountId };
  if (account !== undefined) return <Finish accountId={account} />;
  if (error !== undefined) {
    return <NotConnected why={error === DENIED ? 'refused' : 'broken_off'} {...again} />;
  }
  if (state === undefined || code === undefined) return <NotConnected why="nothing" {...again} />;
  const params = parametersOf(search, returns.params);
  const given = { marketplace: slug, state, code, params };
  return <Connecting key={state} given={given} marketplace={marketplace} />;
}
