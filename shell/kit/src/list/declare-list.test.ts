import { type ListField, YES_NO } from '@primazia/backend/kernel/list-schema';
import { describe, expect, it } from '@rstest/core';
import { declareList } from './declare-list.ts';

interface Row {
  price: number;
}
type Field = 'name' | 'price' | 'state' | 'isOwn' | 'account' | 'day' | 'stock' | 'why';

const CONTRACT: Partial<Record<Field, ListField>> = {
  name: { type: 'text' },
  price: { type: 'monetary' },
  state: { type: 'select', options: ['on', 'off'] },
  isOwn: { type: 'select', options: YES_NO, values: 'boolean' },
  account: { type: 'multi_search', values: 'whole' },
  day: { type: 'date' },
  stock: { type: 'numeric', values: 'whole' },
};

const cell = () => null;
const search = async () => ({ content: [], number: 0, totalPages: 0 });
const declare = (...declared: Parameters<typeof declareList<Row, Field>>[1]) =>
  declareList<Row, Field>(CONTRACT, declared);

describe('a declared list', () => {
  it('takes the kind of each filter and its options from the contract', () => {
    const { filters } = declare(
      { field: 'name', label: 'Name' },
      { field: 'state', label: 'State', valueName: (value) => `is ${value}` },
      { field: 'stock', label: 'Stock' },
      { field: 'account', label: 'Account', choices: { search } },
      { field: 'day', label: 'Day', filter: { open: 1, required: true } },
    );
    expect(filters).toEqual([
      { kind: 'date', field: 'day', label: 'Day', open: true, required: true },
      { kind: 'text', field: 'name', label: 'Name' },
      {
        kind: 'select',
        field: 'state',
        label: 'State',
        options: [
          { value: 'on', label: 'is on' },
          { value: 'off', label: 'is off' },
        ],
      },
      { kind: 'numeric', field: 'stock', label: 'Stock', whole: true },
      { kind: 'multi_search', field: 'account', label: 'Account', search },
    ]);
  });

  it('offers no filter that the page excludes, that cannot be searched or that is not in the contract', () => {
    const { filters } = declare(
      { field: 'name', label: 'Name', filter: false },
      { field: 'account', label: 'Account' },
      { field: 'why', label: 'Why', cell },
    );
    expect(filters).toEqual([]);
  });

  it('makes a column of a field that has a cell, ordered and exported by that field', () => {
    const { columns } = declare(
      { field: 'price', label: 'Price', ordered: true, cell },
      { field: 'state', label: 'State', header: 'Now', valueName: String, cell },
      { field: 'stock', label: 'Stock' },
    );
    expect(columns).toEqual([
      {
        id: 'price',
        header: 'Price',
        numeric: true,
        orderBy: 'price',
        cell,
        exports: [{ field: 'price', label: 'Price', words: {} }],
      },
      {
        id: 'state',
        header: 'Now',
        numeric: false,
        cell,
        exports: [{ field: 'state', label: 'Now', words: { on: 'on', off: 'off' } }],
      },
    ]);
  });

  it('exports the fields of a column that shows several by their own labels, and each once', () => {
    const { columns } = declare(
      { id: 'both', label: 'Both', exports: ['price', 'stock'], orderBy: 'price', cell },
      { field: 'price', label: 'Price', cell },
      { field: 'stock', label: 'Stock' },
      { id: 'reason', label: 'Reason', exports: ['why'], cell },
    );
    expect(columns.map(({ id, exports }) => [id, exports?.map(({ label }) => label)])).toEqual([
      ['both', ['Price', 'Stock']],
      ['price', []],
      ['reason', ['Reason']],
    ]);
  });
});
