import { BulkChange, type BulkFields } from '@primazia/backend/pricing/contract';

/** What an edit can set, in the order in which the form offers it. */
export const EDIT_FIELDS = [
  'strategy',
  'competition',
  'baseOn',
  'adjustment',
  'minPrice',
  'maxPrice',
  'safeMargin',
  'requiresApproval',
  'control',
  'applyMinPriceWhenLosing',
  'considerShippingPrice',
] as const satisfies readonly (keyof BulkFields)[];
export type EditField = (typeof EDIT_FIELDS)[number];

type YesNo = 'true' | 'false';

/** What the form holds: which fields are to be set, and to what. Amounts are decimal; null: nothing is typed. */
export interface EditValues {
  set: Record<EditField, boolean>;
  strategy: NonNullable<BulkFields['strategy']>;
  competition: NonNullable<BulkFields['competition']>;
  baseOn: NonNullable<BulkFields['baseOn']>;
  adjustmentType: 'VALUE' | 'PERCENTAGE';
  adjustmentAmount: number | null;
  adjustmentPercent: number | null;
  minPrice: number | null;
  maxPrice: number | null;
  safeMargin: number | null;
  requiresApproval: YesNo;
  control: NonNullable<BulkFields['control']>;
  applyMinPriceWhenLosing: YesNo;
  considerShippingPrice: YesNo;
}

const none = Object.fromEntries(EDIT_FIELDS.map((field) => [field, false])) as Record<
  EditField,
  boolean
>;

/** Nothing is set. */
export const NO_EDIT: EditValues = {
  set: none,
  strategy: 'PRIMAZIA',
  competition: 'BUYBOX',
  baseOn: 'LOWEST_PRICE',
  adjustmentType: 'VALUE',
  adjustmentAmount: 0.01,
  adjustmentPercent: 1,
  minPrice: null,
  maxPrice: null,
  safeMargin: 0,
  requiresApproval: 'true',
  control: 'REGAIN',
  applyMinPriceWhenLosing: 'true',
  considerShippingPrice: 'false',
};

const isYes = (value: YesNo): boolean => value === 'true';

/** What the ticked fields say, as the API takes it; a text that is no amount stays NaN, and is refused. */
export function toFields(values: EditValues): BulkFields {
  const all: Required<BulkFields> = {
    strategy: values.strategy,
    competition: values.competition,
    baseOn: values.baseOn,
    adjustment:
      values.adjustmentType === 'VALUE'
        ? { type: 'VALUE', amount: values.adjustmentAmount ?? Number.NaN }
        : { type: 'PERCENTAGE', amount: values.adjustmentPercent ?? Number.NaN },
    minPrice: values.minPrice,
    maxPrice: values.maxPrice,
    safeMargin: values.safeMargin ?? Number.NaN,
    requiresApproval: isYes(values.requiresApproval),
    control: values.control,
    applyMinPriceWhenLosing: isYes(values.applyMinPriceWhenLosing),
    considerShippingPrice: isYes(values.considerShippingPrice),
  };
  return Object.fromEntries(
    EDIT_FIELDS.filter((field) => values.set[field]).map((field) => [field, all[field]]),
  );
}

/** A control of the form. */
export type EditControl = Exclude<keyof EditValues, 'set'>;

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
    // What is no number was not typed, or not understood: the field itself tells the second.
    code: code === 'invalid_type' ? 'required' : message,
  }));
  return crosses ? [...wrong, { field: 'maxPrice', code: 'max_not_above_min' }] : wrong;
}

function controlOf(field: string, { adjustmentType }: EditValues): EditControl | 'set' {
  if (field === 'adjustment')
    return adjustmentType === 'VALUE' ? 'adjustmentAmount' : 'adjustmentPercent';
  return EDIT_FIELDS.find((one): one is Exclude<EditField, 'adjustment'> => one === field) ?? 'set';
}
