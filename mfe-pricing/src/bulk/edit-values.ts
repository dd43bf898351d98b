import {
  BULK_FIELDS,
  BulkChange,
  type BulkField,
  type BulkFields,
  RULE_TABLE,
} from '@primazia/backend/pricing/contract';
import type { OwnField, RuleValues } from '../rule/fields.ts';
import { newRule } from '../rule/values.ts';

/** The fields that people set most, in the order in which the form offers them; the others follow. */
const FIRST: readonly BulkField[] = [
  'strategy',
  'competition',
  'baseOn',
  'adjustment',
  'minPrice',
  'maxPrice',
  'safeMargin',
  'requiresApproval',
  'control',
];

/** What an edit can set. */
export const EDIT_FIELDS = [...new Set([...FIRST, ...BULK_FIELDS])];

type YesNo = 'true' | 'false';
type FormValue<Value> = Value extends boolean ? YesNo : Value;

/** The fields that one control sets. */
export type EditField = Extract<BulkField, OwnField>;
/** A control of the form. */
export type EditControl = EditField | 'adjustmentType' | 'adjustmentAmount' | 'adjustmentPercent';

const isOwn = (field: BulkField): field is EditField => field !== 'adjustment';
const OWN: readonly EditField[] = EDIT_FIELDS.filter(isOwn);

/** What the form holds: which fields are to be set, and to what. Amounts are decimal; null: nothing is typed. */
export type EditValues = {
  [Name in EditControl]: FormValue<RuleValues[Name]>;
} & { set: Record<BulkField, boolean> };

const { adjustmentType, adjustmentAmount, adjustmentPercent, ...usual } = newRule('');

/** Nothing is set. */
export const NO_EDIT = {
  adjustmentType,
  adjustmentAmount,
  adjustmentPercent,
  ...Object.fromEntries(
    OWN.map((field) => {
      const value = usual[field];
      return [field, typeof value === 'boolean' ? String(value) : value];
    }),
  ),
  set: Object.fromEntries(EDIT_FIELDS.map((field) => [field, false])),
} as EditValues;

/** The value of a control; an empty number is null where it is optional in a rule. */
function bodyValueOf(values: EditValues, field: EditField): unknown {
  const { byDefault } = RULE_TABLE[field];
  const value = values[field];
  if (typeof byDefault === 'boolean') return value === 'true';
  return value === null && byDefault !== null ? Number.NaN : value;
}

/** The ticked fields as the API takes them; a text that is not an amount stays NaN, and is refused. */
export function toFields(values: EditValues): BulkFields {
  const adjustment =
    values.adjustmentType === 'VALUE'
      ? { type: 'VALUE', amount: values.adjustmentAmount ?? Number.NaN }
      : { type: 'PERCENTAGE', amount: values.adjustmentPercent ?? Number.NaN };
  return Object.fromEntries(
    EDIT_FIELDS.filter((field) => values.set[field]).map((field) => [
      field,
      isOwn(field) ? bodyValueOf(values, field) : adjustment,
    ]),
  );
}

/** What is wrong with what is ticked, by the contract; `set`: nothing is ticked. */
export function editFaults(values: EditValues): { field: EditControl | 'set'; code: string }[] {
  const fields = toFields(values);
  if (Object.keys(fields).length === 0) return [{ field: 'set', code: 'required' }];
  const { minPrice, maxPrice } = fields;
  const crosses =
    typeof minPrice === 'number' && typeof maxPrice === 'number' && minPrice >= maxPrice;
  const parsed = BulkChange.safeParse({ action: 'edit', fields });
  const wrong = (parsed.error?.issues ?? []).map(({ path, message, code }) => ({
    field: controlOf(String(path[1] ?? ''), values),
    // A missing number was not typed, or not understood: the field itself reports the latter.
    code: code === 'invalid_type' ? 'required' : message,
  }));
  return crosses ? [...wrong, { field: 'maxPrice', code: 'max_not_above_min' }] : wrong;
}

function controlOf(field: string, { adjustmentType: type }: EditValues): EditControl | 'set' {
  if (field === 'adjustment') return type === 'VALUE' ? 'adjustmentAmount' : 'adjustmentPercent';
  return OWN.find((one) => one === field) ?? 'set';
}
