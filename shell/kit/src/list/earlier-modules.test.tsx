import type { Download } from '@primazia/backend/kernel/endpoint';
import { afterEach, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeResult, keeping, page, row } from '../../testing/list-scene.tsx';
import { Stage } from '../../testing/stage.tsx';
import type { AskExport } from './export-dialog.tsx';
import { ListPage } from './list-page.tsx';
import { useListState } from './use-list-state.ts';

afterEach(cleanup);

const result = fakeResult({ data: page(row(1)) }).get();

/** As the modules of 0.1.0 write a page: `sheet` is what `onExport` and a column's `exports` are now. */
function Page({ ask }: { ask: AskExport }) {
  const list = useListState({ orderable: [], tabs: [], filters: [] });
  return (
    <ListPage
      id="test"
      title="Anúncios"
      list={list}
      result={result}
      columns={[
        {
          id: 'account',
          header: 'Conta',
          sheet: [{ field: 'accountName' }, { field: 'marketplaceId', label: 'Marketplace' }],
          cell: ({ name }) => name,
        },
      ]}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      empty={{ title: 'Nenhum anúncio', text: 'Conecte uma conta.' }}
      sheet={ask}
    />
  );
}

it('exports a list of a module of an earlier release, in the columns that it names', async () => {
  const ask = rs.fn<AskExport>(() => new Promise<Download>(() => {}));
  render(
    <Stage api={keeping()}>
      <Page ask={ask} />
    </Stage>,
  );
  const press = async (name: string) =>
    userEvent.click(await screen.findByRole('button', { name }, { timeout: 20_000 }));
  await press('Planilha ou impressão');
  await press('Baixar CSV');
  await waitFor(() => expect(ask).toHaveBeenCalled());
  expect(ask.mock.calls[0]?.[0].columns).toEqual([
    { field: 'accountName', label: 'Conta', words: {} },
    { field: 'marketplaceId', label: 'Marketplace', words: {} },
  ]);
}, 30_000);
