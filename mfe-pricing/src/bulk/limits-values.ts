import { BulkChange } from '@primazia/backend/pricing/contract';

type Way = 'down' | 'up';

/** What the form holds; percentages as people say them, null: nothing is typed. */
export interface LimitsValues {
  of: 'price' | 'limits';
  min: number | null;
  minWay: Way;
  max: number | null;
  maxWay: Way;
}

export const NO_LIMITS: LimitsValues = {
  of: 'price',
  min: null,
  minWay: 'up',
  max: null,
  maxWay: 'up',
};

type Limits = Extract<BulkChange, { action: 'limits' }>;

const signed = (percent: number | null, way: Way): number | null =>
  percent === null ? null : way === 'up' ? percent : -percent;
/** Zero has no sign. */
const opposite = (percent: number | null): number | null => (percent === null ? null : 0 - percent);

/** What the form says, as the API takes it: of the price, a minimum lies below it and a maximum above. */
export function toLimits({ of, min, minWay, max, maxWay }: LimitsValues): Limits {
  return of === 'price'
    ? { action: 'limits', of, minBelowPercent: min, maxAbovePercent: max }
    : {
        action: 'limits',
        of,
        minBelowPercent: opposite(signed(min, minWay)),
        maxAbovePercent: signed(max, maxWay),
      };
}

const FIELDS = { minBelowPercent: 'min', maxAbovePercent: 'max' } as const;

/** What is wrong with the form, by the contract. */
export function limitsFaults(values: LimitsValues): { field: 'min' | 'max'; code: string }[] {
  const parsed = BulkChange.safeParse(toLimits(values));
  return (parsed.error?.issues ?? []).map(({ path, message, code }) => ({
    field: FIELDS[path[0] as keyof typeof FIELDS] ?? 'min',
    code: code === 'invalid_type' ? 'invalid' : message,
  }));
}
