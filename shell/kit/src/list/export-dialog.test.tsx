import type { Download } from '@primazia/backend/kernel/endpoint';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/index.ts';
import { ExportButton } from './export-button.tsx';
import type { AskExport } from './export-dialog.tsx';

/** A file whose chunks the test provides. */
function slowFile() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const canceled = rs.fn();
  const body = new ReadableStream<Uint8Array>({
    start: (one) => {
      control = one;
    },
    cancel: canceled,
  });
  const file: Download = { fileName: 'x.csv', body };
  return {
    file,
    canceled,
    send: (text: string) => act(async () => control?.enqueue(new TextEncoder().encode(text))),
    end: () => act(async () => control?.close()),
  };
}

const QUESTION = { filters: [], orders: [], timeZone: 'UTC' };
const COLUMNS = ['title', 'price', 'stock'].map((field) => ({ field, label: field, words: {} }));
let saved: string[];

const open = async (ask: AskExport, total = 1_240) => {
  render(
    <Stage>
      <ExportButton
        title="Anúncios"
        ask={ask}
        question={QUESTION}
        said=""
        columns={COLUMNS}
        visible={['title', 'price']}
        total={total}
      />
    </Stage>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Planilha ou impressão' }));
  await screen.findByRole('dialog');
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  saved = [];
  rs.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
});

describe('a spreadsheet of all rows', () => {
  it('has the columns that were chosen, shows how far it is, and is saved by the moment', async () => {
    const { file, send, end } = slowFile();
    const ask = rs.fn<AskExport>(async () => file);
    await open(ask);
    expect(screen.getByText('1.240 linhas, com os filtros e a ordem da lista.')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'stock' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'price' }));
    await press('Baixar CSV');
    const fields = ask.mock.calls[0]?.[0].columns.map(({ field }) => field);
    expect(fields).toEqual(['title', 'stock']);
    await send('title;stock\r\na;1\r\n');
    const bar = await screen.findByRole('progressbar', { name: '1 linhas, 0,0 MB' });
    expect(bar.getAttribute('aria-valuemax')).toBe('1240');
    await end();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatch(/^\d{8}-\d{6}\.csv$/);
  });

  it('can be cancelled during the download: nothing is saved, and the request is aborted', async () => {
    const { file, send, canceled } = slowFile();
    await open(async () => file);
    await press('Baixar CSV');
    await send('title\r\n');
    await press('Cancelar');
    await waitFor(() => expect(canceled).toHaveBeenCalledTimes(1));
    expect(await screen.findByRole('button', { name: 'Baixar CSV' })).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('wants a column, and is not printed where it could not be read', async () => {
    await open(async () => slowFile().file, 10_001);
    expect(screen.getByRole('button', { name: 'Imprimir' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'title' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'price' }));
    expect(screen.getByRole('button', { name: 'Baixar CSV' }).hasAttribute('disabled')).toBe(true);
  });
});
