import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import { marketplacesOf } from '../integrations/registry.ts';
import { Problem } from '../kernel/problem.ts';
import { type AppEnv, LIMITS, mount } from '../platform/http.ts';
import { BID_CASES, bidBody } from '../testing/ads/cases.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { openScene } from '../testing/pricing-scene.ts';
import {
  CAMPAIGN_EXAMPLE,
  EXAMPLES,
  PRICE_OR_ADS_EXAMPLE,
  ROAS_EXAMPLE,
  SEARCH_TERM_EXAMPLE,
} from './contract/examples.ts';
import {
  type BidPreviewAnswer,
  previewBid,
  previewCampaign,
  previewPriceOrAds,
  previewRoas,
  previewSearchTerm,
} from './contract.ts';
import { routes } from './routes.ts';

let database: TestDatabase;
let app: Hono<AppEnv>;
beforeAll(async () => {
  database = await testDatabase();
  const scene = await openScene(database);
  app = new Hono<AppEnv>();
  mount(scene.ctx, app, routes({ ...scene.ctx, marketplaces: marketplacesOf([]) }), {
    authenticate: () =>
      Promise.resolve({
        personId: scene.actor.personId,
        companyId: null,
        role: null,
        sessionId: 'session',
        expiresAt: new Date('2030-01-01'),
        opens: null,
      }),
    checkAnswers: true,
    limits: LIMITS,
  });
  app.onError((error, c) => {
    if (!(error instanceof Problem)) throw error;
    return c.json({ code: error.code, ...error.more }, error.status);
  });
});
afterAll(() => database.close());

type Refusal = { faults?: { path: string; code: string }[] };

async function send(path: string, body: unknown, language = 'pt') {
  const response = await app.request(path, {
    method: 'POST',
    headers: {
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'accept-language': language,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as BidPreviewAnswer & Refusal };
}

const preview = (body: unknown, language?: string) => send(previewBid.path, body, language);

describe('the preview of a bid', () => {
  it('answers every worked case', async () => {
    for (const { name, body, expected } of BID_CASES) {
      const answer = await preview(body);
      assert.equal(answer.status, 200, name);
      const { outcome, code, bid, wouldBe, bound } = answer.body;
      assert.deepEqual({ outcome, code, bid, wouldBe, bound }, expected, name);
      assert.ok(answer.body.explanation.every(({ text }) => text !== ''));
    }
  });

  it('answers the examples of its description', async () => {
    for (const body of EXAMPLES) assert.equal((await preview(body)).status, 200);
  });

  it('explains every number that the bid follows from', async () => {
    const { body } = await preview(bidBody(), 'en');
    assert.deepEqual(body.evidence, {
      clicks: 90,
      maturedClicks: 90,
      orders: 9,
      weightedOrders: 9,
      daysCounted: 1,
      daysLeftOut: { notFeatured: 0, outOfStock: 0, otherPrice: 0 },
      provingClicks: 16.09,
    });
    // Gamma of shape 10 and rate 100: the table of chi-square at 20 degrees of freedom has 12.443 and 28.412.
    assert.deepEqual(body.conversion, {
      prior: 0.1,
      estimate: 0.1,
      standardDeviation: 0.031623,
      low: 0.062213,
      high: 0.14206,
    });
    assert.equal(body.clickValue, 10);
    assert.deepEqual(body.margin, {
      perUnit: 20,
      percent: 20,
      breakEvenRoas: 5,
      breakEvenCpc: 2,
    });
    assert.equal(body.targetAcos, 18);
    const others = Object.fromEntries(body.alternatives.map(({ code, bid }) => [code, bid]));
    assert.deepEqual(others, {
      own_figures_alone: 1.8,
      orders_so_far: 1.8,
      prior: 1.8,
      lower_end: 1.12,
      upper_end: 2.56,
      without_multiplier: 1.8,
      break_even: 2,
      growth: 1.5,
      visibility: 2,
    });
    const texts = body.explanation.map(({ text }) => text);
    assert.ok(
      texts.includes('1 × 18% × $10.00 = $1.80.') || texts.includes('1 × 18% × R$10.00 = R$1.80.'),
    );
  });

  it('names each invalid field, and refuses unknown fields', async () => {
    const faults = async (changes: object) => {
      const { status, body } = await preview({ ...bidBody(), ...changes });
      assert.equal(status, 422);
      return body.faults?.map(({ path, code }) => `${path} ${code}`).sort();
    };
    const costs = { cost: 30 };
    assert.deepEqual(await faults({ costs, goalAcos: 0, tomorrow: 1 }), [
      'goalAcos too_small',
      'marginPercent margin_or_costs',
      'tomorrow unknown_field',
    ]);
    assert.deepEqual(
      await faults({
        days: [
          { day: '2026-11-28', clicks: 1 },
          { day: '2026-11-20', clicks: 0, orders: 1 },
          { day: '2026-11-20', clicks: 1 },
        ],
        knownShares: [0.9, 0.8],
        limits: { minimum: 2, maximum: 1 },
        suggestedBids: { low: 2, middle: 1 },
      }),
      [
        'days.0.day after_today',
        'days.1.orders orders_without_clicks',
        'days.2.day given_twice',
        'knownShares.1 not_falling',
        'limits.maximum max_below_min',
        'suggestedBids.middle max_below_min',
      ],
    );
    assert.deepEqual(await faults({ days: Array.from({ length: 401 }, () => ({})) }), [
      'days too_big',
    ]);
    assert.deepEqual(await faults({ price: 0, strategy: 'greed', bid: 0 }), [
      'bid greater_than_zero',
      'price greater_than_zero',
      'strategy invalid_value',
    ]);
  });
});

describe('the other previews', () => {
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await send(path, body);
    assert.equal(status, 422);
    return answer.faults?.map((fault) => `${fault.path} ${fault.code}`).sort();
  };

  it('answer their examples', async () => {
    const answers = [
      await send(previewCampaign.path, CAMPAIGN_EXAMPLE),
      await send(previewSearchTerm.path, SEARCH_TERM_EXAMPLE),
      await send(previewRoas.path, ROAS_EXAMPLE),
      await send(previewPriceOrAds.path, PRICE_OR_ADS_EXAMPLE),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
  });

  it('name what does not fit', async () => {
    const { budget: _, ...campaign } = CAMPAIGN_EXAMPLE;
    assert.deepEqual(
      await refused(previewCampaign.path, { ...campaign, budget: { amount: 1 }, x: 1 }),
      ['budget.amount max_below_min', 'x unknown_field'],
    );
    assert.deepEqual(await refused(previewRoas.path, { ...ROAS_EXAMPLE, maximum: 7 }), [
      'maximum max_below_min',
    ]);
    const conversion = { low: 0.1, estimate: 0.08, high: 0.07 };
    assert.deepEqual(
      await refused(previewPriceOrAds.path, { ...PRICE_OR_ADS_EXAMPLE, conversion }),
      ['conversion.estimate max_below_min', 'conversion.high max_below_min'],
    );
    assert.deepEqual(await refused(previewSearchTerm.path, { ...SEARCH_TERM_EXAMPLE, prior: 0 }), [
      'prior too_small',
    ]);
  });
});
