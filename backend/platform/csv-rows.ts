// Parses CSV files of any program into rows of texts.
import { CsvError, parse } from 'csv-parse/sync';
import { arm } from '../kernel/csv.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

export interface CsvRow {
  /** The line of the file, from 1, where the row begins. */
  line: number;
  cells: string[];
}

const DELIMITERS = [';', ',', '\t'];
/** The first line by which some programs name the delimiter. */
const NAMED_DELIMITER = /^\ufeff?sep=([;,\t])(?:\r\n|\n|\r)/i;
/** A longer row has a quote that was never closed. */
const MOST_IN_ROW = 20_000;

/** A cell in quotes, which may hold separators and line breaks. A quote inside a bare cell (5" pipe) begins none. */
const QUOTED = /(?<=^|[;,\t\r\n]) *"(?:[^"]|"")*"/g;

/** The delimiter of the first row that is not empty; quoted ones do not count. */
function delimiterOf(text: string): string {
  const bare = text.slice(0, MOST_IN_ROW).replaceAll(QUOTED, 'x');
  const row = bare.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '';
  const counts = DELIMITERS.map((sign) => row.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';';
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** The rows of a file that are not empty, at most `most`. Fails with the first line that is not valid CSV. */
export function readCsvRows(text: string, most: number): Result<CsvRow[], { line: number }> {
  const named = NAMED_DELIMITER.exec(text);
  const before = named === null ? 0 : 1;
  const rest = named === null ? text : text.slice(named[0].length);
  try {
    const rows = parse(rest, {
      delimiter: named?.[1] ?? delimiterOf(rest.replace(/^\ufeff/, '')),
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      max_record_size: MOST_IN_ROW,
      to: most,
    }) as unknown as Parsed[];
    return ok(
      rows
        .map(({ record, info }) => ({
          line: before + info.lines - breaksIn(record),
          cells: record.map((cell) => arm(cell.trim())),
        }))
        .filter(({ cells }) => cells.some((cell) => cell !== '')),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    return fail({ line: before + (lines ?? 1) });
  }
}
