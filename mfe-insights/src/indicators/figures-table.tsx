import type { Cell } from '@primazia/backend/insights/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { ScrollRegion } from '@primazia/kit/ui';
import { useSpan } from '../figures/completeness.tsx';
import { isBetter, writeDifference, writeValue } from '../figures/write.ts';
import type { Column, FiguresTable as Table } from './table.ts';

/** The numbers of the charts, as a table. */
export function FiguresTable({ table }: { table: Table }) {
  const { t } = useTranslation();
  const span = useSpan();
  const { columns, rows } = table;
  const hasGroups = rows.some(({ group }) => group !== null);
  return (
    <ScrollRegion label={t('indicators.table')}>
      <table className="table">
        <thead>
          <tr>
            {hasGroups && <th scope="col">{t('indicators.group_by')}</th>}
            <th scope="col">{t('indicators.period')}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="table__figure">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, group, from, to, isUnsettled, cells }) => (
            <tr key={key}>
              {hasGroups && <th scope="row">{group}</th>}
              <th scope="row">
                {span(from, to)}
                {isUnsettled && <span className="figure__note">{t('indicators.unsettled')}</span>}
              </th>
              {columns.map((column, place) => (
                <td key={column.label} className="table__figure">
                  <Figure cell={cells[place]} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Figure({ cell, column }: { cell: Cell | undefined; column: Column }) {
  const format = useFormat();
  if (cell === undefined) return MISSING;
  const { info, currencyCode } = column;
  const difference = writeDifference(format, info.unit, cell.compared);
  const better = isBetter(info.better, difference);
  return (
    <span className="table__value" data-small={cell.isSmall}>
      {writeValue(format, info.unit, cell.value, currencyCode)}
      {difference !== null && (
        <span
          className="figure__difference"
          data-better={better === null ? undefined : String(better)}
        >
          {difference}
        </span>
      )}
    </span>
  );
}
