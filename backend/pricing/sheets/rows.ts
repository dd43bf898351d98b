// The rows of an uploaded file: which ad each names, what it says of its rule, and what is wrong with it. Pure.
import { MAX_AMOUNT, toMinor } from '../../kernel/money.ts';
import { parsePrice } from '../../kernel/price.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Patch } from '../bulk/patch.ts';
import type { SheetFault, SheetFaultCode, SheetField } from '../contract.ts';
import type { RuleSettings } from '../translate.ts';
import type { Cell, FileRow } from './terms.ts';
import { fieldOf, meantBy, type WordField } from './words.ts';

export interface Column {
  /** As the file has it. */
  name: string;
  /** Null: ignored. */
  field: SheetField | null;
}

export const KEY_FIELDS = ['listingId', 'sku', 'skuMarketplace'] as const satisfies SheetField[];
export type KeyField = (typeof KEY_FIELDS)[number];
const VALUE_FIELDS = [
  'minPrice',
  'maxPrice',
  'strategy',
  'requiresApproval',
  'control',
  'safeMargin',
  'competition',
  'status',
] as const satisfies SheetField[];

export const columnsOf = (header: readonly Cell[]): Column[] =>
  header.map((cell) => ({ name: String(cell), field: fieldOf(String(cell)) }));

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
  if (!VALUE_FIELDS.some((field) => fields.includes(field))) return fault('no_value_column');
  return null;
}

const LONGEST_LINE = 5_000;
const LONGEST_SKU = 100;
const LONGEST_TOLD = 100;

/** Of marketplaces and of the shops where rivals are followed, in all our countries. */
const HOSTS =
  /(?:^|\.)(?:amazon\.(?:com|com\.br|com\.mx|ca)|mercadoli(?:vre\.com\.br|bre\.com\.mx)|(?:magazineluiza|magalu|shopee)\.com(?:\.br|\.mx)?)$/;

export type Keys = Partial<Record<KeyField, string>>;

export interface ReadRow {
  line: number;
  cells: Cell[];
  keys: Keys;
  patch: Patch;
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

/** A percent has no thousands, so a comma and a point say the same. */
function readPercent(cell: Cell): Result<number, Fault> {
  const text = typeof cell === 'number' ? String(cell) : cell.replace(/\s*%$/, '');
  if (!/^-?\d+(?:[.,]\d+)?$/.test(text)) return fail({ code: 'not_a_number' });
  const percent = Number(text.replace(',', '.'));
  if (percent < 0) return fail({ code: 'not_negative' });
  return percent > 100 ? fail({ code: 'over_100' }) : ok(percent);
}

const UNKNOWN: Readonly<Record<WordField, SheetFaultCode>> = {
  strategy: 'strategy_unknown',
  requiresApproval: 'approval_unknown',
  control: 'control_unknown',
  competition: 'competition_unknown',
  status: 'status_unknown',
};

/** The fields of a rule that one cell sets. */
function readValue(field: (typeof VALUE_FIELDS)[number], cell: Cell): Result<Patch, Fault> {
  switch (field) {
    case 'minPrice':
    case 'maxPrice': {
      const amount = readAmount(cell);
      if (!amount.ok) return amount;
      const minor = toMinor(amount.value);
      return ok(field === 'minPrice' ? { min_price: minor } : { max_price: minor });
    }
    case 'safeMargin': {
      const percent = readPercent(cell);
      return percent.ok ? ok({ settings: { safeMargin: percent.value } }) : percent;
    }
    default: {
      const word = meantBy(field, String(cell));
      if (word === null) return fail({ code: UNKNOWN[field] });
      if (field === 'status') return ok({ status: meantBy('status', String(cell))! });
      const value = field === 'requiresApproval' ? word === 'true' : word;
      return ok({ settings: { [field]: value } as Partial<RuleSettings> });
    }
  }
}

/** Why a cell cannot name an ad, or lead to it; null: it can. */
function faultOfKey(field: KeyField | 'link', text: string): SheetFaultCode | null {
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
      return HOSTS.test(url.hostname) ? null : 'link_host';
    }
  }
}

/** Reads one row below the header. An empty cell says nothing: what the rule says stays. */
export function readRow(columns: readonly Column[], { line, cells }: FileRow): ReadRow {
  const row: ReadRow = { line, cells, keys: {}, patch: {}, faults: [] };
  const blame = ({ code, readings }: Fault, at: number | null) =>
    row.faults.push({
      code,
      column: at === null ? null : (columns[at]?.name ?? null),
      value: at === null ? null : String(cells[at]).slice(0, LONGEST_TOLD),
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
    if (
      field === 'listingId' ||
      field === 'sku' ||
      field === 'skuMarketplace' ||
      field === 'link'
    ) {
      const code = faultOfKey(field, String(cell));
      if (code !== null) blame({ code }, at);
      else if (field !== 'link') row.keys[field] = String(cell);
      continue;
    }
    const value = readValue(field, cell);
    if (!value.ok) blame(value.error, at);
    else {
      const settings = { ...row.patch.settings, ...value.value.settings };
      row.patch = { ...row.patch, ...value.value };
      if (Object.keys(settings).length > 0) row.patch.settings = settings;
    }
  }
  if (Object.keys(row.keys).length === 0 && row.faults.length === 0)
    blame({ code: 'key_missing' }, null);
  return row;
}
