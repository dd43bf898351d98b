import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { costsAt, floorToAsk, minimumOf } from './floor.ts';
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

  describe('where the marketplace takes more below some price', () => {
    // 54.00 / (1 - 0.1 - 0.12 - 0.05), and (54.00 + 6.75) / 0.73.
    const told = { cost: 54_00, taxPercent: 10, feePercent: 12, feeFixed: 0 };
    const [byPresent, byFloor] = [73_98, 83_22];
    const fee = { feePercent: 12, feeFixed: 6_75 };
    const askedAt = new Date('2026-11-22T12:00:00Z');
    const rule = asked('MARGIN', 5);
    const base = byPresent;
    const least = (floor: Costs['floor'], by = rule) =>
      minimumOf(by, { ...told, ...(floor !== undefined && { floor }) });

    it('counts with the fee at the minimum once it is told', () => {
      assert.equal(least(undefined), byPresent);
      assert.equal(least('unasked'), byPresent);
      assert.equal(least({ base, price: byPresent, fee: null, askedAt: null }), 'fee_awaited');
      assert.equal(least({ base, price: byPresent, fee, askedAt }), byFloor);
      const upTo = asked('MARGIN', 5, { maxPrice: byFloor - 1 });
      assert.equal(least({ base, price: byPresent, fee, askedAt }, upTo), 'minimum_unreachable');
    });

    it('goes by the fee at the present price where that is higher, or no other is told', () => {
      const lower = { feePercent: 10, feeFixed: 0 };
      assert.equal(least({ base, price: byPresent, fee: lower, askedAt }), byPresent);
      assert.equal(least({ base, price: byPresent, fee: null, askedAt }), byPresent);
    });

    it('takes a fee for the prices up to the one it was told for, and for none above', () => {
      assert.equal(least({ base, price: byPresent + 1, fee, askedAt }), byFloor);
      assert.equal(least({ base, price: byPresent - 1, fee, askedAt }), byPresent);
    });

    it('is what a sale up to that price costs', () => {
      const costs = { ...told, floor: { base, price: byPresent, fee, askedAt } };
      assert.deepEqual(costsAt(byPresent, costs), { ...told, ...fee });
      assert.deepEqual(costsAt(byPresent + 1, costs), told);
      assert.deepEqual(costsAt(1, { ...told, floor: 'unasked' }), told);
      assert.deepEqual(
        costsAt(1, { ...told, floor: { base: 1, price: 2, fee: null, askedAt: null } }),
        told,
      );
    });

    it('is asked about first by the fee at the present price, then by the one that was told, as long as that is more', () => {
      const ask = (floor: Costs['floor']) =>
        floorToAsk(rule, { ...told, ...(floor !== undefined && { floor }) });
      assert.deepEqual(ask('unasked'), { base, price: base });
      assert.equal(ask({ base, price: base, fee: null, askedAt: null }), null);
      assert.equal(ask({ base, price: base, fee: null, askedAt }), null);
      assert.deepEqual(ask({ base, price: base, fee, askedAt }), { base, price: byFloor });
      assert.equal(ask({ base, price: byFloor, fee, askedAt }), null);
      const more = { feePercent: 12, feeFixed: 7_00 };
      // (54.00 + 7.00) / 0.73
      assert.deepEqual(ask({ base, price: byFloor, fee: more, askedAt }), { base, price: 83_57 });
      const all = { feePercent: 90, feeFixed: 0 };
      assert.equal(ask({ base, price: base, fee: all, askedAt }), null);
    });

    it('is asked about anew where the cost or what is asked for changes', () => {
      const floor = { base: base + 1, price: byFloor, fee, askedAt };
      assert.deepEqual(floorToAsk(rule, { ...told, floor }), { base, price: base });
    });

    it('is not asked about for an amount, a person’s fee or a margin that none leaves', () => {
      const costs: Costs = { ...told, floor: 'unasked' };
      assert.equal(floorToAsk(rule, told), null);
      assert.equal(floorToAsk(rule, null), null);
      assert.equal(floorToAsk(asked('AMOUNT', null), costs), null);
      assert.equal(floorToAsk(asked('MARGIN', 80), costs), null);
    });
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
