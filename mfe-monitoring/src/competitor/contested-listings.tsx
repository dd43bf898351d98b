import { type ContestedListing, contestedListings } from '@primazia/backend/monitoring/contract';
import { MISSING, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  Ago,
  ErrorState,
  ScrollRegion,
  Skeleton,
  Text,
  TwoLines,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

const LIMIT = 50;

/** The listings with which a competitor competes, where it is now first; each leads to its market. */
export function ContestedListings({
  seller,
}: {
  seller: { marketplaceId: number; sellerId: string };
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQueryCall(contestedListings, {
    params: seller,
    query: { page, limit: LIMIT },
  });
  return (
    <section className="market-card">
      <h2>{t('competitor.where')}</h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorState error={error} onRetry={() => refetch()} />
        )
      ) : (
        <>
          <ScrollRegion label={t('competitor.where')}>
            <table className="overview-table">
              <thead>
                <tr>
                  <th scope="col">{t('list.listing')}</th>
                  {(['price', 'rival', 'gap', 'lowest'] as const).map((name) => (
                    <th key={name} scope="col" className="overview-figure">
                      {t(`competitor.by.${name}`)}
                    </th>
                  ))}
                  <th scope="col">{t('competitor.by.status')}</th>
                  <th scope="col">{t('competitor.by.source')}</th>
                </tr>
              </thead>
              <tbody>
                {data.content.map((one) => (
                  <Row key={`${one.listingId} ${one.source}`} one={one} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {data.totalPages > 1 && (
            <div className="competitor-pages">
              <ActionButton onPress={() => setPage(page - 1)} isDisabled={page === 0}>
                <Text>{t('competitor.previous')}</Text>
              </ActionButton>
              <span className="market-hint">
                {t('competitor.page', {
                  page: format.integer(page + 1),
                  of: format.integer(data.totalPages),
                })}
              </span>
              <ActionButton
                onPress={() => setPage(page + 1)}
                isDisabled={page + 1 >= data.totalPages}
              >
                <Text>{t('competitor.next')}</Text>
              </ActionButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Whether it has the buybox, is there, or was. */
const statusOf = ({ isPresent, hasBuybox }: ContestedListing) =>
  !isPresent ? 'gone' : hasBuybox === true ? 'has_buybox' : 'present';

function Row({ one }: { one: ContestedListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null) => format.money(amount, one.currencyCode);
  return (
    <tr>
      <th scope="row" className="competitor-listing">
        <TwoLines small={one.skuMarketplace}>
          <Link
            className="seller-link"
            to="/monitoramento-buybox/$listingId"
            params={{ listingId: one.listingId }}
          >
            {one.title}
          </Link>
        </TwoLines>
      </th>
      <td className="overview-figure">{money(one.price)}</td>
      <td className="overview-figure">{money(one.rivalPrice)}</td>
      <td className="overview-figure">
        {one.gapPercent === null ? MISSING : format.signedPercent(one.gapPercent / 100)}
      </td>
      <td className="overview-figure">
        <TwoLines small={one.lowestAt === null ? null : format.dateTime(one.lowestAt)}>
          {money(one.lowestPrice)}
        </TwoLines>
      </td>
      <td>{t(`competitor.status.${statusOf(one)}`)}</td>
      <td>
        <TwoLines small={one.observedAt === null ? null : <Ago at={one.observedAt} />}>
          {t(`competitor.from.${one.source}`)}
        </TwoLines>
      </td>
    </tr>
  );
}
