import type { Order } from '@primazia/backend/kernel/filter';
import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react';
import { Help } from '../help/help.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { clampWidth, LEAST_WIDTH, MOST_WIDTH } from './preferences.ts';
import { AS } from './roles.ts';
import type { Column } from './types.ts';

interface ColumnHeaderProps<Row> {
  column: Pick<Column<Row>, 'id' | 'header' | 'help' | 'orderBy' | 'numeric'>;
  className: string | undefined;
  style: CSSProperties;
  /** What is before the title: the checkbox of all rows. */
  before?: ReactNode;
  orders: readonly Order[];
  /** `also`: in addition to the columns that already order the list. */
  onOrder: (field: string, also: boolean) => void;
  /** In px, as the person has set it. */
  width: number | undefined;
  onWidth: (width: number) => void;
}

/** A column's title; where the list can be ordered by it, a button that does so, or reverses the order. */
export function ColumnHeader<Row>(props: ColumnHeaderProps<Row>) {
  const { column, className, style, before, orders, onOrder, width, onWidth } = props;
  const { t } = useTranslation('kit');
  const { id, header, help, orderBy } = column;
  const after = help === undefined ? null : <Help term={help} />;
  const handle = <WidthHandle header={header} width={width} onWidth={onWidth} />;
  if (orderBy === undefined) {
    return (
      <th {...AS.columnHeader} scope="col" data-column={id} className={className} style={style}>
        {before}
        {header}
        {after}
        {handle}
      </th>
    );
  }
  const place = orders.findIndex((order) => order.field === orderBy);
  const current = orders[place]?.direction;
  const next = current === 'asc' ? 'desc' : 'asc';
  const sort = current === undefined ? 'none' : current === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      {...AS.columnHeader}
      scope="col"
      data-column={id}
      className={className}
      style={style}
      aria-sort={sort}
    >
      {before}
      <button
        type="button"
        className="pz-sort"
        title={`${t(next === 'asc' ? 'list.ascending' : 'list.descending', { column: header })}. ${t('list.alsoOrder')}`}
        onClick={(event) => onOrder(orderBy, event.shiftKey)}
      >
        {header}
        <span aria-hidden="true" className="pz-sort-mark">
          {current === undefined ? '↕' : current === 'asc' ? '↑' : '↓'}
          {current !== undefined && orders.length > 1 && <sup>{place + 1}</sup>}
        </span>
      </button>
      {after}
      {handle}
    </th>
  );
}

interface WidthHandleProps {
  header: string;
  width: number | undefined;
  onWidth: (width: number) => void;
}

/** The edge of a column, to make it wider or narrower: by the pointer, or as a slider by the keys. */
function WidthHandle({ header, width, onWidth }: WidthHandleProps) {
  const { t } = useTranslation('kit');
  const [own, setOwn] = useState(LEAST_WIDTH);
  const draw = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
    const cell = currentTarget.closest('th');
    if (cell === null || !currentTarget.hasPointerCapture(pointerId)) return undefined;
    const drawn = clampWidth(clientX - cell.getBoundingClientRect().left);
    // Without React: all rows would be rendered again at each step of the pointer.
    Object.assign(cell.style, { width: `${drawn}px`, minWidth: `${drawn}px`, maxWidth: 'none' });
    return drawn;
  };
  return (
    <span
      className="pz-width"
      role="presentation"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={draw}
      onPointerUp={(event) => {
        const drawn = draw(event);
        if (drawn !== undefined && drawn !== width) onWidth(drawn);
      }}
    >
      <input
        type="range"
        aria-label={t('list.widthOf', { column: header })}
        min={LEAST_WIDTH}
        max={MOST_WIDTH}
        step={10}
        value={width ?? own}
        onFocus={({ currentTarget }) => {
          const cell = currentTarget.closest('th');
          if (cell !== null) setOwn(clampWidth(cell.getBoundingClientRect().width));
        }}
        onChange={(event) => onWidth(Number(event.target.value))}
      />
    </span>
  );
}
