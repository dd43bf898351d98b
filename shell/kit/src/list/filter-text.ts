import type { Filter } from '@primazia/backend/kernel/filter';
import type { Format } from '../format/format.ts';
import type { FilterField } from './types.ts';

/** How values are joined on the wire. */
export const JOIN = '|';

/** What a filter says, for its chip: 'Stock: ≥ 10'. */
export function filterText(field: FilterField, filter: Filter, format: Format): string {
  const values = filter.value.split(JOIN);
  const [first = '', second = ''] = values;
  switch (field.kind) {
    case 'select':
      return values
        .map((value) => field.options.find((option) => option.value === value)?.label ?? value)
        .join(', ');
    case 'text':
      return `“${filter.value}”`;
    case 'days':
      return `${format.date(first)} – ${format.date(second)}`;
    case 'number':
      return numberText(filter.condition, Number(first), Number(second), format);
  }
}

function numberText(condition: Filter['condition'], first: number, second: number, format: Format) {
  const write = (value: number) => format.decimal(value, 0);
  if (condition === 'BETWEEN') return `${write(first)} – ${write(second)}`;
  if (condition === '>=') return `≥ ${write(first)}`;
  if (condition === '<=') return `≤ ${write(first)}`;
  return condition === '!=' ? `≠ ${write(first)}` : write(first);
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
