import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { elasticityOf } from './elasticity.ts';

const at = (price: number, clicks: number, orders: number) => ({ price, clicks, orders });

describe('the elasticity', () => {
  // A tenth cheaper, and 25 % more orders a click: −ln(1.25) / ln(0.9) = 2.1179
  const change = { before: at(100_00, 400, 32), after: at(90_00, 400, 40) };
  const own = Math.log(1.25) / -Math.log(0.9);

  it('is learned from two changes, shrunk with 200 clicks', () => {
    const learned = elasticityOf([change, change])!;
    assert.ok(Math.abs(learned - (200 * 1.8 + 800 * own) / 1_000) < 1e-12, `${learned}`);
  });

  it('is not known from one change, nor from sides without an order', () => {
    assert.equal(elasticityOf([change]), null);
    const silent = { before: at(100_00, 400, 0), after: at(90_00, 400, 40) };
    assert.equal(
      elasticityOf([change, silent, { before: change.before, after: change.before }]),
      null,
    );
  });

  it('stays from 0.8 to 3', () => {
    const steep = { before: at(100_00, 9_000, 90), after: at(95_00, 9_000, 900) };
    assert.equal(elasticityOf([steep, steep]), 3);
    const odd = { before: at(100_00, 9_000, 900), after: at(95_00, 9_000, 90) };
    assert.equal(elasticityOf([odd, odd]), 0.8);
  });
});
