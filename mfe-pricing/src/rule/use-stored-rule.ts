import { getRule } from '@primazia/backend/pricing/contract';
import { useLiveRefetch, useQueryCall } from '@primazia/kit';

/** A rule as it is stored now, never as it once was. */
export function useStoredRule(ruleId: number) {
  const { data, error, refetch, isFetchedAfterMount } = useQueryCall(
    getRule,
    { params: { ruleId } },
    { staleTime: 0, keepPrevious: false },
  );
  useLiveRefetch(['rules'], refetch, ({ ids }) => ids.includes(ruleId));
  return { rule: isFetchedAfterMount ? data : undefined, error, refetch };
}
