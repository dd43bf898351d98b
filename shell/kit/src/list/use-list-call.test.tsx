import { download, endpoint } from '@primazia/backend/kernel/endpoint';
import { ExportBody } from '@primazia/backend/kernel/export';
import { ListBody } from '@primazia/backend/kernel/filter';
import { PageQuery, pageOf } from '@primazia/backend/kernel/page';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import * as z from 'zod';
import { fakeApi, Stage } from '../../testing/index.ts';
import type { Column, FilterField } from './types.ts';
import { useListCall } from './use-list-call.ts';

const Query = z.object({ tab: z.string().optional(), search: z.string().optional() });
const queryThings = endpoint({
  method: 'post',
  path: '/v1/things/query',
  access: 'company',
  needs: 'read',
  tag: 'things',
  summary: 'Things',
  query: Query.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(z.object({ id: z.int() })),
});
const exportThings = download({
  method: 'post',
  path: '/v1/things/export',
  access: 'company',
  needs: 'read',
  tag: 'things',
  summary: 'Things as a file',
  query: Query,
  body: ExportBody,
  type: 'text/csv',
});

const COLUMNS: Column<{ id: number }>[] = [
  { id: 'id', header: 'Id', orderBy: 'id', cell: ({ id }) => id },
];
const FILTERS: FilterField[] = [
  {
    kind: 'multi_search',
    field: 'owner',
    label: 'Owner',
    search: async () => ({ content: [], number: 0, totalPages: 0 }),
    named: async (ids) => ids.map((value) => ({ value, label: `owner ${value}` })),
  },
];
const TABS = [
  { id: 'all', label: 'All' },
  { id: 'late', label: 'Late' },
];
const OPTIONS = { columns: COLUMNS, filters: FILTERS, tabs: TABS, download: exportThings };
const extra = { field: 'id', condition: '=', value: '7', logicalOperator: 'AND' } as const;

function Subject() {
  const { shown, rows, narrowed } = useListCall(queryThings, {
    ...OPTIONS,
    ask: (filters) => ({ query: { year: 2026 }, filters: [...filters, extra] }),
  });
  const [owner] = shown.filters;
  const name = owner?.kind === 'multi_search' ? owner.nameOf?.('3') : undefined;
  const download = () =>
    shown.onExport?.(
      {
        filters: [],
        orders: [],
        timeZone: 'UTC',
        columns: [{ field: 'id', label: 'Id', words: {} }],
      },
      new AbortController().signal,
    );
  return (
    <>
      <p>{`${rows.length} of ${JSON.stringify(narrowed)}, ${name}`}</p>
      <button type="button" onClick={download}>
        export
      </button>
    </>
  );
}

const open = (url: string) => {
  const answer = {
    content: [{ id: 7 }],
    totalElements: 1,
    totalPages: 1,
    size: 15,
    number: 0,
    numberOfElements: 1,
  };
  const api = fakeApi({ '/v1/things/query': answer, '/v1/things/export': {} });
  render(
    <Stage api={api} history={createMemoryHistory({ initialEntries: [url] })}>
      <Subject />
    </Stage>,
  );
  return api;
};

afterEach(cleanup);

describe('the call of a list', () => {
  const url = '/app/list?tab=late&search=x&page=2&orders=id:desc&filters=owner:IN:3';

  it('requests the query of the address and the page’s own conditions', async () => {
    const api = open(url);
    await screen.findByText(/^1 of {"tab":"late","search":"x"}/);
    expect(api.calls[0]?.input).toMatchObject({
      query: { page: 1, limit: 15, tab: 'late', search: 'x', year: 2026 },
      body: { orders: [{ field: 'id', direction: 'desc' }], filters: [{ value: '3' }, extra] },
    });
  });

  it('has the names of the values in a link', async () => {
    open(url);
    expect(await screen.findByText(/owner 3$/)).toBeTruthy();
  });

  it('exports the same rows', async () => {
    const api = open(url);
    (await screen.findByRole('button', { name: 'export' })).click();
    await waitFor(() =>
      expect(api.calls.find(({ path }) => path === '/v1/things/export')?.input).toMatchObject({
        query: { tab: 'late', search: 'x', year: 2026 },
        body: { filters: [{ value: '3' }, extra], columns: [{ field: 'id' }] },
      }),
    );
  });
});
