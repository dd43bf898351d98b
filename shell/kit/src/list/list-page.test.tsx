import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { fakeLive, Stage } from '../../testing/index.ts';
import { ApiError } from '../api/error.ts';
import { CheckmarkIcon, CloseIcon, UndoIcon } from '../icons.ts';
import { ListPage } from './list-page.tsx';
import type { ListOptions } from './state.ts';
import type { Column, FilterField, ListPageData, ListResult, RowAction } from './types.ts';
import { useListState } from './use-list-state.ts';

interface Row {
  id: number;
  name: string;
  price: number;
}

const row = (id: number, price = id * 10): Row => ({ id, name: `Anúncio ${id}`, price });
const page = (...content: Row[]): ListPageData<Row> => ({
  content,
  totalElements: 40,
  counts: { all: 40, losing: 7 },
});

/** Stands in for a query: what the server last said, and how it is asked again. */
function fakeResult(first: Partial<ListResult<Row>>) {
  let result: ListResult<Row> = {
    data: undefined,
    error: null,
    isFetching: false,
    isPlaceholderData: false,
    refetch: rs.fn(),
    ...first,
  };
  const listeners = new Set<() => void>();
  return {
    get: () => result,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (part: Partial<ListResult<Row>>) =>
      act(() => {
        result = { ...result, ...part };
        for (const listener of listeners) listener();
      }),
  };
}

const FILTERS: FilterField[] = [
  {
    kind: 'select',
    field: 'state',
    label: 'Estado',
    open: true,
    options: [
      { value: 'a', label: 'Ativo' },
      { value: 'p', label: 'Pausado' },
    ],
  },
  { kind: 'number', field: 'stock', label: 'Estoque' },
  { kind: 'text', field: 'brand', label: 'Marca' },
];
const OPTIONS: ListOptions = {
  orderable: ['name', 'price'],
  tabs: [{ id: 'all' }, { id: 'losing' }],
  filters: FILTERS,
};
const COLUMNS: Column<Row>[] = [
  { id: 'name', header: 'Anúncio', orderBy: 'name', cell: ({ name }) => <a href="#x">{name}</a> },
  { id: 'price', header: 'Preço', orderBy: 'price', numeric: true, cell: ({ price }) => price },
  { id: 'code', header: 'Código', hidden: true, cell: ({ id }) => `C${id}` },
];

let pressed: string[];
const actions = (one: Row): RowAction[] =>
  [
    ['approve', CheckmarkIcon] as const,
    ['cancel', CloseIcon] as const,
    ['undo', UndoIcon] as const,
  ].map(([id, icon]) => ({ id, label: id, icon, onPress: () => pressed.push(`${id} ${one.id}`) }));

type Fake = ReturnType<typeof fakeResult>;

function Subject({ fake }: { fake: Fake }) {
  const list = useListState(OPTIONS);
  const result = useSyncExternalStore(fake.subscribe, fake.get);
  return (
    <ListPage<Row>
      id="test"
      title="Anúncios"
      list={list}
      result={result}
      columns={COLUMNS}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      tabs={[
        { id: 'all', label: 'Todos' },
        { id: 'losing', label: 'Perdendo' },
      ]}
      filters={FILTERS}
      searchLabel="Buscar"
      rowActions={actions}
      details={({ name }) => <p>Por que {name}</p>}
      empty={{ title: 'Nenhum anúncio', text: 'Conecte uma conta.' }}
      live={['listings']}
    />
  );
}

const open = async (fake: Fake, url = '/app/list') => {
  const history: RouterHistory = createMemoryHistory({ initialEntries: [url] });
  const live = fakeLive();
  render(
    <Stage history={history} live={live}>
      <Subject fake={fake} />
    </Stage>,
  );
  await screen.findByRole('heading', { name: 'Anúncios' });
  return { history, live };
};

const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.replace('Anúncio ', ''));
const searchOf = (history: RouterHistory) => new URLSearchParams(history.location.search);

beforeEach(() => {
  pressed = [];
  localStorage.clear();
});
afterEach(cleanup);

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

  it('says what it filters by, and lets go of it', async () => {
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

  it('applies the filters of its dialog together', async () => {
    const { history } = await open(fakeResult({ data: page(row(1)) }));
    await userEvent.click(screen.getByRole('button', { name: 'Filtros adicionais' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'De' }), '1,5');
    await userEvent.type(screen.getByRole('textbox', { name: 'Marca' }), 'Sol{Enter}');
    await waitFor(() =>
      expect(searchOf(history).get('filters')).toBe('stock:>=:1.5;brand:LIKE:Sol'),
    );
  });

  it('walks its rows by keys, opens one, and keeps quiet while one types', async () => {
    await open(fakeResult({ data: page(row(1), row(2)) }));
    await userEvent.keyboard('jj');
    expect(document.activeElement?.getAttribute('data-row')).toBe('2');
    await userEvent.keyboard('k{Enter}');
    expect(screen.getByText('Por que Anúncio 1')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Detalhes: Anúncio 1' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(button);
    expect(screen.queryByText('Por que Anúncio 1')).toBeNull();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Teclas de atalho' })).toBeTruthy();
  });

  it('shows two actions at most, and the others in a menu', async () => {
    await open(fakeResult({ data: page(row(1)) }));
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mais ações: Anúncio 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'undo' }));
    expect(pressed).toEqual(['approve 1', 'undo 1']);
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

describe('a list that changes by itself', () => {
  it('asks again when a change is told, once for a burst', async () => {
    const fake = fakeResult({ data: page(row(1)) });
    const { live } = await open(fake);
    live.tell({ type: 'rules', ids: [1] });
    live.tell({ type: 'listings', ids: [1] });
    live.tell({ type: 'listings', ids: [2] });
    await waitFor(() => expect(fake.get().refetch).toHaveBeenCalledTimes(1));
    live.tell({ type: 'listings', ids: [3] });
    await waitFor(() => expect(fake.get().refetch).toHaveBeenCalledTimes(2));
  });

  it('changes at once, and marks what changed', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    fake.set({ data: page(row(3), row(1, 99), row(2)) });
    expect(names()).toEqual(['3', '1', '2']);
    const marked = [...document.querySelectorAll('.pz-row-changed')];
    expect(marked.map((one) => one.getAttribute('data-row'))).toEqual(['3', '1', '2']);
  });

  it('never moves a row under the pointer', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 2'));
    fake.set({ data: page(row(3), row(1, 99), row(2)) });
    expect(names()).toEqual(['1', '2']);
    expect(screen.getByText('99')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '1 atualização, mostrar' }));
    expect(names()).toEqual(['3', '1', '2']);
  });

  it('brings in what waits when the pointer leaves', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 2'));
    fake.set({ data: page(row(2)) });
    expect(names()).toEqual(['1', '2']);
    await userEvent.unhover(screen.getByText('Anúncio 2'));
    expect(names()).toEqual(['2']);
  });

  it('shows which row is gone, and takes no press there', async () => {
    const second = row(2);
    const fake = fakeResult({ data: page(row(1), second) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 1'));
    fake.set({ data: page(second) });
    const gone = [...document.querySelectorAll('.pz-row-gone')];
    expect(gone.map((one) => one.getAttribute('data-row'))).toEqual(['1']);
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    expect(pressed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 2' }));
    expect(pressed).toEqual(['approve 2']);
  });

  it('does not take a press that was meant for what stood there before', async () => {
    const fake = fakeResult({ data: page(row(1)) });
    await open(fake);
    fake.set({ data: page(row(1, 99)) });
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    expect(pressed).toEqual([]);
    await new Promise((done) => setTimeout(done, 550));
    await userEvent.click(screen.getByRole('button', { name: 'approve: Anúncio 1' }));
    expect(pressed).toEqual(['approve 1']);
  });

  it('takes another question for what it is: nothing waits, nothing is marked', async () => {
    const fake = fakeResult({ data: page(row(1), row(2)) });
    await open(fake);
    await userEvent.hover(screen.getByText('Anúncio 2'));
    fake.set({ isPlaceholderData: true });
    await userEvent.click(screen.getByRole('link', { name: 'Próxima página' }));
    fake.set({ isPlaceholderData: false, data: page(row(8), row(9)) });
    await waitFor(() => expect(names()).toEqual(['8', '9']));
    expect(document.querySelector('.pz-row-changed')).toBeNull();
    expect(screen.queryByRole('button', { name: /mostrar/ })).toBeNull();
  });
});

describe('a list without rows', () => {
  const none = { content: [], totalElements: 0 };

  it('says that nothing exists yet, and what comes next', async () => {
    await open(fakeResult({ data: none }));
    expect(screen.getByRole('heading', { name: 'Nenhum anúncio' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says that nothing was found, and widens the question', async () => {
    const { history } = await open(fakeResult({ data: none }), '/app/list?search=x&tab=losing');
    expect(screen.getByRole('heading', { name: 'Nada encontrado' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Limpar busca e filtros' }));
    await waitFor(() => expect(history.location.search).toBe('?tab=losing'));
    await userEvent.click(await screen.findByRole('button', { name: 'Ver todos' }));
    await waitFor(() => expect(history.location.search).toBe(''));
  });

  it('says what went wrong, and tries again', async () => {
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

  it('says who has no permission', async () => {
    const error = new ApiError('problem', { status: 403, code: 'forbidden' });
    await open(fakeResult({ error }));
    expect(screen.getByRole('heading', { name: 'Sem permissão' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('waits with rows of grey, as many as may come', async () => {
    await open(fakeResult({}));
    expect(screen.getByRole('table', { busy: true })).toBeTruthy();
    expect(document.querySelectorAll('.pz-row-skeleton')).toHaveLength(15);
  });

  it('keeps its rows where a refresh fails, and says so', async () => {
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
      await screen.findByText('Parte do endereço não era válida e foi ignorada.'),
    ).toBeTruthy();
  });

  it('is led back from beyond the last page', async () => {
    const beyond = { content: [], totalElements: 40 };
    const { history } = await open(fakeResult({ data: beyond }), '/app/list?page=9');
    await waitFor(() => expect(history.location.search).toBe('?page=3'));
  });
});
