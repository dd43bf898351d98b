import { type PricedListing, queryListings } from '@primazia/backend/pricing/contract';
import { type ApiError, useLiveRefetch, useQueryCall } from '@primazia/kit';

interface PricedListingNow {
  /** Undefined while it is on its way, null where the company has no such listing. */
  listing: PricedListing | null | undefined;
  error: ApiError | null;
  retry: () => unknown;
}

/** One listing with all that pricing knows of it, as it is now. Null: none is asked for. */
export function usePricedListing(id: number | null): PricedListingNow {
  const filter = {
    field: 'id',
    condition: '=' as const,
    value: String(id ?? 0),
    logicalOperator: 'AND' as const,
  };
  const { data, error, refetch, isFetchedAfterMount } = useQueryCall(
    queryListings,
    { query: { page: 0, limit: 1, tab: 'all' }, body: { filters: [filter], orders: [] } },
    { keepPrevious: false, staleTime: 0, enabled: id !== null },
  );
  useLiveRefetch(
    ['listings', 'markets', 'rules', 'price-updates'],
    refetch,
    // Rules and price updates have ids of their own.
    ({ type, ids }) =>
      id !== null && (type === 'rules' || type === 'price-updates' || ids.includes(id)),
  );
  // A cached answer is not shown: whether the listing has a rule decides which form opens.
  const isKnown = data !== undefined && isFetchedAfterMount;
  return {
    listing: isKnown ? (data.content[0] ?? null) : undefined,
    error: isKnown ? null : error,
    retry: refetch,
  };
}
