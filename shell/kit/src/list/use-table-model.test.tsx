import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { type ListPreferences, preferencesOf } from './preferences.ts';
import { useTableModel } from './use-table-model.ts';

const COLUMNS = 'title price stock rule'
  .split(' ')
  .map((id) => ({ id, header: id, cell: () => id }));
const ROWS = ['a', 'b'].map((row) => ({ row, changed: false, gone: false }));

const idOf = (row: string) => row;

/** The model of a list with some preferences, and the preferences after its changes. */
function modelled(first: Partial<ListPreferences> = {}) {
  const { result } = renderHook(() => {
    const [preferences, setPreferences] = useState({ ...preferencesOf(null, null), ...first });
    const model = useTableModel({
      columns: COLUMNS,
      rows: ROWS,
      idOf,
      selection: undefined,
      hasDetails: true,
      preferences,
      onPreferences: (part) => setPreferences((now) => ({ ...now, ...part })),
    });
    return { model, preferences };
  });
  return {
    get: () => result.current.model,
    preferences: () => result.current.preferences,
    columns: () => {
      const { model } = result.current;
      return [...model.getStartVisibleLeafColumns(), ...model.getCenterVisibleLeafColumns()]
        .map(({ id }) => id)
        .join(' ');
    },
  };
}

afterEach(cleanup);

describe('the table model of a list', () => {
  it('places pinned columns right behind the first', () => {
    const { columns } = modelled({ order: ['price', 'stock', 'rule'], pinned: ['rule'] });
    expect(columns()).toBe('title rule price stock');
  });

  it('keeps the place of a column that is unpinned', () => {
    const { get, columns, preferences } = modelled({ pinned: ['rule'] });
    act(() => get().getColumn('rule')?.pin(false));
    expect(columns()).toBe('title rule price stock');
    expect(preferences()).toMatchObject({ pinned: [], order: ['rule', 'price', 'stock'] });
  });

  it('reports order, visibility and widths as preferences', () => {
    const { get, columns, preferences } = modelled();
    act(() => get().setColumnOrder(['title', 'rule', 'stock', 'price']));
    act(() => get().getColumn('stock')?.toggleVisibility(false));
    act(() => get().setColumnSizing({ price: 90 }));
    expect(columns()).toBe('title rule price');
    expect(preferences()).toMatchObject({
      order: ['rule', 'stock', 'price'],
      hidden: ['stock'],
      widths: { price: 90 },
    });
  });

  it('opens and closes rows', () => {
    const { get } = modelled();
    const open = () =>
      get()
        .getRowModel()
        .rows.map((row) => row.getIsExpanded());
    act(() => get().getRow('b').toggleExpanded());
    expect(open()).toEqual([false, true]);
    act(() => get().getRow('b').toggleExpanded());
    expect(open()).toEqual([false, false]);
  });
});
