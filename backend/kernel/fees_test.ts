import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { feeAt } from './fees.ts';

describe('the fee at a price', () => {
  const usual = { feePercent: 12, feeFixed: 0 };
  const point = (price: number, feeFixed: number, feePercent = 12) => ({
    price,
    feePercent,
    feeFixed,
  });
  const points = [point(70_00, 6_75), point(79_00, 0), point(90_00, 0, 15)];
  const fixedAt = (price: number) => feeAt(price, usual, points).feeFixed;

  it('is the reported one, if there is one', () => {
    assert.deepEqual([70_00, 79_00].map(fixedAt), [6_75, 0]);
    assert.equal(feeAt(90_00, usual, points).feePercent, 15);
  });

  it('is the one of its neighbours that keeps more', () => {
    assert.deepEqual([70_01, 78_99, 69_99, 1].map(fixedAt), [6_75, 6_75, 6_75, 6_75]);
    assert.equal(feeAt(79_01, usual, points).feePercent, 15);
    assert.equal(feeAt(50_00, { feePercent: 12, feeFixed: 7_00 }, points).feeFixed, 7_00);
  });

  it('is the usual one where nothing is reported, and above all that is', () => {
    assert.equal(feeAt(50_00, usual, []), usual);
    assert.equal(feeAt(90_01, usual, points), usual);
  });
});
