// Rules as files: the template, the present rules, and the wrong rows of an uploaded file with the reason beside each.
import { csvLines, toCsv } from '../../../kernel/csv.ts';
import type { Download } from '../../../kernel/endpoint.ts';
import type { Locale } from '../../../kernel/id.ts';
import type { Actor, AppContext } from '../../../platform/app-context.ts';
import { within } from '../../../platform/db.ts';
import {
  type ListingColumn,
  type RuleColumn,
  ruleField,
  Sheet,
  type SheetFormat,
} from '../../contract.ts';
import { contentOf, toBody } from '../../engine/rule.ts';
import { found } from '../bulk/actions.ts';
import * as items from '../bulk/item-store.ts';
import { ruledListingsAfter } from '../bulk/load.ts';
import type * as store from '../bulk/store.ts';
import type { ItemRow, RuledListing } from '../bulk/types.ts';
import { toFaults } from './actions.ts';
import { type Written, type WrittenTab, writeApart } from './parse-in-worker.ts';
import { TEXTS } from './texts.ts';
import type { Cell } from './types.ts';
import { FIELDS, faultText, headingOf, isRuleColumn, meaningOf, wordFor } from './words.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows that are read at once: a slow reader delays only itself. */
const PAGE = 1_000;

interface Tab {
  name: string;
  rows: AsyncIterable<readonly Cell[]>;
}

async function* only(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
  yield* rows;
}

const encoder = new TextEncoder();

/** Groups rows into pages. */
async function* inPages<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** As a spreadsheet of that language reads it: with a decimal point in English, else with a comma. */
const numberIn = (locale: Locale, value: number): string =>
  locale === 'en' ? String(value) : String(value).replace('.', ',');

async function* csvOf({ rows }: Tab, locale: Locale): AsyncGenerator<Uint8Array> {
  let isStart = true;
  for await (const page of inPages(rows)) {
    const texts = page.map((row) =>
      row.map((cell) => (typeof cell === 'number' ? numberIn(locale, cell) : cell)),
    );
    const [headings = [], ...others] = texts;
    yield encoder.encode(isStart ? toCsv(headings, others) : csvLines(texts));
    isStart = false;
  }
}

/** In characters: wide enough for a SKU or a price. */
const WIDTH = 20;

async function* xlsxOf(tabs: readonly Tab[]): AsyncGenerator<Uint8Array> {
  const sheets: WrittenTab[] = [];
  for (const { name, rows } of tabs) {
    const data: Written[][] = [];
    for await (const row of rows) {
      const isHeader = data.length === 0;
      data.push(
        row.map((value) => {
          if (value === '') return null;
          return isHeader ? { value, fontWeight: 'bold' } : value;
        }),
      );
    }
    const columns = (data[0] ?? []).map(() => ({ width: WIDTH }));
    sheets.push({ sheet: name, data, columns, stickyRowsCount: 1 });
  }
  yield await writeApart(sheets);
}

/** Tabs as a file; a CSV holds the first of them, with the content of the others as lines that an import skips. */
function toFile(
  ctx: AppContext,
  name: string,
  format: SheetFormat,
  tabs: readonly [Tab, ...Tab[]],
  locale: Locale,
): Download {
  const parts = format === 'csv' ? csvOf(tabs[0], locale) : xlsxOf(tabs);
  const stamp = ctx.clock().toISOString().slice(0, 16).replaceAll(/\D/g, '-');
  const body = ReadableStream.from(reported(ctx, parts));
  const fileName = `primazia-${name}-${stamp}.${format}`;
  return format === 'csv' ? { fileName, body } : { fileName, body, type: XLSX };
}

/** The answer has begun: the client sees it break off, so the log is the only place for the fault. */
async function* reported(
  ctx: AppContext,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    ctx.log.error('Rules download failed', error);
    throw error;
  }
}

const headings = (locale: Locale): string[] => FIELDS.map((field) => headingOf(field, locale));

/** A field of a rule as the files say it. */
function cellOf(field: RuleColumn, value: unknown, locale: Locale): Cell {
  if (value === null) return '';
  return typeof value === 'number' ? value : wordFor(field, String(value), locale);
}

/** An example as somebody would fill it in; its first cell makes an import skip it. */
function exampleOf(locale: Locale): Cell[] {
  const listing: Record<ListingColumn, Cell> = {
    listingId: TEXTS[locale].example,
    sku: 'SKU-001',
    skuMarketplace: '1234567890',
    link: '',
  };
  return FIELDS.map((field) =>
    isRuleColumn(field)
      ? cellOf(field, ruleField(field).spreadsheet?.example, locale)
      : listing[field],
  );
}

const helpOf = (locale: Locale): string[][] => {
  const texts = TEXTS[locale];
  return [
    ...FIELDS.map((field) => [headingOf(field, locale), meaningOf(field, locale)]),
    ...texts.hints.map((hint) => ['', hint]),
  ];
};

/** An empty file with an example and what its columns mean. */
export function sheetTemplate(ctx: AppContext, format: SheetFormat, locale: Locale): Download {
  const texts = TEXTS[locale];
  const help = helpOf(locale);
  const remarks = format === 'xlsx' ? [] : help.map((row) => [`# ${row.join(' ')}`]);
  return toFile(
    ctx,
    texts.fileName,
    format,
    [
      { name: texts.rules, rows: only([headings(locale), exampleOf(locale), ...remarks]) },
      { name: texts.help, rows: only([[texts.column, texts.meaning], ...help]) },
    ],
    locale,
  );
}

/** What the file says of a listing's rule: read again, it changes nothing. */
export function cellsOf({ rule, ...ad }: RuledListing, locale: Locale): Cell[] {
  if (rule === null) return FIELDS.map(() => '');
  const body = toBody(contentOf(rule));
  const listing: Record<ListingColumn, Cell> = {
    listingId: String(ad.listingId),
    sku: ad.sku ?? '',
    skuMarketplace: ad.skuMarketplace,
    link: ad.link ?? '',
  };
  return FIELDS.map((field) =>
    isRuleColumn(field) ? cellOf(field, body[field], locale) : listing[field],
  );
}

async function* presentRules(
  ctx: AppContext,
  { companyId }: Actor,
  locale: Locale,
): AsyncGenerator<readonly Cell[]> {
  yield [...headings(locale), TEXTS[locale].title];
  for (let last = 0; ; ) {
    const listings = await within(ctx.db, { company: companyId }, (trx) =>
      ruledListingsAfter(trx, companyId, last, PAGE),
    );
    for (const listing of listings) yield [...cellsOf(listing, locale), listing.title];
    if (listings.length < PAGE) return;
    last = listings.at(-1)?.listingId ?? last;
  }
}

/** The present rules of all listings that have one, in the form in which they can be uploaded. */
export function exportSheet(
  ctx: AppContext,
  actor: Actor,
  format: SheetFormat,
  locale: Locale,
): Download {
  const { fileName, rules } = TEXTS[locale];
  const rows = presentRules(ctx, actor, locale);
  return toFile(ctx, fileName, format, [{ name: rules, rows }], locale);
}

/** Why a row is wrong, in words. */
function reasonOf(row: ItemRow, locale: Locale): string {
  return toFaults(row)
    .map(({ code, column, readings }) => {
      const both = readings?.map((value) => numberIn(locale, value)).join(` ${TEXTS[locale].or} `);
      const text = `${faultText(code, locale)}${both === undefined ? '' : `: ${both}`}`;
      return column === null ? text : `${column}: ${text}`;
    })
    .join(' | ');
}

const Columns = Sheet.pick({ columns: true });

async function* wrongRows(
  ctx: AppContext,
  { companyId }: Actor,
  row: store.MassEditRow,
  locale: Locale,
): AsyncGenerator<readonly Cell[]> {
  const { columns } = Columns.parse(row.report ?? { columns: [] });
  yield [...columns.map(({ name }) => name), TEXTS[locale].reason];
  const wish = { kind: 'refused', refusedFirst: false } as const;
  // From row to row: an offset would read all rows before it again for each page.
  for (let after = -1; ; ) {
    const some = await within(ctx.db, { company: companyId }, (trx) =>
      items.namedRows(trx, companyId, row.id, wish, { from: 0, limit: PAGE, after }),
    );
    for (const wrong of some) {
      const cells = wrong.cells ?? [];
      // A cell too many stays visible, behind the reason.
      const own = columns.map((_, at) => cells[at] ?? '');
      yield [...own, reasonOf(wrong, locale), ...cells.slice(columns.length)];
    }
    if (some.length < PAGE) return;
    after = some.at(-1)?.seq ?? after;
  }
}

/** The wrong rows of a file in its own columns. @throws Problem 404 `batch_not_found` */
export async function failedSheet(
  ctx: AppContext,
  actor: Actor,
  id: number,
  format: SheetFormat,
  locale: Locale,
): Promise<Download> {
  const row = await within(ctx.db, { company: actor.companyId }, (trx) =>
    found(trx, actor.companyId, id, 'sheet'),
  );
  const { failedName, rules } = TEXTS[locale];
  const rows = wrongRows(ctx, actor, row, locale);
  return toFile(ctx, `${failedName}-${id}`, format, [{ name: rules, rows }], locale);
}
