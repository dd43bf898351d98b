import type { PricedListing, PriceUpdate } from '@primazia/backend/pricing/contract';
import type { RefObject } from 'react';

/** What every form of a rule is handed. */
export interface RuleFormProps {
  /** The ad as it is now, also while the form stands open. */
  listing: PricedListing;
  /** Saving the changed rule undoes this update in the same step. */
  undoes?: PriceUpdate;
  onClose: () => void;
  dismiss: RefObject<() => void>;
}
