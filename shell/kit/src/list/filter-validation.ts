import type { Filter } from '@primazia/backend/kernel/filter';
import { FIELD_CONDITIONS, VALUE_LENGTHS } from '@primazia/backend/kernel/list-schema';
import type { FilterField } from './types.ts';
import { JOIN } from './where.ts';

type Condition = Filter['condition'];

/** The parts of a field that decide which filters it takes. */
export interface ValidatedField {
  field: string;
  kind: FilterField['kind'];
  options?: readonly { value: string }[];
  whole?: boolean;
}

const NUMBERS = { any: /^-?\d+(\.\d+)?$/, whole: /^-?\d+$/, money: /^\d+(\.\d{1,2})?$/ } as const;

const patternOf = ({ kind, whole }: ValidatedField) =>
  whole ? NUMBERS.whole : kind === 'monetary' ? NUMBERS.money : NUMBERS.any;

/** Whether the calendar has such a day: 2026-02-30 is none. */
export function isDay(value: string): boolean {
  const day = new Date(value);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(value)
  );
}

/** An instant in a link, to the hour or more precise: a digest has an hour. */
const isInstant = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  !Number.isNaN(Date.parse(value));

function isValue(field: ValidatedField, value: string): boolean {
  switch (field.kind) {
    case 'select':
      return field.options?.some((option) => option.value === value) ?? true;
    case 'numeric':
    case 'monetary':
      return patternOf(field).test(value);
    case 'date':
      return isDay(value) || isInstant(value);
    case 'text':
    case 'search':
    case 'multi_search':
      return true;
  }
}

/** Why a filter is invalid: a code of the faults' texts. Null: it is valid. */
export function faultOf(field: ValidatedField, condition: Condition, value: string): string | null {
  const isList = condition === 'IN' || condition === 'BETWEEN';
  const parts = isList ? value.split(JOIN) : [value];
  if (parts.some((part) => part.trim() === '')) return 'required';
  if (parts.some((part) => part.length > VALUE_LENGTHS[field.kind])) return 'too_long';
  if (!FIELD_CONDITIONS[field.kind].includes(condition)) return 'unknown_condition';
  if (!parts.every((part) => isValue(field, part))) return 'invalid';
  if (condition !== 'BETWEEN') return null;
  const [first = '', last = ''] = parts;
  if (parts.length !== 2) return 'required';
  if (field.kind === 'date')
    return Date.parse(first) <= Date.parse(last) ? null : 'end_before_start';
  return Number(first) <= Number(last) ? null : 'max_below_min';
}

/** Whether a field takes a filter. */
export const isValidFilter = (
  field: ValidatedField,
  condition: Condition,
  value: string,
): boolean => faultOf(field, condition, value) === null;
