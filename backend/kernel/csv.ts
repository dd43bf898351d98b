// CSV as spreadsheets of all our countries open it: semicolons, CRLF, a byte order mark. Pure.

/** A spreadsheet takes a cell that begins so for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r\n]/;
const DEFUSED = /^'(?=[=+\-@\t\r\n])/;

/** A text that no spreadsheet takes for a formula. */
export const defuse = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A text as it was before it was defused. */
export const arm = (text: string): string => text.replace(DEFUSED, '');

// Commas and tabs are quoted too: a reader that tells the separator by the header takes what stands bare for one.
const cellOf = (text: string): string => {
  const safe = defuse(text);
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** What a file begins with, so that a spreadsheet takes it for UTF-8. */
export const CSV_START = '\ufeff';

/** Rows of texts as lines of a CSV file, with every cell defused. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(';')}\r\n`).join('');

/** Rows of texts as a CSV file, with every cell defused. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `${CSV_START}${csvLines(rows)}`;
