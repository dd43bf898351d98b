import type { ExportBody } from '@primazia/backend/kernel/export';
import { type RefObject, useId, useState } from 'react';
import { lazily } from '../deferred/lazily.tsx';
import { useFilterText } from './chips.tsx';
import { exportColumns } from './export.ts';
import { ExportButton } from './export-button.tsx';
import type { AskExport, ExportedRows } from './export-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchBox } from './search-box.tsx';
import { type SortColumn, SortMenu } from './sort-menu.tsx';
import type { Column, FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import type { PreferencesHandle } from './use-preferences.ts';
import type { TableModel } from './use-table-model.ts';
import { ViewMenu } from './view-menu.tsx';

const FilterBuilder = lazily(async () => (await import('./filter-builder.tsx')).FilterBuilder);

interface ListToolbarProps<Row> {
  title: string;
  list: ListHandle;
  filters: readonly FilterField[];
  searchLabel: string | undefined;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
  model: TableModel<Row>;
  columns: readonly Column<Row>[];
  /** Those by which the list can be ordered, in the page's order. */
  orderable: readonly SortColumn[];
  handle: PreferencesHandle;
  onExport: AskExport | undefined;
  /** The question of the list. */
  question: Omit<ExportBody, 'columns'>;
  /** How many rows match. */
  total: number;
  exported: ExportedRows | undefined;
}

/** The controls that filter, order and export a list and change its appearance. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { list, filters, model, columns, orderable, handle } = props;
  const { preferences, change } = handle;
  const [isBuilding, setBuilding] = useState(false);
  const builderId = useId();
  const arranged = [...model.getStartLeafColumns(), ...model.getCenterLeafColumns()];
  const exported = (of: typeof arranged) =>
    exportColumns(of.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []));
  const said = useFilterText(list, filters);
  return (
    <>
      <div className="pz-toolbar">
        {props.searchLabel !== undefined && (
          <SearchBox list={list} label={props.searchLabel} field={props.search} />
        )}
        <FilterBar
          fields={filters}
          list={list}
          open={preferences.filters ?? filters.filter(({ open }) => open).map(({ field }) => field)}
          onOpen={(open) => change({ filters: open })}
          builderId={builderId}
          isBuilderOpen={isBuilding}
          onBuilder={setBuilding}
        />
        {orderable.length > 0 && <SortMenu list={list} columns={orderable} />}
        <div className="pz-toolbar-end">
          {props.onExport !== undefined && (
            <ExportButton
              title={props.title}
              ask={props.onExport}
              question={props.question}
              said={said}
              columns={exported(arranged)}
              visible={exported(arranged.filter((column) => column.getIsVisible())).map(
                ({ field }) => field,
              )}
              total={props.total}
              exported={props.exported}
            />
          )}
          <ViewMenu
            columns={arranged.slice(1).map((column) => ({
              id: column.id,
              header: String(column.columnDef.header),
              isVisible: column.getIsVisible(),
              isPinned: column.getIsPinned() !== false,
              show: (isShown) => column.toggleVisibility(isShown),
              pin: (isPinned) => column.pin(isPinned && 'start'),
            }))}
            onOrder={(ids) => model.setColumnOrder((order) => [...order.slice(0, 1), ...ids])}
            handle={handle}
          />
        </div>
      </div>
      {isBuilding && <FilterBuilder id={builderId} fields={filters} list={list} />}
    </>
  );
}
