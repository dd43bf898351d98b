// The rows of an imported file: which listing each names, what it says of it, and what is wrong with it. Pure.
import { toMinor } from '../../kernel/money.ts';
import { mayBeIn } from '../../kernel/price.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { CsvRow } from '../../platform/csv-rows.ts';
import type { CostFault, CostFaultCode, CostField } from '../contract.ts';
import {
  type Column,
  KEY_FIELDS,
  type KeyField,
  VALUE_FIELDS,
  type ValueField,
} from './columns.ts';
import type { Given } from './merge.ts';
import { type DecimalSign, decimalSignOf, readNumber } from './numbers.ts';

const LONGEST_QUOTE = 100;

export interface CostRow {
  line: number;
  /** As they are in the file. */
  cells: readonly string[];
  keys: Partial<Record<KeyField, string>>;
  given: Given;
  /** Those of its cells that are amounts of money. */
  amounts: string[];
  faults: CostFault[];
}

/** Where each field is in a row. */
type Places = Partial<Record<CostField, number>>;

const placesOf = (columns: readonly Column[]): Places =>
  Object.fromEntries(columns.flatMap(({ field }, at) => (field === null ? [] : [[field, at]])));

const isAmount = (field: ValueField) => field === 'cost' || field === 'feeFixed';

/** Makes the fault of a row; `at` is the column, null the whole row. */
const faultOf = (
  columns: readonly Column[],
  row: { line: number; cells: readonly string[] },
  code: CostFaultCode,
  at: number | null,
): CostFault => ({
  line: row.line,
  column: at === null ? null : (columns[at]?.name ?? null),
  code,
  value: at === null ? null : (row.cells[at] ?? '').slice(0, LONGEST_QUOTE),
});

function readValue(cell: string, field: ValueField, sign: DecimalSign | null) {
  const read = readNumber(cell, isAmount(field) ? 'amount' : 'percent', sign);
  if (!read.ok) return read;
  return ok(isAmount(field) ? toMinor(read.value) : Math.round(read.value * 100) / 100);
}

/** Reads the rows below the header. An empty cell says nothing: what is known of the listing stays. */
export function readRows(columns: readonly Column[], rows: readonly CsvRow[]): CostRow[] {
  const places = placesOf(columns);
  const cellOf = (row: CsvRow, field: CostField) => {
    const at = places[field];
    return at === undefined ? '' : (row.cells[at] ?? '');
  };
  const sign = decimalSignOf(
    rows.flatMap((row) => VALUE_FIELDS.map((field) => cellOf(row, field))),
  );
  return rows.map(({ line, cells }) => {
    const row: CostRow = { line, cells, keys: {}, given: {}, amounts: [], faults: [] };
    const blame = (code: CostFaultCode, field?: CostField) =>
      row.faults.push(faultOf(columns, row, code, field === undefined ? null : places[field]!));
    if (cells.slice(columns.length).some((cell) => cell !== '')) blame('too_many_columns');
    for (const field of KEY_FIELDS) {
      const cell = cellOf({ line, cells }, field);
      if (cell !== '') row.keys[field] = cell;
    }
    if (Object.keys(row.keys).length === 0) blame('key_missing');
    for (const field of VALUE_FIELDS) {
      const cell = cellOf({ line, cells }, field);
      if (cell === '') continue;
      const value = readValue(cell, field, sign);
      if (value.ok) row.given[field] = value.value;
      else blame(value.error, field);
      if (value.ok && isAmount(field)) row.amounts.push(cell);
    }
    return row;
  });
}

/** A listing as far as a row can name it. */
export interface Nameable {
  listingId: number;
  sku: string | null;
  skuMarketplace: string;
  currencyCode: string;
}

/** A listing's id, where the text is one. */
export const idIn = (text: string): number | null =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** Finds listings by what rows name them by. */
function createDirectory<T extends Nameable>(listings: readonly T[]) {
  const bySku = Map.groupBy(listings, ({ sku }) => sku);
  const bySkuMarketplace = Map.groupBy(listings, ({ skuMarketplace }) => skuMarketplace);
  const byId = Map.groupBy(listings, ({ listingId }) => listingId);
  const named = (field: KeyField, text: string): readonly T[] => {
    if (field === 'listingId') return byId.get(idIn(text) ?? 0) ?? [];
    if (field === 'skuMarketplace') return bySkuMarketplace.get(text) ?? [];
    // Where a seller has no SKUs, people use the marketplace's codes.
    return bySku.get(text) ?? bySkuMarketplace.get(text) ?? [];
  };
  return {
    /** The listings that all keys of a row name. */
    find(keys: CostRow['keys']): Result<readonly T[], { code: CostFaultCode; field?: KeyField }> {
      const sets: (readonly T[])[] = [];
      for (const field of KEY_FIELDS) {
        const text = keys[field];
        if (text === undefined) continue;
        const these = named(field, text);
        if (these.length === 0) return fail({ code: 'listing_not_found', field });
        sets.push(these);
      }
      const [first, ...others] = sets;
      if (first === undefined) return fail({ code: 'key_missing' });
      const found = first.filter((one) => others.every((these) => these.includes(one)));
      return found.length === 0 ? fail({ code: 'keys_differ' }) : ok(found);
    },
  };
}

/**
 * Of the named listings, those that the amounts apply to: those of the currency that the amounts name, or of the only
 * currency that the listings have. Null: none, or the currency is ambiguous.
 */
function inCurrency<T extends Nameable>(row: CostRow, named: readonly T[]): readonly T[] | null {
  if (row.amounts.length === 0) return named;
  const these = named.filter((listing) =>
    row.amounts.every((amount) => mayBeIn(amount, listing.currencyCode)),
  );
  return new Set(these.map(({ currencyCode }) => currencyCode)).size === 1 ? these : null;
}

/** What a good row says of the listings that it names. */
export interface Meant<T> {
  row: CostRow;
  listings: readonly T[];
}

/**
 * Finds the listings of all rows and adds the faults that show there. A row that names a listing of an earlier good row
 * is a fault: it is ambiguous which one counts.
 */
export function resolve<T extends Nameable>(
  columns: readonly Column[],
  rows: readonly CostRow[],
  listings: readonly T[],
): Meant<T>[] {
  const places = placesOf(columns);
  const directory = createDirectory(listings);
  const taken = new Set<number>();
  const meant: Meant<T>[] = [];
  for (const row of rows) {
    const found = directory.find(row.keys);
    if (!found.ok) {
      const { code, field } = found.error;
      if (code !== 'key_missing')
        row.faults.push(faultOf(columns, row, code, field === undefined ? null : places[field]!));
      continue;
    }
    const listings = inCurrency(row, found.value);
    if (listings === null) row.faults.push(faultOf(columns, row, 'keys_differ', null));
    if (listings?.some(({ listingId }) => taken.has(listingId)))
      row.faults.push(faultOf(columns, row, 'listing_twice', null));
    if (listings === null || row.faults.length > 0) continue;
    for (const { listingId } of listings) taken.add(listingId);
    meant.push({ row, listings });
  }
  return meant;
}
