import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import {
  CampaignPreviewBody,
  PriceOrAdsBody,
  RoasPreviewBody,
  SearchTermPreviewBody,
} from '../contract.ts';
import { DECISIONS } from './explanations/decisions.ts';
import { campaignPreview, priceOrAdsPreview, roasPreview, searchTermPreview } from './previews.ts';

const near = (is: number | null, expected: number, by = 1e-5) =>
  assert.ok(
    is !== null && Math.abs(is - expected) <= by * Math.abs(expected),
    `${is}, not ${expected}`,
  );

const said = new Set<string>();
const report = (code: string, text: string) => {
  said.add(code);
  assert.doesNotMatch(text, /[{}]|undefined|NaN|—/);
};

describe('a campaign', () => {
  const campaign = (changes: object = {}) => {
    const body = CampaignPreviewBody.parse({
      targetAcos: 16,
      budget: { amount: 40 },
      ...changes,
    });
    const answer = campaignPreview(body, 'pt');
    report(`budget.${answer.budget.code}`, answer.budget.text);
    return answer;
  };

  it('begins with what clicks cost of their bids', () => {
    // 100 × 0.80 / 50.00
    const keywords = [{ clicks: 100, bid: 0.8, cost: 50 }];
    assert.deepEqual(campaign({ keywords }).multipliers, { ros: 1.6, budget: 1 });
    const cheap = [{ clicks: 100, bid: 0.8, cost: 10 }];
    assert.equal(campaign({ keywords: cheap }).multipliers.ros, 2);
    assert.equal(campaign().multipliers.ros, 1);
  });

  it('is steered towards its target, and towards its budget', () => {
    const answer = campaign({
      multipliers: { ros: 1.2, budget: 1 },
      settled: { cost: 20, expectedRevenue: 100, maturedRevenue: 80 },
      month: { budgetLeft: 600, daysLeft: 12, weekdayFactor: 0.6 },
      lastDay: { spend: 30, timeInBudget: 0.5 },
    });
    // 20 / 90; 1.2 · e^(0.3 · ln(0.16 / 0.2222)); 50 × 0.6 = 30, of a demand of 60: e^(−0.25 · 0.5)
    near(answer.acos, 22.2222);
    near(answer.multipliers.ros, 1.2 * 0.72 ** 0.3);
    near(answer.multipliers.budget, Math.exp(-0.125));
    assert.deepEqual([answer.dayBudget, answer.demand], [30, 60]);
    const unknown = campaign({ multipliers: { ros: 1.2, budget: 0.7 } });
    assert.deepEqual(unknown.multipliers, { ros: 1.2, budget: 0.7 });
  });

  it('keeps multipliers near the bids that follow them', () => {
    // 100 × 0.80 / (100 × 16 % × 10.00) = 0.5: no further than e^0.1, then a day's step.
    const steps = {
      multipliers: { ros: 2, budget: 2 },
      keywords: [{ clicks: 100, bid: 0.8, cost: 50, value: 10 }],
      settled: { cost: 16, expectedRevenue: 100, maturedRevenue: 100 },
      month: { budgetLeft: 600, daysLeft: 12 },
      lastDay: { spend: 50, timeInBudget: 1 },
    };
    const { multipliers } = campaign(steps);
    near(multipliers.ros, 0.5 * Math.exp(0.1));
    near(multipliers.budget, 0.5 * Math.exp(0.1));
  });

  const lastDay = { spend: 40, timeInBudget: 0.6 };
  const table: readonly [string, object, string, string, number][] = [
    [
      'binds, and the marginal click pays',
      { multipliers: { ros: 1, budget: 0.8 }, lastDay },
      'RAISE',
      'binds',
      48,
    ],
    [
      'binds, and it would not pay',
      { multipliers: { ros: 1.5, budget: 2 }, lastDay },
      'KEEP',
      'does_not_pay',
      40,
    ],
    [
      'binds at its maximum',
      { multipliers: { ros: 1, budget: 0.8 }, lastDay, budget: { amount: 40, maximum: 40 } },
      'KEEP',
      'at_maximum',
      40,
    ],
    [
      'is not raised above what a day would spend',
      { multipliers: { ros: 1, budget: 0.8 }, lastDay: { spend: 37, timeInBudget: 0.88 } },
      'RAISE',
      'binds',
      42.05,
    ],
    ['lasts', { lastDay: { spend: 30, timeInBudget: 0.9 } }, 'KEEP', 'lasts', 40],
    ['is not known', {}, 'KEEP', 'not_known', 40],
    ['with stock for three and a half days', { daysOfCover: 3.5 }, 'LOWER', 'low_stock', 20],
    ['with stock for a day', { daysOfCover: 1 }, 'PAUSE', 'stock_ending', 40],
  ];
  for (const [name, changes, kind, code, amount] of table) {
    it(`its budget ${name}`, () => {
      const { budget } = campaign(changes);
      assert.deepEqual([budget.kind, budget.code, budget.amount], [kind, code, amount]);
    });
  }

  const placements = (changes: object = {}) =>
    campaign({
      placements: {
        bid: 1,
        breakEvenCpc: 5,
        list: [
          { placement: 'TOP', clicks: 200, orders: 20, sales: 2000 },
          { placement: 'REST', clicks: 300, orders: 10, sales: 1000 },
        ],
        ...changes,
      },
    }).placements;

  it('bids more where a click is worth more, under the break-even, once a week', () => {
    // 6 %; TOP 40 / (20/0.06 + 200) = 7.5 %: 1.25; REST 30 / (20/0.06 + 300) = 4.7368 %: 0.789474
    const bids = placements()!;
    near(bids.baseFactor, 0.789474);
    assert.deepEqual(bids.percentages, { TOP: 58, REST: 0 });
    assert.deepEqual(placements({ breakEvenCpc: 0.8 })!.percentages, { TOP: 26, REST: 0 });
    assert.equal(placements({ daysSinceChange: 6 }), null);
  });

  it('explores the least known keywords, with a twentieth of its budget', () => {
    const explorable = [
      { id: 'known', low: 0.05, high: 0.06, costOfDay: 0.5 },
      { id: 'unknown', low: 0.001, high: 0.1, costOfDay: 1.2 },
      { id: 'dear', low: 0.001, high: 0.09, costOfDay: 0.9 },
    ];
    assert.deepEqual(campaign({ explorable }).explored, ['unknown', 'known']);
  });
});

describe('a search', () => {
  const search = (changes: object) => {
    const body = SearchTermPreviewBody.parse({
      price: 100,
      targetAcos: 20,
      prior: 0.1,
      clicks: 20,
      orders: 0,
      cpc: 1.5,
      lowestBid: 0.5,
      ...changes,
    });
    const answer = searchTermPreview(body, 'en');
    report(`search.${answer.code}`, answer.text);
    return answer;
  };

  it('is excluded once it cannot pay, with a probability of 90 %', () => {
    // 1 − e^(−0.025 · (10 + n))
    assert.deepEqual(
      [search({ clicks: 82 }).action, search({ clicks: 83 }).action],
      ['KEEP', 'NEGATIVE'],
    );
    near(search({ clicks: 83 }).probabilityNotViable, 1 - Math.exp(-0.025 * 93));
    assert.equal(search({ clicks: 82 }).code, 'too_few_orders');
  });

  it('becomes a keyword with two orders, within the target with 70 %', () => {
    // Shape 4, rate 30, at 2.25: 1 − e^(−2.25) · (1 + 2.25 + 2.53125 + 1.8984375); the bid 0.2 × 100.00 × 4/30
    const harvested = search({ orders: 3 });
    assert.deepEqual([harvested.action, harvested.bid], ['HARVEST', 2.67]);
    near(harvested.probabilityWithinTarget, Math.exp(-2.25) * 7.679_687_5);
    assert.equal(search({ orders: 3, cpc: 2.5 }).code, 'target_not_proven');
    assert.equal(search({ orders: 1 }).code, 'too_few_orders');
  });

  it('is excluded at its source only once its keyword is shown', () => {
    assert.equal(search({ orders: 3, keywordShownDays: 2 }).code, 'keyword_not_shown_yet');
    assert.equal(search({ orders: 3, keywordShownDays: 3 }).action, 'NEGATIVE_IN_SOURCE');
  });
});

describe('a campaign without bids', () => {
  const roas = (changes: object) => {
    const body = RoasPreviewBody.parse({
      target: 8,
      targetAcos: 18,
      budget: 90,
      maximumBudget: 1000,
      roas: 8,
      ...changes,
    });
    const answer = roasPreview(body, 'es');
    report(`roas.${answer.code}`, answer.text);
    return [answer.action, answer.code, answer.target, answer.budget];
  };
  const table: readonly [string, object, string, string, number | null, number][] = [
    ['its first target is 1 / 0.18', { target: null }, 'SET_TARGET', 'first_target', 5.6, 90],
    [
      'its first target stays inside the limits',
      { target: null, targetAcos: 1 },
      'SET_TARGET',
      'first_target',
      35,
      90,
    ],
    [
      'without a margin it has none',
      { target: null, targetAcos: 0 },
      'NO_TARGET',
      'no_margin',
      null,
      90,
    ],
    [
      'well below, with 30 orders',
      { roas: 6.3, orders: 30 },
      'TIGHTEN_TARGET',
      'below_target',
      8.8,
      90,
    ],
    [
      'well below, for the cost of three orders',
      { roas: 6.3, cost: 30, costPerOrder: 10 },
      'TIGHTEN_TARGET',
      'below_target',
      8.8,
      90,
    ],
    ['well below, and not proven', { roas: 6.3, orders: 29 }, 'KEEP', 'not_proven', 8, 90],
    [
      'well below, changed six days ago',
      { roas: 6.3, orders: 30, daysSinceTarget: 6 },
      'KEEP',
      'resting',
      8,
      90,
    ],
    [
      'loses impressions by its budget',
      { lostByBudget: 0.21 },
      'RAISE_BUDGET',
      'lost_by_budget',
      8,
      108,
    ],
    ['the same, below its target', { lostByBudget: 0.21, roas: 7.9 }, 'KEEP', 'on_target', 8, 90],
    [
      'the same, at its maximum',
      { lostByBudget: 0.21, maximumBudget: 90 },
      'KEEP',
      'at_limit',
      8,
      90,
    ],
    [
      'loses impressions by its rank',
      { lostByRank: 0.41, roas: 9.6 },
      'LOOSEN_TARGET',
      'lost_by_rank',
      7.2,
      90,
    ],
    ['nothing spent', { roas: null }, 'KEEP', 'not_known', 8, 90],
  ];
  for (const [name, changes, ...expected] of table)
    it(name, () => assert.deepEqual(roas(changes), expected));
});

describe('price or ads', () => {
  // The example of the design: 25 % of the price, 38.00 a unit, 8 % at 89.90, elasticity 2.2, 40 organic visits.
  const ask = (changes: object = {}) => {
    const body = PriceOrAdsBody.parse({
      price: 89.9,
      costs: { cost: 38, feePercent: 25 },
      conversion: { low: 0.06, estimate: 0.08, high: 0.1 },
      elasticity: 2.2,
      organicVisits: 40,
      adClicks: 60,
      adCost: 65.54,
      heldShare: 0.07,
      prices: [
        { price: 87, heldShare: 0.5 },
        { price: 84, heldShare: 0.94 },
        { price: 82, heldShare: 0.97 },
        { price: 78, heldShare: 0.97 },
      ],
      ...changes,
    });
    const answer = priceOrAdsPreview(body, 'pt');
    report(`way.${answer.best}`, answer.text);
    return answer;
  };
  const wayOf = (answer: ReturnType<typeof ask>, name: string) =>
    answer.ways.find(({ way }) => way === name)!;

  it('has the organic contributions of the design', () => {
    for (const [price, heldShare, organic] of [
      [87, 0.5, 46.9],
      [84, 0.94, 87.1],
      [82, 0.97, 89],
      [78, 0.97, 87],
    ] as const)
      near(wayOf(ask({ prices: [{ price, heldShare }] }), 'PRICE').organic, organic, 0.005);
  });

  it('lowers the price if the buybox is worth more than the lost margin, with its probability', () => {
    const answer = ask();
    assert.deepEqual(
      [answer.best, answer.isClear, wayOf(answer, 'PRICE').price],
      ['PRICE', true, 82],
    );
    const { organic, ads, total, low, high } = wayOf(answer, 'PRICE');
    near(total, organic + ads);
    assert.ok(low < total && total < high);
  });

  it('changes the bids where they bring more, and nothing where nothing does', () => {
    const held = { heldShare: 0.97, prices: [] };
    // 90 clicks for 100.00 instead of 60 for 65.54: 30 × 2.354 − 34.46
    const answer = ask({ ...held, otherBids: { clicks: 90, cost: 100 } });
    assert.equal(answer.best, 'ADS');
    near(wayOf(answer, 'ADS').total - wayOf(answer, 'KEEP').total, 0.97 * (30 * 2.354 - 34.46));
    assert.equal(answer.isClear, false);
    assert.equal(ask({ ...held, otherBids: { clicks: 61, cost: 100 } }).best, 'KEEP');
  });
});

it('the tests above cover every explanation of decisions', () =>
  assert.deepEqual([...said].sort(), Object.keys(DECISIONS).sort()));
