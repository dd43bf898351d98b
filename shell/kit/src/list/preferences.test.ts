import { describe, expect, it } from '@rstest/core';
import {
  clampWidth,
  completeOrder,
  hiddenOf,
  moved,
  placed,
  toPreferences,
} from './preferences.ts';

const columns = 'title price stock rule'.split(' ').map((id) => ({ id }));
const ids = (order: string[] | null) => completeOrder(columns, order).join(' ');

describe('the columns of a list', () => {
  it('are as the page has them until a person orders them', () => {
    expect(ids(null)).toBe('title price stock rule');
    expect(ids(['rule', 'stock', 'price'])).toBe('title rule stock price');
  });

  it('never lose the first column, nor one that the page added since', () => {
    expect(ids(['rule', 'title', 'price'])).toBe('title rule price stock');
    expect(ids(['gone', 'stock'])).toBe('title price stock rule');
  });

  it('are moved one step, and not beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
    expect(placed(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(placed(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  });

  it('are hidden by the page until the person has chosen', () => {
    const some = [{ id: 'a' }, { id: 'b', hidden: true }];
    expect([...hiddenOf(some, { hidden: null })]).toEqual(['b']);
    expect([...hiddenOf(some, { hidden: [] })]).toEqual([]);
  });

  it('are drawn within limits', () => {
    expect([clampWidth(3), clampWidth(99.6), clampWidth(5_000)]).toEqual([60, 100, 800]);
  });
});

describe('what was kept of a list', () => {
  it('counts as far as it can be understood', () => {
    expect(toPreferences({ hidden: ['a'], widths: { a: 'wide' }, density: 'airy' })).toEqual({
      hidden: ['a'],
      order: null,
      pinned: [],
      widths: {},
      filters: null,
      density: 'compact',
    });
    expect(toPreferences('all of it')).toBeNull();
  });
});
