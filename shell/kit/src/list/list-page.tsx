import type { LiveTopic } from '@primazia/backend/platform/contract';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { RefreshIcon } from '../icons.ts';
import { useLiveRefetch } from '../live/hooks.ts';
import { Chips } from './chips.tsx';
import { FilterBar } from './filter-bar.tsx';
import { moveRow, useKeys } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { ListBody, StaleNotice, useHealing, useQuestion } from './list-body.tsx';
import { ListTable } from './list-table.tsx';
import { ListTabs } from './list-tabs.tsx';
import { Pagination } from './pagination.tsx';
import { useListPreferences } from './preferences.ts';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';
import type { Column, EmptyList, FilterField, ListResult, RowAction, Tab } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import { ViewMenu } from './view-menu.tsx';

export interface ListPageProps<Row> {
  /** Names the list among all lists: the person's choice of columns is kept under it. */
  id: string;
  title: string;
  /** Of `useListState`. */
  list: ListHandle;
  /** Of `useQueryCall`. */
  result: ListResult<Row>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => number | string;
  /** What a row is called by those who hear the page. */
  rowLabel: (row: Row) => string;
  empty: EmptyList;
  tabs?: readonly Tab[];
  filters?: readonly FilterField[];
  /** What can be searched; absent: there is no search. */
  searchLabel?: string;
  rowActions?: (row: Row) => readonly RowAction[];
  /** What stands under a row that is opened. */
  details?: (row: Row) => ReactNode;
  detailsLabel?: string;
  /** What a row says, as far as a change of it should be marked; without it every change counts. */
  fingerprint?: (row: Row) => string;
  /** The list is asked anew when one of these tells of a change. */
  live?: readonly LiveTopic[];
  /** Buttons of the page, at its head. */
  actions?: ReactNode;
  /** What one should know of the whole list, under its title. */
  notice?: ReactNode;
}

const NO_TOPICS: readonly LiveTopic[] = [];
const NO_ROWS: readonly never[] = [];
const MOST_SKELETONS = 15;

/** A page that is a list: views, filters, a table that stays still under the pointer, and pages. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, result, columns, filters = [] } = props;
  const { t } = useTranslation('kit');
  const [preferences, setPreferences] = useListPreferences(props.id);
  const [showsKeys, setShowsKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);

  useHealing(list, result);
  useLiveRefetch(props.live ?? NO_TOPICS, result.refetch);
  useKeys({
    '/': () => search.current?.focus(),
    j: () => moveRow(table.current, 1),
    k: () => moveRow(table.current, -1),
    '?': () => setShowsKeys(true),
  });

  const idOf = (row: Row) => String(props.rowId(row));
  const { fingerprint } = props;
  const steady = useSteadyRows<Row>(result.data?.content ?? NO_ROWS, useQuestion(list, result), {
    idOf,
    differs: (before, after) =>
      before !== after && (!fingerprint || fingerprint(before) !== fingerprint(after)),
  });

  const hidden = useMemo(() => {
    const own = columns.filter((column) => column.hidden).map((column) => column.id);
    return new Set(preferences.hidden ?? own);
  }, [columns, preferences.hidden]);
  const choosable = columns.slice(1);
  const orderable = columns.flatMap(({ header, orderBy }) =>
    orderBy === undefined ? [] : [{ header, orderBy }],
  );
  const total = result.data?.totalElements ?? 0;

  return (
    <section className={`pz-list pz-list-${preferences.density}`}>
      <header className="pz-list-head">
        <h1>{props.title}</h1>
        {props.actions !== undefined && <div className="pz-list-actions">{props.actions}</div>}
      </header>
      {props.notice}
      {props.tabs !== undefined && (
        <ListTabs tabs={props.tabs} counts={result.data?.counts} list={list} />
      )}
      <div className="pz-toolbar">
        {props.searchLabel !== undefined && (
          <SearchBox list={list} label={props.searchLabel} field={search} />
        )}
        <FilterBar fields={filters} list={list} />
        {orderable.length > 0 && (
          <div className="pz-when-narrow">
            <SortMenu list={list} columns={orderable} />
          </div>
        )}
        <div className="pz-toolbar-end">
          <ViewMenu
            columns={choosable}
            visible={choosable.map(({ id }) => id).filter((id) => !hidden.has(id))}
            density={preferences.density}
            onChange={setPreferences}
          />
        </div>
      </div>
      <Chips fields={filters} list={list} />
      <StaleNotice result={result} />
      <div className="pz-list-news" role="status">
        {steady.waiting > 0 && (
          <button type="button" className="pz-news" onClick={steady.show}>
            <RefreshIcon size="XS" />
            {t('list.updates', { count: steady.waiting })}
          </button>
        )}
      </div>
      <ListBody list={list} result={result} empty={props.empty}>
        <div
          className="pz-table-frame"
          data-stale={(result.isPlaceholderData && result.isFetching) || undefined}
        >
          <ListTable
            label={props.title}
            columns={columns}
            hidden={hidden}
            rows={result.data === undefined ? null : steady.rows}
            skeletonRows={Math.min(list.state.limit, MOST_SKELETONS)}
            idOf={idOf}
            rowLabel={props.rowLabel}
            orders={list.state.orders}
            onOrder={(order) => list.change({ orders: [order] })}
            rowActions={props.rowActions}
            details={props.details}
            detailsLabel={props.detailsLabel}
            onHold={steady.hold}
            isSettling={steady.isSettling}
            table={table}
          />
        </div>
        {result.data !== undefined && <Pagination list={list} total={total} />}
      </ListBody>
      <KeysDialog isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </section>
  );
}
