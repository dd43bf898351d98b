import type { Order } from '@primazia/backend/kernel/filter';
import {
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../icons.ts';
import { ColumnHeader } from './column-header.tsx';
import { AS } from './roles.ts';
import { RowActions } from './row-actions.tsx';
import type { SteadyRow } from './steady-rows.ts';
import type { Column, RowAction } from './types.ts';

const features = tableFeatures({ columnVisibilityFeature });

export interface ListTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  /** Null: they are on their way, and as many grey ones stand in for them. */
  rows: readonly SteadyRow<Row>[] | null;
  skeletonRows: number;
  idOf: (row: Row) => string;
  rowLabel: (row: Row) => string;
  orders: readonly Order[];
  onOrder: (order: Order) => void;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  details: ((row: Row) => ReactNode) | undefined;
  detailsLabel: string | undefined;
  /** The pointer or the focus came to the rows, or left them. */
  onHold: (held: boolean) => void;
  isSettling: (id: string) => boolean;
  table: RefObject<HTMLTableElement | null>;
}

/** Holds the rows while the pointer or the focus is on them. */
function useHolding(onHold: (held: boolean) => void) {
  const over = useRef(false);
  const focused = useRef(false);
  const tell = () => onHold(over.current || focused.current);
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

/** The rows of a list as a table: every cell is read as what it is, and on a narrow screen each row is a card. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { columns, hidden, rows, idOf, details, rowActions } = props;
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const holding = useHolding(props.onHold);
  const detailsId = useId();

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, SteadyRow<Row>>();
    return helper.columns(
      columns.map((column) =>
        helper.display({
          id: column.id,
          header: column.header,
          cell: ({ row }) => column.cell(row.original.row),
        }),
      ),
    );
  }, [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? [],
    getRowId: ({ row }) => idOf(row),
    state: { columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])) },
  });
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  const width = headers.length + (rowActions === undefined ? 0 : 1);

  const toggle = (id: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const press = (event: KeyboardEvent, id: string) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget || !details) return;
    event.preventDefault();
    toggle(id);
  };

  const toggleButton = (id: string, row: Row) => (
    <button
      type="button"
      className="pz-expand"
      aria-expanded={open.has(id)}
      aria-controls={`${detailsId}-${id}`}
      aria-label={`${props.detailsLabel ?? t('list.details')}: ${props.rowLabel(row)}`}
      onClick={() => toggle(id)}
    >
      {open.has(id) ? <ChevronDownIcon size="XS" /> : <ChevronRightIcon size="XS" />}
    </button>
  );

  return (
    <table
      ref={props.table}
      {...AS.table}
      className="pz-table"
      aria-label={props.label}
      aria-busy={rows === null}
    >
      <thead {...AS.group}>
        <tr {...AS.row}>
          {headers.map((header, place) => {
            const column = byId.get(header.id);
            return (
              column && (
                <ColumnHeader
                  key={header.id}
                  column={column}
                  isFirst={place === 0}
                  orders={props.orders}
                  onOrder={props.onOrder}
                />
              )
            );
          })}
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
          {table.getRowModel().rows.map((tableRow) => {
            const { row } = tableRow.original;
            const { id } = tableRow;
            return (
              <Fragment key={id}>
                <tr
                  {...AS.row}
                  data-row={id}
                  tabIndex={-1}
                  className={rowClass(tableRow.original, open.has(id))}
                  onKeyDown={(event) => press(event, id)}
                >
                  {tableRow.getVisibleCells().map((cell, place) => {
                    const column = byId.get(cell.column.id);
                    const content = <table.FlexRender cell={cell} />;
                    const numeric = column?.numeric ? 'pz-numeric' : undefined;
                    if (place > 0) {
                      return (
                        <td
                          key={cell.id}
                          {...AS.cell}
                          className={numeric}
                          data-label={column?.header}
                        >
                          {content}
                        </td>
                      );
                    }
                    return (
                      <th key={cell.id} {...AS.rowHeader} scope="row" className="pz-first">
                        <div className="pz-first-cell">
                          {details && toggleButton(id, row)}
                          {content}
                        </div>
                      </th>
                    );
                  })}
                  {rowActions && (
                    <td {...AS.cell} className="pz-actions-column">
                      <RowActions
                        actions={rowActions(row)}
                        rowLabel={props.rowLabel(row)}
                        mayPress={() => !props.isSettling(id)}
                      />
                    </td>
                  )}
                </tr>
                {details && open.has(id) && (
                  <tr {...AS.row} id={`${detailsId}-${id}`} className="pz-details">
                    <td {...AS.cell} colSpan={width}>
                      <div className="pz-details-content">{details(row)}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      )}
    </table>
  );
}

const rowClass = ({ changed, gone }: Omit<SteadyRow<unknown>, 'row'>, isOpen: boolean) =>
  [
    'pz-row',
    ...(isOpen ? ['pz-row-open'] : []),
    ...(changed ? ['pz-row-changed'] : []),
    ...(gone ? ['pz-row-gone'] : []),
  ].join(' ');

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
