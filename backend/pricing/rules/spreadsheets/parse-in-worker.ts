// Reads and writes spreadsheets in a worker thread: 50,000 rows are seconds of uninterrupted CPU work, during which this
// process would send no prices and answer no requests.
import { Worker } from 'node:worker_threads';
import writeExcel from 'write-excel-file/node';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { SheetFormat } from '../../contract.ts';
import { readFile } from './file.ts';
import type { FileFault, FileRow } from './types.ts';

/** What a cell of a workbook to be written holds; null: nothing. */
export type Written = string | number | null | { value: string | number; fontWeight: 'bold' };

export interface WrittenTab {
  sheet: string;
  data: Written[][];
  columns: { width: number }[];
  stickyRowsCount: number;
}

export type ToWorker =
  | { kind: 'read'; bytes: Uint8Array; format: SheetFormat }
  | { kind: 'write'; tabs: readonly WrittenTab[] };
export type FromWorker =
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'fault'; fault: FileFault }
  | { kind: 'end' }
  | { kind: 'file'; bytes: Uint8Array };

/** The largest file takes some seconds; one that takes longer is crafted. */
const PATIENCE_MS = 60_000;

/**
 * Runs one task in a worker thread.
 * @param take receives each message of the thread; its first result other than undefined is the outcome
 * @throws Error where the thread ends without an outcome, or takes too long; the reason of an aborted signal
 */
async function apart<T>(
  message: ToWorker,
  take: (message: FromWorker) => T | undefined,
  signal?: AbortSignal,
): Promise<T> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url));
  const outcome = Promise.withResolvers<T>();
  const stop = () => outcome.reject(signal?.reason);
  const timer = setTimeout(
    () => outcome.reject(new Error(`a spreadsheet took over ${PATIENCE_MS} ms`)),
    PATIENCE_MS,
  );
  worker.on('message', (said: FromWorker) => {
    const taken = take(said);
    if (taken !== undefined) outcome.resolve(taken);
  });
  worker.on('error', outcome.reject);
  worker.on('exit', () => outcome.reject(new Error('the thread ended without an outcome')));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    worker.postMessage(message);
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** A thread takes longer to begin than so little takes to read or to write. A workbook's bytes tell nothing of that. */
const FEW_BYTES = 100_000;
const FEW_ROWS = 500;

/** The rows of a file with anything in them, as `readFile` returns them. */
export function readApart(
  bytes: Uint8Array,
  format: SheetFormat,
  signal: AbortSignal,
): Promise<Result<FileRow[], FileFault>> {
  if (format === 'csv' && bytes.length < FEW_BYTES) return readFile(bytes, format);
  const rows: FileRow[] = [];
  return apart<Result<FileRow[], FileFault>>(
    { kind: 'read', bytes, format },
    (message) => {
      if (message.kind === 'rows') for (const row of message.rows) rows.push(row);
      if (message.kind === 'fault') return fail(message.fault);
      return message.kind === 'end' ? ok(rows) : undefined;
    },
    signal,
  );
}

/** A workbook of these tabs. */
export async function writeApart(tabs: readonly WrittenTab[]): Promise<Uint8Array> {
  if (tabs.every(({ data }) => data.length < FEW_ROWS))
    return new Uint8Array(await writeExcel([...tabs]).toBuffer());
  return await apart({ kind: 'write', tabs }, (message) =>
    message.kind === 'file' ? message.bytes : undefined,
  );
}
