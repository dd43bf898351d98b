import { useMemo } from 'react';
import { arrange, hiddenOf, type ListPreferences } from './preferences.ts';
import type { SortColumn } from './sort-menu.tsx';
import type { Column } from './types.ts';

/** The columns of a list as a person wants them. */
export interface Arrangement<Row> {
  /** All of them, in the person's order. */
  arranged: readonly Column<Row>[];
  /** The ids of those out of sight. */
  hidden: ReadonlySet<string>;
  /** Those by which the list can be ordered, in the page's order. */
  orderable: readonly SortColumn[];
}

export function useArrangement<Row>(
  columns: readonly Column<Row>[],
  preferences: ListPreferences,
): Arrangement<Row> {
  const { order, pinned, hidden: chosen } = preferences;
  const arranged = useMemo(() => arrange(columns, { order, pinned }), [columns, order, pinned]);
  const hidden = useMemo(() => hiddenOf(columns, { hidden: chosen }), [columns, chosen]);
  return {
    arranged,
    hidden,
    orderable: columns.flatMap(({ header, orderBy }) =>
      orderBy === undefined ? [] : [{ header, orderBy }],
    ),
  };
}
