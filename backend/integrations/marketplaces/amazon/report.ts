// The listings report, from its request to the SKUs in it. A search for listings ends at 1,000 of them; the report has
// them all, in a file that is parsed as a stream.
import { parse } from 'csv-parse/stream';
import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { Download } from '../../manifest.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import * as requests from './requests.ts';
import type { Store } from './stores.ts';
import { CreatedReport, decode, Report, ReportDocument, Reports, Search } from './wire.ts';

export interface ReportMeans {
  api: Fetcher;
  download: Download;
  clock: Clock;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** How long a finished report is reused, and how long one that is being made: requests for both are scarce. */
const FRESH_MS = 5 * 60_000;
const PENDING_MS = 30 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The longest wait for a report; after that Amazon goes on making it, and the next attempt finds it. */
const PATIENCE_MS = 8 * 60_000;
const NEXT_ATTEMPT_MS = 60_000;
const PAGE = 1_000;
/** The limits of a valid file: uncompressed bytes, and bytes of one line. */
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_LINE = 1024 * 1024;
const SLICE = 8 * 1024;

const failure = (
  kind: CallFailure['kind'],
  code: string,
  message: string,
  retryAfterMs: number | null = null,
): CallFailure => ({ kind, code, message, retryAfterMs });

const isPending = ({ processingStatus }: Report) =>
  processingStatus === 'IN_QUEUE' || processingStatus === 'IN_PROGRESS';

/** A report that need not be asked for again: one that is being made, or was made a moment ago. */
function reusableOf(reports: readonly Report[], now: Date): Report | null {
  const ageOf = ({ createdTime }: Report) =>
    createdTime === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(createdTime);
  const good = reports.filter(
    (report) =>
      ageOf(report) <= (isPending(report) ? PENDING_MS : FRESH_MS) &&
      (isPending(report) || report.processingStatus === 'DONE'),
  );
  return good.sort((a, b) => ageOf(a) - ageOf(b))[0] ?? null;
}

/** Waits until a report is finished, whatever its outcome. */
async function finished(
  { api, clock, sleep }: ReportMeans,
  store: Store,
  session: AccountSession,
): Promise<Result<Report, CallFailure>> {
  const now = clock();
  const since = new Date(now.getTime() - PENDING_MS);
  const known = decode(
    await api(requests.getReports(session, store.id, since)),
    Reports,
    'the reports',
  );
  if (!known.ok) return known;
  const reusable = reusableOf(known.value.reports, now);
  if (reusable !== null && !isPending(reusable)) return ok(reusable);

  const created =
    reusable !== null
      ? ok({ reportId: reusable.reportId })
      : decode(
          await api(requests.createReport(session, store.id)),
          CreatedReport,
          'the new report',
        );
  if (!created.ok) return created;
  let pause = FIRST_PAUSE_MS;
  for (let waited = 0; waited < PATIENCE_MS; waited += pause) {
    if (waited > 0) pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
    await sleep(pause, session.signal);
    if (session.signal?.aborted)
      return fail(failure('unavailable', 'aborted', 'The caller stopped'));
    const call = requests.getReport(session, created.value.reportId);
    const report = decode(await api(call), Report, 'the report');
    // A short lack of quota is no reason to lose the report: the next poll comes later anyway.
    if (!report.ok && report.error.kind === 'rate_limited') continue;
    if (!report.ok || !isPending(report.value)) return report;
  }
  const words = 'Amazon is still making the listings report';
  return fail(failure('rate_limited', 'report_not_ready', words, NEXT_ATTEMPT_MS));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** Decodes a field that was read as bytes: Amazon writes these files in UTF-8 or Windows-1252, and does not say which. */
function decodeField(bytewise: string): string {
  const bytes = Uint8Array.from(bytewise, (char) => char.charCodeAt(0));
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

/** The column of the seller's SKU, found by the columns' names: their order is not guaranteed. */
function skuColumn(header: readonly string[]): number {
  const names = header.map((name) => decodeField(name).trim().toLowerCase());
  const exact = names.indexOf('seller-sku');
  return exact >= 0 ? exact : names.findIndex((name) => /(^|[^a-z])sku([^a-z]|$)/.test(name));
}

/** Cuts the stream into small chunks: each comes out decompressed as one, up to a thousand times as large. */
const sliced = () =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      for (let from = 0; from < chunk.byteLength; from += SLICE)
        controller.enqueue(chunk.subarray(from, from + SLICE));
    },
  });

const bounded = () => {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw new Error('The report is too large');
      controller.enqueue(chunk);
    },
  });
};

/** The SKUs of a listings report, page by page, in constant memory. Throws where the file is cut off or is no report. */
export async function* skusOf(
  file: ReadableStream<Uint8Array>,
  isPacked: boolean,
): AsyncGenerator<string[]> {
  const packed = file as ReadableStream<Uint8Array<ArrayBuffer>>;
  const plain = isPacked
    ? packed.pipeThrough(sliced()).pipeThrough(new DecompressionStream('gzip'))
    : packed;
  const rows: ReadableStream<string[]> = plain.pipeThrough(bounded()).pipeThrough(
    parse({
      delimiter: '\t',
      // Titles hold quotation marks that are not doubled.
      quote: null,
      encoding: 'latin1',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_LINE,
    }),
  );
  let column: number | null = null;
  let page: string[] = [];
  for await (const row of rows) {
    if (column === null) {
      column = skuColumn(row);
      if (column < 0) throw new Error('The report has no column of SKUs');
      continue;
    }
    const sku = row[column];
    if (sku) page.push(decodeField(sku));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (column === null) throw new Error('The report is empty');
  if (page.length > 0) yield page;
}

/** The SKUs of all listings of the account. */
export async function* scanListings(
  means: ReportMeans,
  store: Store,
  session: AccountSession,
): AsyncGenerator<Result<string[], CallFailure>> {
  const report = await finished(means, store, session);
  if (!report.ok) return yield report;
  const { processingStatus, reportDocumentId } = report.value;
  if (processingStatus === 'CANCELLED') return yield* nothing(means.api, store, session);
  if (processingStatus !== 'DONE' || reportDocumentId === null) {
    const words = 'Amazon could not make the listings report';
    return yield fail(failure('unavailable', 'report_failed', words));
  }
  const document = decode(
    await means.api(requests.getReportDocument(session, reportDocumentId)),
    ReportDocument,
    'the document of the report',
  );
  if (!document.ok) return yield document;
  const { url, compressionAlgorithm } = document.value;
  const file = await means.download(url, session.signal);
  if (!file.ok) {
    const { code, message } = file.error;
    return yield fail(failure('unavailable', code, message));
  }
  try {
    for await (const page of skusOf(file.value, compressionAlgorithm === 'GZIP')) yield ok(page);
  } catch (error) {
    const words = error instanceof Error ? error.message : 'The report cannot be read';
    yield fail(failure('unavailable', 'report_unreadable', words));
  }
}

/**
 * Amazon cancels a report that has no rows, and also one that a caller cancels: only the former is an empty
 * list.
 */
async function* nothing(
  api: Fetcher,
  store: Store,
  session: AccountSession,
): AsyncGenerator<Result<string[], CallFailure>> {
  const call = requests.countListingsItems(session, store.id);
  const found = decode(await api(call), Search, 'the listings');
  if (!found.ok) return yield found;
  if (found.value.numberOfResults === 0 && found.value.items.length === 0) return;
  yield fail(failure('unavailable', 'report_cancelled', 'The listings report was cancelled'));
}
