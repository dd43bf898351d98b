import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { mayRaise, type RaiseCase, type Remaining } from './may-raise.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const EARLIER = new Date('2026-05-04T11:40:00Z');
const other = (price: number, shippingPrice: number | null = 0): Remaining => ({
  price,
  shippingPrice,
  seenAt: EARLIER,
});
const of = (more: Partial<RaiseCase>): RaiseCase => ({
  price: 9_000,
  shippingPrice: 0,
  maximum: null,
  remaining: [],
  observedAt: NOW,
  ...more,
});

const CASES: [
  name: string,
  raiseCase: Partial<RaiseCase>,
  price: number | null,
  isMaximum?: boolean,
][] = [
  ['below the next competitor', { remaining: [other(12_000), other(11_000)] }, 10_999],
  ['below its total, shipping included', { remaining: [other(10_000, 1_500)] }, 11_499],
  ['less the own shipping', { shippingPrice: 500, remaining: [other(11_000)] }, 10_499],
  [
    'to the maximum of the rule where that is lower',
    { maximum: 10_000, remaining: [other(11_000)] },
    10_000,
    true,
  ],
  [
    'below the next competitor where the maximum is higher',
    { maximum: 20_000, remaining: [other(11_000)] },
    10_999,
  ],
  ['to the maximum where no competitor is left', { maximum: 10_000 }, 10_000, true],
  ['not, where no competitor is left and no maximum says how far', {}, null],
  ['not, where the next competitor is cheaper', { remaining: [other(8_000), other(12_000)] }, null],
  [
    'not above an offer whose shipping is not reported',
    { remaining: [other(9_500, null), other(12_000)] },
    9_499,
  ],
  [
    'not, where the own shipping is not reported',
    { shippingPrice: null, remaining: [other(12_000)] },
    null,
  ],
  [
    'to the maximum, whatever the shipping, without competitors',
    { shippingPrice: null, maximum: 9_900 },
    9_900,
    true,
  ],
  ['not, where the price is at the maximum', { price: 10_000, maximum: 10_000 }, null],
];

describe('a price whose competitor is gone may be raised', () => {
  for (const [name, raiseCase, price, isMaximum = false] of CASES)
    it(name, () => {
      const raise = mayRaise(of(raiseCase));
      assert.deepEqual(
        raise && [raise.price, raise.isMaximum],
        price === null ? null : [price, isMaximum],
      );
    });

  it('with the age of the market data', () => {
    assert.equal(mayRaise(of({ remaining: [other(11_000)] }))?.seenAt, EARLIER);
    assert.equal(mayRaise(of({ maximum: 10_000 }))?.seenAt, NOW);
  });
});
