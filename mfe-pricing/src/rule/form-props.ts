import type { PricedListing } from '@primazia/backend/pricing/contract';
import type { Control } from 'react-hook-form';
import type { RuleValues } from './fields.ts';

/** The props of the groups of fields in a rule's form. */
export interface FieldsProps {
  control: Control<RuleValues>;
  values: RuleValues;
  /** The listing at hand: one of those of the rule; null: it has none yet. */
  listing: PricedListing | null;
  /** The currency of the amounts in the rule. */
  currencyCode: string;
}
