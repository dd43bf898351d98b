import { describe, expect, it } from '@rstest/core';
import { outcomeFilters, outcomeKey } from './selection-filters.ts';

describe('the filter of a selection', () => {
  it('filters by the outcome of a price, or by the reason why it is kept', () => {
    expect(outcomeKey({ outcome: 'CHANGE', code: null })).toBe('CHANGE');
    expect(outcomeKey({ outcome: 'BLOCKED', code: 'in_promotion' })).toBe('in_promotion');
  });
  it('has the most frequent first', () => {
    const outcomes = [
      { outcome: 'CHANGE' as const, code: null, count: 2 },
      { outcome: 'KEEP' as const, code: 'winning', count: 5 },
    ];
    expect(outcomeFilters({ outcomes })).toEqual([
      { key: 'winning', count: 5 },
      { key: 'CHANGE', count: 2 },
    ]);
  });
});
