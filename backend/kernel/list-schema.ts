// What a list may be filtered and ordered by, as one value: the backend makes its SQL whitelist of it, the schema call
// its answer, the page its filters. Pure.
import * as z from 'zod';
import { CONDITIONS, type Filter } from './filter.ts';

const FIELD_TYPES = [
  'date',
  'text',
  'monetary',
  'numeric',
  'select',
  'search',
  'multi_search',
] as const;
/** How a user enters a value of a field: `search` selects one of many, `multi_search` several. */
export type FieldType = (typeof FIELD_TYPES)[number];

export type Condition = Filter['condition'];

/** The conditions of each type, the usual one first. Of a date `=` takes one day, `BETWEEN` a range. */
export const FIELD_CONDITIONS: Readonly<Record<FieldType, readonly Condition[]>> = {
  date: ['BETWEEN', '=', '>=', '<=', '!='],
  text: ['LIKE', '=', '!=', 'IN'],
  monetary: ['BETWEEN', '=', '>=', '<=', '!=', 'IN'],
  numeric: ['BETWEEN', '=', '>=', '<=', '!=', 'IN'],
  select: ['IN', '=', '!='],
  search: ['=', '!='],
  multi_search: ['IN', '=', '!='],
};

/** The greatest length of one value, in characters; a range has two values, and `IN` any number of them. */
export const VALUE_LENGTHS: Readonly<Record<FieldType, number>> = {
  date: 40,
  text: 200,
  monetary: 20,
  numeric: 20,
  select: 64,
  search: 200,
  multi_search: 200,
};

/** How a yes or no is written. */
export const YES_NO = ['true', 'false'] as const;

export interface ListField {
  type: FieldType;
  /** What a `select` chooses among. */
  options?: readonly string[];
  /** The kind of the values where the type does not say it; left out: numbers may have decimals, others are texts. */
  values?: 'whole' | 'boolean';
  /** It can be filtered by, and the list cannot be ordered by it. */
  isUnordered?: boolean;
}

/** The fields of a list, by name. */
export type ListFields = Readonly<Record<string, ListField>>;

/** Declares the fields of a list; the identity function that keeps their names. */
export const listFields = <Name extends string>(
  fields: Readonly<Record<Name, ListField>>,
): Readonly<Record<Name, ListField>> => fields;

/** A field as the API describes it. */
export const AllowedField = z.object({
  field: z.string(),
  type: z.enum(FIELD_TYPES),
  conditions: z.array(z.enum(CONDITIONS)),
  /** The options; null: any typed or found value. */
  options: z.array(z.string()).nullable(),
  /** The greatest length of one value, in characters. */
  maxLength: z.int(),
  isOrdered: z.boolean(),
});
export type AllowedField = z.infer<typeof AllowedField>;

/** The fields of a list as the API describes them. */
export const allowedFields = (fields: ListFields): AllowedField[] =>
  Object.entries(fields).map(([field, { type, options, isUnordered = false }]) => ({
    field,
    type,
    conditions: [...FIELD_CONDITIONS[type]],
    options: options === undefined ? null : [...options],
    maxLength: VALUE_LENGTHS[type],
    isOrdered: !isUnordered,
  }));
