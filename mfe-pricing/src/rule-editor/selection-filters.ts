import type { SelectionItem, SelectionPreview } from '@primazia/backend/pricing/contract';

/** The key of a listing's outcome: how its price changes, or why it stays. */
export const outcomeKey = ({ outcome, code }: Pick<SelectionItem, 'outcome' | 'code'>): string =>
  outcome === 'CHANGE' || outcome === 'PAUSE_RULE' ? outcome : (code ?? outcome);

/** The filters of a selection's listings, the most frequent outcome first. */
export function outcomeFilters({
  outcomes,
}: Pick<SelectionPreview, 'outcomes'>): { key: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const one of outcomes) {
    const key = outcomeKey(one);
    counts.set(key, (counts.get(key) ?? 0) + one.count);
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .sort((one, other) => other.count - one.count);
}
