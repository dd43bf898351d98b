import type { Order } from '@primazia/backend/kernel/filter';
import { useTranslation } from '../i18n/i18n.ts';
import { AS } from './roles.ts';
import type { Column } from './types.ts';

interface ColumnHeaderProps<Row> {
  column: Pick<Column<Row>, 'header' | 'orderBy' | 'numeric' | 'width'>;
  isFirst: boolean;
  orders: readonly Order[];
  onOrder: (order: Order) => void;
}

/** A column's title; where it can be ordered by, a button that orders by it, and the other way round. */
export function ColumnHeader<Row>({ column, isFirst, orders, onOrder }: ColumnHeaderProps<Row>) {
  const { t } = useTranslation('kit');
  const { header, orderBy, numeric, width } = column;
  // The first column takes what the others leave: its width is its least.
  const style =
    width === undefined ? undefined : isFirst ? { minWidth: width } : { width, minWidth: width };
  const className = isFirst ? 'pz-first' : numeric ? 'pz-numeric' : undefined;
  if (orderBy === undefined) {
    return (
      <th {...AS.columnHeader} scope="col" className={className} style={style}>
        {header}
      </th>
    );
  }
  const current = orders.find((order) => order.field === orderBy)?.direction;
  const next = current === 'asc' ? 'desc' : 'asc';
  return (
    <th
      {...AS.columnHeader}
      scope="col"
      className={className}
      style={style}
      aria-sort={current === undefined ? 'none' : current === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className="pz-sort"
        title={t(next === 'asc' ? 'list.ascending' : 'list.descending', { column: header })}
        onClick={() => onOrder({ field: orderBy, direction: next })}
      >
        {header}
        <span aria-hidden="true" className="pz-sort-mark">
          {current === undefined ? '↕' : current === 'asc' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  );
}
