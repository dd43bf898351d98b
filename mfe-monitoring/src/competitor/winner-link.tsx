import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { ShopLink, Winner } from '@primazia/kit/ui';
import { SellerLink } from './seller-link.tsx';

type Won = Pick<
  MonitoredListing,
  'winnerName' | 'winnerSellerId' | 'winnerPrice' | 'buyboxStatus' | 'marketplaceId' | 'countryCode'
>;

/** Who has the buybox of a listing: a competitor with its page, and its shop where it has no name. */
export function WinnerLink({ listing }: { listing: Won }) {
  const { winnerName, winnerSellerId, buyboxStatus, marketplaceId, countryCode } = listing;
  if (winnerSellerId === null || buyboxStatus !== 'LOSING') return <Winner listing={listing} />;
  const shop = { marketplaceId, countryCode, sellerId: winnerSellerId };
  return (
    <>
      <SellerLink marketplaceId={marketplaceId} sellerId={winnerSellerId} name={winnerName} />
      {!winnerName && (
        <>
          {' '}
          <ShopLink {...shop} />
        </>
      )}
    </>
  );
}
