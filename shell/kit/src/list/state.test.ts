import { describe, expect, it } from '@rstest/core';
import {
  defaultState,
  type ListOptions,
  type ListState,
  readListState,
  toListCall,
  writeListState,
} from './state.ts';

const period = {
  field: 'createdAt',
  condition: 'BETWEEN',
  value: '2026-10-01|2026-10-31',
  logicalOperator: 'AND',
} as const;

const OPTIONS: ListOptions = {
  orderable: ['title', 'price'],
  tabs: [{ id: 'all' }, { id: 'losing' }],
  filters: [
    { field: 'stock', kind: 'number' },
    { field: 'brand', kind: 'text' },
    { field: 'state', kind: 'select', options: [{ value: 'a' }, { value: 'b' }] },
  ],
  defaults: { orders: [{ field: 'title', direction: 'asc' }] },
};

const filter = (field: string, condition: '>=' | 'LIKE' | 'IN' | 'BETWEEN', value: string) =>
  ({ field, condition, value, logicalOperator: 'AND' }) as const;

describe('the state of a list in a URL', () => {
  it('is the default where the URL says nothing, and the default says nothing', () => {
    const { state, dropped } = readListState({}, OPTIONS);
    expect(state).toEqual(defaultState(OPTIONS));
    expect(state.limit).toBe(15);
    expect(dropped).toEqual([]);
    expect(writeListState(state, OPTIONS)).toEqual({});
  });

  it.each<[string, Partial<ListState>]>([
    ['a page', { page: 3, limit: 50 }],
    ['an order', { orders: [{ field: 'price', direction: 'desc' }] }],
    [
      'no order',
      {
        orders: [
          { field: 'price', direction: 'asc' },
          { field: 'title', direction: 'desc' },
        ],
      },
    ],
    ['a view', { tab: 'losing' }],
    ['a search that looks like a number', { search: '7891000' }],
    ['signs of our own in a value', { filters: [filter('brand', 'LIKE', 'a;b:c%|d é')] }],
    [
      'several filters',
      { filters: [filter('stock', 'BETWEEN', '0|5.5'), filter('state', 'IN', 'a|b')] },
    ],
  ])('comes back as it was written: %s', (_, part) => {
    const state = { ...defaultState(OPTIONS), ...part };
    const { state: read, dropped } = readListState(writeListState(state, OPTIONS), OPTIONS);
    expect(read).toEqual(state);
    expect(dropped).toEqual([]);
  });

  it('keeps what belongs to others', () => {
    const search = writeListState({ ...defaultState(OPTIONS), page: 2 }, OPTIONS, {
      listingId: 12,
      tab: 'losing',
    });
    expect(search).toEqual({ listingId: 12, page: 2 });
  });

  it.each([
    ['page', 0],
    ['page', 'x'],
    ['limit', 16],
    ['limit', 1000],
    ['orders', 'cost:asc'],
    ['orders', 'price:up'],
    ['tab', 'winning'],
    ['search', 'x'.repeat(201)],
    ['search', { a: 1 }],
    ['filters', 'cost:=:1'],
    ['filters', 'stock:~:1'],
    ['filters', 'stock:>=:many'],
    ['filters', 'stock:BETWEEN:1'],
    ['filters', 'stock:>=:1|2'],
    ['filters', 'stock:LIKE:1'],
    ['filters', 'state:IN:a|z'],
    ['filters', 'brand:LIKE:'],
    ['filters', 'brand:LIKE:%E0%A4%A'],
  ])('drops what is broken and names it: %s=%s', (key, value) => {
    const { state, dropped } = readListState({ [key]: value }, OPTIONS);
    expect(dropped).toEqual([key]);
    expect(state).toEqual(defaultState(OPTIONS));
  });

  it.each([
    '2026-13-01|2026-13-02',
    '2026-02-30|2026-03-02',
    '2026-03-02|2026-03-01',
    '2026-03-01',
  ])('drops days that no calendar has in this order: %s', (value) => {
    const days: ListOptions = { filters: [{ field: 'createdAt', kind: 'days' }] };
    const filters = `createdAt:BETWEEN:${value}`;
    expect(readListState({ filters }, days).dropped).toEqual(['filters']);
  });

  it('does not let go of a filter that is required', () => {
    const options: ListOptions = {
      filters: [
        { field: 'createdAt', kind: 'days', required: true },
        { field: 'stock', kind: 'number' },
      ],
      defaults: { filters: [period] },
    };
    expect(readListState({ filters: '' }, options).state.filters).toEqual([period]);
    expect(readListState({ filters: 'stock:>=:1' }, options).state.filters).toEqual([
      filter('stock', '>=', '1'),
      period,
    ]);
  });

  it('counts pages from 0 on the wire', () => {
    const state = { ...defaultState(OPTIONS), page: 3, limit: 50 };
    expect(toListCall(state).query).toEqual({ page: 2, limit: 50 });
  });
});
