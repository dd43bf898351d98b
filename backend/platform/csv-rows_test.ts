import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { arm, defuse, toCsv } from '../kernel/csv.ts';
import { readCsvRows } from './csv-rows.ts';

const rowsOf = (text: string, most = 100) => {
  const sheet = readCsvRows(text, most);
  assert.ok(sheet.ok, JSON.stringify(sheet));
  return sheet.value.map(({ line, cells }) => [line, ...cells]);
};

describe('a CSV file', () => {
  for (const [what, text] of [
    ['semicolons', 'sku;cost\nA;1\n'],
    ['commas', 'sku,cost\nA,1\n'],
    ['tabs', 'sku\tcost\nA\t1'],
    ['a byte order mark and CRLF', '\ufeffsku;cost\r\nA;1\r\n'],
    ['carriage returns alone', 'sku;cost\rA;1\r'],
    ['quotes and blanks', '"sku" ; "cost"\n "A" ;1 \n'],
  ] as const)
    it(`with ${what} is read`, () => {
      assert.deepEqual(rowsOf(text), [
        [1, 'sku', 'cost'],
        [2, 'A', '1'],
      ]);
    });

  it('finds its separator by the header, and quoted signs do not count', () => {
    assert.deepEqual(rowsOf('"a,b,c";cost\nA;1,50\n')[1], [2, 'A', '1,50']);
    assert.deepEqual(rowsOf('sep=,\r\nsku,cost\r\nA;B,1\r\n'), [
      [2, 'sku', 'cost'],
      [3, 'A;B', '1'],
    ]);
  });

  it('finds its separator past line breaks in quotes, and past quotes that begin no cell', () => {
    assert.deepEqual(rowsOf('"cost, in\nreais, net";sku\n1;A\n'), [
      [1, 'cost, in\nreais, net', 'sku'],
      [3, '1', 'A'],
    ]);
    assert.deepEqual(rowsOf('5" pipe;3" pipe;a,b\n1;2;3\n')[0], [1, '5" pipe', '3" pipe', 'a,b']);
    assert.deepEqual(rowsOf('"a ""b"", c, d, e";f\n1;2\n')[0], [1, 'a "b", c, d, e', 'f']);
  });

  it('counts lines of the file, also past empty ones and cells over several lines', () => {
    assert.deepEqual(rowsOf('sku;cost\n\n;;\n"A\nB";1\nC;2'), [
      [1, 'sku', 'cost'],
      [4, 'A\nB', '1'],
      [6, 'C', '2'],
    ]);
  });

  it('reports the line at which it becomes invalid', () => {
    const sheet = readCsvRows(`sku;cost\nA;1\n"B;2\nC;3\n${'D;4\n'.repeat(10_000)}`, 100_000);
    assert.ok(!sheet.ok);
    assert.ok(sheet.error.line >= 3, String(sheet.error.line));
  });

  it('is read no further than requested', () => {
    assert.equal(rowsOf(`sku;cost\n${'A;1\n'.repeat(50)}`, 10).length, 10);
  });

  it('for spreadsheets contains no formula, and parses to the same rows', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '=1+1',
        '+55',
        '-ABC',
        '@x',
        "'=x",
        '\t=1',
        '"',
        'a;b',
        'a,b,c',
        'a\tb\tc',
        'a\nb',
        'a,\n',
        '=',
      ),
      fc.string(),
    );
    // Cells are trimmed, and an empty row is left out: so the first cell is never empty.
    const row = fc
      .array(cell, { minLength: 1, maxLength: 4 })
      .map((cells) => ['x', ...cells.map((text) => text.trim().replaceAll('\r', ''))]);
    fc.assert(
      fc.property(row, fc.array(row, { maxLength: 4 }), (headings, others) => {
        const csv = toCsv(headings, others);
        const rows = [headings, ...others];
        const asOthersSeeIt: string[][] = parse(csv, {
          delimiter: ';',
          bom: true,
          relax_column_count: true,
        });
        const begin = /^[=+\-@\t\r\n]/;
        // A negative number stays one.
        const number = /^-\d+(?:[.,]\d+)?$/;
        const formulas = asOthersSeeIt
          .flat()
          .filter((text) => begin.test(text) && !number.test(text));
        assert.deepEqual(formulas, [], csv);
        const back = readCsvRows(csv, 100);
        assert.ok(back.ok);
        // An apostrophe before the first character of a formula counts as the export's own.
        const armed = rows.map((cells) =>
          cells.map((text) => text.replace(/^'(?=[=+\-@\t\r\n])/, '')),
        );
        assert.deepEqual(
          back.value.map(({ cells }) => cells),
          armed,
        );
      }),
    );
  });

  it('is defused before every sign by which a spreadsheet begins a formula, a new line among them', () => {
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n']) {
      const text = `${sign}1+1`;
      assert.equal(defuse(text), `'${text}`);
      assert.equal(arm(defuse(text)), text);
    }
    assert.equal(defuse('1=1'), '1=1');
    assert.equal(defuse('-12,5'), '-12,5');
    assert.equal(defuse('-1+1'), "'-1+1");
  });
});
