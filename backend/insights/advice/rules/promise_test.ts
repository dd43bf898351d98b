import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { changeBy, type Measured, outcomeOf, realizedShare } from './promise.ts';

const act = (estimate: number, came: number): Measured => ({
  estimate,
  shown: { mean: estimate / 2, low: estimate / 4 },
  came,
});

describe('the change that an act made', () => {
  it('is what came in 14 days less what others lead to expect, for 30 days', () => {
    const cases: [
      before: number,
      after: number,
      otherBefore: number,
      otherAfter: number,
      change: number,
    ][] = [
      // Everybody sold as before.
      [14_000, 28_000, 70_000, 70_000, 30_000],
      // Everybody sold twice as much.
      [14_000, 28_000, 70_000, 140_000, 0],
      // Others sold half.
      [14_000, 14_000, 70_000, 35_000, 15_000],
      [0, 1_400, 70_000, 140_000, 3_000],
      // A loss that ended.
      [-1_400, 0, 70_000, 70_000, 3_000],
      // Others ended with a loss: no demand is left, and not less than none.
      [1_400, 0, 70_000, -70_000, 0],
    ];
    for (const [before, after, otherBefore, otherAfter, change] of cases)
      assert.equal(
        changeBy({ before, after }, { before: otherBefore, after: otherAfter }),
        change,
        `${before} to ${after}, others ${otherBefore} to ${otherAfter}`,
      );
  });
});

describe('the part of estimates that comes true', () => {
  it('is a half until acts were measured, and approaches what they bring', () => {
    assert.equal(realizedShare([]), 0.5);
    assert.equal(realizedShare([Array.from({ length: 10 }, () => act(1_000, 1_000))]), 0.75);
    assert.ok(realizedShare([Array.from({ length: 1_000 }, () => act(1_000, 800))]) > 0.79);
    assert.equal(realizedShare([Array.from({ length: 10 }, () => act(1_000, -9_000))]), 0);
  });

  it('does not depend on the currency of the amounts', () => {
    const acts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 })),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(acts, fc.integer({ min: 2, max: 1_000 }), (given, rate) => {
        const its = given.map(([estimate, came]) => act(estimate, came));
        const other = given.map(([estimate, came]) => act(estimate * rate, came * rate));
        const share = realizedShare([its]);
        assert.ok(share >= 0 && share <= 1.5);
        assert.ok(Math.abs(realizedShare([other]) - share) < 1e-9);
      }),
    );
  });
});

describe('promises of several acts', () => {
  it('are counted as kept from the lower end of their range on', () => {
    const { count, kept, promised, came, range } = outcomeOf([act(1_000, 250), act(1_000, 249)]);
    assert.deepEqual(
      { count, kept, promised, came, range },
      {
        count: 2,
        kept: 1,
        promised: 1_000,
        came: 499,
        range: null,
      },
    );
  });

  it('have a range by the t distribution', () => {
    // Of 8, 10 and 12: mean 10, deviation 2, t with 2 degrees of freedom 1.886 at 90 %.
    const { range } = outcomeOf([act(1_000, 800), act(1_000, 1_000), act(1_000, 1_200)]);
    const reach = 1.8856 * 200 * Math.sqrt(3);
    assert.ok(Math.abs(range!.high - (3_000 + reach)) < 10, `${range!.high}`);
    assert.ok(Math.abs(range!.low - (3_000 - reach)) < 10, `${range!.low}`);
  });
});
