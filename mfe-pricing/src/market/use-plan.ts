import { plan } from '@primazia/backend/monitoring/contract';
import { useQueryCall } from '@primazia/kit';
import { useEffect } from 'react';

const EVERY_MS = 60_000;
const MOST_IDS = 200;

/** The plan of the polls, with the next one of each of these listings; fetched again each minute. */
export function usePlan(listingIds: readonly number[]) {
  const listings = listingIds.slice(0, MOST_IDS).join(',');
  const { data, refetch } = useQueryCall(
    plan,
    { query: listings === '' ? {} : { listings } },
    { staleTime: EVERY_MS },
  );
  useEffect(() => {
    const timer = setInterval(() => void refetch(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return data;
}
