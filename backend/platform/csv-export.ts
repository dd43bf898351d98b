// Streams a list as a spreadsheet: the rows come from a cursor, so that a million of them need no more memory than a page,
// and all are from one snapshot.

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { csvHead, csvLines } from '../kernel/csv.ts';
import type { Download } from '../kernel/endpoint.ts';
import { type ExportBody, type ExportColumn, MAX_EXPORT_ROWS } from '../kernel/export.ts';
import type { Locale } from '../kernel/id.ts';
import type { ListField } from '../kernel/list-schema.ts';
import { type Fault, Problem } from '../kernel/problem.ts';
import type { Actor, AppContext } from './app-context.ts';
import { type Trx, within } from './db.ts';
import { columnOf, type Fields } from './filter-sql.ts';
import { problem } from './problems.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 1_000;
/** Exports of a process at once: each holds a connection. */
const AT_ONCE = 3;
/** A reader that reads nothing for so long counts as disconnected. */
const READ_SECONDS = 60;
/** The longest that the database may take for rows of one export. */
const FETCH_SECONDS = 60;

/** A column that is not a field of the list. */
export interface ExtraColumn {
  column: RawBuilder<unknown>;
  /** @param column the column as the page requests it, with its labels */
  write(value: unknown, column: ExportColumn): string;
}

export interface ExportOptions {
  /** The first part of the file's name. */
  name: string;
  fields: Fields;
  extras?: Readonly<Record<string, ExtraColumn>>;
  body: ExportBody;
  locale: Locale;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** What the columns are selected from: `from … where …`. Throws a 422 for filters that the list does not have. */
  from(trx: Trx): Promise<RawBuilder<unknown>>;
  orderBy: RawBuilder<unknown>;
}

/** The reader of an export: the language, and the signal that aborts when the reader disconnects. */
export type Reader = Pick<ExportOptions, 'locale' | 'signal'>;

/** A column that is written as the database returns it. */
export const asText = (column: RawBuilder<unknown>): ExtraColumn => ({
  column,
  write: (value) => String(value),
});

type Cell = (value: unknown) => string;

/** Decimals as spreadsheets of that language read them: with a comma, except in English. */
const decimalIn = (locale: Locale, text: string) =>
  locale === 'en' ? text : text.replace('.', ',');

/** DD/MM/YYYY HH:mm, in English MM/DD/YYYY HH:mm, in the reader's time zone. */
function instantIn(locale: Locale, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    const day = locale === 'en' ? [of('month'), of('day')] : [of('day'), of('month')];
    return `${[...day, of('year')].join('/')} ${of('hour')}:${of('minute')}`;
  };
}

function cellOf(
  { type }: ListField,
  { words }: ExportColumn,
  { locale, body }: Pick<ExportOptions, 'locale' | 'body'>,
): Cell {
  const named = (value: unknown) => {
    const text = String(value);
    return Object.hasOwn(words, text) ? words[text]! : text;
  };
  switch (type) {
    case 'monetary':
      return (value) => decimalIn(locale, (Number(value) / 100).toFixed(2));
    case 'numeric':
      return (value) => decimalIn(locale, String(Math.round(Number(value) * 100) / 100));
    case 'date': {
      const write = instantIn(locale, body.timeZone);
      return (value) => write(value instanceof Date ? value : new Date(String(value)));
    }
    default:
      return named;
  }
}

interface Columns {
  select: RawBuilder<unknown>;
  cells: Cell[];
}

/** What is selected for the columns, and how it is written. @throws Problem 422 for columns that the list does not have */
function columnsOf(options: ExportOptions): Columns {
  const { fields, extras = {}, body } = options;
  const faults: Fault[] = [];
  const select: RawBuilder<unknown>[] = [];
  const cells: Cell[] = [];
  body.columns.forEach((column, index) => {
    const name = column.field;
    const as = sql.ref(`c${index}`);
    if (Object.hasOwn(fields, name)) {
      const field = fields[name]!;
      select.push(sql`${columnOf(field)} as ${as}`);
      cells.push(cellOf(field, column, options));
    } else if (Object.hasOwn(extras, name)) {
      const extra = extras[name]!;
      select.push(sql`${extra.column} as ${as}`);
      cells.push((value) => extra.write(value, column));
    } else {
      const message = `${name} is no column of this list`;
      faults.push({ path: `columns.${index}.field`, code: 'unknown_field', message });
    }
  });
  if (faults.length > 0) throw problem('unknown_field', { detail: faults[0]!.message, faults });
  return { select: sql.join(select), cells };
}

const running = new WeakMap<AppContext['db'], Set<symbol>>();

/** Takes one of the export slots of this process. @throws Problem 429 if all are taken */
function takeSlot(ctx: AppContext): Disposable {
  const taken = running.get(ctx.db) ?? new Set();
  running.set(ctx.db, taken);
  if (taken.size >= AT_ONCE) {
    throw problem('too_many_exports', { values: { limit: AT_ONCE } });
  }
  const place = Symbol();
  taken.add(place);
  return { [Symbol.dispose]: () => taken.delete(place) };
}

/** One export per user at a time, over all processes; held until the transaction ends. */
async function lockExport(trx: Trx, { companyId, personId }: Actor): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`export of ${companyId}`}, ${personId}::bigint)) as "isOurs"`.execute(
    trx,
  );
  if (!rows[0]!.isOurs) throw problem('export_running');
}

async function countRows(trx: Trx, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select ${from} limit ${MAX_EXPORT_ROWS + 1}) rows`.execute(trx);
  const { count } = rows[0]!;
  if (count > MAX_EXPORT_ROWS) {
    throw problem('too_many_matches', { values: { limit: MAX_EXPORT_ROWS } });
  }
  return count;
}

/** Writes all rows, at the reader's pace. */
async function writeRows(
  trx: Trx,
  cursor: string,
  cells: readonly Cell[],
  writer: WritableStreamDefaultWriter<Uint8Array>,
  gone: AbortSignal,
): Promise<void> {
  const encoder = new TextEncoder();
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from ${sql.ref(cursor)}`.execute(trx);
    if (rows.length > 0) {
      const lines = rows.map((row) =>
        cells.map((cell, index) => {
          const value = row[`c${index}`];
          return value === null ? '' : cell(value);
        }),
      );
      await turnOf(writer, gone);
      // Awaited with the next: its promise settles only when it is read.
      writer.write(encoder.encode(csvLines(lines))).catch(() => undefined);
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Waits until the reader has read; one that does not counts as disconnected. */
async function turnOf(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  gone: AbortSignal,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('the client has closed the export')),
    READ_SECONDS * 1_000,
  );
  const leave = () => late.reject(gone.reason);
  gone.addEventListener('abort', leave);
  try {
    gone.throwIfAborted();
    await Promise.race([writer.ready, late.promise]);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
  }
}

/** Cancels the statement in the database as soon as the reader disconnects. Ends before the transaction does. */
async function watchReader(ctx: AppContext, trx: Trx, gone: AbortSignal): Promise<AsyncDisposable> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const { pid } = rows[0]!;
  let canceling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    canceling = sql`select pg_cancel_backend(${pid}::integer)`
      .execute(ctx.db)
      .catch((error: unknown) => {
        ctx.log.warn('Query of an abandoned export could not be canceled', { reason: error });
      });
  };
  gone.addEventListener('abort', cancel);
  if (gone.aborted) cancel();
  return {
    async [Symbol.asyncDispose]() {
      gone.removeEventListener('abort', cancel);
      // The connection is released only when nothing can cancel its next statement.
      await canceling;
    },
  };
}

/** One for each selection of columns: the driver caches the columns of a statement by its text. */
const cursorOf = ({ name, body }: ExportOptions): string => {
  const columns = JSON.stringify([name, body.columns.map(({ field }) => field)]);
  return `export_${createHash('sha256').update(columns).digest('hex').slice(0, 32)}`;
};

const stamp = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
    .format(at)
    .replaceAll(/\D+/g, '-');

/**
 * All matching rows as a streamed file. Faults of the request are reported before it begins; a later failure aborts it.
 * @throws Problem 422 for unknown columns, filters and orders, and for more rows than MAX_EXPORT_ROWS; 409 if an export of
 * the user is running; 429 if too many are running
 */
export async function exportCsv(
  ctx: AppContext,
  actor: Actor,
  options: ExportOptions,
): Promise<Download> {
  const { body, orderBy } = options;
  const { select, cells } = columnsOf(options);
  const place = takeSlot(ctx);
  const stream = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1 });
  const writer = stream.writable.getWriter();
  const isGone = new AbortController();
  const gone = AbortSignal.any([isGone.signal, options.signal]);
  // Rejects where the reader cancels.
  writer.closed.catch(() => isGone.abort());
  const begun = Promise.withResolvers<number>();
  const scope = { company: actor.companyId, person: actor.personId };
  const work = within(ctx.db, scope, async (trx) => {
    await lockExport(trx, actor);
    await sql`select set_config('statement_timeout', ${`${FETCH_SECONDS}s`}, true),
      set_config('cursor_tuple_fraction', '1', true)`.execute(trx);
    await using _watch = await watchReader(ctx, trx, gone);
    const from = await options.from(trx);
    const count = await countRows(trx, from);
    const cursor = cursorOf(options);
    await sql`declare ${sql.ref(cursor)} no scroll cursor for
      select ${select} ${from} order by ${orderBy}`.execute(trx);
    begun.resolve(count);
    await turnOf(writer, gone);
    const start = csvHead(body.columns.map(({ label }) => label));
    writer.write(new TextEncoder().encode(start)).catch(() => undefined);
    await writeRows(trx, cursor, cells, writer, gone);
  });
  work
    .then(() => writer.close())
    .catch(async (error: unknown) => {
      begun.reject(error);
      if (!(error instanceof Problem) && !gone.aborted) {
        ctx.log.error('Export failed', error, { companyId: actor.companyId });
      }
      await writer.abort(error).catch(() => undefined);
    })
    .finally(() => place[Symbol.dispose]());
  const rows = await begun.promise;
  return {
    fileName: `${options.name}-${stamp(ctx.clock(), body.timeZone)}.csv`,
    body: stream.readable,
    rows,
  };
}
