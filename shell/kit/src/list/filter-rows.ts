import type { Filter } from '@primazia/backend/kernel/filter';
import { type Condition, FIELD_CONDITIONS } from '@primazia/backend/kernel/list-schema';
import { faultOf } from './filter-validation.ts';
import type { FilterField } from './types.ts';

/** A row of the filter builder as it is being written. */
export interface DraftRow {
  /** Tells rows apart while they are drawn. */
  key: number;
  field: string | null;
  condition: Condition | null;
  /** As it is on the wire; '' is none. */
  value: string;
  logicalOperator: Filter['logicalOperator'];
}

/** The conditions that people are offered: several numbers or texts at once are for machines. */
export const conditionsOf = ({ kind }: FilterField): readonly Condition[] =>
  FIELD_CONDITIONS[kind].filter(
    (condition) => condition !== 'IN' || kind === 'select' || kind === 'multi_search',
  );

export const emptyRow = (key: number): DraftRow => ({
  key,
  field: null,
  condition: null,
  value: '',
  logicalOperator: 'AND',
});

/** The filters of a state as draft rows; one empty row where there is none. */
export const draftOf = (where: readonly Filter[]): DraftRow[] =>
  where.length === 0 ? [emptyRow(0)] : where.map((filter, key) => ({ key, ...filter }));

/** A row with another attribute: its usual condition, and no value yet. */
export const withField = (row: DraftRow, field: FilterField): DraftRow => ({
  ...row,
  field: field.field,
  condition: conditionsOf(field)[0] ?? null,
  value: '',
});

/** How many values a condition takes. */
const shapeOf = (condition: Condition | null) =>
  condition === 'BETWEEN' || condition === 'IN' ? condition : 'one';

/** A row with another condition: its value stays where the condition takes one of that shape. */
export const withCondition = (row: DraftRow, condition: Condition): DraftRow => ({
  ...row,
  condition,
  value: shapeOf(row.condition) === shapeOf(condition) ? row.value : '',
});

export interface RowFaults {
  field?: string;
  condition?: string;
  value?: string;
}

/** What is missing or wrong in a row, as codes of the faults' texts. */
export function faultsOf(row: DraftRow, fields: readonly FilterField[]): RowFaults {
  const field = fields.find((one) => one.field === row.field);
  if (field === undefined) return { field: 'required' };
  if (row.condition === null) return { condition: 'required' };
  const fault = faultOf(field, row.condition, row.value);
  return fault === null ? {} : { value: fault };
}

/** The rows as filters; null where one is not complete. A lone row without anything is none. */
export function filtersOf(
  rows: readonly DraftRow[],
  fields: readonly FilterField[],
): Filter[] | null {
  const [first] = rows;
  if (rows.length === 1 && first?.field === null) return [];
  const filters: Filter[] = [];
  for (const [place, row] of rows.entries()) {
    const { field, condition, value, logicalOperator } = row;
    if (field === null || condition === null) return null;
    if (Object.keys(faultsOf(row, fields)).length > 0) return null;
    filters.push({
      field,
      condition,
      value: value.trim(),
      logicalOperator: place === 0 ? 'AND' : logicalOperator,
    });
  }
  return filters;
}
