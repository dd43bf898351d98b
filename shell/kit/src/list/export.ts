import { arm } from '@primazia/backend/kernel/csv';
import type { Download } from '@primazia/backend/kernel/endpoint';
import type { ExportColumn } from '@primazia/backend/kernel/export';
import { ApiError } from '../api/error.ts';
import type { Column } from './types.ts';

/** How far a spreadsheet has come. */
export interface Progress {
  bytes: number;
  rows: number;
}

/** The file is passed to the browser in parts, which it may keep on disk: a large file is never in memory as a whole. */
const PART = 4 * 1024 * 1024;
const LINE_END = 10;

/** The columns of a list as columns of its export. */
export function exportColumns<Row>(columns: readonly Column<Row>[]): ExportColumn[] {
  return columns.flatMap(({ id, header, sheet = [{ field: id }], exports = sheet }) =>
    exports.map(({ field, label = header, words = {} }) => ({ field, label, words: { ...words } })),
  );
}

/** A time for the name of a file: 20261031-154500. */
export function stampOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${moment.getFullYear()}${two(moment.getMonth() + 1)}${two(moment.getDate())}`;
  return `${day}-${two(moment.getHours())}${two(moment.getMinutes())}${two(moment.getSeconds())}`;
}

/**
 * Reads a file as it arrives and reports the progress: all lines but the first are rows.
 * @throws {ApiError} `canceled` where the signal says so, `offline` where the file breaks off
 */
export async function readExport(
  file: Download,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<Blob> {
  const parts: Blob[] = [];
  let waiting: BlobPart[] = [];
  let weight = 0;
  let bytes = 0;
  let lines = 0;
  const reader = file.body.getReader();
  const giveUp = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw new ApiError('canceled');
      if (done) break;
      waiting.push(value as Uint8Array<ArrayBuffer>);
      weight += value.byteLength;
      bytes += value.byteLength;
      for (const byte of value) if (byte === LINE_END) lines += 1;
      if (weight >= PART) {
        parts.push(new Blob(waiting));
        waiting = [];
        weight = 0;
      }
      report({ bytes, rows: Math.max(0, lines - 1) });
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(signal.aborted ? 'canceled' : 'offline');
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return new Blob([...parts, ...waiting], { type: 'text/csv;charset=utf-8' });
}

/** The cells of an exported spreadsheet, without the prefix that keeps programs from running them as formulas. */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|$)/gy;
  const text = csv.startsWith('\ufeff') ? csv.slice(1) : csv;
  while (cells.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cells.exec(text) ?? [];
    if (end === undefined) break;
    row.push(arm(quoted?.replaceAll('""', '"') ?? plain));
    if (end === ';') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
