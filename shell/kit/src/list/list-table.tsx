import type { Order } from '@primazia/backend/kernel/filter';
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
import { SelectPage } from './selection.tsx';
import type { Column, RowAction } from './types.ts';
import { useGrowing } from './use-growing.ts';
import type { TableModel } from './use-table-model.ts';

export interface ListTableProps<Row> {
  label: string;
  model: TableModel<Row>;
  columns: readonly Column<Row>[];
  /** The number of grey rows while the rows are loading; null: they are loaded. */
  skeletonRows: number | null;
  /** Names the question that the rows answer. */
  question: string;
  rowLabel: (row: Row) => string;
  orders: readonly Order[];
  onOrder: (field: string, also: boolean) => void;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  details: ((row: Row) => ReactNode) | undefined;
  detailsLabel: string | ((row: Row) => string) | undefined;
  /** The pointer or the focus came to the rows, or left them. */
  onHold: (held: boolean) => void;
  isSettling: (id: string) => boolean;
  canSelect: boolean;
  table: RefObject<HTMLTableElement | null>;
}

/** Holds the rows while the pointer or the focus is on them. */
function useHolding(onHold: (held: boolean) => void) {
  const over = useRef(false);
  const focused = useRef(false);
  const report = () => onHold(over.current || focused.current);
  // Rows that are hidden under the pointer get no event when it leaves.
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
      report();
    },
    onPointerLeave: () => {
      over.current = false;
      report();
    },
    onFocus: () => {
      focused.current = true;
      report();
    },
    onBlur: (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      focused.current = false;
      report();
    },
  };
}

const pinName = (id: string) => `--pz-pin-${id}`;

/** The position at which a pinned column stays: behind those before it, however wide they are. */
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
 * The width of a column, set on its header alone: the table lays the other cells out by it, and there is no header where
 * rows are cards.
 */
function breadthOf<Row>(
  { width }: Column<Row>,
  isFirst: boolean,
  drawn: number | undefined,
): CSSProperties {
  if (drawn !== undefined) return { width: drawn, minWidth: drawn, maxWidth: drawn };
  // The first column takes what the others leave: its width is a minimum.
  if (width !== undefined) return { minWidth: width, ...(isFirst ? {} : { width }) };
  return {};
}

const classesOf = (parts: Readonly<Record<string, boolean>>) =>
  Object.keys(parts)
    .filter((name) => parts[name])
    .join(' ') || undefined;

/** The visible columns, the pinned ones first, with their styles. */
function usePlaced<Row>(
  columns: readonly Column<Row>[],
  model: TableModel<Row>,
): PlacedColumn<Row>[] {
  const pinned = model.getStartVisibleLeafColumns();
  const others = model.getCenterVisibleLeafColumns();
  const widths = model.state.columnSizing;
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return [...pinned, ...others].flatMap(({ id }, place) => {
      const column = byId.get(id);
      if (column === undefined) return [];
      const isPinned = place > 0 && place < pinned.length;
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
  }, [columns, pinned, others, widths]);
}

/** The rows of a list as a table: every cell is read as what it is, and on a narrow screen each row is a card. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { model, details, rowActions, canSelect, skeletonRows } = props;
  const { t } = useTranslation('kit');
  const format = useFormat();
  const holding = useHolding(props.onHold);
  const detailsId = useId();
  const placed = usePlaced(props.columns, model);
  usePins(props.table, model.state.columnPinning.start);
  const width = placed.length + (rowActions === undefined ? 0 : 1);

  const { rows } = model.getRowModel();
  const drawn = useGrowing(skeletonRows === null ? rows.length : 0, props.question);

  const toggle = useEffectEvent((id: string) => model.getRow(id).toggleExpanded());
  const select = useEffectEvent((id: string) => model.getRow(id).toggleSelected());
  const mayPress = useEffectEvent((id: string) => !props.isSettling(id));
  const [handlers] = useState(
    (): RowHandlers => ({
      toggle: (id) => toggle(id),
      select: (id) => select(id),
      mayPress: (id) => mayPress(id),
    }),
  );
  const copy = (event: ClipboardEvent<HTMLTableElement>) => {
    const chosen = rows.filter((row) => row.getIsSelected()).map(({ id }) => id);
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
      aria-busy={skeletonRows !== null}
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
              before={place === 0 && canSelect && <SelectPage model={model} />}
              orders={props.orders}
              onOrder={props.onOrder}
              width={model.state.columnSizing[column.id]}
              onWidth={(drawnWidth) =>
                model.setColumnSizing((widths) => ({ ...widths, [column.id]: drawnWidth }))
              }
            />
          ))}
          {rowActions && (
            <th {...AS.columnHeader} scope="col" className="pz-actions-column">
              <span className="pz-hidden">{t('list.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      {skeletonRows === null ? (
        <tbody {...AS.group} {...holding}>
          {rows.slice(0, drawn).map((row) => (
            <ListRow
              key={row.id}
              t={t}
              id={row.id}
              row={row.original.row}
              label={props.rowLabel(row.original.row)}
              changed={row.original.changed}
              gone={row.original.gone}
              isSelected={canSelect ? row.getIsSelected() : null}
              isOpen={row.getIsExpanded()}
              columns={placed}
              width={width}
              rowActions={rowActions}
              details={details}
              detailsLabel={props.detailsLabel}
              detailsId={`${detailsId}-${row.id}`}
              handlers={handlers}
            />
          ))}
        </tbody>
      ) : (
        <SkeletonRows rows={skeletonRows} columns={width} />
      )}
      {skeletonRows === null && drawn < rows.length && <RowsToCome count={rows.length - drawn} />}
    </table>
  );
}

/** Reserves the height of rows that are rendered in a moment, so that the page has its final length. */
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
