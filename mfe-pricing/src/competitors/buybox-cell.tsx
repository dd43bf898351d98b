import type { PricedListing } from '@primazia/backend/pricing/contract';
import { Ago, BuyboxTag, useTranslation } from '@primazia/kit';
import { useAdDialogs } from '../ad/ad-dialogs.tsx';

/** How an ad stands in the buybox, and since when that is known; pressed, it is compared with its competitors. */
export function BuyboxCell({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const open = useAdDialogs();
  const { buyboxStatus, marketObservedAt } = listing;
  const status = t(`kit:buybox.${buyboxStatus ?? 'SYNCING'}`);
  return (
    <span className="two-lines">
      <button
        type="button"
        className="opens-dialog"
        aria-label={t('competitors.open_of', { status })}
        title={t('competitors.open')}
        onClick={() => open.competitors(listing)}
      >
        <BuyboxTag status={buyboxStatus} />
      </button>
      {marketObservedAt !== null && (
        <span className="two-lines__small">
          <Ago at={marketObservedAt} />
        </span>
      )}
    </span>
  );
}
