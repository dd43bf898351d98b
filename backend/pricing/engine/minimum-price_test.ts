import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { FeeParts } from '../../kernel/fees.ts';
import type { Minor } from '../../kernel/money.ts';
import { costsAt, minimumOf, minimumToRequest } from './minimum-price.ts';
import type { Costs, Rule } from './types.ts';

/** The fields of a rule that a minimum follows from. */
const requestedMinimum = (
  minimumBy: Rule['minimumBy'],
  minimumPercent: number | null,
  more: Partial<Rule> = {},
) => ({ minPrice: null, maxPrice: null, ...more, minimumBy, minimumPercent }) as Rule;

const COSTS: Costs = { cost: 60_00, taxPercent: 10, feePercent: 16, feeFixed: 6_00 };

/** Hundredths of a percent, so that all is whole and exact: percentages with two decimal places. */
const parts = (percent: number) => BigInt(Math.round(percent * 100));

/** The margin of a price, in ten-thousandths of a cent. */
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
  it('is the smallest price with the margin', () =>
    fc.assert(
      fc.property(costs, percent(99), (known, wanted) => {
        const minimum = minimumOf(requestedMinimum('MARGIN', wanted), known);
        if (typeof minimum !== 'number') return;
        const reaches = (price: number) => profit(price, known) >= BigInt(price) * parts(wanted);
        assert.ok(reaches(minimum), `${minimum}`);
        assert.ok(minimum === 1 || !reaches(minimum - 1), `${minimum - 1} is enough`);
      }),
      { numRuns: 10_000 },
    ));

  it('is the smallest price that returns so much of the cost', () =>
    fc.assert(
      fc.property(costs, percent(1_000), (known, wanted) => {
        const minimum = minimumOf(requestedMinimum('RETURN', wanted), known);
        if (typeof minimum !== 'number') return;
        const reaches = (price: number) =>
          profit(price, known) >= BigInt(known.cost) * parts(wanted);
        assert.ok(reaches(minimum), `${minimum}`);
        assert.ok(minimum === 1 || !reaches(minimum - 1), `${minimum - 1} is enough`);
      }),
      { numRuns: 10_000 },
    ));

  it('is not known without a cost', () =>
    assert.equal(minimumOf(requestedMinimum('MARGIN', 10), null), 'no_cost'));

  it('is beyond every price where fee, tax and margin take all of it', () => {
    assert.equal(minimumOf(requestedMinimum('MARGIN', 74), COSTS), 'minimum_unreachable');
    assert.equal(typeof minimumOf(requestedMinimum('MARGIN', 73.99), COSTS), 'number');
    const all = { ...COSTS, feePercent: 90 };
    assert.equal(minimumOf(requestedMinimum('RETURN', 0), all), 'minimum_unreachable');
  });

  it('is beyond the maximum of the rule', () => {
    const upTo = (maxPrice: number) =>
      minimumOf(requestedMinimum('MARGIN', 10, { maxPrice }), COSTS);
    assert.deepEqual([upTo(103_13), upTo(103_12)], [103_13, 'minimum_unreachable']);
  });

  describe('where the marketplace takes more below some price', () => {
    type FeeOf = (price: Minor) => FeeParts;
    const requestedAt = new Date('2026-11-22T12:00:00Z');
    /** Answers all fee requests; gives the resulting costs, and the requested prices. */
    const answered = (rule: Rule, present: Costs, feeOf: FeeOf) => {
      let costs: Costs = { ...present, floor: 'not_requested' };
      const prices: Minor[] = [];
      for (
        let next = minimumToRequest(rule, costs);
        next !== null;
        next = minimumToRequest(rule, costs)
      ) {
        const known = costs.floor === 'not_requested' ? [] : (costs.floor?.fees ?? []);
        assert.ok(!prices.includes(next.price), `${next.price} is asked about twice`);
        prices.push(next.price);
        const fees = [...known, { price: next.price, ...feeOf(next.price) }];
        costs = {
          ...costs,
          floor: { ...next, fees: fees.sort((a, b) => a.price - b.price), requestedAt },
        };
      }
      return { costs, prices, minimum: minimumOf(rule, costs) };
    };
    /** As Mercado Livre does in Brazil. */
    const stepped: FeeOf = (price) => ({
      feePercent: 12,
      feeFixed: [1_250, 2_900, 5_000, 7_900].reduce(
        (fixed, below, at) =>
          price < below && fixed === 0 ? [6_00, 6_25, 6_50, 6_75][at]! : fixed,
        0,
      ),
    });
    const reported: Costs = { cost: 54_00, taxPercent: 10, feePercent: 12, feeFixed: 0 };
    const rule = requestedMinimum('MARGIN', 5);

    it('begins where more is kept no longer, to the cent', () => {
      // 54.00 / 0.73 is 73.98, where 6.75 is kept besides: that makes 83.22, and nothing is kept from 79.00 on.
      const { minimum, prices, costs } = answered(rule, reported, stepped);
      assert.equal(minimum, 79_00);
      assert.deepEqual(prices.slice(0, 2), [73_98, 83_22]);
      assert.ok(prices.length <= 7, prices.join(' '));
      assert.equal(costsAt(78_99, costs).feeFixed, 6_75);
      assert.equal(costsAt(79_00, costs).feeFixed, 0);
    });

    it('uses the fee of its own band', () => {
      // 30.00 / 0.73 is 41.10, where 6.50 is kept: 50.00, where 6.75 is: 36.75 / 0.73.
      assert.equal(answered(rule, { ...reported, cost: 30_00 }, stepped).minimum, 50_35);
    });

    it('is requested once if no other fee is known', () => {
      const dear: Costs = { ...reported, cost: 90_00 };
      assert.deepEqual(answered(rule, dear, stepped), {
        minimum: 123_29,
        prices: [123_29],
        costs: {
          ...dear,
          floor: {
            ...{ base: 123_29, price: 123_29, requestedAt },
            fees: [{ price: 123_29, feePercent: 12, feeFixed: 0 }],
          },
        },
      });
    });

    it('has the required margin, and a cent less does not', () =>
      fc.assert(
        fc.property(
          fc.integer({ min: 1_00, max: 150_00 }),
          fc.integer({ min: 1, max: 40 }),
          fc.integer({ min: 5_00, max: 200_00 }),
          (cost, wanted, present) => {
            const by = requestedMinimum('MARGIN', wanted);
            const known: Costs = { ...reported, cost, ...stepped(present) };
            const { minimum, prices } = answered(by, known, stepped);
            assert.ok(typeof minimum === 'number' && prices.length <= 24, prices.join(' '));
            const reaches = (price: Minor) =>
              profit(price, { ...known, ...stepped(price) }) >= BigInt(price) * parts(wanted);
            assert.ok(reaches(minimum), `${minimum} leaves too little`);
            // A lower fee below some price is not searched for.
            const isEdge = stepped(minimum - 1).feeFixed < stepped(minimum).feeFixed;
            assert.ok(isEdge || !reaches(minimum - 1), `${minimum - 1} is enough`);
          },
        ),
      ));

    it('waits for the marketplace, and uses the known fee if that reports none', () => {
      const floor = { base: 73_98, price: 73_98, fees: [], requestedAt: null };
      assert.equal(minimumOf(rule, { ...reported, floor }), 'fee_awaited');
      const refused = { ...reported, floor: { ...floor, requestedAt } };
      assert.equal(minimumOf(rule, refused), 73_98);
      assert.equal(minimumToRequest(rule, refused), null);
      // Refused for a higher price: the minimum by the reported fee.
      const point = { price: 73_98, feePercent: 12, feeFixed: 6_75 };
      const half = { ...reported, floor: { ...floor, price: 83_22, fees: [point], requestedAt } };
      assert.equal(minimumOf(rule, half), 83_22);
      assert.equal(minimumToRequest(rule, half), null);
    });

    it('is requested again if the cost or the required margin changes', () => {
      const floor = { base: 73_97, price: 79_00, fees: [], requestedAt };
      assert.deepEqual(minimumToRequest(rule, { ...reported, floor }), {
        base: 73_98,
        price: 73_98,
      });
    });

    it('is not requested for an amount, a manual fee or an impossible margin', () => {
      const costs: Costs = { ...reported, floor: 'not_requested' };
      assert.equal(minimumToRequest(rule, reported), null);
      assert.equal(minimumToRequest(rule, null), null);
      assert.equal(minimumToRequest(requestedMinimum('AMOUNT', null), costs), null);
      assert.equal(minimumToRequest(requestedMinimum('MARGIN', 80), costs), null);
    });
  });

  it('is a cent at least, and the amount where it is one', () => {
    const free = { cost: 0, taxPercent: 0, feePercent: 0, feeFixed: 0 };
    assert.equal(minimumOf(requestedMinimum('RETURN', 0), free), 1);
    assert.equal(minimumOf(requestedMinimum('AMOUNT', null, { minPrice: 80_00 }), null), 80_00);
    assert.equal(minimumOf(requestedMinimum('AMOUNT', null), COSTS), null);
  });

  it('takes percentages with more decimal places for no less than they are', () => {
    const third = { cost: 100_00, taxPercent: 100 / 3, feePercent: 0, feeFixed: 0 };
    assert.equal(minimumOf(requestedMinimum('RETURN', 0), third), 150_01);
  });
});
