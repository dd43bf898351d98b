import { toCsv } from '@primazia/backend/kernel/csv';
import { describe, expect, it } from '@rstest/core';
import { cellsOf, exportColumns, type Progress, readExport, stampOf } from './export.ts';
import { writePrinted } from './print.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A file in given chunks. */
const fileOf = (...pieces: string[]) => ({
  fileName: 'x.csv',
  body: new ReadableStream<Uint8Array>({
    start: (control) => {
      for (const piece of pieces) control.enqueue(bytes(piece));
      control.close();
    },
  }),
});

describe('a spreadsheet of a list', () => {
  it('has the columns of the list, by default with their headers', () => {
    const columns = [
      {
        id: 'title',
        header: 'Anúncio',
        exports: [{ field: 'title' }, { field: 'sku', label: 'SKU' }],
      },
      { id: 'price', header: 'Preço' },
      { id: 'state', header: 'Estado', exports: [{ field: 'state', words: { on: 'Ativo' } }] },
      { id: 'picture', header: 'Foto', exports: [] },
    ].map((column) => ({ ...column, cell: () => null }));
    expect(exportColumns(columns)).toEqual([
      { field: 'title', label: 'Anúncio', words: {} },
      { field: 'sku', label: 'SKU', words: {} },
      { field: 'price', label: 'Preço', words: {} },
      { field: 'state', label: 'Estado', words: { on: 'Ativo' } },
    ]);
  });

  it('is read as a stream, and reports its progress', async () => {
    const reported: Progress[] = [];
    const file = fileOf('A;B\r\n1;2', '\r\n3;4\r\n');
    const blob = await readExport(file, new AbortController().signal, (one) => reported.push(one));
    expect(await blob.text()).toBe('A;B\r\n1;2\r\n3;4\r\n');
    expect(reported).toEqual([
      { bytes: 8, rows: 0 },
      { bytes: 15, rows: 2 },
    ]);
  });

  it('can be given up, and then the server is notified', async () => {
    const control = new AbortController();
    let canceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(bytes('1;2\r\n')),
      cancel: () => {
        canceled = true;
      },
    });
    const read = readExport({ fileName: 'x', body }, control.signal, ({ rows }) => {
      if (rows === 3) control.abort();
    });
    await expect(read).rejects.toMatchObject({ kind: 'canceled' });
    expect(canceled).toBe(true);
  });

  it('that breaks off is an error, and no file', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.error(new TypeError('network')),
    });
    const read = readExport({ fileName: 'x', body }, new AbortController().signal, () => undefined);
    await expect(read).rejects.toMatchObject({ kind: 'offline' });
  });

  it('is named by the moment', () => {
    expect(stampOf(new Date(2026, 0, 5, 7, 8, 9))).toBe('20260105-070809');
  });

  it('is read back cell by cell as it was before it was written', () => {
    const headings = ['A', 'B;"c"'];
    const rows = [
      ['=SUM(1)', 'two\r\nlines'],
      ['', '-5'],
    ];
    expect(cellsOf(toCsv(headings, rows))).toEqual([headings, ...rows]);
  });
});

describe('a printed list', () => {
  it('is a plain table in which nothing is taken for markup', () => {
    const page = document.implementation.createHTMLDocument();
    const rows = [['Título'], ['<b>Caneca</b>']];
    writePrinted(page, { title: 'Anúncios', said: 'Estoque: 0', rows, lang: 'pt' });
    expect(page.querySelector('th')?.textContent).toBe('Título');
    expect(page.querySelector('td')?.textContent).toBe('<b>Caneca</b>');
    expect(page.title).toBe('Anúncios');
    expect(page.body.textContent).toContain('Estoque: 0');
  });
});
