import type { Filter } from '@primazia/backend/kernel/filter';
import { type ListState, toListCall } from '@primazia/kit/list';
import { describe, expect, it } from '@rstest/core';
import { historyQuery, lastMonth, withFilter } from './history-input.ts';

const period: Filter = {
  field: 'createdAt',
  condition: 'BETWEEN',
  value: '2026-02-28|2026-03-31',
  logicalOperator: 'AND',
};
const state = {
  page: 1,
  limit: 15,
  orders: [],
  filters: [period],
  where: [],
  tab: null,
  search: '',
};
const row = (field: string, logicalOperator: 'AND' | 'OR'): Filter => ({
  field,
  condition: '=',
  value: '1',
  logicalOperator,
});

const inputOf = (state: ListState, listingId?: number) =>
  historyQuery(toListCall(state).body.filters, state, listingId);

describe('the question of the history page', () => {
  it('requests the last calendar month', () => {
    expect(lastMonth(new Date(2026, 2, 31, 10)).value).toBe('2026-02-28|2026-03-31');
    expect(lastMonth(new Date(2026, 4, 15, 23, 59)).value).toBe('2026-04-15|2026-05-15');
  });
  it('reads the days in the time zone of the caller, within those of UTC around them', () => {
    const { query, filters } = inputOf(state);
    expect(query).toEqual({
      fold: 'successive',
      dateStart: '2026-02-27',
      dateEnd: '2026-04-01',
    });
    expect(filters).toEqual([period]);
  });
  it('accepts a single day and the builder’s filters', () => {
    const input = {
      ...state,
      filters: [{ ...period, condition: '=' as const, value: '2026-02-01' }],
      where: [row('state', 'AND'), row('strategy', 'OR')],
    };
    const { query, filters } = inputOf(input, 7);
    expect(query).toMatchObject({
      dateStart: '2026-01-31',
      dateEnd: '2026-02-02',
    });
    expect(filters.map(({ field, logicalOperator }) => `${logicalOperator} ${field}`)).toEqual([
      'AND createdAt',
      'AND state',
      'AND listingId',
      'OR createdAt',
      'AND strategy',
      'AND listingId',
    ]);
  });
});

describe('one filter more', () => {
  it('holds in every alternative', () => {
    const more = row('listingId', 'AND');
    expect(withFilter([], more)).toEqual([more]);
    expect(withFilter([row('a', 'AND'), row('b', 'OR')], more).map(({ field }) => field)).toEqual([
      'a',
      'listingId',
      'b',
      'listingId',
    ]);
    expect(withFilter([row('a', 'AND')], null)).toHaveLength(1);
  });
});
