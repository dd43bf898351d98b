import { describe, expect, it } from '@rstest/core';
import { meet } from './steady-rows.ts';

interface Row {
  id: string;
  price: number;
}
const rows = (text: string): Row[] =>
  text.split(' ').map((word) => ({ id: word[0] ?? '', price: Number(word.slice(1)) }));
const text = (list: readonly Row[]) => list.map(({ id, price }) => `${id}${price}`).join(' ');
const rules = {
  idOf: (row: Row) => row.id,
  differs: (before: Row, after: Row) => before.price !== after.price,
};

const met = (before: string, after: string, held: boolean) => {
  const meeting = meet(rows(before), rows(after), held, rules);
  return [text(meeting.rows), [...meeting.changed].sort().join(''), meeting.waiting];
};

describe('fresh rows', () => {
  it('are applied immediately if the rows are not in use', () => {
    expect(met('a1 b2 c3', 'd4 a1 b9', false)).toEqual(['d4 a1 b9', 'bd', 0]);
  });

  it('keep their places under the pointer, with their new contents', () => {
    expect(met('a1 b2 c3', 'a1 b9 c3', true)).toEqual(['a1 b9 c3', 'b', 0]);
  });

  it('wait if rows would be added, removed or moved', () => {
    expect(met('a1 b2 c3', 'd4 a1 b2', true)).toEqual(['a1 b2 c3', 'd', 1]);
    expect(met('a1 b2 c3', 'b2 a1 c3', true)).toEqual(['a1 b2 c3', '', 2]);
    expect(met('a1 b2', 'b2', true)).toEqual(['a1 b2', '', 1]);
  });

  it('do not count a row as moved that only others have pushed', () => {
    expect(met('a1 b2 c3', 'n0 a1 b2 c3', true)).toEqual(['a1 b2 c3', 'n', 1]);
  });
});
