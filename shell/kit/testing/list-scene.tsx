import { rs } from '@rstest/core';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { useState, useSyncExternalStore } from 'react';
import { CheckmarkIcon, CloseIcon, UndoIcon } from '../src/icons.ts';
import { ListPage } from '../src/list/list-page.tsx';
import type { ListOptions } from '../src/list/state.ts';
import type {
  Column,
  FilterField,
  ListPageData,
  ListResult,
  RowAction,
} from '../src/list/types.ts';
import { useListState } from '../src/list/use-list-state.ts';
import { fakeApi, fakeLive } from './fakes.ts';
import { Hideable, makeHiding } from './hideable.tsx';
import { Stage } from './stage.tsx';

export interface Row {
  id: number;
  name: string;
  price: number;
}

export const row = (id: number, price = id * 10): Row => ({ id, name: `Anúncio ${id}`, price });
export const page = (...content: Row[]): ListPageData<Row> => ({
  content,
  totalElements: 40,
  counts: { all: 40, losing: 7 },
});

/** Replaces a query: the server's last answer, and how it is fetched again. */
export function fakeResult(first: Partial<ListResult<Row>>) {
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
  { kind: 'numeric', field: 'stock', label: 'Estoque' },
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

/** The actions that were pressed in the rows, in order. */
export const pressed: string[] = [];
const actions = (one: Row): RowAction[] =>
  [
    ['approve', CheckmarkIcon] as const,
    ['cancel', CloseIcon] as const,
    ['undo', UndoIcon] as const,
  ].map(([id, icon]) => ({ id, label: id, icon, onPress: () => pressed.push(`${id} ${one.id}`) }));

type Fake = ReturnType<typeof fakeResult>;

function Subject({ fake }: { fake: Fake }) {
  const list = useListState(OPTIONS);
  const [rows, onChange] = useState<readonly Row[]>([]);
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
      selection={{ rows, onChange, actions: null }}
    />
  );
}

const VIEWS = '/v1/list-views/{list}';
export const view = (name: string, content: object) => ({
  kind: 'view',
  name,
  content,
  isDefault: false,
});

/** The views that the server stores of the list, and the requests to store them. */
export const keeping = (...views: object[]) => fakeApi({ [VIEWS]: () => ({ views }) });

export const open = async (fake: Fake, url = '/app/list', api = keeping()) => {
  const history: RouterHistory = createMemoryHistory({ initialEntries: [url] });
  const live = fakeLive();
  const hiding = makeHiding();
  render(
    <Stage history={history} live={live} api={api}>
      <Hideable hiding={hiding}>
        <Subject fake={fake} />
      </Hideable>
    </Stage>,
  );
  await screen.findByRole('heading', { name: 'Anúncios' });
  return { history, live, hide: hiding.hide, show: hiding.show };
};

/** The visible rows, by the number in their name. */
export const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.replace('Anúncio ', ''));
export const searchOf = (history: RouterHistory) => new URLSearchParams(history.location.search);
