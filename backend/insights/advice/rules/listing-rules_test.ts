import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Advice, Ruling, Setting } from './advice.ts';
import { improveHealth } from './improve-health.ts';
import {
  type CompanySales,
  contributionAt,
  type ListingFacts,
  lowestPrice,
} from './listing-facts.ts';
import { losingBuybox, ratioOf } from './losing-buybox.ts';
import { notAdvertised } from './not-advertised.ts';
import { addNotEarned, type NotEarnedSum, notEarned } from './not-earned.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const FIRST: Setting = { now: NOW, isOpen: false, realized: 0.5 };
const OPEN: Setting = { ...FIRST, isOpen: true };
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

/** Loses at 100.00 what 95.00 would win; a unit costs 60.00, and 20 % go to fee and tax. */
const LOSING: ListingFacts = {
  listingId: 7,
  accountId: 1,
  currencyCode: 'BRL',
  price: 10_000,
  stock: 100,
  healthScore: 90,
  market: {
    status: 'LOSING',
    lostSince: hoursAgo(10),
    priceToWin: 9_500,
    shareDay: 10,
    shareWeek: 40,
  },
  costs: { cost: 6_000, feePercent: 14, feeFixed: 0, taxPercent: 6 },
  rule: null,
  waiting: null,
  sales: { units: 30, heldHours: 500, losingHours: 700 },
  monthContribution: 50_000,
  isAdvertised: false,
  advertising: null,
};
const market = (more: Partial<ListingFacts['market']>) => ({
  market: { ...LOSING.market, ...more },
});
const COMPANY: CompanySales = {
  heldUnits: 3_000,
  heldHours: 50_000,
  losingUnits: 300,
  losingHours: 50_000,
};
const RULE = { id: 3, version: 2, status: 'enabled', isOwn: true, minPrice: 9_000 };

const losing = (more: Partial<ListingFacts> = {}, setting = FIRST): Ruling =>
  losingBuybox({ ...LOSING, ...more }, COMPANY, setting);
const given = (ruling: Ruling): Advice => {
  assert.ok(ruling !== null && ruling !== 'stays');
  return ruling;
};

describe('improve_health', () => {
  const health = (healthScore: number | null, setting = FIRST) =>
    improveHealth({ ...LOSING, healthScore }, setting);

  it('opens below 60, closes at 65, and ignores an unknown score', () => {
    assert.equal(given(health(59)).act, 'improve_listing');
    assert.equal(health(60), null);
    assert.equal(health(null), null);
    assert.notEqual(health(64, OPEN), null);
    assert.equal(health(65, OPEN), null);
  });

  it('shows no money, and is ordered by the listing’s margin', () => {
    const { effect, score } = given(health(42));
    assert.deepEqual([effect, score], [null, 1_000]);
  });
});

describe('losing_buybox', () => {
  const cases: [name: string, facts: Partial<ListingFacts>, reason: string, act: string][] = [
    ['has no rule', {}, 'no_rule', 'create_rule'],
    [
      'has a rule that is off',
      { rule: { ...RULE, status: 'disabled' } },
      'rule_off',
      'enable_rule',
    ],
    [
      'has a rule that is off, and does not go so low',
      { rule: { ...RULE, status: 'disabled', minPrice: 9_800 } },
      'rule_off_minimum',
      'open_rule',
    ],
    ['has a rule that paused', { rule: { ...RULE, status: 'paused' } }, 'rule_paused', 'open_rule'],
    [
      'has a minimum above',
      { rule: { ...RULE, minPrice: 9_800 } },
      'minimum_above',
      'lower_minimum',
    ],
    [
      'shares a rule whose minimum is above',
      { rule: { ...RULE, minPrice: 9_800, isOwn: false } },
      'group_rule',
      'open_rule',
    ],
    [
      'waits for approval',
      { rule: RULE, waiting: { updateId: 5, newPrice: 9_499 } },
      'waits',
      'approve_update',
    ],
    ['has no cost', { costs: null }, 'cost_missing', 'enter_cost'],
    [
      'would lose money at the price to win',
      { costs: { ...LOSING.costs!, cost: 7_700 } },
      'not_worth',
      'none',
    ],
    ['does not lose by its price', market({ priceToWin: 10_000 }), 'not_by_price', 'none'],
  ];
  for (const [name, facts, reason, act] of cases)
    it(`advises ${act} where a listing ${name}`, () => {
      const advice = given(losing(facts));
      assert.deepEqual([advice.reason, advice.act], [reason, act]);
      assert.equal(advice.effect === null, ['none', 'enter_cost'].includes(act));
    });

  it('does not recommend changes of a rule that reaches the price to win', () =>
    assert.equal(losing({ rule: RULE }), null));

  it('waits until the buybox was lost for 6 hours and for 30 % of the time', () => {
    assert.equal(losing(market({ lostSince: hoursAgo(5.9) })), null);
    assert.notEqual(losing(market({ lostSince: hoursAgo(6) })), null);
    assert.equal(losing(market({ shareWeek: 71 })), null);
    assert.notEqual(losing(market({ shareWeek: 71 }), OPEN), null);
    assert.equal(losing(market({ shareWeek: null })), null);
  });

  it('stays open while the buybox is won and lost, and closes once it was held for most of a day', () => {
    const won = { status: 'WINNING', lostSince: null, priceToWin: null };
    assert.equal(losing(market(won)), null);
    assert.equal(losing(market({ ...won, shareDay: 50 }), OPEN), 'stays');
    assert.equal(losing(market({ ...won, shareDay: 70 }), OPEN), null);
  });

  it('never lets a new rule go below what a unit costs, nor above the present price', () => {
    const { change } = given(losing({ costs: { ...LOSING.costs!, cost: 7_500 } }));
    assert.deepEqual(change, {
      act: 'create_rule',
      listingId: 7,
      minPrice: 9_377,
      maxPrice: 10_000,
    });
    const far = given(losing()).change;
    assert.deepEqual(far, { act: 'create_rule', listingId: 7, minPrice: 9_215, maxPrice: 10_000 });
  });

  it('estimates by the formula, halved', () => {
    const { effect } = given(losing());
    // ρ = (300 + 2) / (3000 + 20) = 0.1; 432 h of 720 lost; 32 units over 500 + 70 + 33.3 h; m 20.00, at 95.00 16.00.
    const rate = 32 / (500 + 70 + 2 / 0.06);
    const expected = 0.5 * 432 * rate * (0.67 * 1_600 + 0.33 * 0.1 * 1_600 - 0.1 * 2_000);
    assert.ok(effect && Math.abs(effect.mean / expected - 1) < 0.05, `${effect?.mean} ${expected}`);
    assert.ok(effect.low < effect.mean && effect.mean < effect.high);
    assert.deepEqual(given(losing()).effect, effect);
  });

  it('has no estimate without sales of the company', () => {
    const none = { heldUnits: 0, heldHours: 0, losingUnits: 0, losingHours: 0 };
    assert.equal(given(losingBuybox(LOSING, none, FIRST)).effect, null);
    assert.equal(ratioOf(none), 0.1);
  });

  it('never estimates less where a unit costs less', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 7_000 }),
        fc.integer({ min: 1, max: 500 }),
        (cost, less) => {
          const of = (unit: number) => losing({ costs: { ...LOSING.costs!, cost: unit } });
          const dear = of(cost);
          const cheap = of(cost - less);
          assert.ok(given(cheap).score >= given(dear).score);
        },
      ),
    ));

  it('is the same advice until the price to win moves by about a percent', () => {
    const at = (priceToWin: number) => given(losing(market({ priceToWin }))).fingerprint;
    const changes = Array.from({ length: 500 }, (_, n) => Number(at(9_001 + n) !== at(9_000 + n)));
    // 9,000 to 9,500 is 5.4 steps of one percent.
    assert.equal(
      changes.reduce((sum, one) => sum + one, 0),
      5,
    );
  });
});

it('finds the lowest price with a margin', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 1_000 }),
      (cost, feePercent, feeFixed) => {
        const costs = { cost, feePercent, feeFixed, taxPercent: 6 };
        const lowest = lowestPrice(costs)!;
        assert.ok(contributionAt(costs, lowest) >= 1);
        assert.ok(contributionAt(costs, lowest - 3) <= 0);
      },
    ),
  ));

describe('a listing that is not advertised', () => {
  const ADS = { conversion: { a: 8, b: 92 }, cpc: 40, clicksPerDay: 20 };
  const READY: ListingFacts = {
    ...LOSING,
    market: { ...LOSING.market, status: 'WINNING', shareWeek: 95 },
    advertising: ADS,
  };
  const rule = (more: Partial<ListingFacts> = {}) =>
    given(notAdvertised({ ...READY, ...more }, FIRST));

  it('is ready where a click surely brings more than it costs', () => {
    const advice = rule();
    assert.deepEqual([advice.kind, advice.act], ['ready_to_invest', 'advertise']);
    // 30 days of 20 clicks, of which each brings 0.6 × 8 % × 20.00 and costs 0.40; half of it.
    const expected = 0.5 * 600 * (0.6 * 0.08 * 2_000 - 40);
    assert.ok(Math.abs(advice.effect!.mean / expected - 1) < 0.05, `${advice.effect!.mean}`);
  });

  const gates: [reason: string, facts: Partial<ListingFacts>][] = [
    ['health', { healthScore: 59 }],
    ['buybox', { market: { ...READY.market, status: 'LOSING' } }],
    ['buybox', { market: { ...READY.market, shareWeek: 69 } }],
    ['stock', { stock: 9 }],
    ['cost_missing', { costs: null }],
    ['no_margin', { costs: { ...LOSING.costs!, cost: 8_000 } }],
    ['no_rates', { advertising: { ...ADS, cpc: null } }],
    ['clicks_too_dear', { advertising: { ...ADS, cpc: 150 } }],
  ];
  for (const [reason, facts] of gates)
    it(`gives the reason against it: ${reason} ${JSON.stringify(facts).slice(0, 40)}`, () => {
      const advice = rule(facts);
      assert.deepEqual(
        [advice.kind, advice.reason, advice.effect],
        ['ads_without_ads', reason, null],
      );
    });

  it('is not spoken of where it is advertised, sells nothing, or its account does not advertise', () => {
    const silent: Partial<ListingFacts>[] = [
      { isAdvertised: true },
      { sales: { ...READY.sales, units: 0 } },
      { advertising: null },
    ];
    for (const more of silent) assert.equal(notAdvertised({ ...READY, ...more }, FIRST), null);
  });
});

describe('what is not earned while the buybox is lost', () => {
  // 350 of 700 h count; 32 units in 603.3 h with it, a tenth of that without; 20.00 a unit now, 16.00 at the price to win.
  const winning = 32 / (500 + 70 + 2 / 0.06);

  it('is split into what the price to win brings back, and what is not worth winning', () => {
    const lost = Math.round(350 * winning * 0.9 * 2_000);
    const recoverable = Math.round(350 * winning * (1_600 - 0.1 * 2_000));
    const found = notEarned(LOSING, COMPANY)!;
    assert.ok(Math.abs(found.lost - lost) <= 1 && Math.abs(found.recoverable - recoverable) <= 1);
    const dear = { ...LOSING, costs: { ...LOSING.costs!, cost: 7_700 } };
    assert.ok(notEarned(dear, COMPANY)!.lost > 0);
    assert.equal(notEarned(dear, COMPANY)!.recoverable, 0);
  });

  it('is never recovered beyond what was lost, nor less than nothing', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 15_000 }),
        fc.integer({ min: 100, max: 15_000 }),
        fc.integer({ min: 0, max: 15_000 }),
        (price, priceToWin, cost) => {
          const costs = { ...LOSING.costs!, cost };
          const found = notEarned({ ...LOSING, price, costs, ...market({ priceToWin }) }, COMPANY)!;
          assert.ok(found.recoverable >= 0 && found.recoverable <= found.lost);
        },
      ),
    ));

  it('is summed by currency, and counts those for which it is unknown', () => {
    const sums: Record<string, NotEarnedSum> = {};
    const others = [
      LOSING,
      { ...LOSING, costs: null },
      { ...LOSING, currencyCode: 'USD' },
      { ...LOSING, ...market({ status: 'WINNING' }) },
    ];
    addNotEarned(sums, others, COMPANY);
    const one = notEarned(LOSING, COMPANY)!;
    assert.deepEqual(sums, {
      BRL: { ...one, listings: 1, unknown: 1 },
      USD: { ...one, listings: 1, unknown: 0 },
    });
  });
});
