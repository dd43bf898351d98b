import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { RulePanel } from './rule-panel.tsx';
import { usePricedListing } from './use-priced-listing.ts';

interface RuleOfUpdateProps {
  update: PriceUpdate;
  /** Saving the rule undoes the update. */
  undo: boolean;
  onClose: () => void;
}

/** The rule form of the ad that an update belongs to. */
export function RuleOfUpdate({ update, undo, onClose }: RuleOfUpdateProps) {
  const listing = usePricedListing(update.listingId);
  if (!listing) return null;
  return <RulePanel listing={listing} onClose={onClose} {...(undo ? { undoes: update } : {})} />;
}
