import { focusedIn, markedIn } from '../dom/tree.ts';
import { MISSING } from '../format/format.ts';

interface CopiedColumn {
  column: { numeric?: boolean };
}

/** The text of a cell in one line, with separate parts kept apart. */
function textOf(node: Node | null): string {
  if (node === null) return '';
  const parts = node.hasChildNodes() ? [...node.childNodes].map(textOf) : [node.textContent ?? ''];
  return parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
}

const FIGURE = /^[^\d+−-]*([+−-]?)[^\d+−-]*(\d[\d.,]*)\s?(%?)\D*$/;

/**
 * A figure in the form that spreadsheets of the person's language read as a number: without currency and grouping, with
 * the decimal sign of that language. Other texts stay as they are, and a missing value is an empty cell.
 */
export function plainFigure(text: string, decimal: string): string {
  if (text === MISSING) return '';
  const [, sign, digits, percent] = FIGURE.exec(text) ?? [];
  if (digits === undefined) return text;
  const group = decimal === ',' ? '.' : ',';
  return `${sign === '' || sign === '+' ? '' : '-'}${digits.replaceAll(group, '')}${percent}`;
}

/** The rows that a person has selected as text, or the row that has the focus. */
function rowsAt(table: HTMLTableElement, ticked: readonly string[]): HTMLTableRowElement[] {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
  const range = markedIn(table);
  if (range !== null) {
    const marked = rows.filter((row) => range.intersectsNode(row));
    // A selection within one row is copied as text.
    return marked.length > 1 ? marked : [];
  }
  if (ticked.length > 0) return rows.filter((row) => ticked.includes(row.dataset.row ?? ''));
  const focused = focusedIn(table);
  return rows.filter((row) => row === focused);
}

/** Rows as a spreadsheet takes them: the cells of the columns apart by tabs, figures as numbers. Null: the browser's own copy applies. */
export function copyRows(
  table: HTMLTableElement,
  columns: readonly CopiedColumn[],
  ticked: readonly string[],
  decimal: string,
): string | null {
  const rows = rowsAt(table, ticked);
  if (rows.length === 0) return null;
  return rows
    .map((row) =>
      columns
        .map(({ column }, place) => {
          const text = textOf(row.cells[place] ?? null);
          return column.numeric ? plainFigure(text, decimal) : text;
        })
        .join('\t'),
    )
    .join('\n');
}
