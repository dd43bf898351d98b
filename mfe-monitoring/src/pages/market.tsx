import { type MonitoredListing, queryBuybox } from '@primazia/backend/pricing/contract';
import {
  useBasePath,
  useFormat,
  useLiveRefetch,
  usePlace,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import {
  PeriodBar,
  type PeriodSearch,
  PriceTimeline,
  periodOf,
  type TimelinePin,
  useTimeline,
} from '@primazia/kit/chart';
import { EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Competitors } from '../market/competitors.tsx';
import { MarketHead } from '../market/market-head.tsx';
import { toneOf } from '../market/tones.ts';
import { Watched } from '../watch/watched.tsx';

const ONE = { page: 0, limit: 15 };

/** Opens the history of a listing's prices, which is in another module; on the page of a host it does nothing. */
function useOpenHistory(listingId: number): () => void {
  const { history } = useRouter();
  const { root } = usePlace();
  const href = `${useBasePath()}/historico-de-precos/${listingId}`;
  return () => {
    if (root === document) history.push(href);
  };
}

/** One listing's market over time: own price, winner, lowest, price to win and limits, and who competes now. */
export function MarketPage() {
  const { t } = useTranslation();
  const { listingId } = useParams({ strict: false }) as { listingId: number };
  const { data, error, refetch } = useQueryCall(queryBuybox, {
    query: ONE,
    body: {
      filters: [{ field: 'id', condition: '=', value: String(listingId), logicalOperator: 'AND' }],
      orders: [],
    },
  });
  useLiveRefetch(['markets', 'listings', 'rules'], () => refetch());
  const listing = data?.content[0];
  return (
    <section className="market-page">
      <header>
        <Link to="/monitoramento-buybox">{t('market.all_listings')}</Link>
        <h1>{t('market.title')}</h1>
      </header>
      {listing !== undefined ? (
        <Market key={listingId} listing={listing} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data !== undefined ? (
        <EmptyState
          kind="nothing-found"
          title={t('market.no_listing')}
          text={t('market.no_listing_text')}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </section>
  );
}

function Market({ listing }: { listing: MonitoredListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { days, from, to } = useSearch({ strict: false }) as PeriodSearch;
  const period = periodOf({ days, from, to }, new Date());
  const { id, title, currencyCode } = listing;
  const { series, marks, timeline, error, retry } = useTimeline(id, period);
  const openHistory = useOpenHistory(id);
  const pins = useMemo(
    () =>
      (marks?.marks ?? []).map((mark): TimelinePin => {
        const tone = toneOf(mark.state);
        return {
          id: mark.id,
          at: mark.at,
          price: mark.newPrice,
          tone,
          text: `${format.money(mark.oldPrice, currencyCode)} → ${format.money(mark.newPrice, currencyCode)}`,
          state: t(`market.update.${tone}`),
        };
      }),
    [marks, currencyCode, format, t],
  );
  return (
    <>
      <MarketHead listing={listing} />
      <PeriodBar period={period} />
      {timeline === undefined && error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <div className="market-card">
          <PriceTimeline
            key={`${period.from} ${period.to}`}
            label={t('market.chart', { title })}
            timeline={timeline}
            currencyCode={currencyCode}
            pins={pins}
            olderPins={(marks?.total ?? 0) - pins.length}
            onPin={openHistory}
          />
          {series?.isThinned === true && <p className="market-hint">{t('market.thinned')}</p>}
        </div>
      )}
      <Competitors listing={listing} />
      <Watched listing={listing} />
    </>
  );
}
