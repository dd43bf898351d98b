import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { Stage } from '../../testing/index.ts';
import { preferencesOf } from './preferences.ts';
import { SelectionBar, SelectPage, useSelectionExpiry } from './selection.tsx';
import type { AllThatMatch, Frozen } from './types.ts';
import { useTableModel } from './use-table-model.ts';

const PAGES = [
  ['a', 'b'],
  ['c', 'd'],
] as const;
const TOTAL = 1240;
const HOUR = 3_600_000;

const COLUMNS = [{ id: 'name', header: 'Name', cell: (row: string) => row }];
const PREFERENCES = preferencesOf(null, null);
const idOf = (row: string) => row;

interface SubjectProps {
  freeze?: AllThatMatch['freeze'];
}

/** Two pages of rows that can be ticked, and a question that can be changed. */
function Subject({ freeze }: SubjectProps) {
  const [rows, onChange] = useState<readonly string[]>([]);
  const [chosen, onChoose] = useState<Frozen | null>(null);
  const [place, setPlace] = useState<0 | 1>(0);
  const [tab, setTab] = useState('losing');
  const page = PAGES[place];
  const all = freeze === undefined ? {} : { all: { chosen, onChoose, freeze } };
  const selection = { rows, onChange, actions: <b>{chosen?.id ?? rows.join('')}</b>, ...all };
  const model = useTableModel({
    columns: COLUMNS,
    rows: useMemo(() => page.map((row) => ({ row, changed: false, gone: false })), [page]),
    idOf,
    selection,
    hasDetails: false,
    preferences: PREFERENCES,
    onPreferences: () => undefined,
  });
  useSelectionExpiry(all.all, tab);
  return (
    <>
      <SelectPage model={model} />
      {page.map((row) => (
        <input
          key={row}
          type="checkbox"
          aria-label={row}
          checked={model.getRow(row).getIsSelected()}
          onChange={() => model.getRow(row).toggleSelected()}
        />
      ))}
      <button type="button" onClick={() => setPlace(1)}>
        next
      </button>
      <button type="button" onClick={() => setTab('winning')}>
        ask
      </button>
      <SelectionBar
        selection={selection}
        model={model}
        total={TOTAL}
        question={{ filters: [], timeZone: 'UTC' }}
        query={tab}
      />
    </>
  );
}

const open = async (props: SubjectProps = {}) => {
  render(
    <Stage>
      <Subject {...props} />
    </Stage>,
  );
  await screen.findByRole('checkbox', { name: 'b' });
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const tick = (name: string | RegExp) => userEvent.click(screen.getByRole('checkbox', { name }));
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /desta página/ });
const bar = () => screen.getAllByRole('status').find((one) => one.matches('.pz-selection'));

const inAnHour = () => new Date(Date.now() + HOUR).toISOString();

afterEach(cleanup);

describe('ticked rows', () => {
  it('stay selected on other pages, and are counted', async () => {
    await open();
    await tick('b');
    expect(all().indeterminate).toBe(true);
    await press('next');
    expect(all().indeterminate).toBe(false);
    await userEvent.click(all());
    expect(bar()?.textContent).toContain('3 selecionados');
    expect(screen.getByText('bcd')).toBeTruthy();
    await tick('c');
    expect(screen.getByText('bd')).toBeTruthy();
    await userEvent.click(all());
    await userEvent.click(all());
    expect(screen.getByText('b', { selector: 'b' })).toBeTruthy();
    await press('Limpar a seleção');
    expect(bar()?.textContent).toBe('');
  });

  it('offer nothing more where the list cannot give it', async () => {
    await open();
    await userEvent.click(all());
    expect(screen.queryByRole('button', { name: /que correspondem/ })).toBeNull();
  });
});

describe('all that match', () => {
  const frozen = async () => ({ id: 77, count: 1238, expiresAt: inAnHour() });

  it('can be chosen once the page is ticked, as many as the server counts', async () => {
    const freeze = rs.fn(frozen);
    await open({ freeze });
    await tick('a');
    expect(screen.queryByRole('button', { name: /que correspondem/ })).toBeNull();
    await tick('b');
    await press('Selecionar todos os 1.240 que correspondem');
    await waitFor(() => expect(bar()?.textContent).toContain('1.238 selecionados: todos'));
    expect(freeze).toHaveBeenCalledWith({ filters: [], timeZone: 'UTC' });
    expect(screen.getByText('77')).toBeTruthy();
    await press('next');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'd' }).checked).toBe(true);
    await press('Limpar a seleção');
    expect(bar()?.textContent).toBe('');
    expect(all().checked).toBe(false);
  });

  it('are reduced to the rows of the page if one is deselected', async () => {
    await open({ freeze: frozen });
    await userEvent.click(all());
    await press(/que correspondem/);
    await screen.findByText('77');
    await tick('a');
    expect(screen.getByText('b', { selector: 'b' })).toBeTruthy();
  });

  it('are cleared when the query changes', async () => {
    await open({ freeze: frozen });
    await userEvent.click(all());
    await press(/que correspondem/);
    await screen.findByText('77');
    await press('ask');
    await waitFor(() => expect(screen.queryByText('77')).toBeNull());
    expect(bar()?.textContent).toContain('2 selecionados');
  });

  it('do not count if the query changed before the answer', async () => {
    let answer: (frozen: Frozen) => void = () => undefined;
    await open({ freeze: () => new Promise((done) => (answer = done)) });
    await userEvent.click(all());
    await press(/que correspondem/);
    await press('ask');
    await act(async () => answer({ id: 77, count: 1240, expiresAt: inAnHour() }));
    expect(screen.queryByText('77')).toBeNull();
  });

  it('are released once the server does not keep them any more', async () => {
    const expiresAt = new Date(Date.now() + 300).toISOString();
    await open({ freeze: async () => ({ id: 77, count: 1240, expiresAt }) });
    await userEvent.click(all());
    await press(/que correspondem/);
    expect(await screen.findByText('A seleção de todos expirou. Selecione de novo.')).toBeTruthy();
    expect(screen.queryByText('77')).toBeNull();
  });
});
