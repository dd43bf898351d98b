import type { Filter } from '@primazia/backend/kernel/filter';
import { describe, expect, it } from '@rstest/core';
import { withinIds } from './within-ids.ts';

const row = (field: string, logicalOperator: 'AND' | 'OR' = 'AND'): Filter => ({
  field,
  condition: '=',
  value: '1',
  logicalOperator,
});
const said = (filters: readonly Filter[]) =>
  filters.map(({ field, logicalOperator }) => `${logicalOperator} ${field}`);

describe('a list of some listings', () => {
  it('requests only these, also with filters joined by OR', () => {
    expect(withinIds([], [3, 4])).toEqual([
      { field: 'id', condition: 'IN', value: '3|4', logicalOperator: 'OR' },
    ]);
    expect(said(withinIds([row('a'), row('b', 'OR'), row('c')], [3]))).toEqual([
      'OR id',
      'AND a',
      'OR id',
      'AND b',
      'AND c',
    ]);
  });

  it('splits a thousand into as many filters as their length needs', () => {
    const ids = Array.from({ length: 1_000 }, (_, place) => 1_000_000 + place);
    const rows = withinIds([row('price')], ids);
    const values = rows.filter(({ field }) => field === 'id').map(({ value }) => value);
    expect(values.flatMap((value) => value.split('|').map(Number))).toEqual(ids);
    expect(values.every((value) => value.length <= 2_000)).toBe(true);
    expect(values).toHaveLength(4);
    expect(rows).toHaveLength(8);
  });
});
