import { type CSSProperties, type KeyboardEvent, memo, type ReactNode } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from '../icons.ts';
import { AS } from './roles.ts';
import { RowActions } from './row-actions.tsx';
import type { Column, RowAction, Texts } from './types.ts';

/** A column with its position. */
export interface PlacedColumn<Row> {
  column: Column<Row>;
  className: string | undefined;
  style: CSSProperties | undefined;
  headStyle: CSSProperties;
}

/** The callbacks of rows to the table; one referentially stable object for all rows. */
export interface RowHandlers {
  toggle: (id: string) => void;
  select: (id: string) => void;
  mayPress: (id: string) => boolean;
}

interface ListRowProps<Row> {
  t: Texts;
  id: string;
  row: Row;
  label: string;
  changed: boolean;
  gone: boolean;
  /** Null: rows cannot be ticked. */
  isSelected: boolean | null;
  isOpen: boolean;
  columns: readonly PlacedColumn<Row>[];
  width: number;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  details: ((row: Row) => ReactNode) | undefined;
  detailsLabel: string | ((row: Row) => string) | undefined;
  detailsId: string;
  handlers: RowHandlers;
}

const classOf = ({ changed, gone, isOpen }: Record<'changed' | 'gone' | 'isOpen', boolean>) =>
  [
    'pz-row',
    ...(isOpen ? ['pz-row-open'] : []),
    ...(changed ? ['pz-row-changed'] : []),
    ...(gone ? ['pz-row-gone'] : []),
  ].join(' ');

function Row<Row>(props: ListRowProps<Row>) {
  const { t, id, row, label, isSelected, isOpen, columns, rowActions, details, handlers } = props;
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const opens = event.key === 'Enter' && details !== undefined;
    const ticks = event.key === ' ' && isSelected !== null;
    if (opens || ticks) event.preventDefault();
    if (opens) handlers.toggle(id);
    if (ticks) handlers.select(id);
  };
  return (
    <>
      <tr {...AS.row} data-row={id} tabIndex={-1} className={classOf(props)} onKeyDown={press}>
        {columns.map(({ column, className, style }, place) =>
          place === 0 ? (
            <th key={column.id} {...AS.rowHeader} scope="row" className={className} style={style}>
              <div className="pz-first-cell">
                {isSelected !== null && (
                  <input
                    type="checkbox"
                    className="pz-select"
                    aria-label={t('list.select', { row: label })}
                    checked={isSelected}
                    onChange={() => handlers.select(id)}
                  />
                )}
                {details && (
                  <button
                    type="button"
                    className="pz-expand"
                    aria-expanded={isOpen}
                    aria-controls={props.detailsId}
                    aria-label={`${(typeof props.detailsLabel === 'function' ? props.detailsLabel(row) : props.detailsLabel) ?? t('list.details')}: ${label}`}
                    onClick={() => handlers.toggle(id)}
                  >
                    {isOpen ? <ChevronDownIcon size="XS" /> : <ChevronRightIcon size="XS" />}
                  </button>
                )}
                {column.cell(row)}
              </div>
            </th>
          ) : (
            <td
              key={column.id}
              {...AS.cell}
              className={className}
              style={style}
              data-label={column.header}
            >
              {column.cell(row)}
            </td>
          ),
        )}
        {rowActions && (
          <td {...AS.cell} className="pz-actions-column">
            <RowActions
              t={t}
              actions={rowActions(row)}
              rowLabel={label}
              mayPress={() => handlers.mayPress(id)}
            />
          </td>
        )}
      </tr>
      {details && isOpen && (
        <tr {...AS.row} id={props.detailsId} className="pz-details">
          <td {...AS.cell} colSpan={props.width}>
            <div className="pz-details-content">{details(row)}</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** One row of a list; rendered again only if its props change. */
export const ListRow = memo(Row) as typeof Row;
