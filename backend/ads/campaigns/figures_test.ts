import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { toFigures } from './figures.ts';

const NONE = {
  impressions: null,
  clicks: null,
  cost: null,
  orders: null,
  units: null,
  sales: null,
};
const READ = new Date('2026-05-04T12:00:00Z');

describe('figures of advertising', () => {
  it('are unknown until they were read, and zero where they were and nothing was shown', () => {
    const { clicks, investment, revenue, acos } = toFigures(NONE, null);
    assert.deepEqual([clicks, investment, revenue, acos], [null, null, null, null]);
    const read = toFigures(NONE, READ);
    assert.deepEqual(
      [read.clicks, read.investment, read.revenue, read.acos, read.cpc],
      [0, 0, 0, null, null],
    );
  });

  it('are ratios of sums, which cost without sales has not', () => {
    const sums = { impressions: 1_000, clicks: 8, cost: 1_001, orders: 2, units: 3, sales: 5_000 };
    const { investment, revenue, acos, roas, ctr, conversion, cpc } = toFigures(sums, READ);
    assert.deepEqual(
      [investment, revenue, acos, roas, ctr, conversion, cpc],
      [10.01, 50, 20.02, 5, 0.8, 25, 1.2513],
    );
    const spent = toFigures({ ...sums, orders: 0, units: 0, sales: 0 }, READ);
    assert.deepEqual([spent.acos, spent.roas, spent.conversion], [null, 0, 0]);
  });
});
