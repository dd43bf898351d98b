import { afterEach, describe, expect, it } from '@rstest/core';
import { copyRows, plainFigure } from './copy.ts';

describe('a figure', () => {
  it.each([
    ['R$ 1.299,90', ',', '1299,90'],
    ['$1,299.90', '.', '1299.90'],
    ['1.299', ',', '1299'],
    ['-5,0%', ',', '-5,0%'],
    ['−R$ 5,00', ',', '-5,00'],
    ['+3', '.', '3'],
    ['0', ',', '0'],
    ['—', ',', ''],
    ['3 rivais de 5', ',', '3 rivais de 5'],
    ['R$ 10,00 R$ 20,00', ',', 'R$ 10,00 R$ 20,00'],
  ])('%s is pasted as a number', (text, decimal, plain) => {
    expect(plainFigure(text, decimal)).toBe(plain);
  });
});

const COLUMNS = [{ column: {} }, { column: { numeric: true } }];

const table = () => {
  document.body.innerHTML = `<table>
    <tr data-row="1" tabindex="-1"><th><div><span>Caneca</span><span>SKU  1</span></div></th>
      <td>R$ 1.000,50</td><td>Ações</td></tr>
    <tr data-row="2" tabindex="-1"><th>Copo</th><td>—</td><td>Ações</td></tr>
  </table>`;
  return document.querySelector('table') as HTMLTableElement;
};

afterEach(() => document.body.replaceChildren());

describe('copied rows', () => {
  it('are those that are ticked', () => {
    expect(copyRows(table(), COLUMNS, ['1', '2'], ',')).toBe('Caneca SKU 1\t1000,50\nCopo\t');
  });

  it('are the one with the focus where none is ticked, and none of ours elsewhere', () => {
    const rows = table();
    expect(copyRows(rows, COLUMNS, [], ',')).toBeNull();
    rows.querySelector<HTMLElement>('[data-row="2"]')?.focus();
    expect(copyRows(rows, COLUMNS, [], ',')).toBe('Copo\t');
  });

  it('are those that are marked as text; a text within one row is copied as it is', () => {
    const rows = table();
    const mark = (from: Node, to: Node) => {
      const range = document.createRange();
      range.setStart(from, 0);
      range.setEnd(to, to.childNodes.length);
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
    };
    const [first, second] = [...rows.querySelectorAll('th')];
    if (first === undefined || second === undefined) throw new Error('no rows');
    mark(first, second);
    expect(copyRows(rows, COLUMNS, ['1'], ',')).toBe('Caneca SKU 1\t1000,50\nCopo\t');
    mark(first, first);
    expect(copyRows(rows, COLUMNS, ['1'], ',')).toBeNull();
  });
});
