// The kinds of fields that pricing's lists have.
import { type ListField, YES_NO } from '../../kernel/list-schema.ts';

export const text: ListField = { type: 'text' };
export const money: ListField = { type: 'monetary' };
export const date: ListField = { type: 'date' };
export const decimal: ListField = { type: 'numeric' };
export const whole: ListField = { type: 'numeric', values: 'whole' };
export const yesNo: ListField = { type: 'select', options: YES_NO, values: 'boolean' };
/** Chosen by searching, and named by its id. */
export const chosen: ListField = { type: 'multi_search', values: 'whole' };
export const select = (options: readonly string[]): ListField => ({ type: 'select', options });

/** Named by its number. */
export const marketplaceId: ListField = { type: 'select', values: 'whole' };
