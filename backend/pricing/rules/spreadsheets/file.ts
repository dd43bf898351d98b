// An uploaded file as rows of cells, whatever program wrote it. Its content is not trusted.
import { readSheet } from 'read-excel-file/node';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { readCsvRows } from '../../../platform/csv-rows.ts';
import { MAX_SHEET_ROWS, type SheetFormat } from '../../contract.ts';
import type { Cell, FileFault, FileRow } from './types.ts';
import { checkZip } from './zip.ts';

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const UTF16 = [0xff, 0xfe];
const CHECKED_BYTES = 4_096;

/** What a file is by its first bytes, whatever its name and its sender say; null: no spreadsheet. */
export function formatOf(bytes: Uint8Array): SheetFormat | null {
  if (startsWith(bytes, ZIP)) return 'xlsx';
  if (startsWith(bytes, UTF16)) return 'csv';
  const isText = !bytes
    .subarray(0, CHECKED_BYTES)
    .some((byte) => byte < 9 || (byte > 13 && byte < 32));
  return isText && bytes.length > 0 ? 'csv' : null;
}

/** A text in UTF-8 or UTF-16, or as Excel writes CSV on a computer in Portuguese or Spanish. */
function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, UTF16)) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** No database takes a NUL or half a character. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

/** The header and one row more than is allowed. */
const MOST = MAX_SHEET_ROWS + 2;

function csvRows(bytes: Uint8Array): Result<FileRow[], FileFault> {
  const rows = readCsvRows(textOf(bytes), MOST);
  if (!rows.ok) return fail({ code: 'not_a_sheet', line: rows.error.line });
  return ok(rows.value.map(({ line, cells }) => ({ line, cells: cells.map(clean) })));
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  // What a program computed in binary has a tail of nines or noughts.
  if (typeof value === 'number') return Number(value.toPrecision(15));
  return clean(value instanceof Date ? value.toISOString().slice(0, 10) : String(value));
}

async function xlsxRows(bytes: Uint8Array): Promise<Result<FileRow[], FileFault>> {
  const fault = await checkZip(bytes);
  if (fault !== null) return fail({ code: fault, line: null });
  try {
    const rows: unknown[][] = await readSheet(Buffer.from(bytes));
    return ok(rows.map((cells, at) => ({ line: at + 1, cells: cells.map(cellOf) })));
  } catch {
    // Any error of the reader means that the file is not one of a spreadsheet program.
    return fail({ code: 'not_a_sheet', line: null });
  }
}

/** Lines that begin so are for people, as are those of the template. */
const isRemark = ({ cells }: FileRow): boolean =>
  typeof cells[0] === 'string' && /^#\s/.test(cells[0]);
const hasContent = ({ cells }: FileRow): boolean => cells.some((cell) => cell !== '');

/** The rows of a file with anything in them: the header, and at most one more than is allowed. */
export async function readFile(
  bytes: Uint8Array,
  format: SheetFormat,
): Promise<Result<FileRow[], FileFault>> {
  const rows = format === 'csv' ? csvRows(bytes) : await xlsxRows(bytes);
  if (!rows.ok) return rows;
  return ok(rows.value.filter((row) => hasContent(row) && !isRemark(row)).slice(0, MOST));
}
