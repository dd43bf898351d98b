import type { Order } from '@primazia/backend/kernel/filter';
import type { LiveTopic } from '@primazia/backend/platform/contract';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { fetchDeferredWhenIdle } from '../deferred/deferred.tsx';
import { useFocusKept } from '../dom/use-focus-kept.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { RefreshIcon } from '../icons.ts';
import { useLiveRefetch } from '../query/live.ts';
import { Chips } from './chips.tsx';
import type { AskExport, ExportedRows } from './export-dialog.tsx';
import { moveRow, useKeys } from './keys.ts';
import { KeysDialog, type ListKey } from './keys-dialog.tsx';
import { isUnknown, ListBody, StaleNotice, useHealing, useQuestion } from './list-body.tsx';
import { ListTable } from './list-table.tsx';
import { ListTabs } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { alsoOrderedBy, orderedBy } from './orders.ts';
import { Pagination } from './pagination.tsx';
import { savedViews, ViewActions } from './saved-views.tsx';
import { LabelledSelectPage, SelectionBar, useSelectionExpiry } from './selection.tsx';
import type { SortColumn } from './sort-menu.tsx';
import { toListCall } from './state.ts';
import type {
  Column,
  EmptyList,
  FilterField,
  ListResult,
  RowAction,
  Selection,
  Tab,
} from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { useListPreferences, useStoredViews } from './use-preferences.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import { useTableModel } from './use-table-model.ts';

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
  /** The name of a row for screen readers. */
  rowLabel: (row: Row) => string;
  empty: EmptyList;
  tabs?: readonly Tab[];
  filters?: readonly FilterField[];
  /** What can be searched; absent: there is no search. */
  searchLabel?: string;
  rowActions?: (row: Row) => readonly RowAction[];
  /** What is under a row that is opened. */
  details?: (row: Row) => ReactNode;
  detailsLabel?: string | ((row: Row) => string);
  /** The content of a row whose change is marked; without it every change counts. */
  fingerprint?: (row: Row) => string;
  /** The list is fetched again when one of these topics reports a change. */
  live?: readonly LiveTopic[];
  /** Rows can be ticked, to do something with all of them at once. */
  selection?: Selection<Row>;
  /** Exports all rows that match; with it they can be downloaded and printed. */
  onExport?: AskExport | undefined;
  /** What the rows of an export are, and how many, where these are not the rows of the list. */
  exported?: ExportedRows | undefined;
  /** The name of `onExport` in modules of earlier releases. */
  sheet?: AskExport;
  /** Buttons of the page, at its head. */
  actions?: ReactNode;
  /** A notice about the whole list, under its title. */
  notice?: ReactNode;
}

const NO_TOPICS: readonly LiveTopic[] = [];
const NO_ROWS: readonly never[] = [];
const NO_FIELDS: readonly FilterField[] = [];
const NO_TABS: readonly Tab[] = [];
const MOST_SKELETONS = 15;

/** Whether the list has any state beside its page; otherwise its views would not differ. */
const isRequested = <Row,>({ tabs, filters, searchLabel, columns }: ListPageProps<Row>): boolean =>
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
  const { list, result, columns, filters = NO_FIELDS, tabs = NO_TABS } = props;
  const stored = useStoredViews(props.id);
  const handle = useListPreferences(props.id, stored);
  const { preferences, change } = handle;
  const [showsKeys, setShowsKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(heading);
  const Heading = props.isPart === true ? 'h2' : 'h1';

  const isAnswered = result.data !== undefined || result.error !== null;
  useEffect(() => (isAnswered ? fetchDeferredWhenIdle() : undefined), [isAnswered]);
  useHealing(list, result);
  useLiveRefetch(props.live ?? NO_TOPICS, result.refetch);
  useKeys({
    '/': () => search.current?.focus(),
    j: () => moveRow(table.current, 1),
    k: () => moveRow(table.current, -1),
    '?': () => setShowsKeys(true),
  });

  const { rowId, fingerprint, selection } = props;
  const idOf = useCallback((row: Row) => String(rowId(row)), [rowId]);
  const question = useQuestion(list, result);
  const steady = useSteadyRows<Row>(result.data?.content ?? NO_ROWS, question, {
    idOf,
    differs: (before, after) =>
      before !== after && (!fingerprint || fingerprint(before) !== fingerprint(after)),
  });

  const model = useTableModel({
    columns,
    rows: steady.rows,
    idOf,
    selection,
    hasDetails: props.details !== undefined,
    preferences,
    onPreferences: change,
  });
  const orderable = columns.flatMap(({ header, orderBy }) =>
    orderBy === undefined ? [] : [{ header, orderBy }],
  );
  const total = result.data?.totalElements ?? 0;
  const { body } = toListCall(list.state);
  const { tab, search: text } = list.state;
  const queryKey = JSON.stringify([body.filters, tab, text]);
  useSelectionExpiry(selection?.all, queryKey);

  const views = savedViews(stored, list.options);
  // A list without tabs has no line for them: the actions of its views are at its head.
  const hasTabs = tabs.length + views.length > 0;
  const viewActions = isRequested(props) && (
    <ViewActions id={props.id} list={list} views={views} stored={stored} />
  );

  return (
    <section className={`pz-list pz-list-${preferences.density}`}>
      <header className="pz-list-head">
        <Heading ref={heading} tabIndex={-1}>
          {props.title}
        </Heading>
        <div className="pz-list-actions">
          {props.actions}
          {!hasTabs && viewActions}
        </div>
      </header>
      {props.notice}
      {hasTabs && (
        <ListTabs tabs={tabs} counts={result.data?.counts} list={list} views={views}>
          {viewActions}
        </ListTabs>
      )}
      <ListToolbar
        title={props.title}
        list={list}
        filters={filters}
        searchLabel={props.searchLabel}
        search={search}
        model={model}
        columns={columns}
        orderable={orderable}
        handle={handle}
        onExport={props.onExport ?? props.sheet}
        question={body}
        total={total}
        exported={props.exported}
      />
      <Chips fields={filters} list={list} />
      <StaleNotice result={result} />
      {selection !== undefined && (
        <SelectionBar
          selection={selection}
          model={model}
          total={total}
          question={body}
          query={queryKey}
        />
      )}
      <News waiting={steady.waiting} onShow={steady.show} />
      <OrderAnnouncement orders={list.state.orders} columns={orderable} />
      <ListBody list={list} result={result} empty={props.empty}>
        <div
          className="pz-table-frame"
          data-stale={(result.isPlaceholderData && result.isFetching) || undefined}
        >
          {selection !== undefined && <LabelledSelectPage model={model} />}
          <ListTable
            label={props.title}
            model={model}
            columns={columns}
            skeletonRows={isUnknown(result) ? Math.min(list.state.limit, MOST_SKELETONS) : null}
            question={question}
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
            canSelect={selection !== undefined}
            table={table}
          />
        </div>
        {!isUnknown(result) && <Pagination list={list} total={total} />}
      </ListBody>
      <KeysDialog keys={keysOf(props)} isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </section>
  );
}

/** Shows how many rows have changes that wait to be shown. */
function News({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  const { t } = useTranslation('kit');
  return (
    <div className="pz-list-news" role="status">
      {waiting > 0 && (
        <button type="button" className="pz-news" onClick={onShow}>
          <RefreshIcon size="XS" />
          {t('list.updates', { count: waiting })}
        </button>
      )}
    </div>
  );
}

interface OrderAnnouncementProps {
  orders: readonly Order[];
  columns: readonly SortColumn[];
}

/** Announces the order of the list to screen readers when it changes. */
function OrderAnnouncement({ orders, columns }: OrderAnnouncementProps) {
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
