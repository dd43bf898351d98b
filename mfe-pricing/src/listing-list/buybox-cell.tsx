import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useMarketplaces, useTranslation } from '@primazia/kit';
import { Ago, BuyboxTag, shownBuybox } from '@primazia/kit/ui';
import { useListingDialogs } from './listing-dialogs.tsx';

/** The buybox status of a listing, and since when it is known; a press compares it with its competitors. */
export function BuyboxCell({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const open = useListingDialogs();
  const { buyboxStatus, marketObservedAt, marketplaceId } = listing;
  const { traits } = useMarketplaces().of(marketplaceId) ?? {};
  const status = t(`kit:buybox.${shownBuybox(buyboxStatus, traits)}`);
  return (
    <span className="pz-two-lines">
      <button
        type="button"
        className="opens-dialog"
        aria-label={t('competitors.open_of', { status })}
        title={t('competitors.open')}
        onClick={() => open.competitors(listing)}
      >
        <BuyboxTag status={buyboxStatus} marketplaceId={marketplaceId} />
      </button>
      {marketObservedAt !== null && (
        <span className="pz-two-lines-small">
          <Ago at={marketObservedAt} />
        </span>
      )}
    </span>
  );
}
