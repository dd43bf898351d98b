// The rows of an uploaded file: which listing each names, what it says of its rule, and what is wrong with it. Pure.
import { MAX_AMOUNT, toMinor } from '../../../kernel/money.ts';
import { parsePrice } from '../../../kernel/price.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import {
  columnOf,
  kindOf,
  LISTING_COLUMNS,
  type ListingColumn,
  RULE_COLUMNS,
  type RuleBody,
  type RuleColumn,
  type SheetFault,
  SheetFaultCode,
  type SheetField,
} from '../../contract.ts';
import { type RulePatch, toPatch } from '../../engine/rule.ts';
import type { Cell, FileRow } from './types.ts';
import { fieldOf, isRuleColumn, meantBy } from './words.ts';

export interface Column {
  /** As the file has it. */
  name: string;
  /** Null: ignored. */
  field: SheetField | null;
}

/** The columns that name a listing. */
export type KeyField = Exclude<ListingColumn, 'link'>;
export const KEY_FIELDS = (Object.keys(LISTING_COLUMNS) as ListingColumn[]).filter(
  (field): field is KeyField => field !== 'link',
);
/** The columns with amounts of money. */
export const MONEY_FIELDS = RULE_COLUMNS.filter((field) => kindOf(field) === 'money');

export const columnsOf = (header: readonly Cell[], codeNames: readonly string[]): Column[] =>
  header.map((cell) => ({ name: String(cell), field: fieldOf(String(cell), codeNames) }));

/** Why nothing can be read by these columns; null: it can. */
export function faultOfColumns(columns: readonly Column[]): SheetFault | null {
  const fields = columns.map(({ field }) => field);
  const fault = (code: SheetFaultCode, column: string | null = null): SheetFault => ({
    code,
    column,
    value: null,
    readings: null,
  });
  const twice = columns.find(({ field }, at) => field !== null && fields.indexOf(field) !== at);
  if (twice !== undefined) return fault('column_twice', twice.name);
  if (!KEY_FIELDS.some((field) => fields.includes(field))) return fault('no_key_column');
  if (!RULE_COLUMNS.some((field) => fields.includes(field))) return fault('no_value_column');
  return null;
}

const LONGEST_LINE = 5_000;
const LONGEST_SKU = 100;
const LONGEST_QUOTE = 100;

export type Keys = Partial<Record<KeyField, string>>;

export interface ReadRow {
  line: number;
  cells: Cell[];
  keys: Keys;
  /** What the row sets, as it travels, and as a rule's columns hold it. */
  values: Partial<RuleBody>;
  patch: RulePatch;
  faults: SheetFault[];
}

type Fault = { code: SheetFaultCode; readings?: [number, number] };

function readAmount(cell: Cell): Result<number, Fault> {
  if (typeof cell === 'string') {
    const parsed = parsePrice(cell);
    if (parsed.kind === 'ambiguous')
      return fail({ code: 'number_ambiguous', readings: [...parsed.readings] });
    if (parsed.kind !== 'price')
      return fail({ code: parsed.kind === 'invalid' ? parsed.fault : 'not_a_number' });
    return parsed.amount === 0 ? fail({ code: 'greater_than_zero' }) : ok(parsed.amount);
  }
  if (cell < 0) return fail({ code: 'not_negative' });
  if (cell > MAX_AMOUNT) return fail({ code: 'too_large' });
  if (Math.abs(cell * 100 - Math.round(cell * 100)) > 1e-6) return fail({ code: 'two_decimals' });
  return toMinor(cell) === 0 ? fail({ code: 'greater_than_zero' }) : ok(cell);
}

/** What is no money has no thousands, so a comma and a point say the same. */
function readNumber(cell: Cell): Result<number, Fault> {
  if (!/^-?\d+(?:[.,]\d+)?$/.test(String(cell))) return fail({ code: 'not_a_number' });
  const number = Number(String(cell).replace(',', '.'));
  return number < 0 ? fail({ code: 'not_negative' }) : ok(number);
}

function readPercent(cell: Cell): Result<number, Fault> {
  const percent = readNumber(typeof cell === 'number' ? cell : cell.replace(/\s*%$/, ''));
  return percent.ok && percent.value > 100 ? fail({ code: 'over_100' }) : percent;
}

/** What one cell says of a field of a rule, as it travels. */
function readValue(field: RuleColumn, cell: Cell): Result<unknown, Fault> {
  const kind = kindOf(field);
  if (kind === 'money') return readAmount(cell);
  if (kind === 'percent') return readPercent(cell);
  if (kind === 'number') return readNumber(cell);
  const word = meantBy(field, String(cell));
  if (word === null) return fail({ code: SheetFaultCode.parse(columnOf(field).unknown) });
  return ok(kind === 'flag' ? word === 'true' : word);
}

/** Why a cell cannot name a listing, or lead to it; null: it can. */
function faultOfKey(
  field: ListingColumn,
  text: string,
  linkHosts: readonly string[],
): SheetFaultCode | null {
  switch (field) {
    case 'listingId':
      return /^[1-9]\d{0,14}$/.test(text) ? null : 'id_invalid';
    case 'sku':
      return text.length > LONGEST_SKU ? 'sku_invalid' : null;
    case 'skuMarketplace':
      return /^\S{1,100}$/.test(text) ? null : 'sku_marketplace_invalid';
    case 'link': {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol)) return 'link_invalid';
      const { hostname } = url;
      const isKnown = linkHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
      return isKnown ? null : 'link_host';
    }
  }
}

/**
 * Reads one row below the header. An empty cell says nothing: what the rule says stays.
 * @param linkHosts where links may lead to, names below them included
 */
export function readRow(
  columns: readonly Column[],
  { line, cells }: FileRow,
  linkHosts: readonly string[],
): ReadRow {
  const row: ReadRow = { line, cells, keys: {}, values: {}, patch: {}, faults: [] };
  const values: Partial<Record<RuleColumn, unknown>> = {};
  const blame = ({ code, readings }: Fault, at: number | null) =>
    row.faults.push({
      code,
      column: at === null ? null : (columns[at]?.name ?? null),
      value: at === null ? null : String(cells[at]).slice(0, LONGEST_QUOTE),
      readings: readings ?? null,
    });
  if (cells.slice(columns.length).some((cell) => cell !== ''))
    blame({ code: 'too_many_columns' }, null);
  if (cells.reduce<number>((sum, cell) => sum + String(cell).length, 0) > LONGEST_LINE) {
    blame({ code: 'line_too_long' }, null);
    return row;
  }
  for (const [at, { field }] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (field === null || cell === '') continue;
    if (!isRuleColumn(field)) {
      const code = faultOfKey(field, String(cell), linkHosts);
      if (code !== null) blame({ code }, at);
      else if (field !== 'link') row.keys[field] = String(cell);
      continue;
    }
    const value = readValue(field, cell);
    if (value.ok) values[field] = value.value;
    else blame(value.error, at);
  }
  row.values = values as Partial<RuleBody>;
  row.patch = toPatch(row.values);
  if (Object.keys(row.keys).length === 0 && row.faults.length === 0)
    blame({ code: 'key_missing' }, null);
  return row;
}
