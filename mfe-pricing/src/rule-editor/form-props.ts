import type { PricedListing, PriceUpdate } from '@primazia/backend/pricing/contract';
import type { RefObject } from 'react';

/** The props of every form of a rule. */
export interface RuleFormProps {
  /** The listing as it is now, also while the form is open. */
  listing: PricedListing;
  /** Saving the changed rule undoes this update in the same step. */
  undoes?: PriceUpdate;
  onClose: () => void;
  dismiss: RefObject<() => void>;
}
