import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  rowExpandingFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import {
  completeOrder,
  hiddenOf,
  LEAST_WIDTH,
  type ListPreferences,
  MOST_WIDTH,
} from './preferences.ts';
import type { SteadyRow } from './steady-rows.ts';
import type { Column, Selection } from './types.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSelectionFeature,
});

/** A list as TanStack Table holds it: rows, order, visibility, pins and widths of its columns, ticked and opened rows. */
export type TableModel<Row> = ReactTable<typeof features, SteadyRow<Row>>;

interface TableModelInput<Row> {
  columns: readonly Column<Row>[];
  rows: SteadyRow<Row>[];
  idOf: (row: Row) => string;
  /** Absent: rows cannot be ticked. */
  selection: Selection<Row> | undefined;
  hasDetails: boolean;
  preferences: ListPreferences;
  onPreferences: (change: Partial<ListPreferences>) => void;
}

/** The person's choice of columns as slices of the table's state; the first column always is first. */
function useColumnState<Row>(columns: readonly Column<Row>[], preferences: ListPreferences) {
  const { order, pinned, hidden, widths } = preferences;
  return useMemo(() => {
    const ids = completeOrder(columns, order);
    return {
      columnOrder: ids,
      columnPinning: {
        start: ids.filter((id, place) => place === 0 || pinned.includes(id)),
        end: [],
      },
      columnVisibility: Object.fromEntries(hiddenOf(columns, { hidden }).map((id) => [id, false])),
      columnSizing: widths,
    };
  }, [columns, order, pinned, hidden, widths]);
}

/**
 * The ticked rows as a slice of the table's state. Where all matching rows are chosen, every row of the page is ticked;
 * a change then leaves the rows that are ticked on the page.
 */
function useSelectionState<Row>({
  rows,
  idOf,
  selection,
}: Pick<TableModelInput<Row>, 'rows' | 'idOf' | 'selection'>) {
  const chosen = selection?.rows;
  const isAll = selection?.all !== undefined && selection.all.chosen !== null;
  const rowSelection = useMemo((): Record<string, true> => {
    const ticked = isAll ? rows.map(({ row }) => row) : (chosen ?? []);
    return Object.fromEntries(ticked.map((row) => [idOf(row), true]));
  }, [rows, idOf, chosen, isAll]);
  const onRowSelectionChange = (next: Readonly<Record<string, true>>) => {
    const known = new Map(
      [...(chosen ?? []), ...rows.map(({ row }) => row)].map((row) => [idOf(row), row]),
    );
    if (isAll) selection?.all?.onChoose(null);
    selection?.onChange([...known].flatMap(([id, row]) => (next[id] ? [row] : [])));
  };
  return { rowSelection, onRowSelectionChange };
}

/** A list's table model: the person's preferences and the page's selection are its state, and are updated by each change. */
export function useTableModel<Row>(input: TableModelInput<Row>): TableModel<Row> {
  const { columns, rows, idOf, preferences, onPreferences } = input;
  const definitions = useMemo(
    () =>
      columns.map(({ id, header }, place) => ({
        id,
        header,
        enableHiding: place > 0,
        enablePinning: place > 0,
      })),
    [columns],
  );
  const columnState = useColumnState(columns, preferences);
  const { rowSelection, onRowSelectionChange } = useSelectionState(input);
  const { columnOrder, columnPinning, columnVisibility, columnSizing } = columnState;
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ row }) => idOf(row),
    defaultColumn: BOUNDS,
    state: { ...columnState, rowSelection },
    enableRowSelection: input.selection !== undefined,
    getRowCanExpand: () => input.hasDetails,
    // A live update of the rows keeps open rows open.
    autoResetExpanded: false,
    onColumnOrderChange: (updater) =>
      onPreferences({ order: functionalUpdate(updater, columnOrder).slice(1) }),
    onColumnPinningChange: (updater) => {
      const [, ...pinned] = functionalUpdate(updater, columnPinning).start;
      // Stores the visible order: a column that is unpinned keeps its place.
      onPreferences({ order: allColumns(columnOrder, columnPinning.start).slice(1), pinned });
    },
    onColumnVisibilityChange: (updater) => {
      const visible = functionalUpdate(updater, columnVisibility);
      onPreferences({ hidden: columnOrder.filter((id) => visible[id] === false) });
    },
    onColumnSizingChange: (updater) =>
      onPreferences({ widths: functionalUpdate(updater, columnSizing) }),
    onRowSelectionChange: (updater) =>
      onRowSelectionChange(functionalUpdate(updater, rowSelection)),
  });
}
const BOUNDS = { minSize: LEAST_WIDTH, maxSize: MOST_WIDTH };

const allColumns = (order: readonly string[], start: readonly string[]) => [
  ...start,
  ...order.filter((id) => !start.includes(id)),
];
