import { accountInState } from '@primazia/backend/catalog/contract';
import { MARKETPLACE_NAMES, useTranslation } from '@primazia/kit';
import { Link, useSearch } from '@tanstack/react-router';
import { ComesBack, DENIED } from '../connect/comes-back.ts';
import { Connecting } from '../connect/connecting.tsx';
import { Finish } from '../connect/finish.tsx';
import { NotConnected } from '../connect/not-connected.tsx';
import { marketplaceOf } from '../connect/slugs.ts';

/**
 * Where a person comes back from a marketplace: the permission is taken up, the account named, its ads fetched.
 * @param marketplace as the address names it
 */
export function ReturnPage({ marketplace }: { marketplace: string }) {
  const { t } = useTranslation();
  const known = marketplaceOf(marketplace);
  const name = known === null ? marketplace : MARKETPLACE_NAMES[known.id];
  return (
    <section className="page return">
      <header>
        <Link to="/channel">{t('return.all')}</Link>
        <h1>{t('return.title', { marketplace: name })}</h1>
      </header>
      {known === null ? (
        <NotConnected why="unknown" />
      ) : (
        <Returned slug={known.slug} marketplace={name} />
      )}
    </section>
  );
}

function Returned({ slug, marketplace }: { slug: string; marketplace: string }) {
  const search = ComesBack.parse(useSearch({ strict: false }));
  const { state, account, error } = search;
  const code = search.code ?? search.spapi_oauth_code;
  const accountId = state === undefined ? null : accountInState(state);
  const again = { slug, marketplace, accountId };
  if (account !== undefined) return <Finish accountId={account} marketplace={marketplace} />;
  if (error !== undefined) {
    return <NotConnected why={error === DENIED ? 'refused' : 'broken_off'} {...again} />;
  }
  if (state === undefined || code === undefined) return <NotConnected why="nothing" {...again} />;
  const given = { marketplace: slug, state, code, sellerId: search.selling_partner_id ?? null };
  return <Connecting key={state} given={given} marketplace={marketplace} />;
}
