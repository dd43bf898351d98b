import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/index.ts';
import { Chips } from './chips.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import type { FilterField } from './types.ts';
import { useListState } from './use-list-state.ts';

const FIELDS: FilterField[] = [
  { kind: 'text', field: 'title', label: 'Título' },
  { kind: 'monetary', field: 'price', label: 'Preço' },
  { kind: 'numeric', whole: true, field: 'stock', label: 'Estoque' },
  {
    kind: 'select',
    field: 'state',
    label: 'Estado',
    options: [
      { value: 'a', label: 'Ativo' },
      { value: 'p', label: 'Pausado' },
    ],
  },
  { kind: 'date', field: 'seen', label: 'Visto em' },
];
const OPTIONS = { filters: FIELDS };

function Subject() {
  const list = useListState(OPTIONS);
  return (
    <>
      <FilterBuilder id="builder" fields={FIELDS} list={list} />
      <Chips fields={FIELDS} list={list} />
    </>
  );
}

const open = async (where = '') => {
  const search = where === '' ? '' : `?where=${encodeURIComponent(where)}`;
  const history = createMemoryHistory({ initialEntries: [`/app/list${search}`] });
  render(
    <Stage history={history}>
      <Subject />
    </Stage>,
  );
  await screen.findByRole('form', { name: 'Filtros adicionais' });
  return { where: () => new URLSearchParams(history.location.search).get('where'), history };
};

const row = (number: number) => within(screen.getByRole('group', { name: `Filtro ${number}` }));
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
const add = () => userEvent.click(screen.getByRole('button', { name: 'Adicionar filtro' }));

/** Opens one of a row's lists. */
const openList = async (number: number, label: RegExp) => {
  await userEvent.click(row(number).getByRole('button', { name: label }));
  return screen.findByRole('listbox');
};
const choose = async (number: number, label: RegExp, option: string) => {
  const list = await openList(number, label);
  await userEvent.click(within(list).getByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
};
const attribute = (number: number, name: string) => choose(number, /Atributo/, name);
const condition = (number: number, name: string) => choose(number, /Condição/, name);

// Lists render what fits: where nothing has a size, nothing fits.
beforeEach(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const) {
    rs.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1_000);
  }
});
afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
});

describe('the filter builder', () => {
  it('writes attribute, condition and value into the URL, rows joined by AND or OR', async () => {
    const { where } = await open();
    await attribute(1, 'Preço');
    await userEvent.type(row(1).getByRole('textbox', { name: 'De' }), '10,5');
    await userEvent.type(row(1).getByRole('textbox', { name: 'Até' }), '20');
    await add();
    await attribute(2, 'Título');
    await userEvent.type(row(2).getByRole('textbox', { name: 'Valor' }), 'Caneca');
    await choose(2, /Operador/, 'ou');
    await apply();
    await waitFor(() => expect(where()).toBe('price:BETWEEN:10.5%7C20;|title:LIKE:Caneca'));
    const chips = screen.getByRole('list', { name: 'Filtros ativos' });
    expect(chips.textContent).toContain('Preço: 10,50 – 20,00');
    expect(chips.textContent).toContain('ouTítulo: “Caneca”');
  });

  it('reads a link, and gives up a row without breaking how the others are joined', async () => {
    const { where } = await open('price:>=:5;stock:=:3;|title:=:x;state:IN:a');
    expect(row(3).getByRole('button', { name: /Atributo/ }).textContent).toContain('Título');
    expect(row(3).getByRole('button', { name: /Operador/ }).textContent).toContain('ou');
    await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Título' }));
    await waitFor(() => expect(where()).toBe('price:>=:5;stock:=:3;|state:IN:a'));
    expect(screen.queryByRole('group', { name: 'Filtro 4' })).toBeNull();
  });

  it('does not offer an attribute twice', async () => {
    await open();
    await attribute(1, 'Preço');
    await add();
    const list = await openList(2, /Atributo/);
    const names = within(list)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(names).toEqual(['Título', 'Estoque', 'Estado', 'Visto em']);
  });

  it('reports what is missing, and requests nothing until it is complete', async () => {
    const { where } = await open();
    await attribute(1, 'Título');
    await apply();
    expect(screen.getByRole('alert').textContent).toBe('Complete os filtros marcados.');
    const value = row(1).getByRole('textbox', { name: 'Valor' });
    expect(value.getAttribute('aria-invalid')).toBe('true');
    expect(row(1).getByText('Este campo é obrigatório.')).toBeTruthy();
    expect(where()).toBeNull();
    await userEvent.type(value, 'x{Enter}');
    await waitFor(() => expect(where()).toBe('title:LIKE:x'));
  });

  it('takes 20 letters of a number, and whole numbers where the server takes no others', async () => {
    const { where } = await open();
    await attribute(1, 'Estoque');
    await condition(1, 'igual a');
    const value = () => row(1).getByRole<HTMLInputElement>('textbox', { name: 'Valor' });
    expect(value().maxLength).toBe(20);
    await userEvent.type(value(), '1,5');
    await apply();
    expect(row(1).getByText('Este valor não é válido.')).toBeTruthy();
    await userEvent.clear(value());
    await userEvent.type(value(), '15');
    await apply();
    await waitFor(() => expect(where()).toBe('stock:=:15'));
  });

  it('refuses a range that ends before it starts', async () => {
    await open('price:BETWEEN:1|9');
    const from = row(1).getByRole('textbox', { name: 'De' });
    await userEvent.clear(from);
    await userEvent.type(from, '10');
    await apply();
    expect(row(1).getAllByText('O primeiro valor deve ser o menor.').length).toBeGreaterThan(0);
  });

  it('keeps the hour that a link names', async () => {
    const hour = encodeURIComponent('2026-10-01T15:00:00.000Z|2026-10-01T15:59:59.999Z');
    const { where } = await open(`seen:BETWEEN:${hour}`);
    expect(screen.getByRole('list', { name: 'Filtros ativos' }).textContent).toMatch(
      /Visto em: .*2026.*:00 – .*2026.*:59/,
    );
    expect(row(1).getByRole('group', { name: 'Valor' })).toBeTruthy();
    await apply();
    expect(where()).toBe(`seen:BETWEEN:${hour}`);
  });

  it('takes one day or a range of days', async () => {
    const { where } = await open('seen:BETWEEN:2026-10-01|2026-10-31');
    expect(screen.getByRole('list', { name: 'Filtros ativos' }).textContent).toContain(
      'Visto em: 01/10/2026 – 31/10/2026',
    );
    await condition(1, 'no dia');
    await apply();
    expect(row(1).getByText('Este campo é obrigatório.')).toBeTruthy();
    expect(where()).toBe('seen:BETWEEN:2026-10-01|2026-10-31');
  });

  it('chooses several of a list at once', async () => {
    const { where } = await open();
    await attribute(1, 'Estado');
    await userEvent.click(row(1).getByRole('checkbox', { name: 'Pausado' }));
    await userEvent.click(row(1).getByRole('checkbox', { name: 'Ativo' }));
    await apply();
    await waitFor(() => expect(where()).toBe('state:IN:a%7Cp'));
  });

  it('follows the URL, and is cleared', async () => {
    const { where, history } = await open('stock:=:3');
    await userEvent.click(screen.getByRole('button', { name: 'Limpar' }));
    await waitFor(() => expect(where()).toBeNull());
    history.back();
    await waitFor(() =>
      expect(row(1).getByRole('button', { name: /Atributo/ }).textContent).toContain('Estoque'),
    );
  });
});
