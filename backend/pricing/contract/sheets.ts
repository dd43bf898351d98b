// Rules in spreadsheets: a template, the present rules, and the way of an uploaded file from upload to undo.
import * as z from 'zod';
import { download, endpoint, Upload } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { MassEditState, RuleGlance } from './bulk.ts';
import { RULE_COLUMNS } from './rule-shapes.ts';
import type { SpreadsheetColumn } from './rule-words.ts';

export const MAX_SHEET_BYTES = 10 * 1024 * 1024;
export const MAX_SHEET_ROWS = 50_000;

export const SheetFormat = z.enum(['csv', 'xlsx']);
export type SheetFormat = z.infer<typeof SheetFormat>;

/** The columns that name a listing, and the link to it, which is for people alone. */
export const LISTING_COLUMNS = {
  listingId: {
    name: { pt: 'ID', en: 'ID', es: 'ID' },
    others: ['listing id', 'id do anuncio', 'id del anuncio', 'id de la publicacion'],
    text: {
      pt: 'O ID do anúncio aqui. Basta um código que diga qual é o anúncio.',
      en: 'The ID of the listing here. One code that names the listing is enough.',
      es: 'El ID de la publicación aquí. Basta un código que diga cuál es.',
    },
  },
  sku: {
    name: { pt: 'SKU', en: 'SKU', es: 'SKU' },
    others: ['seller sku', 'seu sku', 'sku do vendedor', 'sku del vendedor'],
    text: { pt: 'O seu SKU.', en: 'Your own SKU.', es: 'Tu propio SKU.' },
  },
  skuMarketplace: {
    name: { pt: 'ASIN/MLB', en: 'ASIN/MLB', es: 'ASIN/MLB' },
    others: ['sku marketplace', 'codigo do anuncio', 'item id'],
    text: {
      pt: 'O código do anúncio no marketplace.',
      en: 'The code of the listing at the marketplace.',
      es: 'El código de la publicación en el marketplace.',
    },
  },
  link: {
    name: { pt: 'Link', en: 'Link', es: 'Enlace' },
    others: ['url'],
    text: {
      pt: 'Só para você: o endereço do anúncio.',
      en: 'For you only: the address of the listing.',
      es: 'Solo para ti: la dirección de la publicación.',
    },
  },
} as const satisfies Record<string, SpreadsheetColumn>;
export type ListingColumn = keyof typeof LISTING_COLUMNS;
const KEYS = Object.keys(LISTING_COLUMNS) as ListingColumn[];

/** The columns of a spreadsheet in their order. */
export const SheetField = z.enum([...KEYS, ...RULE_COLUMNS]);
export type SheetField = z.infer<typeof SheetField>;

/** What is wrong with a row, or with the whole file. */
export const SheetFaultCode = z.enum([
  'not_a_sheet',
  'expands_too_far',
  'too_many_rows',
  'no_rows',
  'no_key_column',
  'no_value_column',
  'column_twice',
  'too_many_columns',
  'line_too_long',
  'key_missing',
  'id_invalid',
  'sku_invalid',
  'sku_marketplace_invalid',
  'link_invalid',
  'link_host',
  'listing_not_found',
  'keys_differ',
  'several_listings',
  'listing_twice',
  'not_a_number',
  'number_ambiguous',
  'not_negative',
  'greater_than_zero',
  'two_decimals',
  'over_100',
  'too_large',
  'max_not_above_min',
  'not_with_this_minimum',
  'strategy_unknown',
  'strategy_missing',
  'approval_unknown',
  'control_unknown',
  'competition_unknown',
  'competition_needs_form',
  'status_unknown',
  'group_rule',
  'rule_changed',
]);
export type SheetFaultCode = z.infer<typeof SheetFaultCode>;

export const SheetFault = z.object({
  code: SheetFaultCode,
  /** The column's name as the file has it; null: the whole row. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  /** The two numbers that `value` may mean, where the code is `number_ambiguous`. */
  readings: z.tuple([z.number(), z.number()]).nullable(),
});
export type SheetFault = z.infer<typeof SheetFault>;

export const SheetRowKind = z.enum(['made', 'changed', 'unchanged', 'wrong']);
export type SheetRowKind = z.infer<typeof SheetRowKind>;

export const SheetRow = z.object({
  /** Of the file, from 1. */
  line: z.int(),
  /** What the row would do, or why it does nothing. */
  kind: SheetRowKind,
  listingId: Id.nullable(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  skuMarketplace: z.string().nullable(),
  currencyCode: z.string().nullable(),
  ruleId: Id.nullable(),
  before: RuleGlance.nullable(),
  after: RuleGlance.nullable(),
  faults: z.array(SheetFault),
  isWritten: z.boolean(),
  restored: z.boolean().nullable(),
});
export type SheetRow = z.infer<typeof SheetRow>;

export const SheetColumn = z.object({
  /** As the file has it. */
  name: z.string(),
  /** Null: ignored. */
  field: SheetField.nullable(),
});

export const Sheet = z.object({
  id: Id,
  fileName: z.string(),
  format: SheetFormat,
  state: MassEditState,
  /** In rows of the file, while it is read, written or undone. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** What the rows would do, as of the last check. */
  counts: z.object({
    rows: z.int(),
    made: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    wrong: z.int(),
    written: z.int(),
    restored: z.int(),
    notRestored: z.int(),
  }),
  columns: z.array(SheetColumn),
  /** What is wrong with the file as a whole; such a file has no rows. */
  fault: SheetFault.extend({ line: z.int().nullable() }).nullable(),
  /** Which rows the person chose to apply. */
  applied: z.enum(['all', 'good']).nullable(),
  personName: z.string().nullable(),
  createdAt: Instant,
});
export type Sheet = z.infer<typeof Sheet>;

const params = z.object({ id: Id });
const format = z.object({ format: SheetFormat.default('xlsx') });

export const sheetTemplate = download({
  method: 'get',
  path: '/v2/rules/sheet/template',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary:
    "Exports an empty spreadsheet with an example and a description of its columns, in the caller's language",
  query: format,
  type: 'text/csv',
});

export const exportSheet = download({
  method: 'get',
  path: '/v2/rules/sheet/export',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Exports the rules of all listings as a spreadsheet that can be edited and imported',
  query: format,
  type: 'text/csv',
});

export const uploadSheet = endpoint({
  method: 'post',
  path: '/v2/rules/sheet',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary:
    'Uploads a CSV or XLSX file of at most 10 MB and 50,000 rows for a preview; writes no rule',
  query: z.object({ fileName: z.string().trim().min(1, { error: 'required' }).max(200) }),
  body: Upload,
  takes: [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel',
    'application/octet-stream',
  ],
  answer: Sheet,
});

export const querySheets = endpoint({
  method: 'post',
  path: '/v2/rules/sheet/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the imports, newest first',
  query: PageQuery,
  answer: pageOf(Sheet),
});

export const getSheet = endpoint({
  method: 'get',
  path: '/v2/rules/sheet/{id}',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary:
    'Gets the progress of an import and, once read, the counts of what its rows would change',
  params,
  answer: Sheet,
});

export const querySheetRows = endpoint({
  method: 'post',
  path: '/v2/rules/sheet/{id}/rows/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the rows of an import, by line',
  params,
  query: PageQuery,
  body: z.object({ kind: SheetRowKind.nullable().default(null) }),
  answer: pageOf(SheetRow),
});

export const applySheet = endpoint({
  method: 'put',
  path: '/v2/rules/sheet/{id}/apply',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Applies the rows of an import: all, rejected while any is invalid, or the valid ones',
  params,
  body: z.object({ rows: z.enum(['all', 'good']) }),
  answer: Sheet,
});

export const cancelSheet = endpoint({
  method: 'put',
  path: '/v2/rules/sheet/{id}/cancel',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Stops an import; what was written stays and can be undone',
  params,
  answer: Sheet,
});

export const undoSheet = endpoint({
  method: 'post',
  path: '/v2/rules/sheet/{id}/undo',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Undoes an import for every rule that was not changed since',
  params,
  answer: Sheet,
});

export const failedSheet = download({
  method: 'get',
  path: '/v2/rules/sheet/{id}/failed',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Exports the invalid rows of an import with the reason of each',
  params,
  query: format,
  type: 'text/csv',
});
