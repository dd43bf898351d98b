import type { Order } from '@primazia/backend/kernel/filter';
import type { LiveTopic } from '@primazia/backend/platform/contract';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { fetchDeferredAtRest } from '../deferred/deferred.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { RefreshIcon } from '../icons.ts';
import { useLiveRefetch } from '../live/hooks.ts';
import { lazily } from '../module/lazily.tsx';
import { useFocusKept } from '../module/use-focus-kept.ts';
import { Chips, useFilterText } from './chips.tsx';
import { FilterBar } from './filter-bar.tsx';
import { moveRow, useKeys } from './keys.ts';
import { KeysDialog, type ListKey } from './keys-dialog.tsx';
import { isUnknown, ListBody, StaleNotice, useHealing, useQuestion } from './list-body.tsx';
import { ListTable } from './list-table.tsx';
import { ListTabs } from './list-tabs.tsx';
import { alsoOrderedBy, orderedBy } from './orders.ts';
import { Pagination } from './pagination.tsx';
import { arrange, hiddenOf } from './preferences.ts';
import { SearchBox } from './search-box.tsx';
import { type Selection, SelectionBar, SelectPage, useLettingGo } from './selection.tsx';
import { sheetColumns } from './sheet.ts';
import { SheetButton } from './sheet-button.tsx';
import type { AskSheet } from './sheet-dialog.tsx';
import { type SortColumn, SortMenu } from './sort-menu.tsx';
import { toListCall } from './state.ts';
import type { Column, EmptyList, FilterField, ListResult, RowAction, Tab } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { useKept, useListPreferences } from './use-preferences.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import { ViewMenu } from './view-menu.tsx';

const FilterBuilder = lazily(async () => (await import('./filter-builder.tsx')).FilterBuilder);

export interface ListPageProps<Row> {
  /** Names the list among all lists: the person's choice of columns is kept under it. */
  id: string;
  title: string;
  /** The list is a part of a page that has a title of its own. */
  isPart?: boolean;
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
  /** Rows can be ticked, to do something with all of them at once. */
  selection?: Selection<Row>;
  /** Makes a spreadsheet of all rows that match; with it they can be downloaded and printed. */
  sheet?: AskSheet;
  /** Buttons of the page, at its head. */
  actions?: ReactNode;
  /** What one should know of the whole list, under its title. */
  notice?: ReactNode;
}

const NO_TOPICS: readonly LiveTopic[] = [];
const NO_ROWS: readonly never[] = [];
const NO_FIELDS: readonly FilterField[] = [];
const MOST_SKELETONS = 15;

/** Whether there is anything to ask of a list but its next page; else no view of it differs from another. */
const isAsked = <Row,>({ tabs, filters, searchLabel, columns }: ListPageProps<Row>): boolean =>
  (tabs ?? []).length > 0 ||
  (filters ?? []).length > 0 ||
  searchLabel !== undefined ||
  columns.some(({ orderBy }) => orderBy !== undefined);

const keysOf = <Row,>({ searchLabel, selection, details }: ListPageProps<Row>): ListKey[] => [
  ...(searchLabel === undefined ? [] : (['/'] as const)),
  'j',
  'k',
  ...(selection === undefined ? [] : (['Space'] as const)),
  ...(details === undefined ? [] : (['Enter'] as const)),
  '?',
];

/** A page that is a list: views, filters, a table that stays still under the pointer, and pages. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, result, columns, filters = NO_FIELDS } = props;
  const { t } = useTranslation('kit');
  const kept = useKept(props.id);
  const handle = useListPreferences(props.id, kept);
  const { preferences, change } = handle;
  const [showsKeys, setShowsKeys] = useState(false);
  const [isBuilding, setBuilding] = useState(false);
  const builderId = useId();
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(heading);
  const Heading = props.isPart === true ? 'h2' : 'h1';

  const isAnswered = result.data !== undefined || result.error !== null;
  useEffect(() => (isAnswered ? fetchDeferredAtRest() : undefined), [isAnswered]);
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
  const question = useQuestion(list, result);
  const steady = useSteadyRows<Row>(result.data?.content ?? NO_ROWS, question, {
    idOf,
    differs: (before, after) =>
      before !== after && (!fingerprint || fingerprint(before) !== fingerprint(after)),
  });

  const { order, pinned } = preferences;
  const arranged = useMemo(() => arrange(columns, { order, pinned }), [columns, order, pinned]);
  const hidden = useMemo(
    () => hiddenOf(columns, { hidden: preferences.hidden }),
    [columns, preferences.hidden],
  );
  const choosable = arranged.slice(1);
  const visible = arranged.filter(({ id }) => !hidden.has(id));
  const orderable = columns.flatMap(({ header, orderBy }) =>
    orderBy === undefined ? [] : [{ header, orderBy }],
  );
  const total = result.data?.totalElements ?? 0;
  const { body } = toListCall(list.state);
  const { tab, search: text } = list.state;
  const asked = JSON.stringify([body.filters, tab, text]);
  useLettingGo(props.selection?.all, asked);
  const said = useFilterText(list, filters);

  return (
    <section className={`pz-list pz-list-${preferences.density}`}>
      <header className="pz-list-head">
        <Heading ref={heading} tabIndex={-1}>
          {props.title}
        </Heading>
        {props.actions !== undefined && <div className="pz-list-actions">{props.actions}</div>}
      </header>
      {props.notice}
      {isAsked(props) && (
        <ListTabs
          id={props.id}
          tabs={props.tabs ?? []}
          counts={result.data?.counts}
          list={list}
          kept={kept}
        />
      )}
      <div className="pz-toolbar">
        {props.searchLabel !== undefined && (
          <SearchBox list={list} label={props.searchLabel} field={search} />
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
              question={body}
              said={said}
              columns={sheetColumns(arranged)}
              visible={sheetColumns(visible).map(({ field }) => field)}
              total={total}
            />
          )}
          <ViewMenu columns={choosable} hidden={hidden} handle={handle} />
        </div>
      </div>
      {isBuilding && <FilterBuilder id={builderId} fields={filters} list={list} />}
      <Chips fields={filters} list={list} />
      <StaleNotice result={result} />
      {props.selection !== undefined && (
        <SelectionBar
          selection={props.selection}
          page={steady.rows.map(({ row }) => row)}
          idOf={idOf}
          total={total}
          question={body}
          asked={asked}
        />
      )}
      <div className="pz-list-news" role="status">
        {steady.waiting > 0 && (
          <button type="button" className="pz-news" onClick={steady.show}>
            <RefreshIcon size="XS" />
            {t('list.updates', { count: steady.waiting })}
          </button>
        )}
      </div>
      <OrderTold orders={list.state.orders} columns={orderable} />
      <ListBody list={list} result={result} empty={props.empty}>
        <div
          className="pz-table-frame"
          data-stale={(result.isPlaceholderData && result.isFetching) || undefined}
        >
          {props.selection !== undefined && (
            // biome-ignore lint/a11y/noLabelWithoutControl: it holds the box.
            <label className="pz-select-page">
              <SelectPage
                selection={props.selection}
                page={steady.rows.map(({ row }) => row)}
                idOf={idOf}
              />
              {t('list.selectPage')}
            </label>
          )}
          <ListTable
            label={props.title}
            columns={arranged}
            hidden={hidden}
            pinned={pinned}
            widths={preferences.widths}
            onWidth={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
            rows={isUnknown(result) ? null : steady.rows}
            question={question}
            skeletonRows={Math.min(list.state.limit, MOST_SKELETONS)}
            idOf={idOf}
            rowLabel={props.rowLabel}
            orders={list.state.orders}
            onOrder={(field, also) =>
              list.change({
                orders: (also ? alsoOrderedBy : orderedBy)(list.state.orders, field),
              })
            }
            rowActions={props.rowActions}
            details={props.details}
            detailsLabel={props.detailsLabel}
            onHold={steady.hold}
            isSettling={steady.isSettling}
            selection={props.selection}
            table={table}
          />
        </div>
        {!isUnknown(result) && <Pagination list={list} total={total} />}
      </ListBody>
      <KeysDialog keys={keysOf(props)} isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </section>
  );
}

interface OrderToldProps {
  orders: readonly Order[];
  columns: readonly SortColumn[];
}

/** Tells those who hear the page by what the list is ordered, once that changes. */
function OrderTold({ orders, columns }: OrderToldProps) {
  const { t } = useTranslation('kit');
  const written = JSON.stringify(orders);
  const [first] = useState(written);
  const [hasChanged, setHasChanged] = useState(false);
  if (written !== first && !hasChanged) setHasChanged(true);
  const words = orders.flatMap(({ field, direction }) => {
    const column = columns.find(({ orderBy }) => orderBy === field)?.header;
    const key = direction === 'asc' ? 'list.ascending' : 'list.descending';
    return column === undefined ? [] : [t(key, { column })];
  });
  return (
    <p role="status" className="pz-hidden">
      {hasChanged && t('list.orderedBy', { orders: words.join('; ') })}
    </p>
  );
}
