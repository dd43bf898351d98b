import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeResult,
  keeping,
  open,
  page,
  pressed,
  row,
  searchOf,
  view,
} from '../../testing/list-scene.tsx';

beforeEach(() => {
  pressed.length = 0;
  localStorage.clear();
});
afterEach(cleanup);

describe('the columns of a list', () => {
  const headers = () =>
    screen.getAllByRole('columnheader').map((header) => header.textContent?.replace(/[↕↑↓].*/, ''));
  const choose = async (api = keeping()) => {
    await open(fakeResult({ data: page(row(1)) }), '/app/list', api);
    await userEvent.click(screen.getByRole('button', { name: 'Colunas e densidade' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Código' }));
  };

  it('are moved by keys, with the focus', async () => {
    await choose();
    const up = screen.getByRole('button', { name: 'Mover Código para antes' });
    up.focus();
    await userEvent.keyboard('{Enter}');
    expect(headers()).toEqual(['Anúncio', 'Código', 'Preço', 'Ações']);
    expect(screen.getByText('Código: posição 2 de 3')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Mover Código para depois');
  });

  it('are behind the first where they are pinned', async () => {
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Fixar a coluna Código' }));
    expect(headers()).toEqual(['Anúncio', 'Código', 'Preço', 'Ações']);
    const cell = screen.getByText('C1').closest('td');
    expect(cell?.className).toContain('pz-pinned');
    await userEvent.click(screen.getByRole('button', { name: 'Soltar a coluna Código' }));
    expect(headers()).toEqual(['Anúncio', 'Código', 'Preço', 'Ações']);
    expect(cell?.className ?? '').not.toContain('pz-pinned');
  });

  it('are saved as the user’s default, and reset to it', async () => {
    const api = keeping();
    await choose(api);
    await userEvent.click(screen.getByRole('button', { name: 'Salvar como meu padrão' }));
    expect(await screen.findByText('Colunas salvas como seu padrão.')).toBeTruthy();
    const saved = api.calls.find(
      ({ input }) => typeof input === 'object' && 'body' in (input ?? {}),
    );
    expect(saved?.input).toMatchObject({
      params: { list: 'test' },
      body: { kind: 'columns', isDefault: true, content: { hidden: [] } },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Restaurar' }));
    expect(headers()).toEqual(['Anúncio', 'Preço', 'Ações']);
  });

  it('are those of the user’s default in a new browser', async () => {
    const set = {
      kind: 'columns',
      name: 'default',
      isDefault: true,
      content: { hidden: ['price'] },
    };
    await open(fakeResult({ data: page(row(1)) }), '/app/list', keeping(set));
    await waitFor(() => expect(headers()).toEqual(['Anúncio', 'Código', 'Ações']));
  });

  it('are drawn wider by keys', async () => {
    await open(fakeResult({ data: page(row(1)) }));
    const handle = screen.getByRole('slider', { name: 'Largura da coluna Preço' });
    fireEvent.change(handle, { target: { value: '210' } });
    expect(screen.getByRole('columnheader', { name: /Preço/ }).style.width).toBe('210px');
  });
});

describe('the views of a person', () => {
  it('are next to those of the page, as links', async () => {
    const cheap = view('Baratos', { where: 'stock:<=:3', orders: 'price:asc' });
    const { history } = await open(
      fakeResult({ data: page(row(1)) }),
      '/app/list?page=2',
      keeping(cheap),
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Baratos' }));
    await waitFor(() => expect(searchOf(history).get('where')).toBe('stock:<=:3'));
    expect(searchOf(history).get('orders')).toBe('price:asc');
    expect(searchOf(history).has('page')).toBe(false);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Baratos');
  });

  it('are saved under a name', async () => {
    const api = keeping();
    await open(fakeResult({ data: page(row(1)) }), '/app/list?search=caneca&page=2', api);
    await userEvent.click(screen.getByRole('button', { name: 'Visões: salvar e compartilhar' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Salvar como nova visão' }));
    const save = await screen.findByRole('button', { name: 'Salvar' });
    await userEvent.click(save);
    expect(screen.getByText('Este campo é obrigatório.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /Nome da visão/ }), 'Canecas');
    await userEvent.click(save);
    expect(await screen.findByText('Visão “Canecas” salva.')).toBeTruthy();
    expect(api.calls.map(({ input }) => input)).toContainEqual({
      params: { list: 'test' },
      body: { kind: 'view', name: 'Canecas', content: { search: 'caneca' } },
    });
  });

  it('are saved again once they were changed, and deleted only when that is meant', async () => {
    const api = keeping(view('Baratos', { search: 'x' }));
    const { history } = await open(fakeResult({ data: page(row(1)) }), '/app/list?search=x', api);
    await screen.findByRole('link', { name: 'Baratos', current: 'page' });
    await userEvent.click(screen.getByRole('button', { name: /^Preço/ }));
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:asc'));
    const menu = screen.getByRole('button', { name: 'Visões: salvar e compartilhar' });
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Salvar “Baratos”' }));
    await screen.findByText('Visão “Baratos” salva.');
    expect(api.calls.at(-2)?.input).toMatchObject({
      body: { name: 'Baratos', content: { search: 'x', orders: 'price:asc' } },
    });
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir “Baratos”' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }));
    await waitFor(() =>
      expect(api.calls.map(({ input }) => input)).toContainEqual({
        params: { list: 'test' },
        query: { kind: 'view', name: 'Baratos' },
      }),
    );
  });
});
