import { MAX_SHEET_BYTES } from '@primazia/backend/pricing/contract';
import { type FakeApi, fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { faultOfFiles } from './check-file.ts';
import { UploadCard } from './upload-card.tsx';

configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

/** Renders the upload card, and returns its file input. */
async function card(api: FakeApi, history: RouterHistory): Promise<HTMLInputElement> {
  render(
    <Stage api={api} history={history} resources={{ pt, en, es }}>
      <UploadCard />
    </Stage>,
  );
  await screen.findByRole('button', { name: 'Escolher arquivo' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no input for files');
  return input;
}

const file = (name: string, size: number) => ({ name, size });

describe('a selected file', () => {
  it.each([
    ['regras.csv', 10, null],
    ['REGRAS.XLSX', MAX_SHEET_BYTES, null],
    ['regras.xlsx', MAX_SHEET_BYTES + 1, 'too_large'],
    ['regras.xls', 10, 'old_excel'],
    ['regras.pdf', 10, 'not_a_sheet'],
    ['regras.csv', 0, 'empty'],
  ])('%s of %i bytes: %s', (name, size, fault) => {
    expect(faultOfFiles([file(name, size)])).toBe(fault);
  });

  it('is one at a time', () => {
    expect(faultOfFiles([file('a.csv', 1), file('b.csv', 1)])).toBe('several');
  });

  it('is refused if a folder or a text was dropped', () => {
    expect(faultOfFiles([])).toBe('no_file');
  });

  it('is sent as it is and opened, or refused before it is sent', async () => {
    const history = createMemoryHistory({ initialEntries: ['/'] });
    const api = fakeApi({ '/v2/rules/sheet': { id: 9 } });
    const input = await card(api, history);
    const person = userEvent.setup({ applyAccept: false });
    await person.upload(input, new File(['x'], 'regras.pdf'));
    expect((await screen.findByRole('alert')).textContent).toContain('regras.pdf');
    expect(api.calls).toHaveLength(0);

    const good = new File(['ID;Preço mínimo\n5;84,90'], 'regras.csv', { type: 'text/csv' });
    await person.upload(input, good);
    await expect.poll(() => history.location.pathname).toBe('/planilhas-de-regras/9');
    expect(api.calls[0]?.input).toEqual({ query: { fileName: 'regras.csv' }, body: good });
  });

  it('guards the page during the upload, until the user confirms', async () => {
    const history = createMemoryHistory({ initialEntries: ['/'] });
    const api = fakeApi({ '/v2/rules/sheet': () => new Promise(() => {}) });
    const input = await card(api, history);
    await userEvent.upload(input, new File(['ID;SKU'], 'regras.csv', { type: 'text/csv' }));
    await screen.findByRole('progressbar', { name: 'Enviando regras.csv' });
    history.push('/elsewhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
    await expect.poll(() => history.location.pathname).toBe('/elsewhere');
  });
});
