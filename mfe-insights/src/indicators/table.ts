// The cells of figures, shared by the table, the export and the print.
import type {
  Cell,
  IndicatorRow,
  Indicators,
  MetricInfo,
} from '@primazia/backend/insights/contract';
import type { Format } from '@primazia/kit';
import { writeDifference, writeValue } from '../figures/write.ts';

export interface Column {
  info: MetricInfo;
  /** Null: the figure has no currency, or nothing was sold in any. */
  currencyCode: string | null;
  label: string;
}

export interface TableRow {
  key: string;
  group: string | null;
  from: string;
  to: string;
  /** Whether a part of it may still change, or is not known. */
  isUnsettled: boolean;
  cells: readonly (Cell | undefined)[];
}

export interface FiguresTable {
  columns: Column[];
  rows: TableRow[];
  isCompared: boolean;
}

/** A row without sales in any currency has a zero in each. */
function cellIn({ cells }: IndicatorRow, { info, currencyCode }: Column): Cell | undefined {
  const its = cells.filter((cell) => cell.metric === info.metric);
  return (
    its.find((cell) => cell.currencyCode === currencyCode) ??
    its.find((cell) => cell.currencyCode === null)
  );
}

/** A column for each figure, of money for each currency. */
export function tableOf({ rows }: Indicators, infos: readonly MetricInfo[]): FiguresTable {
  const columns = infos.flatMap((info) => {
    const codes = new Set(
      rows.flatMap(({ cells }) =>
        cells.flatMap((cell) => (cell.metric === info.metric ? [cell.currencyCode] : [])),
      ),
    );
    // The money of a group without sales has no currency.
    if (codes.size > 1) codes.delete(null);
    return [...codes].sort().map((currencyCode) => ({
      info,
      currencyCode,
      label: currencyCode === null ? info.label : `${info.label} (${currencyCode})`,
    }));
  });
  return {
    columns,
    isCompared: rows.some(({ compared }) => compared !== null),
    rows: rows.map((row) => {
      const { group, from, to, completeness } = row;
      const { settling, open, unknown } = completeness.days;
      return {
        key: `${group?.id ?? ''} ${from}`,
        group: group?.name ?? null,
        from,
        to,
        isUnsettled: settling + open + unknown > 0,
        cells: columns.map((column) => cellIn(row, column)),
      };
    }),
  };
}

interface Words {
  group: string;
  from: string;
  to: string;
  before: string;
  difference: string;
  state: string;
  states: { settled: string; unsettled: string };
}

const UNIT_MARKS: Partial<Record<MetricInfo['unit'], string>> = { percent: ' (%)', hours: ' (h)' };

/**
 * The table as lines of texts, its headings first.
 * @param isFile numbers alone, for a spreadsheet to count with; their units are in the headings
 */
export function linesOf(
  { columns, rows, isCompared }: FiguresTable,
  format: Format,
  words: Words,
  isFile: boolean,
): string[][] {
  const hasGroups = rows.some(({ group }) => group !== null);
  const value = ({ info, currencyCode }: Column, number: number | null | undefined) => {
    if (isFile) return number == null ? '' : format.plain(number);
    return writeValue(format, info.unit, number ?? null, currencyCode);
  };
  const difference = ({ info }: Column, compared: Cell['compared']) => {
    if (isFile) return compared?.difference == null ? '' : format.plain(compared.difference);
    return writeDifference(format, info.unit, compared) ?? '';
  };
  const headings = [
    ...(hasGroups ? [words.group] : []),
    words.from,
    words.to,
    ...columns.flatMap(({ label, info }) => {
      const name = isFile ? label + (UNIT_MARKS[info.unit] ?? '') : label;
      return isCompared
        ? [name, `${name}: ${words.before}`, `${name}: ${words.difference}`]
        : [name];
    }),
    words.state,
  ];
  const lines = rows.map(({ group, from, to, isUnsettled, cells }) => [
    ...(hasGroups ? [group ?? ''] : []),
    format.date(from),
    format.date(to),
    ...columns.flatMap((column, place) => {
      const cell = cells[place];
      const compared = cell?.compared ?? null;
      const own = value(column, cell?.value);
      return isCompared
        ? [own, value(column, compared?.value), difference(column, compared)]
        : [own];
    }),
    isUnsettled ? words.states.unsettled : words.states.settled,
  ]);
  return [headings, ...lines];
}
