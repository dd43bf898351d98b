/** The maximum of printed rows: more are not readable, and a browser would not print them. */
export const MOST_PRINTED = 10_000;

const STYLE = `
  body { font: 11px system-ui, sans-serif; color: #000; margin: 0; }
  h1 { font-size: 16px; margin: 0 0 4px; }
  p { margin: 0 0 12px; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border: 1px solid #999; padding: 3px 6px; text-align: start; vertical-align: top; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
`;

export interface Printed {
  title: string;
  /** What is on the paper: filters, and when. */
  said: string;
  /** The first row is the header. */
  rows: readonly (readonly string[])[];
  lang: string;
}

/** Writes a list as a plain table into a document. */
export function writePrinted(page: Document, { title, said, rows, lang }: Printed): void {
  const make = (name: string, text = '') => {
    const element = page.createElement(name);
    element.textContent = text;
    return element;
  };
  const line = (cells: readonly string[], name: 'th' | 'td') => {
    const row = make('tr');
    row.append(...cells.map((cell) => make(name, cell)));
    return row;
  };
  const [header = [], ...content] = rows;
  const head = make('thead');
  head.append(line(header, 'th'));
  const body = make('tbody');
  body.append(...content.map((cells) => line(cells, 'td')));
  const table = make('table');
  table.append(head, body);
  page.documentElement.lang = lang;
  page.title = title;
  page.head.append(make('style', STYLE));
  page.body.append(make('h1', title), make('p', said), table);
}

/**
 * Has the browser print a list in a separate frame, so that nothing else of the page is printed.
 * @param place the parent of the frame
 */
export function print(printed: Printed, place: Element): void {
  const frame = document.createElement('iframe');
  frame.className = 'pz-hidden';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  place.append(frame);
  const view = frame.contentWindow;
  if (view === null) throw new Error('The frame has no window');
  writePrinted(view.document, printed);
  view.addEventListener('afterprint', () => frame.remove());
  view.focus();
  view.print();
}
