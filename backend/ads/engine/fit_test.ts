import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { fitPrior, marginalLikelihood } from './fit.ts';

/** The figures of three kinds of keywords; orders are those that their conversion predicts. */
const kinds = (rates: readonly number[]) =>
  Array.from({ length: 300 }, (_, n) => {
    const clicks = 20 + (n % 50);
    return { clicks, orders: clicks * rates[n % rates.length]! };
  });

describe('the weekly fit', () => {
  it('finds the conversion, and the more keywords differ the less the level above counts', () => {
    const alike = fitPrior(kinds([0.08]))!;
    const unlike = fitPrior(kinds([0.01, 0.03, 0.2]))!;
    assert.ok(Math.abs(alike.conversion - 0.08) < 0.002, `${alike.conversion}`);
    assert.ok(Math.abs(unlike.conversion - 0.08) < 0.01, `${unlike.conversion}`);
    assert.equal(alike.strength, 8);
    assert.ok(unlike.strength <= 1.5, `${unlike.strength}`);
  });

  it('is likelier than every neighbour', () => {
    const keywords = kinds([0.02, 0.1]);
    const { conversion, strength, likelihood } = fitPrior(keywords)!;
    for (const by of [0.99, 1.01])
      assert.ok(marginalLikelihood(keywords, strength, conversion * by) < likelihood);
  });

  it('learns nothing without an order', () => {
    assert.equal(fitPrior([]), null);
    assert.equal(fitPrior([{ clicks: 500, orders: 0 }]), null);
  });
});
