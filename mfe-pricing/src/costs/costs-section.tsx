import { type CostsOfListing, getListingCosts } from '@primazia/backend/catalog/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import { Disclosure, DisclosurePanel, DisclosureTitle } from '@primazia/kit/form';
import { ErrorState, Skeleton } from '@primazia/kit/ui';
import { type RefObject, useState } from 'react';
import { CostsForm } from './costs-form.tsx';
import { marginAt } from './margin.ts';

interface CostsSectionProps {
  listing: PricedListing;
  /** The minimum in force for the listing; null: none, or not known. */
  minimum: number | null;
  /** The rule's minimum follows from the cost: the section is open from the start. */
  isNeeded: boolean;
  /** Whether something is typed that is not saved yet. */
  onDirtyChange: (isDirty: boolean) => void;
  /** Saves what is typed. */
  flush: RefObject<() => Promise<boolean>>;
}

/** The costs of the present listing, and the margin of its price; saved separately, or with the rule. */
export function CostsSection(props: CostsSectionProps) {
  const { listing, isNeeded } = props;
  const { t } = useTranslation();
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const costs = useQueryCall(
    getListingCosts,
    { params: { listingId: listing.id } },
    { keepPrevious: false, staleTime: 0 },
  );
  const fetchStored = async () => {
    if (!costs.isFetching && costs.error === null) return costs.data;
    const { data, isSuccess } = await costs.refetch({ cancelRefetch: false });
    return isSuccess ? data : undefined;
  };
  useLiveRefetch(['listings'], costs.refetch, ({ ids }) => ids.includes(listing.id));
  return (
    <Disclosure
      isQuiet
      UNSAFE_className="rule__more"
      isExpanded={isChosen ?? isNeeded}
      onExpandedChange={setChosen}
    >
      <DisclosureTitle>
        {t('costs.title')}
        <Summary listing={listing} costs={costs.data} />
      </DisclosureTitle>
      <DisclosurePanel>
        {costs.data === undefined && costs.error === null && <Skeleton rows={3} />}
        {costs.data !== undefined && (
          <CostsForm {...props} stored={costs.data} fetchStored={fetchStored} />
        )}
        {costs.error !== null && <ErrorState error={costs.error} onRetry={costs.refetch} />}
      </DisclosurePanel>
    </Disclosure>
  );
}

/** The margin at the present price, beside the title of the folded section. */
function Summary({
  listing,
  costs,
}: {
  listing: PricedListing;
  costs: CostsOfListing | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (costs === undefined) return null;
  const margin = marginAt(listing.price, costs);
  return (
    <span className="costs__summary">
      {margin === null
        ? t('costs.unknown')
        : t('costs.summary', { share: format.percent(margin.share) })}
    </span>
  );
}
