import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stage } from '../../testing/index.ts';
import { ApiError } from '../api/error.ts';
import { SearchSelect } from './search-select.tsx';
import type { Choice, SearchChoices } from './types.ts';

const ALL = 70;

/** Shops by number, page by page. */
const shops = () =>
  rs.fn<SearchChoices>(async ({ search, page, limit }) => {
    const found = Array.from({ length: ALL }, (_, place) => `Loja ${place + 1}`).filter((name) =>
      name.includes(search),
    );
    const names = found.slice(page * limit, (page + 1) * limit);
    const content = names.map((label) => ({ value: label.slice(5), label }));
    return { content, number: page, totalPages: Math.ceil(found.length / limit) };
  });

function Subject({ search, isMany }: { search: SearchChoices; isMany: boolean }) {
  const [chosen, setChosen] = useState<Choice[]>([]);
  return (
    <>
      <SearchSelect
        label="Loja"
        name="shop"
        search={search}
        chosen={chosen}
        onChange={setChosen}
        isMany={isMany}
      />
      <output>{chosen.map(({ value }) => value).join(',')}</output>
    </>
  );
}

const open = async (search: SearchChoices, isMany = true) => {
  render(
    <Stage>
      <Subject search={search} isMany={isMany} />
    </Stage>,
  );
  return screen.findByRole('combobox', { name: 'Loja' });
};
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => document.querySelector('output')?.textContent;

afterEach(cleanup);

describe('a searchable choice', () => {
  it('searches once, debounced after the last key', async () => {
    const search = shops();
    await open(search);
    await userEvent.type(screen.getByRole('combobox'), 'Loja 3');
    await waitFor(() => expect(options()).toContain('Loja 39'));
    const searched = search.mock.calls.map(([question]) => question.search);
    expect(searched.filter((text) => text !== '')).toEqual(['Loja 3']);
    expect(search.mock.calls.at(-1)?.[0]).toEqual({ search: 'Loja 3', page: 0, limit: 15 });
  });

  it('loads more page by page, up to 50', async () => {
    await open(shops());
    await userEvent.click(screen.getByRole('combobox'));
    await waitFor(() => expect(options()).toHaveLength(16));
    for (const count of [31, 46, 50]) {
      await userEvent.click(screen.getByRole('option', { name: 'Carregar mais' }));
      await waitFor(() => expect(options()).toHaveLength(count));
    }
    expect(screen.queryByRole('option', { name: 'Carregar mais' })).toBeNull();
  });

  it('is navigated by keys, the load of more among them', async () => {
    const field = await open(shops());
    await userEvent.type(field, 'Loja 1');
    await waitFor(() => expect(options()).toHaveLength(11));
    await userEvent.keyboard('{ArrowDown}');
    const here = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
    expect(here?.textContent).toBe('Loja 10');
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toBe('10');
    await userEvent.keyboard('{Escape}');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Backspace}');
    expect(chosen()).toBe('');
  });

  it('takes one only where one is wanted', async () => {
    await open(shops(), false);
    for (const name of ['Loja 2', 'Loja 4']) {
      await userEvent.click(screen.getByRole('combobox'));
      await userEvent.click(await screen.findByRole('option', { name }));
    }
    expect(chosen()).toBe('4');
  });

  it('has no options if the server finds none', async () => {
    const search = rs.fn<SearchChoices>(async () => {
      throw new ApiError('problem', { status: 404, code: 'not_found' });
    });
    await open(search);
    await userEvent.click(screen.getByRole('combobox'));
    expect(await screen.findByText('Nenhum resultado')).toBeTruthy();
    expect(options()).toEqual([]);
  });

  it('reports a failure', async () => {
    const search = rs.fn<SearchChoices>(async () => {
      throw new ApiError('problem', { status: 400, code: 'invalid_request' });
    });
    await open(search);
    await userEvent.click(screen.getByRole('combobox'));
    await waitFor(() => expect(screen.queryByText('Carregando')).toBeNull());
    expect(screen.getByRole('combobox').getAttribute('aria-describedby')).toBeTruthy();
    const said = document.getElementById(
      screen.getByRole('combobox').getAttribute('aria-describedby') ?? '',
    );
    await waitFor(() => expect(said?.textContent).not.toBe(''));
    expect(said?.textContent).not.toBe('Nenhum resultado');
  });
});
