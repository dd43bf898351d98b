import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import {
  Amount,
  CurrencyCode,
  MAX_AMOUNT,
  PositiveAmount,
  toAmount,
  toAmountOrNull,
  toMinor,
  toMinorOrNull,
} from './money.ts';

const codeOf = (schema: typeof Amount, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('money', () => {
  it('turns every amount of cents into minor units and back without losing one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT * 100 }), (minor) => {
        assert.equal(toMinor(toAmount(minor)), minor);
        assert.equal(Amount.parse(toAmount(minor)), toAmount(minor));
      }),
    );
  });

  it('takes amounts that binary floats cannot hold', () => {
    for (const [amount, minor] of [
      [0.07, 7],
      [1.1, 110],
      [19.99, 1999],
      [1_234_567.89, 123_456_789],
      [99_999_999.99, 9_999_999_999],
    ] as const) {
      assert.equal(toMinor(Amount.parse(amount)), minor);
    }
  });

  it('refuses invalid amounts with a reason', () => {
    assert.equal(codeOf(Amount, 1.005), 'two_decimals');
    assert.equal(codeOf(Amount, -0.01), 'not_negative');
    assert.equal(codeOf(Amount, MAX_AMOUNT + 0.01), 'too_large');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '10.00', '1.299,00', '', null]) {
      assert.equal(Amount.safeParse(value).success, false, String(value));
    }
  });

  it('wants a price above zero', () => {
    assert.equal(codeOf(PositiveAmount, 0), 'greater_than_zero');
    assert.equal(codeOf(PositiveAmount, 5e-324), 'greater_than_zero');
    assert.equal(PositiveAmount.parse(0.01), 0.01);
  });

  it('keeps null', () => {
    assert.equal(toMinorOrNull(null), null);
    assert.equal(toAmountOrNull(null), null);
    assert.equal(toMinorOrNull(2.5), 250);
    assert.equal(toAmountOrNull(250), 2.5);
  });

  it('accepts a currency of three letters', () => {
    assert.equal(CurrencyCode.safeParse('BRL').success, true);
    assert.equal(CurrencyCode.safeParse('R$').error?.issues[0]?.message, 'currency_code');
  });
});
