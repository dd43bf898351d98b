import { describe, expect, it } from '@rstest/core';
import { historyInput, lastMonth } from './history-input.ts';

const state = {
  page: 1,
  limit: 15,
  orders: [],
  filters: [lastMonth(new Date('2026-03-31T10:00:00Z'))],
  tab: null,
  search: '',
};

describe('the question of the history page', () => {
  it('asks for the last month, newest first, where nothing is chosen', () => {
    expect(historyInput(state)).toEqual({
      page: 0,
      limit: 15,
      tab: 'all',
      order: 'createdAt:desc',
      dateStart: '2026-02-28',
      dateEnd: '2026-03-31',
    });
  });
  it('takes tab, search, order and a single day', () => {
    const filters = [{ ...lastMonth(new Date()), value: '2026-02-01' }];
    const asked = {
      ...state,
      filters,
      tab: 'failed',
      search: 'chaleira',
      orders: [{ field: 'title', direction: 'asc' as const }],
    };
    expect(historyInput(asked)).toMatchObject({
      tab: 'failed',
      search: 'chaleira',
      order: 'title:asc',
      dateStart: '2026-02-01',
      dateEnd: '2026-02-01',
    });
  });
  it('a tab that nobody knows is all', () => {
    expect(historyInput({ ...state, tab: 'nonsense' }).tab).toBe('all');
  });
});
