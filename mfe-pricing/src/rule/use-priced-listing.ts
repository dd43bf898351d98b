import { type PricedListing, queryListings } from '@primazia/backend/pricing/contract';
import { type ApiError, useLiveRefetch, useQueryCall } from '@primazia/kit';

interface PricedListingNow {
  /** Undefined while it is on its way, null where the company has no such ad. */
  listing: PricedListing | null | undefined;
  error: ApiError | null;
  retry: () => unknown;
}

/** One ad with all that pricing knows of it, as it is now. */
export function usePricedListing(id: number): PricedListingNow {
  const filter = {
    field: 'id',
    condition: '=' as const,
    value: String(id),
    logicalOperator: 'AND' as const,
  };
  const { data, error, refetch } = useQueryCall(
    queryListings,
    { query: { page: 0, limit: 1, tab: 'all' }, body: { filters: [filter], orders: [] } },
    { keepPrevious: false },
  );
  useLiveRefetch(
    ['listings', 'markets', 'rules', 'price-updates'],
    refetch,
    // Rules and price updates have ids of their own.
    ({ type, ids }) => type === 'rules' || type === 'price-updates' || ids.includes(id),
  );
  return {
    listing: data === undefined ? undefined : (data.content[0] ?? null),
    error: data === undefined ? error : null,
    retry: refetch,
  };
}
