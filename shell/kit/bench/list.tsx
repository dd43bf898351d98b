// 200 listings in 15 columns, drawn by the list page of the kit, with the cells that the pages of pricing have.
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createFormat } from '../src/index.ts';
import {
  type Column,
  type FilterField,
  ListPage,
  type RowAction,
  useListState,
} from '../src/list/index.ts';
import { KitProvider } from '../src/shell.ts';
import { AdCell, BuyboxTag, EditIcon, UndoIcon } from '../src/ui.ts';
import { fakeApi, fakeLive, fakeSession } from '../testing/fakes.ts';
import { languageOf } from '../testing/texts.ts';

const ROWS = 200;
const FIGURES = 13;
const format = createFormat('pt');

interface Row {
  id: number;
  price: number;
}

const rows = (round: number): Row[] =>
  Array.from({ length: ROWS }, (_, place) => ({ id: place + 1, price: place + round / 100 }));

const columns: Column<Row>[] = [
  {
    id: 'title',
    header: 'Anúncio',
    orderBy: 'title',
    width: 280,
    cell: ({ id }) => (
      <AdCell
        listing={{
          title: `Garrafa térmica de aço ${id}`,
          link: 'https://example.test/',
          imageUrl: null,
          marketplaceId: 1,
          accountName: 'Casa Aurora',
          sku: `SKU-${id}`,
          skuMarketplace: `B0${id}`,
          catalogProductId: null,
          stock: id,
          status: 'ENABLED',
          healthScore: id % 101,
          groupType: id % 3 === 0 ? 'variation' : 'none',
          variation: 'Azul, 220V',
          channels: ['marketplace', 'mshops'],
          tags: ['full', 'catalog'],
          promotionStatus: 'started',
        }}
        onHealth={() => {}}
        onVariations={() => {}}
      />
    ),
  },
  {
    id: 'buybox',
    header: 'Buybox',
    cell: ({ id }) => <BuyboxTag status={id % 2 === 0 ? 'WINNING' : 'LOSING'} marketplaceId={1} />,
  },
  ...Array.from({ length: FIGURES }, (_, place) => ({
    id: `figure${place}`,
    header: `Valor ${place}`,
    orderBy: `figure${place}`,
    numeric: true,
    cell: ({ price }: Row) => format.money(price + place, 'BRL'),
  })),
];
const filters: FilterField[] = [
  { kind: 'text', field: 'title', label: 'Título' },
  { kind: 'monetary', field: 'price', label: 'Preço' },
];
const options = { filters, defaults: { limit: ROWS } };
const rowActions = (row: Row): RowAction[] => [
  { id: 'edit', label: 'Editar', icon: EditIcon, onPress: () => tick(row) },
  { id: 'undo', label: 'Desfazer', icon: UndoIcon, onPress: () => tick(row) },
];
const rowId = ({ id }: Row) => id;
const rowLabel = ({ id }: Row) => `Anúncio ${id}`;

let tick: (row: Row) => void = () => undefined;
let show: (rows: Row[]) => void = () => undefined;

function Subject() {
  const list = useListState(options);
  const [content, setContent] = useState<Row[]>([]);
  const [ticked, setTicked] = useState<readonly Row[]>([]);
  show = setContent;
  tick = (row) => setTicked([...ticked, row]);
  return (
    <ListPage<Row>
      id="bench"
      title="Anúncios"
      list={list}
      result={{
        data: { content, totalElements: 1_000_000 },
        error: null,
        isFetching: false,
        isPlaceholderData: false,
        refetch: () => undefined,
      }}
      columns={columns}
      rowId={rowId}
      rowLabel={rowLabel}
      filters={filters}
      searchLabel="Buscar"
      rowActions={rowActions}
      selection={{ rows: ticked, onChange: setTicked, actions: null }}
      empty={{ title: 'Nada' }}
    />
  );
}

const drawnRows = () => document.querySelectorAll('tr[data-row]').length;

/** Milliseconds until what React drew is laid out too. */
function timed(act: () => void): number {
  const begin = performance.now();
  flushSync(act);
  document.body.getBoundingClientRect();
  return performance.now() - begin;
}

const parts = {
  session: fakeSession(),
  api: fakeApi({ '/v1/list-views/{list}': { views: [] } }),
  live: fakeLive(),
};
const router = createRouter({ routeTree: createRootRoute({ component: Subject }) });
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <KitProvider {...parts} basePath="/" language={languageOf('pt')}>
    <RouterProvider router={router} />
  </KitProvider>,
);

/** From frame to frame while rows are drawn, in ms. */
const blocked: number[] = [];

Object.assign(window, {
  blocked,
  bench: {
    /** Renders all rows again, until those are rendered that can be visible: the cost of a first answer or another page. */
    draw: (round: number) => {
      flushSync(() => show([]));
      return timed(() => show(rows(round)));
    },
    /** The same, until the last row is rendered; `blocked` is the longest time in which the page could not react to a key. */
    drawAll: async (round: number) => {
      flushSync(() => show([]));
      const begin = performance.now();
      timed(() => show(rows(round)));
      let before = begin;
      while (drawnRows() < ROWS) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        blocked.push(now - before);
        before = now;
      }
      return performance.now() - begin;
    },
    /** Renders the same rows with other prices: the cost of a refresh. */
    refresh: (round: number) => timed(() => show(rows(round))),
    tick: (id: number) => timed(() => tick({ id, price: 0 })),
  },
});
