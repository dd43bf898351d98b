import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { minimumOf } from './floor.ts';
import type { Costs, Rule } from './terms.ts';

/** What of a rule a floor is made of. */
const asked = (
  minimumBy: Rule['minimumBy'],
  minimumPercent: number | null,
  more: Partial<Rule> = {},
) => ({ minPrice: null, maxPrice: null, ...more, minimumBy, minimumPercent }) as Rule;

const COSTS: Costs = { cost: 60_00, taxPercent: 10, feePercent: 16, feeFixed: 6_00 };

/** Hundredths of a percent, so that all is whole and exact: percentages with two decimal places. */
const parts = (percent: number) => BigInt(Math.round(percent * 100));

/** What a price leaves, in ten-thousandths of a cent. */
const profit = (price: number, { cost, feeFixed, feePercent, taxPercent }: Costs): bigint =>
  BigInt(price - cost - feeFixed) * 10_000n -
  BigInt(price) * (parts(feePercent) + parts(taxPercent));

const percent = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100);
const costs: fc.Arbitrary<Costs> = fc.record({
  cost: fc.oneof(fc.integer({ min: 0, max: 500_00 }), fc.integer({ min: 0, max: 9_000_000_000 })),
  taxPercent: percent(40),
  feePercent: percent(40),
  feeFixed: fc.integer({ min: 0, max: 50_00 }),
});

describe('a minimum that follows from a cost', () => {
  it('is the smallest price that leaves the margin', () =>
    fc.assert(
      fc.property(costs, percent(99), (known, wanted) => {
        const floor = minimumOf(asked('MARGIN', wanted), known);
        if (typeof floor !== 'number') return;
        const reaches = (price: number) => profit(price, known) >= BigInt(price) * parts(wanted);
        assert.ok(reaches(floor), `${floor}`);
        assert.ok(floor === 1 || !reaches(floor - 1), `${floor - 1} is enough`);
      }),
      { numRuns: 10_000 },
    ));

  it('is the smallest price that returns so much of the cost', () =>
    fc.assert(
      fc.property(costs, percent(1_000), (known, wanted) => {
        const floor = minimumOf(asked('RETURN', wanted), known);
        if (typeof floor !== 'number') return;
        const reaches = (price: number) =>
          profit(price, known) >= BigInt(known.cost) * parts(wanted);
        assert.ok(reaches(floor), `${floor}`);
        assert.ok(floor === 1 || !reaches(floor - 1), `${floor - 1} is enough`);
      }),
      { numRuns: 10_000 },
    ));

  it('is not known without a cost', () =>
    assert.equal(minimumOf(asked('MARGIN', 10), null), 'no_cost'));

  it('is beyond every price where fee, tax and margin take all of it', () => {
    assert.equal(minimumOf(asked('MARGIN', 74), COSTS), 'minimum_unreachable');
    assert.equal(typeof minimumOf(asked('MARGIN', 73.99), COSTS), 'number');
    const all = { ...COSTS, feePercent: 90 };
    assert.equal(minimumOf(asked('RETURN', 0), all), 'minimum_unreachable');
  });

  it('is beyond the maximum of the rule', () => {
    const upTo = (maxPrice: number) => minimumOf(asked('MARGIN', 10, { maxPrice }), COSTS);
    assert.deepEqual([upTo(103_13), upTo(103_12)], [103_13, 'minimum_unreachable']);
  });

  it('is a cent at least, and the amount where it is one', () => {
    const free = { cost: 0, taxPercent: 0, feePercent: 0, feeFixed: 0 };
    assert.equal(minimumOf(asked('RETURN', 0), free), 1);
    assert.equal(minimumOf(asked('AMOUNT', null, { minPrice: 80_00 }), null), 80_00);
    assert.equal(minimumOf(asked('AMOUNT', null), COSTS), null);
  });

  it('takes percentages with more decimal places for no less than they are', () => {
    const third = { cost: 100_00, taxPercent: 100 / 3, feePercent: 0, feeFixed: 0 };
    assert.equal(minimumOf(asked('RETURN', 0), third), 150_01);
  });
});
