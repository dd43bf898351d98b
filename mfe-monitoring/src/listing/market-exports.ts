import { TipCode } from '@primazia/backend/monitoring/contract';
import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import type { useTranslation } from '@primazia/kit';
import type { ListDeclaration } from '@primazia/kit/list';

/** Placeholders that the server fills in. */
const VALUES = { amount: '{{amount}}', reason: '{{reason}}' };

/** Columns that are not fields of the list, with their texts in a spreadsheet. */
const FIELDS: Readonly<Record<string, string>> = {
  position: 'position',
  tips: 'tips',
  highest: 'highestPrice',
};

/** The same list, whose spreadsheet also has the columns about the market of each row. */
export function withMarketExports(
  t: ReturnType<typeof useTranslation>['t'],
  list: ListDeclaration<MonitoredListing>,
): ListDeclaration<MonitoredListing> {
  const words = Object.fromEntries(
    TipCode.options.map((code) => [code, t(`buybox.tip.${code}`, VALUES)]),
  );
  return {
    ...list,
    columns: list.columns.map((column) => {
      const field = FIELDS[column.id];
      if (field === undefined) return column;
      const label = column.header;
      return { ...column, exports: [{ field, label, words: column.id === 'tips' ? words : {} }] };
    }),
  };
}
