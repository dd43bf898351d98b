import { type PricedListing, queryListings } from '@primazia/backend/pricing/contract';
import { useQueryCall } from '@primazia/kit';

/**
 * One ad with all that pricing knows of it.
 * @param id undefined: nothing is asked
 * @returns undefined while it is on its way, null where the company has no such ad
 */
export function usePricedListing(id: number | undefined): PricedListing | null | undefined {
  const filter = {
    field: 'id',
    condition: '=' as const,
    value: String(id),
    logicalOperator: 'AND' as const,
  };
  const { data } = useQueryCall(
    queryListings,
    { query: { page: 0, limit: 1, tab: 'all' }, body: { filters: [filter], orders: [] } },
    { enabled: id !== undefined, keepPrevious: false },
  );
  return data === undefined ? undefined : (data.content[0] ?? null);
}
