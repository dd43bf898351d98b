import type { ExportBody } from '@primazia/backend/kernel/export';
import { type RefObject, useId, useState } from 'react';
import { lazily } from '../module/lazily.tsx';
import type { Arrangement } from './arrangement.ts';
import { useFilterText } from './chips.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchBox } from './search-box.tsx';
import { sheetColumns } from './sheet.ts';
import { SheetButton } from './sheet-button.tsx';
import type { AskSheet } from './sheet-dialog.tsx';
import { SortMenu } from './sort-menu.tsx';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import type { PreferencesHandle } from './use-preferences.ts';
import { ViewMenu } from './view-menu.tsx';

const FilterBuilder = lazily(async () => (await import('./filter-builder.tsx')).FilterBuilder);

interface ListToolbarProps<Row> {
  title: string;
  list: ListHandle;
  filters: readonly FilterField[];
  searchLabel: string | undefined;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
  arrangement: Arrangement<Row>;
  handle: PreferencesHandle;
  sheet: AskSheet | undefined;
  /** What the list asks. */
  question: Omit<ExportBody, 'columns'>;
  /** How many rows match. */
  total: number;
}

/** What narrows a list, orders it, makes a spreadsheet of it, and says how it looks. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { list, filters, arrangement, handle } = props;
  const { arranged, hidden, orderable } = arrangement;
  const { preferences, change } = handle;
  const [isBuilding, setBuilding] = useState(false);
  const builderId = useId();
  const visible = arranged.filter(({ id }) => !hidden.has(id));
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
          {props.sheet !== undefined && (
            <SheetButton
              title={props.title}
              ask={props.sheet}
              question={props.question}
              said={said}
              columns={sheetColumns(arranged)}
              visible={sheetColumns(visible).map(({ field }) => field)}
              total={props.total}
            />
          )}
          <ViewMenu columns={arranged.slice(1)} hidden={hidden} handle={handle} />
        </div>
      </div>
      {isBuilding && <FilterBuilder id={builderId} fields={filters} list={list} />}
    </>
  );
}
