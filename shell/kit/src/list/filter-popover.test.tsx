import { afterEach, expect, it } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/index.ts';
import { FilterPopover } from './filter-popover.tsx';
import type { FilterField } from './types.ts';
import { useListState } from './use-list-state.ts';

const PRICE: FilterField = { kind: 'monetary', field: 'price', label: 'Preço' };
const OPTIONS = { filters: [PRICE] };

function Subject() {
  return <FilterPopover field={PRICE} list={useListState(OPTIONS)} />;
}

afterEach(cleanup);

it('shows the fault of a range, and applies nothing until it is valid', async () => {
  const history = createMemoryHistory({ initialEntries: ['/app/list'] });
  render(
    <Stage history={history}>
      <Subject />
    </Stage>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Preço' }));
  const to = await screen.findByRole('textbox', { name: 'Até' });
  await userEvent.type(screen.getByRole('textbox', { name: 'De' }), '300');
  await userEvent.type(to, 'abc{Enter}');
  expect(screen.getByText('Escreva um número, como 19,90.')).toBeTruthy();
  await userEvent.clear(to);
  await userEvent.type(to, '200{Enter}');
  expect(screen.getByText('O primeiro valor deve ser o menor.')).toBeTruthy();
  expect(history.location.search).toBe('');
  await userEvent.type(to, '0{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new URLSearchParams(history.location.search).get('filters')).toBe(
    'price:BETWEEN:300%7C2000',
  );
});
