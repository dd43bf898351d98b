import type { BuyboxOverview } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import type { ListHandle } from '@primazia/kit/list';
import { ScrollRegion } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { FilterLink } from './filter-link.tsx';

type Winner = BuyboxOverview['winners'][number];

/** The name of a winner; a press filters the listings that lose to that seller now. */
function Name({ winner: { sellerId, sellerName }, list }: { winner: Winner; list: ListHandle }) {
  const { t } = useTranslation();
  if (sellerId === null) return t('overview.not_reported');
  if (sellerName === null) return t('kit:seller.unnamed');
  return (
    <FilterLink
      list={list}
      by={[
        { field: 'buyboxStatus', condition: 'IN', value: 'LOSING' },
        { field: 'winnerName', condition: '=', value: sellerName },
      ]}
    >
      {sellerName}
    </FilterLink>
  );
}

/** The link to the competitor's page. */
function Page({ winner: { marketplaceId, sellerId, sellerName } }: { winner: Winner }) {
  const { t } = useTranslation();
  // A server of an earlier release does not send the marketplace.
  if (sellerId === null || marketplaceId == null) return null;
  return (
    <Link
      className="overview-profile"
      to="/monitoramento-buybox/concorrentes/$marketplaceId/$sellerId"
      params={{ marketplaceId, sellerId }}
      aria-label={t('overview.profile_of', { name: sellerName ?? t('kit:seller.unnamed') })}
    >
      {t('overview.profile')}
    </Link>
  );
}

/** To whom the buybox was lost. */
export function Winners({ winners, list }: { winners: readonly Winner[]; list: ListHandle }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <figure className="overview-picture">
      <figcaption>{t('overview.winners')}</figcaption>
      {winners.length === 0 ? (
        <p className="overview-hint">{t('overview.nobody')}</p>
      ) : (
        <ScrollRegion label={t('overview.winners')}>
          <table className="overview-table">
            <thead>
              <tr>
                <th scope="col">{t('overview.competitor')}</th>
                {(['hours', 'times', 'listings', 'gap', 'fulfillment'] as const).map((name) => (
                  <th key={name} scope="col" className="overview-figure">
                    {t(`overview.lost.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {winners.map((winner) => (
                <tr key={`${winner.marketplaceId} ${winner.sellerId}`}>
                  <th scope="row">
                    <Name winner={winner} list={list} />
                    <Page winner={winner} />
                  </th>
                  <td className="overview-figure">
                    {t('overview.hours_of', { hours: format.decimal(winner.hours, 0) })}
                  </td>
                  <td className="overview-figure">{format.integer(winner.times)}</td>
                  <td className="overview-figure">{format.integer(winner.listings)}</td>
                  <td className="overview-figure">
                    {winner.gapPercent === null
                      ? MISSING
                      : format.signedPercent(winner.gapPercent / 100)}
                  </td>
                  <td className="overview-figure">{format.percent(winner.fulfillmentShare)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </figure>
  );
}
