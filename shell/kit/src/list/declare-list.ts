import type { ListField } from '@primazia/backend/kernel/list-schema';
import type { ReactNode } from 'react';
import type { Choices, Column, ExportedField, FilterField } from './types.ts';

/** How a column looks. */
type Look<Row> = Pick<Column<Row>, 'help' | 'width' | 'hidden' | 'numeric'>;

/**
 * A page's declaration of a field of the contract. Its type, its options and whether it can be filtered and ordered by
 * come from the contract; column, filter and export follow from both.
 */
export interface DeclaredField<Row, Name extends string> extends Look<Row> {
  field: Name;
  label: string;
  /** The title of its column, where that is not the label. */
  header?: string;
  /** The name of an option of the contract, in the filter and in an export. */
  valueName?: (value: string) => string;
  /** The options that the filter offers, in their order; absent: those of the contract. */
  offered?: readonly string[];
  /** The choices of a field that is searched. */
  choices?: Choices;
  /** False: the page offers no filter by it. `open`: its place among the filters that are in the toolbar. */
  filter?: false | { open: number; required?: boolean };
  /** The list can be ordered by its column. */
  ordered?: boolean;
  /** Absent: it has no column of its own. */
  cell?: (row: Row) => ReactNode;
}

/** A column that shows several fields, or a field under a name of its own. */
export interface DeclaredColumn<Row, Name extends string> extends Look<Row> {
  id: string;
  label: string;
  /** What it becomes in an export. */
  exports: readonly Name[];
  /** The field that its header orders by. */
  orderBy?: Name;
  cell: (row: Row) => ReactNode;
}

/** A field or a column, in the order of columns and filters. */
export type Declared<Row, Name extends string> =
  | DeclaredField<Row, Name>
  | DeclaredColumn<Row, Name>;

/** A list's columns and filters, made of the declarations of the contract and the page. */
export interface ListDeclaration<Row> {
  columns: readonly Column<Row>[];
  filters: readonly FilterField[];
}

function filterOf<Row, Name extends string>(
  said: DeclaredField<Row, Name>,
  contract: ListField,
): FilterField[] {
  const { field, label, filter, choices, valueName = String } = said;
  const { type, values, options = [] } = contract;
  if (filter === false) return [];
  const base = { field, label, ...(filter !== undefined && { open: true }) };
  switch (type) {
    case 'select': {
      const offered = said.offered ?? options;
      return [
        {
          ...base,
          kind: type,
          options: offered.map((value) => ({ value, label: valueName(value) })),
        },
      ];
    }
    case 'search':
    case 'multi_search':
      // Without a search there is nothing to choose from.
      return choices === undefined ? [] : [{ ...base, ...choices, kind: type }];
    case 'numeric':
    case 'monetary':
      return [{ ...base, kind: type, ...(values === 'whole' && { whole: true }) }];
    case 'date':
      return [{ ...base, kind: type, ...(filter?.required && { required: true }) }];
    case 'text':
      return [{ ...base, kind: type }];
  }
}

/** Declares a list once: each field of the contract with its label and its rendering. */
export function declareList<Row, Name extends string>(
  contract: Readonly<Partial<Record<Name, ListField>>>,
  declared: readonly Declared<Row, Name>[],
): ListDeclaration<Row> {
  const fields = declared.filter((one) => 'field' in one);
  const ofSeveral = new Set(declared.flatMap((one) => ('exports' in one ? one.exports : [])));
  const exported = (field: Name, header: string): ExportedField => {
    const { label = header, valueName } = fields.find((one) => one.field === field) ?? {};
    const options = contract[field]?.options ?? [];
    return {
      field,
      label,
      words:
        valueName === undefined
          ? {}
          : Object.fromEntries(options.map((value) => [value, valueName(value)])),
    };
  };
  const toColumn = (one: Declared<Row, Name>): Column<Row>[] => {
    if ('exports' in one) {
      const { label, exports, ...column } = one;
      const isOne = exports.length === 1;
      const all = exports.map((field) => exported(field, label));
      return [
        {
          ...column,
          header: label,
          exports: isOne ? all.map((only) => ({ ...only, label })) : all,
        },
      ];
    }
    const { field, label, header = label, cell, ordered, help, width, hidden } = one;
    if (cell === undefined) return [];
    const type = contract[field]?.type;
    const { numeric = type === 'numeric' || type === 'monetary' } = one;
    const appearance = {
      numeric,
      ...(help && { help }),
      ...(width && { width }),
      ...(hidden && { hidden }),
    };
    const exports = ofSeveral.has(field) ? [] : [{ ...exported(field, header), label: header }];
    return [
      { id: field, header, cell, ...appearance, ...(ordered && { orderBy: field }), exports },
    ];
  };
  const openOf = ({ filter }: (typeof fields)[number]) =>
    (filter || { open: Number.POSITIVE_INFINITY }).open;
  return {
    columns: declared.flatMap(toColumn),
    filters: fields
      .toSorted((one, other) => Math.sign(openOf(one) - openOf(other)) || 0)
      .flatMap((one) => {
        const field = contract[one.field];
        return field === undefined ? [] : filterOf(one, field);
      }),
  };
}
