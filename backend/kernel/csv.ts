// CSV as spreadsheets of all our countries open it: semicolons, CRLF, a byte order mark. Pure.

/** A spreadsheet program evaluates a cell that begins like this as a formula, except negative numbers. */
const FORMULA = /^(?!-\d+(?:[.,]\d+)?$)[=+\-@\t\r\n]/;
const DEFUSED = /^'(?=[=+\-@\t\r\n])/;

/** A text that no spreadsheet takes for a formula. */
export const defuse = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A text as it was before it was defused. */
export const arm = (text: string): string => text.replace(DEFUSED, '');

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const cellOf = (text: string): string => {
  const safe = defuse(text);
  return /[";\r\n]/.test(safe) ? quoted(safe) : safe;
};

// Detecting the separator by the first line would mistake a comma or tab in a cell for it.
const headingOf = (text: string): string =>
  /[,\t]/.test(text) ? quoted(defuse(text)) : cellOf(text);

const lineOf = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

/** What a file begins with, so that a spreadsheet takes it for UTF-8. */
const START = '\ufeff';

/** The beginning of a CSV file: its first line, with every cell defused. */
export const csvHead = (headings: readonly string[]): string =>
  START + lineOf(headings.map(headingOf));

/** Rows of texts as further lines of a CSV file, with every cell defused. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => lineOf(row.map(cellOf))).join('');

/** A whole CSV file, with every cell defused. */
export const toCsv = (
  headings: readonly string[],
  rows: readonly (readonly string[])[] = [],
): string => csvHead(headings) + csvLines(rows);
