import { type PriceUpdate, queryListings } from '@primazia/backend/pricing/contract';
import { useQueryCall } from '@primazia/kit';
import { RulePanel } from './rule-panel.tsx';

interface RuleOfUpdateProps {
  update: PriceUpdate;
  /** Saving the rule undoes the update. */
  undo: boolean;
  onClose: () => void;
}

/** The rule form of the ad that an update belongs to. */
export function RuleOfUpdate({ update, undo, onClose }: RuleOfUpdateProps) {
  const filter = {
    field: 'id',
    condition: '=' as const,
    value: String(update.listingId),
    logicalOperator: 'AND' as const,
  };
  const { data } = useQueryCall(queryListings, {
    query: { page: 0, limit: 1, tab: 'all' },
    body: { filters: [filter], orders: [] },
  });
  const listing = data?.content[0];
  if (listing === undefined) return null;
  return <RulePanel listing={listing} onClose={onClose} {...(undo ? { undoes: update } : {})} />;
}
