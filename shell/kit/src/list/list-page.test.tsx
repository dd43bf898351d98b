import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeResult,
  names,
  open,
  page,
  pressed,
  row,
  searchOf,
} from '../../testing/list-scene.tsx';
import { ApiError } from '../api/error.ts';

beforeEach(() => {
  pressed.length = 0;
  localStorage.clear();
});
afterEach(cleanup);

/** Rows are rendered in steps, which take long on a busy machine. */
const SOON = { timeout: 20_000 };

describe('a list', () => {
  it('is a table that can be read as one', async () => {
    await open(fakeResult({ data: page(row(1), row(2)) }), '/app/list?orders=price:desc');
    const table = screen.getByRole('table', { name: 'Anúncios' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map((header) => header.getAttribute('aria-sort'))).toEqual([
      'none',
      'descending',
      null,
    ]);
    expect(names()).toEqual(['1', '2']);
    expect(screen.getByText('1–15 de 40')).toBeTruthy();
  });

  it('draws what is in sight at once and the other rows of a long page right after', async () => {
    const rows = Array.from({ length: 200 }, (_, place) => row(place + 1));
    await open(fakeResult({ data: page(...rows) }));
    const drawn = () =>
      [...document.querySelectorAll('tr[data-row]')].map((one) => one.getAttribute('data-row'));
    await waitFor(() => expect(drawn()).toHaveLength(200), SOON);
    expect(drawn()).toEqual(rows.map(({ id }) => `${id}`));
    await waitFor(() => expect(document.querySelectorAll('tbody')).toHaveLength(1), SOON);
  }, 30_000);

  it('orders by what its headers are pressed for', async () => {
    const { history } = await open(fakeResult({ data: page(row(1)) }), '/app/list?page=2');
    await userEvent.click(screen.getByRole('button', { name: /Preço/ }));
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:asc'));
    expect(searchOf(history).has('page')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: /Preço/ }));
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:desc'));
    history.back();
    await waitFor(() =>
      expect(screen.getByRole('columnheader', { name: /Preço/ }).getAttribute('aria-sort')).toBe(
        'ascending',
      ),
    );
  });

  it('orders by several columns with Shift, and announces it', async () => {
    const { history } = await open(
      fakeResult({ data: page(row(1)) }),
      '/app/list?orders=price:desc',
    );
    const shiftPress = async (name: RegExp) => {
      const user = userEvent.setup();
      await user.keyboard('{Shift>}');
      await user.click(screen.getByRole('button', { name }));
      await user.keyboard('{/Shift}');
    };
    const sorts = () =>
      screen
        .getAllByRole('columnheader')
        .map((header) => header.getAttribute('aria-sort'))
        .slice(0, 2);
    await shiftPress(/^Anúncio/);
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:desc;name:asc'));
    expect(sorts()).toEqual(['ascending', 'descending']);
    expect(screen.getByText('Ordenado por: Preço, decrescente; Anúncio, crescente')).toBeTruthy();
    await shiftPress(/^Anúncio/);
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:desc;name:desc'));
    await shiftPress(/^Anúncio/);
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:desc'));
  });

  it('changes its orders in a menu too', async () => {
    const { history } = await open(
      fakeResult({ data: page(row(1)) }),
      '/app/list?orders=price:asc;name:asc',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Ordenar (2)' }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Preço, crescente: inverter' }),
    );
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('price:desc;name:asc'));
    await userEvent.click(screen.getByRole('button', { name: 'Não ordenar por Preço' }));
    await waitFor(() => expect(searchOf(history).get('orders')).toBe('name:asc'));
  });

  it('has its views and pages as links with addresses of their own', async () => {
    const { history } = await open(
      fakeResult({ data: page(row(1)) }),
      '/app/list?search=caf%C3%A9',
    );
    const losing = screen.getByRole('link', { name: 'Perdendo 7' });
    expect(losing.getAttribute('href')).toBe('/app/list?search=caf%C3%A9&tab=losing');
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Todos40');
    expect(screen.getByRole('link', { name: 'Próxima página' }).getAttribute('href')).toBe(
      '/app/list?search=caf%C3%A9&page=2',
    );
    await userEvent.click(losing);
    await waitFor(() => expect(searchOf(history).get('tab')).toBe('losing'));
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Perdendo7');
  });

  it('searches a moment after the last key, in one step of the history', async () => {
    const { history } = await open(fakeResult({ data: page(row(1)) }));
    await userEvent.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Buscar' });
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, 'caneca/j');
    expect(searchOf(history).has('search')).toBe(false);
    await waitFor(() => expect(searchOf(history).get('search')).toBe('caneca/j'));
    expect(history.length).toBe(1);
  });

  it('shows its filters, and removes them', async () => {
    const url = `/app/list?filters=${encodeURIComponent('stock:>=:5;state:IN:a%7Cp')}`;
    const { history } = await open(fakeResult({ data: page(row(1)) }), url);
    const chips = screen.getByRole('list', { name: 'Filtros ativos' });
    expect(chips.textContent).toContain('Estoque: ≥ 5');
    expect(chips.textContent).toContain('Estado: Ativo, Pausado');
    await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Estoque' }));
    await waitFor(() => expect(searchOf(history).get('filters')).toBe('state:IN:a%7Cp'));
    await userEvent.click(screen.getByRole('button', { name: 'Limpar tudo' }));
    await waitFor(() => expect(searchOf(history).has('filters')).toBe(false));
  });

  it('opens its filter builder by a labelled button', async () => {
    await open(fakeResult({ data: page(row(1)) }));
    const button = screen.getByRole('button', { name: 'Filtros adicionais' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(await screen.findByRole('form', { name: 'Filtros adicionais' })).toBeTruthy();
  });

  it('lets a person choose which filters are open', async () => {
    const { history } = await open(fakeResult({ data: page(row(1)) }));
    await userEvent.click(screen.getByRole('button', { name: 'Escolher os filtros visíveis' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Estoque' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Estoque' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'De' }), '1,5{Enter}');
    await waitFor(() => expect(searchOf(history).get('filters')).toBe('stock:>=:1.5'));
  });

  it('moves through its rows by keys, ticks and opens one, and keeps quiet while one types', async () => {
    await open(fakeResult({ data: page(row(1), row(2)) }));
    await userEvent.keyboard('jj');
    expect(document.activeElement?.getAttribute('data-row')).toBe('2');
    const box = screen.getByRole('checkbox', { name: 'Selecionar: Anúncio 2' });
    await userEvent.keyboard(' ');
    expect(box).toHaveProperty('checked', true);
    await userEvent.click(box);
    await userEvent.keyboard(' ');
    expect(box).toHaveProperty('checked', true);
    await userEvent.keyboard('k{Enter}');
    expect(screen.getByText('Por que Anúncio 1')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Detalhes: Anúncio 1' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(button);
    expect(screen.queryByText('Por que Anúncio 1')).toBeNull();
    await userEvent.keyboard('?');
    const keys = await screen.findByRole('dialog', { name: 'Teclas de atalho' });
    expect(keys.textContent).toContain('EspaçoMarcar ou desmarcar a linha');
  });

  it('shows two actions as icons, and the others in a menu', async () => {
    await open(fakeResult({ data: page(row(1)) }));
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'cancel: Anúncio 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mais ações: Anúncio 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'undo' }));
    expect(pressed).toEqual(['approve 1', 'cancel 1', 'undo 1']);
  });

  it('keeps which columns a person wants', async () => {
    await open(fakeResult({ data: page(row(1)) }));
    expect(screen.queryByText('C1')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Colunas e densidade' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Código' }));
    expect(screen.getByText('C1')).toBeTruthy();
    cleanup();
    await open(fakeResult({ data: page(row(1)) }));
    expect(screen.getByText('C1')).toBeTruthy();
  });
});

describe('a list without rows', () => {
  const none = { content: [], totalElements: 0 };

  it('shows an empty state with the next step', async () => {
    await open(fakeResult({ data: none }));
    expect(screen.getByRole('heading', { name: 'Nenhum anúncio' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('reports no matches, and offers to remove filters', async () => {
    const { history } = await open(fakeResult({ data: none }), '/app/list?search=x&tab=losing');
    expect(screen.getByRole('heading', { name: 'Nada encontrado' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Limpar busca e filtros' }));
    await waitFor(() => expect(history.location.search).toBe('?tab=losing'));
    await userEvent.click(await screen.findByRole('button', { name: 'Ver todos' }));
    await waitFor(() => expect(history.location.search).toBe(''));
  });

  it('reports a failure, and retries', async () => {
    const fake = fakeResult({ error: new ApiError('offline') });
    await open(fake);
    expect(screen.getByRole('alert').textContent).toContain('sem conexão');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(fake.get().refetch).toHaveBeenCalledTimes(1);
  });

  it('that does not exist is an empty one', async () => {
    const error = new ApiError('problem', { status: 404, code: 'rule_not_found' });
    await open(fakeResult({ error }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    expect(await screen.findByText('Nenhum anúncio')).toBeTruthy();
  });

  it('reports a missing permission', async () => {
    const error = new ApiError('problem', { status: 403, code: 'forbidden' });
    await open(fakeResult({ error }));
    expect(screen.getByRole('heading', { name: 'Sem permissão' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('shows skeleton rows while it loads, as many as a page', async () => {
    await open(fakeResult({}));
    expect(screen.getByRole('table', { busy: true })).toBeTruthy();
    expect(document.querySelectorAll('.pz-row-skeleton')).toHaveLength(15);
  });

  it('does not report no matches before the present request is answered', async () => {
    const fake = fakeResult({ data: none, isPlaceholderData: true, isFetching: true });
    await open(fake, '/app/list?search=x');
    expect(screen.queryByText('Nada encontrado')).toBeNull();
    expect(screen.getByRole('table', { busy: true })).toBeTruthy();
    fake.set({ isPlaceholderData: false, isFetching: false });
    expect(screen.getByRole('heading', { name: 'Nada encontrado' })).toBeTruthy();
  });

  it('keeps its rows if a refresh fails, with a notice', async () => {
    const fake = fakeResult({ data: page(row(1)) });
    await open(fake);
    fake.set({ error: new ApiError('offline') });
    expect(names()).toEqual(['1']);
    expect(screen.getByRole('alert').textContent).toContain('Não foi possível atualizar');
  });
});

describe('a URL that is broken', () => {
  it('is healed, with a notice', async () => {
    const { history } = await open(
      fakeResult({ data: page(row(1)) }),
      '/app/list?orders=cost:asc&page=2&listingId=5',
    );
    await waitFor(() => expect(history.location.search).toBe('?page=2&listingId=5'));
    expect(
      await screen.findByText('Parte do endereço não era válida e ficou de fora: orders=cost:asc'),
    ).toBeTruthy();
  });

  it('is led back from beyond the last page', async () => {
    const beyond = { content: [], totalElements: 40 };
    const { history } = await open(fakeResult({ data: beyond }), '/app/list?page=9');
    await waitFor(() => expect(history.location.search).toBe('?page=3'));
  });
});
