import type { Order } from '@primazia/backend/kernel/filter';
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import {
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ColumnHeader } from './column-header.tsx';
import { copyRows } from './copy.ts';
import { ListRow, type PlacedColumn, type RowHandlers } from './list-row.tsx';
import { AS } from './roles.ts';
import { type Selection, SelectPage, toggleRow } from './selection.tsx';
import type { SteadyRow } from './steady-rows.ts';
import type { Column, RowAction } from './types.ts';
import { useGrowing } from './use-growing.ts';

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });

export interface ListTableProps<Row> {
  label: string;
  /** In the order in which they stand. */
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  /** Columns beside the first that stay in sight; they stand right behind it. */
  pinned: readonly string[];
  /** In px, as the person has drawn them. */
  widths: Readonly<Record<string, number>>;
  onWidth: (id: string, width: number) => void;
  /** Null: they are on their way, and as many grey ones stand in for them. */
  rows: readonly SteadyRow<Row>[] | null;
  /** Names what the rows answer. */
  question: string;
  skeletonRows: number;
  idOf: (row: Row) => string;
  rowLabel: (row: Row) => string;
  orders: readonly Order[];
  onOrder: (field: string, also: boolean) => void;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  details: ((row: Row) => ReactNode) | undefined;
  detailsLabel: string | undefined;
  /** The pointer or the focus came to the rows, or left them. */
  onHold: (held: boolean) => void;
  isSettling: (id: string) => boolean;
  selection: Selection<Row> | undefined;
  table: RefObject<HTMLTableElement | null>;
}

/** Holds the rows while the pointer or the focus is on them. */
function useHolding(onHold: (held: boolean) => void) {
  const over = useRef(false);
  const focused = useRef(false);
  const tell = () => onHold(over.current || focused.current);
  // Rows that are hidden under the pointer do not hear it leave.
  useEffect(
    () => () => {
      over.current = false;
      focused.current = false;
      onHold(false);
    },
    [onHold],
  );
  return {
    onPointerEnter: () => {
      over.current = true;
      tell();
    },
    onPointerLeave: () => {
      over.current = false;
      tell();
    },
    onFocus: () => {
      focused.current = true;
      tell();
    },
    onBlur: (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      focused.current = false;
      tell();
    },
  };
}

const pinName = (id: string) => `--pz-pin-${id}`;

/** Where a column stays while the others scroll under it: behind those before it, however wide they are. */
function usePins(table: RefObject<HTMLTableElement | null>, pinned: readonly string[]): void {
  const names = pinned.join();
  useLayoutEffect(() => {
    const head = table.current?.tHead;
    if (!head || names === '') return;
    const measure = () => {
      let left = 0;
      for (const cell of head.querySelectorAll<HTMLElement>('th[data-column]')) {
        const id = cell.dataset.column ?? '';
        if (left > 0 && !names.split(',').includes(id)) break;
        if (left > 0) table.current?.style.setProperty(pinName(id), `${left}px`);
        left += cell.getBoundingClientRect().width;
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const cell of head.querySelectorAll('th')) observer.observe(cell);
    return () => observer.disconnect();
  }, [table, names]);
}

/**
 * How wide a column is drawn, said by its header alone: the table lays the other cells out by it, and where rows are cards
 * there is no header.
 */
function breadthOf<Row>(
  { width }: Column<Row>,
  isFirst: boolean,
  drawn: number | undefined,
): CSSProperties {
  if (drawn !== undefined) return { width: drawn, minWidth: drawn, maxWidth: drawn };
  // The first column takes what the others leave: its width is its least.
  if (width !== undefined) return { minWidth: width, ...(isFirst ? {} : { width }) };
  return {};
}

const classesOf = (parts: Readonly<Record<string, boolean>>) =>
  Object.keys(parts)
    .filter((name) => parts[name])
    .join(' ') || undefined;

/** The columns in sight, with how each of them looks. */
function usePlaced<Row>({
  columns,
  hidden,
  pinned,
  widths,
}: Pick<ListTableProps<Row>, 'columns' | 'hidden' | 'pinned' | 'widths'>): PlacedColumn<Row>[] {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, object>();
    return helper.columns(columns.map(({ id, header }) => helper.display({ id, header })));
  }, [columns]);
  const table = useTable({
    features,
    columns: definitions,
    // The columns are the library's; the rows are drawn one by one, each only where it is new.
    data: NO_DATA,
    state: {
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
      columnOrder: columns.map(({ id }) => id),
    },
  });
  const inSight = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join();
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return inSight.split(',').flatMap((id, place) => {
      const column = byId.get(id);
      if (column === undefined) return [];
      const isPinned = place > 0 && pinned.includes(id);
      const className = classesOf({
        'pz-first': place === 0,
        'pz-numeric': place > 0 && column.numeric === true,
        'pz-pinned': isPinned,
        'pz-drawn': widths[id] !== undefined,
      });
      const style = isPinned ? { insetInlineStart: `var(${pinName(id)})` } : undefined;
      const headStyle = { ...style, ...breadthOf(column, place === 0, widths[id]) };
      return [{ column, className, style, headStyle }];
    });
  }, [columns, inSight, pinned, widths]);
}

const NO_DATA: object[] = [];
const NO_ROWS: never[] = [];

/** The rows of a list as a table: every cell is read as what it is, and on a narrow screen each row is a card. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, idOf, details, rowActions, selection } = props;
  const { t } = useTranslation('kit');
  const format = useFormat();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const holding = useHolding(props.onHold);
  const detailsId = useId();
  const placed = usePlaced(props);
  usePins(props.table, props.pinned);
  const width = placed.length + (rowActions === undefined ? 0 : 1);

  const drawn = useGrowing(rows?.length ?? 0, props.question);
  const page = rows?.map(({ row }) => row) ?? NO_ROWS;
  const isAll = selection?.all !== undefined && selection.all.chosen !== null;
  const ticked = new Set(selection?.rows.map(idOf));

  const select = useEffectEvent((row: Row) => {
    if (selection !== undefined) toggleRow(selection, row, page, idOf);
  });
  const mayPress = useEffectEvent((id: string) => !props.isSettling(id));
  const [handlers] = useState(
    (): RowHandlers<Row> => ({
      select: (row) => select(row),
      mayPress: (id) => mayPress(id),
      toggle: (id) =>
        setOpen((now) => {
          const next = new Set(now);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
    }),
  );
  const copy = (event: ClipboardEvent<HTMLTableElement>) => {
    const chosen = page.map(idOf).filter((id) => isAll || ticked.has(id));
    const text = copyRows(event.currentTarget, placed, chosen, format.decimal(0.5, 1).charAt(1));
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };

  return (
    <table
      ref={props.table}
      {...AS.table}
      className="pz-table"
      aria-label={props.label}
      aria-busy={rows === null}
      onCopy={copy}
    >
      <thead {...AS.group}>
        <tr {...AS.row}>
          {placed.map(({ column, className, headStyle }, place) => (
            <ColumnHeader
              key={column.id}
              column={column}
              className={className}
              style={headStyle}
              before={
                place === 0 &&
                selection && <SelectPage selection={selection} page={page} idOf={idOf} />
              }
              orders={props.orders}
              onOrder={props.onOrder}
              width={props.widths[column.id]}
              onWidth={props.onWidth}
            />
          ))}
          {rowActions && (
            <th {...AS.columnHeader} scope="col" className="pz-actions-column">
              <span className="pz-hidden">{t('list.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      {rows === null ? (
        <SkeletonRows rows={props.skeletonRows} columns={width} />
      ) : (
        <tbody {...AS.group} {...holding}>
          {rows.slice(0, drawn).map(({ row, changed, gone }) => {
            const id = idOf(row);
            return (
              <ListRow
                key={id}
                t={t}
                id={id}
                row={row}
                label={props.rowLabel(row)}
                changed={changed}
                gone={gone}
                isSelected={selection === undefined ? null : isAll || ticked.has(id)}
                isOpen={open.has(id)}
                columns={placed}
                width={width}
                rowActions={rowActions}
                details={details}
                detailsLabel={props.detailsLabel}
                detailsId={`${detailsId}-${id}`}
                handlers={handlers}
              />
            );
          })}
        </tbody>
      )}
      {rows !== null && drawn < rows.length && <RowsToCome count={rows.length - drawn} />}
    </table>
  );
}

/** Holds the place of rows that are drawn in a moment, so that the page is as long as it will be. */
function RowsToCome({ count }: { count: number }) {
  return (
    <tbody {...AS.group} aria-hidden="true">
      <tr {...AS.row}>
        <td {...AS.cell} style={{ height: `calc(${count} * var(--pz-row-compact))` }} />
      </tr>
    </tbody>
  );
}

const count = (length: number) => Array.from({ length }, (_, place) => `${place}`);

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tbody {...AS.group} aria-hidden="true">
      {count(rows).map((row) => (
        <tr key={row} {...AS.row} className="pz-row pz-row-skeleton">
          {count(columns).map((column) => (
            <td key={column} {...AS.cell}>
              <div className="pz-skeleton-bar" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
