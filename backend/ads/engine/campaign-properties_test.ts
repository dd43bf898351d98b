import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { exploredKeywords, proposeBudget } from './budgets.ts';
import { nextBudget, nextRos, presentMultiplier } from './multipliers.ts';
import { placementBids } from './placements.ts';
import { decidePriceOrAds } from './price-or-ads.ts';
import { decideRoasTarget } from './roas-target.ts';
import { decideSearchTerm } from './search-terms.ts';

const runs = { numRuns: 10_000 };
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

describe('multipliers', () => {
  it('stay in their range, and change towards the target by a seventh a day at most', () =>
    fc.assert(
      fc.property(real(0.3, 4), real(0.01, 1), real(0.01, 3), (multiplier, target, acos) => {
        const ros = nextRos(multiplier, target, acos);
        assert.ok(ros >= 0.3 && ros <= 4);
        assert.ok(acos <= target ? ros >= multiplier : ros <= multiplier);
        assert.ok(Math.abs(Math.log(ros / multiplier)) <= 0.15 + 1e-12);
        const budget = nextBudget(multiplier, target * 1_000, acos * 1_000);
        assert.ok(budget >= 0.1 && budget <= 4);
        assert.ok(Math.abs(Math.log(budget / multiplier)) <= 0.125 + 1e-12);
      }),
      runs,
    ));

  it('converge to the target if the ACOS follows the bids', () =>
    fc.assert(
      fc.property(real(0.05, 0.5), real(0.35, 3.5), (target, right) => {
        let multiplier = 1;
        for (let day = 0; day < 60; day++)
          multiplier = nextRos(multiplier, target, (target * multiplier) / right);
        assert.ok(Math.abs(multiplier / right - 1) < 0.01, `${multiplier}, not ${right}`);
      }),
      runs,
    ));
});

describe('multipliers whose bids follow slowly', () => {
  /** The lowest and the highest bids after two months, beside the right ones; bids move by a quarter at most, each third day. */
  function swingOf(first: number, target: number, right: number, isKnown: boolean) {
    const bids = [first];
    let multiplier = Math.min(Math.max(first, 0.3), 4);
    for (let day = 1; day < 120; day++) {
      const latest = bids.slice(-14);
      const mean = latest.reduce((sum, bid) => sum + bid, 0) / latest.length;
      const now = bids.at(-1)!;
      const keywords = [{ clicks: 1, bid: now * target, value: 1 }];
      const present = isKnown ? presentMultiplier(keywords, target) : null;
      multiplier = nextRos(multiplier, target, (target * mean) / right, present);
      bids.push(day % 3 === 0 ? Math.min(Math.max(multiplier, now * 0.75), now * 1.25) : now);
    }
    const settled = bids.slice(60);
    return { low: Math.min(...settled) / right, high: Math.max(...settled) / right };
  }

  it('do not run ahead of them', () =>
    fc.assert(
      fc.property(real(0.3, 4), real(0.05, 0.5), real(0.6, 2), (first, target, right) => {
        const { low, high } = swingOf(first, target, right, true);
        assert.ok(low > 0.65 && high < 1.45, `from ${first} to ${right}: ${low} to ${high}`);
      }),
      runs,
    ));

  it('would without knowing where the bids stand', () => {
    assert.ok(swingOf(4, 0.2, 1, false).low < 0.5);
  });

  it('stay where they are while nothing is known', () => {
    assert.equal(nextRos(1.2, 0.2, null, 3), 1.2);
    assert.equal(nextBudget(1.2, 100, 0, 3), 1.2);
    assert.equal(presentMultiplier([{ clicks: 0, bid: 1, value: 1 }], 0.2), null);
  });
});

describe('budgets', () => {
  const facts = fc.record({
    budget: fc.integer({ min: 1_32, max: 1_000_00 }),
    minimum: fc.constant(1_32),
    maximum: fc.integer({ min: 1_000_00, max: 5_000_00 }),
    spend: fc.integer({ min: 0, max: 2_000_00 }),
    timeInBudget: orNull(real(0, 1)),
    multiplier: real(0.1, 4),
    daysOfCover: orNull(real(0, 60)),
  });
  it('stay inside their limits, rise by a fifth at most, and never while stock runs short', () =>
    fc.assert(
      fc.property(facts, (subject) => {
        const { kind, budget } = proposeBudget(subject);
        assert.ok(budget >= subject.minimum && budget <= subject.maximum);
        assert.ok(budget <= subject.budget * 1.2);
        assert.equal(budget > subject.budget, kind === 'RAISE');
        assert.equal(budget < subject.budget, kind === 'LOWER');
        if (subject.daysOfCover !== null && subject.daysOfCover < 7) assert.notEqual(kind, 'RAISE');
      }),
      runs,
    ));

  const explorable = fc.record({
    low: real(0.001, 0.05),
    more: real(0, 0.2),
    costOfDay: fc.integer({ min: 1, max: 5_00 }),
  });
  it('give exploration a twentieth, whatever the order of keywords', () =>
    fc.assert(
      fc.property(
        fc.array(explorable, { maxLength: 20 }),
        fc.integer({ min: 1_32, max: 100_00 }),
        (list, budget) => {
          const keywords = list.map(({ low, more, costOfDay }, n) => ({
            id: `k${n}`,
            conversion: { low, high: low + more },
            costOfDay,
          }));
          const chosen = exploredKeywords(keywords, budget);
          const cost = keywords
            .filter(({ id }) => chosen.includes(id))
            .reduce((sum, keyword) => sum + keyword.costOfDay, 0);
          assert.ok(cost <= budget * 0.05 + 1e-6);
          assert.deepEqual(exploredKeywords([...keywords].reverse(), budget), chosen);
        },
      ),
      runs,
    ));
});

describe('placements', () => {
  const placement = fc.record({
    clicks: real(0, 3_000),
    orders: real(0, 300),
    sales: fc.integer({ min: 0, max: 10_000_00 }),
  });
  it('are whole percentages from 0 to 900 under the break-even, and the least valuable has none', () =>
    fc.assert(
      fc.property(
        fc.array(placement, { minLength: 1, maxLength: 4 }),
        real(7, 500),
        real(7, 2_000),
        (list, bid, breakEven) => {
          const named = list.map((one, n) => ({ ...one, placement: `p${n}` }));
          const bids = placementBids(named, bid, breakEven, null);
          if (bids === null) return;
          const percentages = Object.values(bids.percentages);
          for (const one of percentages) assert.ok(Number.isInteger(one) && one >= 0 && one <= 900);
          assert.ok(percentages.includes(0));
          assert.ok(bids.baseFactor > 0 && bids.baseFactor <= 1 + 1e-9);
        },
      ),
      runs,
    ));
});

describe('searches', () => {
  it('are never excluded with an order more that are not without it, nor made a keyword outside the limits', () =>
    fc.assert(
      fc.property(
        real(0.005, 0.3),
        real(0, 200),
        fc.integer({ min: 0, max: 8 }),
        real(5, 500),
        real(0.02, 0.5),
        (prior, clicks, orders, cpc, target) => {
          const facts = (known: number) => ({
            prior,
            level: { strength: 1, orders: known, clicks },
            cpc,
            lowestBid: 20,
            revenuePerOrder: 80_00,
            target,
            limits: { minimum: 7, maximum: 3_700_00, campaignBudget: 40_00, cap: 3_00 },
            keywordShownDays: null,
          });
          const one = decideSearchTerm(facts(orders));
          const more = decideSearchTerm(facts(orders + 1));
          assert.ok(more.probabilityNotViable <= one.probabilityNotViable + 1e-12);
          if (one.action === 'KEEP') assert.notEqual(more.action, 'NEGATIVE');
          if (one.action === 'HARVEST') assert.equal(more.action, 'HARVEST');
          assert.ok(one.bid === null || (one.bid >= 7 && one.bid <= 3_00));
        },
      ),
      runs,
    ));
});

describe('ROAS targets', () => {
  const facts = fc.record({
    target: orNull(real(1, 35)),
    acos: real(-0.2, 1),
    limits: fc.constant({ minimum: 1, maximum: 35 }),
    budget: fc.integer({ min: 1_00, max: 500_00 }),
    maximumBudget: fc.constant(500_00),
    roas: orNull(real(0, 60)),
    orders: real(0, 80),
    cost: fc.integer({ min: 0, max: 5_000_00 }),
    costPerOrder: orNull(real(1, 50_00)),
    lostByBudget: orNull(real(0, 1)),
    lostByRank: orNull(real(0, 1)),
    daysSinceTarget: orNull(fc.integer({ min: 0, max: 20 })),
    daysSinceBudget: orNull(fc.integer({ min: 0, max: 20 })),
  });
  it('stay within the limits, change one lever by its step at most, and pause for a week', () =>
    fc.assert(
      fc.property(facts, (subject) => {
        const { action, target, budget } = decideRoasTarget(subject);
        if (subject.target === null) return;
        assert.ok(target !== null && target >= 1 && target <= 35);
        assert.ok(Math.abs(target - subject.target) <= 0.1 * subject.target + 0.05 + 1e-9);
        assert.ok(budget >= subject.budget && budget <= subject.budget * 1.2);
        assert.ok(target === subject.target || budget === subject.budget);
        if (target !== subject.target) assert.ok((subject.daysSinceTarget ?? 7) >= 7);
        if (budget !== subject.budget) assert.ok((subject.daysSinceBudget ?? 7) >= 7);
        assert.equal(action === 'KEEP', target === subject.target && budget === subject.budget);
      }),
      runs,
    ));
});

describe('price or ads', () => {
  it('chooses the way with the highest result, and more buybox time never makes a price worse', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 50_00, max: 150_00 }),
        fc.integer({ min: 30_00, max: 150_00 }),
        real(0.01, 0.2),
        real(0, 1),
        real(0, 1),
        real(0, 100),
        (price, other, estimate, held, share, adClicks) => {
          const ask = (heldShare: number) =>
            decidePriceOrAds({
              price,
              costs: { cost: 20_00, shipping: 0, feeFixed: 0, feePercent: 16, taxPercent: 4 },
              conversion: { low: estimate / 2, estimate, high: estimate * 1.5 },
              elasticity: 1.8,
              unitsPerOrder: 1,
              organicVisits: 40,
              adClicks,
              adCost: adClicks * 80,
              heldShare: held,
              prices: [{ price: other, heldShare }],
              otherBids: null,
            });
          const { ways, best } = ask(share);
          const chosen = ways.find(({ way }) => way === best)!;
          for (const way of ways) {
            assert.ok(chosen.total >= way.total);
            assert.ok(way.low <= way.total + 1e-6 && way.total <= way.high + 1e-6);
          }
          const sure = ask(1).ways.find(({ way }) => way === 'PRICE')!;
          const now = ways.find(({ way }) => way === 'PRICE')!;
          assert.ok(now.organic < 0 || sure.total >= now.total - 1e-6);
        },
      ),
      runs,
    ));
});
