import type { Filter } from '@primazia/backend/kernel/filter';
import type { Format } from '../format/format.ts';
import { isDay } from './filter-validation.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { JOIN } from './where.ts';

/** The name of a value of a field. */
function nameOf(field: FilterField, value: string, format: Format): string {
  switch (field.kind) {
    case 'select':
      return field.options.find((option) => option.value === value)?.label ?? value;
    case 'search':
    case 'multi_search':
      return field.nameOf?.(value) ?? value;
    case 'text':
      return `“${value}”`;
    case 'date':
      return isDay(value) ? format.date(value) : format.dateTime(value);
    case 'monetary':
      return format.decimal(Number(value), 2);
    case 'numeric':
      return format.decimal(Number(value), 0);
  }
}

/** The text of a filter's chip: 'Stock: ≥ 10'. */
export function filterText(field: FilterField, filter: Filter, format: Format): string {
  const { condition, value } = filter;
  const write = (one: string) => nameOf(field, one, format);
  if (condition === 'BETWEEN') return value.split(JOIN).map(write).join(' – ');
  if (condition === 'IN') return value.split(JOIN).map(write).join(', ');
  if (condition === '>=') return `≥ ${write(value)}`;
  if (condition === '<=') return `≤ ${write(value)}`;
  return condition === '!=' ? `≠ ${write(value)}` : write(value);
}

/** The filter of a range of numbers; none where neither end is set. */
export function numberFilter(field: string, from: number | null, to: number | null): Filter | null {
  const make = (condition: Filter['condition'], value: string): Filter => ({
    field,
    condition,
    value,
    logicalOperator: 'AND',
  });
  if (from !== null && to !== null) return make('BETWEEN', `${from}${JOIN}${to}`);
  if (from !== null) return make('>=', String(from));
  return to === null ? null : make('<=', String(to));
}

/** The two ends of a number filter, as `numberFilter` writes them. */
export function numberRange(filter: Filter | undefined): [from: number | null, to: number | null] {
  if (filter === undefined) return [null, null];
  const [first, second] = filter.value.split(JOIN).map(Number);
  const value = first === undefined || Number.isNaN(first) ? null : first;
  if (filter.condition === 'BETWEEN') return [value, second ?? null];
  if (filter.condition === '=') return [value, value];
  return filter.condition === '<=' ? [null, value] : [value, null];
}

/** The filters with one field's filter set, or taken away. */
export const withFilter = (
  filters: readonly Filter[],
  field: string,
  filter: Filter | null,
): Filter[] => {
  const others = filters.filter((one) => one.field !== field);
  return filter === null ? others : [...others, filter];
};

/** The rows of the builder without some: where the first row of an alternative is removed, the next one begins it. */
export function withoutRows(where: readonly Filter[], isGone: (row: Filter) => boolean): Filter[] {
  const filters: Filter[] = [];
  let opens = false;
  for (const row of where) {
    if (row.logicalOperator === 'OR') opens = true;
    if (isGone(row)) continue;
    filters.push({ ...row, logicalOperator: opens && filters.length > 0 ? 'OR' : 'AND' });
    opens = false;
  }
  return filters;
}

/** The filter of a list by a field, where there is one. */
export const filterOf = (list: ListHandle, field: string) =>
  list.state.filters.find((filter) => filter.field === field);
