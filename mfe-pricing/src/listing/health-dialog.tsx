import { listingHealth, NO_SKU } from '@primazia/backend/catalog/contract';
import { NEEDS_IMPROVEMENT_BELOW } from '@primazia/backend/kernel/listing';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { healthFailureText, useQueryCall, useTranslation } from '@primazia/kit';
import { AlertIcon, EmptyState, Skeleton, StatusTag } from '@primazia/kit/ui';
import { LoadFailure } from '../ui/load-failure.tsx';
import { HealthCategories } from './health-categories.tsx';
import { HealthGauge } from './health-gauge.tsx';
import { ListingDialog } from './listing-dialog.tsx';

const UNAUTHORIZED = 401;
/** A listing's health changes with the days: each opening of the dialog fetches it again. */
const ASK_AGAIN = { keepPrevious: false, staleTime: 0 };

interface HealthDialogProps {
  listing: PricedListing;
  onClose: () => void;
}

/** What makes a listing a good one in its marketplace's eyes: how much of it is done, and what is missing. */
export function HealthDialog({ listing, onClose }: HealthDialogProps) {
  const { t } = useTranslation();
  return (
    <ListingDialog
      title={t('listing.health.title')}
      width={800}
      listing={listing}
      onClose={onClose}
    >
      <HealthOf listing={listing} />
    </ListingDialog>
  );
}

function HealthOf({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const { sku, skuMarketplace, accountId } = listing;
  const { data, error, refetch } = useQueryCall(
    listingHealth,
    { params: { sku: sku ?? NO_SKU, skuMarketplace }, query: { accountId } },
    ASK_AGAIN,
  );
  if (error !== null && data === undefined)
    return (
      <LoadFailure
        title={t('listing.health.failure')}
        text={healthFailureText(t, error)}
        {...(error.status === UNAUTHORIZED ? {} : { onRetry: refetch })}
      />
    );
  if (data === undefined) return <Skeleton rows={8} />;
  const { totalHealth: total, totalHealthCompleted: completed, categories } = data;
  if (data.health === 'UNPROCESSED' || total === 0)
    return (
      <>
        <HealthGauge completed={0} total={0} />
        <EmptyState
          kind="nothing-yet"
          title={t('listing.health.unprocessed')}
          text={t('listing.health.unprocessed_text')}
        />
      </>
    );
  return (
    <>
      <div className="health-head">
        <HealthGauge completed={completed} total={total} />
        {(completed / total) * 100 < NEEDS_IMPROVEMENT_BELOW && (
          <StatusTag tone="notice" icon={AlertIcon}>
            {t('listing.health.needs_improvement')}
          </StatusTag>
        )}
      </div>
      <HealthCategories categories={categories} />
    </>
  );
}
