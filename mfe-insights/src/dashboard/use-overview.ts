import { buyboxOverview } from '@primazia/backend/pricing/contract';
import { useQueryCall } from '@primazia/kit';
import type { Question } from '../question/question.ts';

/** The present numbers of buybox monitoring: of one account, or of all. */
export function useOverview({ filters: { accountIds, marketplaceIds } }: Question) {
  const [only, ...others] = accountIds ?? [];
  const isOne = only !== undefined && others.length === 0;
  const result = useQueryCall(buyboxOverview, { query: isOne ? { accountId: only } : {} });
  /** Whether they are of more accounts than the page shows. */
  const isWider = marketplaceIds !== undefined || others.length > 0;
  return { ...result, isWider };
}
