import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { decimalSignOf, readNumber } from './numbers.ts';

const read = (
  cell: string,
  kind: 'amount' | 'percent' = 'amount',
  sign: '.' | ',' | null = null,
) => {
  const number = readNumber(cell, kind, sign);
  return number.ok ? number.value : number.error;
};

describe('a number in a file', () => {
  for (const [cell, value] of [
    ['12', 12],
    ['12.5', 12.5],
    ['12,50', 12.5],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['R$ 19,90', 19.9],
    ['R$\u00a01.019,90', 1019.9],
    ['US$5', 5],
    ['brl 7', 7],
    ['12 %', 12],
    ['0', 0],
    ['0,00', 0],
    ['19,900', 'number_ambiguous'],
    ['1.234', 'number_ambiguous'],
    ['1,234', 'number_ambiguous'],
    ['0.125', 'two_decimals'],
    ['12.3456', 'two_decimals'],
    ['12,3400', 12.34],
    ['-3', 'not_negative'],
    ['-3,50', 'not_negative'],
    ['100000001', 'too_large'],
    ['12.345.67', 'not_a_number'],
    ['12,', 'not_a_number'],
    ['1e5', 'not_a_number'],
    ['=1+1', 'not_a_number'],
    ['abc', 'not_a_number'],
    ['R$', 'not_a_number'],
    ['1 234', 'not_a_number'],
    ['٣', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['0x10', 'not_a_number'],
  ] as const)
    it(`${cell} is ${value}`, () => assert.equal(read(cell), value));

  it('is over a hundred percent, or not', () => {
    assert.deepEqual(
      ['100', '100,00%', '100,01', '101'].map((cell) => read(cell, 'percent')),
      [100, 100, 'over_100', 'over_100'],
    );
  });

  it('is an amount of money if it has a currency, not a percentage', () => {
    for (const cell of ['R$ 10', '10 BRL']) {
      assert.deepEqual([read(cell), read(cell, 'percent')], [10, 'not_a_number']);
    }
  });

  it('is thousands or decimals as the rest of the file has it', () => {
    assert.equal(read('1.234', 'amount', ','), 1234);
    assert.equal(read('1,234', 'amount', '.'), 1234);
    assert.equal(read('1.234', 'amount', '.'), 'two_decimals');
    // An unambiguous one is read as it is, whatever the rest.
    assert.equal(read('12.5', 'amount', ','), 12.5);
  });

  it('may be behind the sign of a currency', () => {
    const cells = ['R$ 19,90', 'us$5', 'MX$\u00a05', 'CA$ 5', 'brl 7', '$ 5'];
    assert.deepEqual(
      cells.map((cell) => read(cell)),
      [19.9, 5, 5, 5, 7, 5],
    );
  });

  it('decides the decimal sign of a file if it is unambiguous', () => {
    assert.equal(decimalSignOf(['1.234', '', 'abc', '12,5']), ',');
    assert.equal(decimalSignOf(['1,234', '12.50 %']), '.');
    assert.equal(decimalSignOf(['1.234.567']), ',');
    assert.equal(decimalSignOf(['1.234', '12']), null);
    assert.equal(decimalSignOf(['12.5', '12,5']), null);
  });

  it('is the same after formatting and parsing, in every format', () => {
    const cents = fc.integer({ min: 0, max: 9_999_999_99 });
    fc.assert(
      fc.property(cents, fc.constantFrom('pt-BR', 'en-US', 'es-MX', 'es-AR'), (minor, locale) => {
        const value = minor / 100;
        const text = value.toLocaleString(locale, {
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        });
        assert.equal(read(text), value, text);
      }),
    );
  });

  it('never throws, and is never what cannot be', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('.', ',', null), (cell, sign) => {
        const number = readNumber(cell, 'percent', sign);
        if (number.ok) assert.ok(number.value >= 0 && number.value <= 100);
      }),
    );
  });
});
