import { competitorProfile } from '@primazia/backend/monitoring/contract';
import {
  useFormat,
  useLiveRefetch,
  useMarketplaces,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { EmptyState, ErrorState, MarketplaceMark, ShopLink, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { ContestedListings } from './contested-listings.tsx';
import { ProfileFacts } from './profile-facts.tsx';

/** Markets change often; sums over many need not follow each change. */
const REFETCH_MS = 30_000;

export interface Seller {
  marketplaceId: number;
  sellerId: string;
}

/** One competitor: where it competes with us, whether it follows our prices, the buyboxes that it won, and its lowest prices. */
export function Competitor({ marketplaceId, sellerId }: Seller) {
  const { t } = useTranslation();
  const format = useFormat();
  const known = useMarketplaces().of(marketplaceId);
  const params = { marketplaceId, sellerId };
  const { data, error, refetch } = useQueryCall(competitorProfile, { params });
  useLiveRefetch(['markets'], () => refetch(), undefined, REFETCH_MS);
  const name = data?.sellerName || t('kit:seller.unnamed');
  const countries = data?.countryCodes ?? [];
  return (
    <section className="market-page">
      <header>
        <Link to="/monitoramento-buybox">{t('market.all_listings')}</Link>
        <h1>{data === undefined ? t('competitor.title') : name}</h1>
        <p className="competitor-place">
          <MarketplaceMark id={marketplaceId} /> {known?.name ?? format.marketplace(marketplaceId)}
          {countries.map((countryCode) => (
            <ShopLink key={countryCode} {...params} countryCode={countryCode} />
          ))}
        </p>
        {data?.sellerName === '' && data.listings > 0 && (
          <p className="market-hint">{t('competitor.unnamed', { sellerId })}</p>
        )}
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState error={error} onRetry={() => refetch()} />
        )
      ) : data.listings === 0 ? (
        <EmptyState
          kind="nothing-found"
          title={t('competitor.never_seen')}
          text={t('competitor.never_seen_text')}
        />
      ) : (
        <>
          <ProfileFacts profile={data} />
          <ContestedListings key={`${marketplaceId} ${sellerId}`} seller={params} />
        </>
      )}
    </section>
  );
}
