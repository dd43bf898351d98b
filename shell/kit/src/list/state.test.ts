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
    { field: 'stock', kind: 'numeric' },
    { field: 'brand', kind: 'text' },
    { field: 'state', kind: 'select', options: [{ value: 'a' }, { value: 'b' }] },
  ],
  defaults: { orders: [{ field: 'title', direction: 'asc' }] },
};

const filter = (field: string, condition: '>=' | 'LIKE' | 'IN' | 'BETWEEN', value: string) =>
  ({ field, condition, value, logicalOperator: 'AND' }) as const;

describe('the state of a list in a URL', () => {
  it('is the default for an empty URL, and the default has an empty URL', () => {
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
      'rows of the builder, joined by OR',
      {
        where: [
          filter('stock', '>=', '1'),
          { ...filter('brand', 'LIKE', 'a|b'), logicalOperator: 'OR' as const },
        ],
      },
    ],
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
    ['where', 'stock:>=:many'],
    ['where', { a: 1 }],
    ['filters', 'stock:>=:123456789012345678901'],
    ['filters', 'stock:BETWEEN:9|1'],
    ['filters', `brand:=:${'x'.repeat(201)}`],
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
    expect(dropped).toEqual([`${key}=${value}`]);
    expect(state).toEqual(defaultState(OPTIONS));
  });

  it.each([
    '2026-13-01|2026-13-02',
    '2026-02-30|2026-03-02',
    '2026-03-02|2026-03-01',
    '2026-03-01',
    '2026-03-01T25%3A00%3A00Z|2026-03-02T00%3A00%3A00Z',
    '2026-03-01T11%3A00%3A00Z|2026-03-01T10%3A00%3A00Z',
  ])('drops days that no calendar has in this order: %s', (value) => {
    const days: ListOptions = { filters: [{ field: 'createdAt', kind: 'date' }] };
    const filters = `createdAt:BETWEEN:${value}`;
    expect(readListState({ filters }, days).dropped).toEqual([
      `filters=${decodeURIComponent(filters)}`,
    ]);
  });

  it('does not release a filter that is required', () => {
    const options: ListOptions = {
      filters: [
        { field: 'createdAt', kind: 'date', required: true },
        { field: 'stock', kind: 'numeric' },
      ],
      defaults: { filters: [period] },
    };
    expect(readListState({ filters: '' }, options).state.filters).toEqual([period]);
    expect(readListState({ filters: 'stock:>=:1' }, options).state.filters).toEqual([
      filter('stock', '>=', '1'),
      period,
    ]);
  });

  it('drops only invalid parts, and names them', () => {
    const { state, dropped } = readListState(
      {
        filters: 'stock:>=:5;cost:=:1',
        where: 'stock:>=:5;|brand:LIKE:Sol;|brand:LIKE:',
        orders: 'price:desc;cost:asc;title:asc',
      },
      OPTIONS,
    );
    expect(dropped).toEqual(['filters=cost:=:1', 'orders=cost:asc', 'where=|brand:LIKE:']);
    expect(state.filters).toEqual([filter('stock', '>=', '5')]);
    expect(state.where).toEqual([
      filter('stock', '>=', '5'),
      { ...filter('brand', 'LIKE', 'Sol'), logicalOperator: 'OR' },
    ]);
    expect(state.orders.map(({ field }) => field)).toEqual(['price', 'title']);
  });

  it('accepts no more alternatives than a call can have', () => {
    const where = Array.from({ length: 16 }, () => '|stock:>=:5').join(';');
    const { state, dropped } = readListState({ filters: 'state:IN:a', where }, OPTIONS);
    expect(dropped).toEqual([`where=${where}`]);
    expect(state.where).toEqual([]);
  });

  it('counts pages from 0 on the wire, and uses days of the time zone', () => {
    const state = { ...defaultState(OPTIONS), page: 3, limit: 50 };
    expect(toListCall(state).query).toEqual({ page: 2, limit: 50 });
    expect(toListCall(state).body.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('repeats common conditions in each alternative', () => {
    const or = (one: ReturnType<typeof filter>) => ({ ...one, logicalOperator: 'OR' as const });
    const state = {
      ...defaultState(OPTIONS),
      filters: [filter('state', 'IN', 'a')],
      where: [
        filter('stock', '>=', '5'),
        filter('brand', 'LIKE', 'x'),
        or(filter('brand', 'LIKE', 'y')),
      ],
    };
    const said = toListCall(state).body.filters.map(
      ({ logicalOperator, field, value }) => `${logicalOperator} ${field} ${value}`,
    );
    expect(said).toEqual([
      'AND state a',
      'AND stock 5',
      'AND brand x',
      'OR state a',
      'AND brand y',
    ]);
  });
});
