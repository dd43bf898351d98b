import type { PricedListing } from '@primazia/backend/pricing/contract';
import type { Control } from 'react-hook-form';
import type { RuleValues } from './fields.ts';

/** What the groups of fields of a rule's form are handed. */
export interface FieldsProps {
  control: Control<RuleValues>;
  values: RuleValues;
  /** The listing at hand: one of those of the rule; null: it has none yet. */
  listing: PricedListing | null;
  /** Of the amounts in the rule. */
  currencyCode: string;
}
