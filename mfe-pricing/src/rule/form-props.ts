import type { PricedListing, PriceUpdate } from '@primazia/backend/pricing/contract';
import type { RefObject } from 'react';
import type { Control } from 'react-hook-form';
import type { RuleValues } from './fields.ts';

/** What every form of a rule is handed. */
export interface RuleFormProps {
  /** The ad as it is now, also while the form stands open. */
  listing: PricedListing;
  /** Saving the changed rule undoes this update in the same step. */
  undoes?: PriceUpdate;
  onClose: () => void;
  dismiss: RefObject<() => void>;
}

/** What the groups of fields of that form are handed. */
export interface FieldsProps {
  control: Control<RuleValues>;
  values: RuleValues;
  /** The ad at hand: one of those of the rule; null: it has none yet. */
  listing: PricedListing | null;
  /** Of the amounts in the rule. */
  currencyCode: string;
}
