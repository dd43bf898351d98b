import type { Filter } from '@primazia/backend/kernel/filter';
import { afterEach, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/stage.tsx';
import { Chips } from './chips.tsx';
import { type ListState, readListState } from './state.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

afterEach(cleanup);

const FIELDS: FilterField[] = [{ field: 'seen', label: 'Período', kind: 'date', required: true }];
const MONTH: Filter = {
  field: 'seen',
  condition: 'BETWEEN',
  value: '2026-10-01|2026-10-31',
  logicalOperator: 'AND',
};
const options = { filters: FIELDS, defaults: { filters: [MONTH] } };

function open(written: string | undefined) {
  const changes: Partial<ListState>[] = [];
  const { state } = readListState(written === undefined ? {} : { filters: written }, options);
  const list = { state, change: rs.fn((to) => changes.push(to)), options } as unknown as ListHandle;
  render(
    <Stage>
      <Chips fields={FIELDS} list={list} />
    </Stage>,
  );
  return changes;
}

it('shows no chip for a required period of days, which the toolbar shows', () => {
  open(undefined);
  expect(screen.queryByRole('list')).toBeNull();
});

it('shows the hour of a link for a required period, and returns to the default without it', async () => {
  const hour = encodeURIComponent('2026-10-01T15:00:00.000Z|2026-10-01T15:59:59.999Z');
  const changes = open(`seen:BETWEEN:${hour}`);
  const chips = await screen.findByRole('list', { name: 'Filtros ativos' });
  expect(chips.textContent).toMatch(/Período: .*2026.*:00 – .*2026.*:59/);
  await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Período' }));
  expect(changes).toEqual([{ filters: [] }]);
  expect(readListState({ filters: '' }, options).state.filters).toEqual([MONTH]);
});
