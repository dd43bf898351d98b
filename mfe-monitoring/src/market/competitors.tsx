import { type ComparisonState, competitors } from '@primazia/backend/monitoring/contract';
import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import { Ago, ErrorState, Reputation, ScrollRegion, ShopLink, Skeleton } from '@primazia/kit/ui';
import { SellerLink } from '../competitor/seller-link.tsx';
import { Comparison } from './comparison.tsx';

/** Why there is little to see, and what helps; nothing where all is known. */
function StateText({ state }: { state: ComparisonState }) {
  const { t } = useTranslation();
  return state === 'ready' ? null : <p className="market-hint">{t(`market.state.${state}`)}</p>;
}

/** Who sells the product now, the winner first, and how we compare. */
export function Competitors({ listing }: { listing: MonitoredListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, currencyCode, countryCode } = listing;
  const { data, error, refetch } = useQueryCall(competitors, {
    params: { listingId: id },
    body: { searchValue: '' },
  });
  useLiveRefetch(
    ['markets'],
    () => refetch(),
    ({ ids }) => ids.includes(id),
  );
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={4} />
    ) : (
      <ErrorState error={error} onRetry={() => refetch()} />
    );
  const money = (amount: number) => format.money(amount, currencyCode);
  return (
    <>
      <section className="market-card">
        <h2>{t('market.competitors')}</h2>
        <StateText state={data.state} />
        {data.competitors.length === 0 ? (
          data.state === 'ready' && <p className="market-hint">{t('market.nobody')}</p>
        ) : (
          <ScrollRegion label={t('market.competitors')}>
            <table className="overview-table">
              <thead>
                <tr>
                  <th scope="col">{t('market.seller')}</th>
                  {(['price', 'shipping', 'total'] as const).map((name) => (
                    <th key={name} scope="col" className="overview-figure">
                      {t(`market.by.${name}`)}
                    </th>
                  ))}
                  <th scope="col">{t('market.by.reputation')}</th>
                  <th scope="col">{t('market.by.fulfillment')}</th>
                  <th scope="col">{t('buybox.status')}</th>
                </tr>
              </thead>
              <tbody>
                {data.competitors.map((one) => (
                  <tr key={one.id}>
                    <th scope="row" className="market-seller">
                      <SellerLink {...one} name={one.sellerName} />{' '}
                      {one.sellerName === '' && <ShopLink {...one} countryCode={countryCode} />}
                    </th>
                    <td className="overview-figure">{money(one.price)}</td>
                    <td className="overview-figure">
                      {one.shippingReported ? money(one.shippingPrice) : t('market.not_reported')}
                    </td>
                    <td className="overview-figure">
                      {one.shippingReported ? money(one.totalPrice) : MISSING}
                    </td>
                    <td>
                      {one.reputationLevel === null ? (
                        t('market.not_reported')
                      ) : (
                        <Reputation level={one.reputationLevel} reported={one.reputation} />
                      )}
                    </td>
                    <td>
                      {one.fulfillment === null
                        ? t('market.not_reported')
                        : t(one.fulfillment ? 'list.yes' : 'list.no')}
                    </td>
                    <td>
                      {one.isWinner === true
                        ? t('market.has_buybox')
                        : one.available
                          ? MISSING
                          : t('market.unavailable')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
        {data.observedAt !== null && (
          <p className="market-hint">
            {t('market.source', { marketplace: format.marketplace(listing.marketplaceId) })}{' '}
            <Ago at={data.observedAt} />
          </p>
        )}
      </section>
      {data.competitors.length > 0 && <Comparison listing={listing} market={data} />}
    </>
  );
}
