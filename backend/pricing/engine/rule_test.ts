import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { MarketBody } from '../../monitoring/contract.ts';
import {
  Competition,
  PreviewListing,
  RuleBody,
  RuleInput,
  Rule as RuleWire,
  Strategy,
} from '../contract.ts';
import { toFacts, toMarket } from './preview-input.ts';
import { endOf, fromStoredRule, startOf, toRule, toRuleAnswer, toStoredRule } from './rule.ts';
import { toCompetitorAnswer, toStoredCompetitor } from './stored-decision.ts';

const stored = (body: RuleBody) => ({
  id: 5,
  name: 'Kettles',
  origin: 'own',
  version: 2,
  ...toStoredRule(body),
  created_at: new Date('2027-03-01T10:00:00Z'),
  updated_at: new Date('2027-03-02T10:00:00Z'),
});

const rules = fc
  .record({
    competition: fc.constantFrom(...Competition.options),
    strategy: fc.constantFrom(...Strategy.options),
    acosLimit: fc.constantFrom(10, 12.5),
    roasLimit: fc.constantFrom(4, 6.25),
    minimumPercent: fc.option(fc.nat(99)),
    warGuard: fc.option(fc.record({ rounds: fc.integer({ min: 2, max: 9 }) })),
    baseOn: fc.constantFrom('WINNER' as const, 'LOWEST_PRICE' as const),
    adjustment: fc.oneof(
      fc.record({ type: fc.constant('VALUE' as const), cents: fc.nat(10_000_000_000) }),
      fc.record({ type: fc.constant('PERCENTAGE' as const), cents: fc.nat(10_000) }),
    ),
    min: fc.option(fc.integer({ min: 1, max: 5_000_000_000 })),
    above: fc.option(fc.integer({ min: 1, max: 5_000_000_000 })),
    safeMargin: fc.nat(100),
    requiresApproval: fc.boolean(),
    startDate: fc.constantFrom(null, '2027-03-01', '2027-03-01T08:00:00.000Z'),
    endDate: fc.constantFrom(null, '2027-04-01', '2027-04-01T08:00:00-03:00'),
    buyboxExceptions: fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 }),
  })
  .map(({ adjustment, min, above, minimumPercent, ...rest }) =>
    RuleBody.parse({
      ...rest,
      adjustment: { type: adjustment.type, amount: adjustment.cents / 100 },
      minimumBy: minimumPercent === null ? 'AMOUNT' : 'MARGIN',
      minimumPercent,
      minPrice: min === null || minimumPercent !== null ? null : min / 100,
      maxPrice: above === null ? null : ((min ?? 0) + above) / 100,
    }),
  );

describe('a rule', () => {
  it('is the same after saving, to the cent and with the same date strings', () => {
    fc.assert(
      fc.property(rules, (body) => {
        const answer = toRuleAnswer(stored(body), [3, 4]);
        assert.deepEqual(RuleWire.parse(answer), answer);
        assert.deepEqual(RuleBody.parse(answer), body);
      }),
    );
  });

  it('means the same to the engine from a body and from the database', () => {
    fc.assert(
      fc.property(rules, (body) => {
        // As jsonb gives it back.
        const row = {
          ...stored(body),
          settings: JSON.parse(JSON.stringify(stored(body).settings)),
        };
        assert.deepEqual(fromStoredRule(row), toRule(body));
      }),
    );
  });

  it('reaches the engine in minor units', () => {
    const rule = toRule(
      RuleBody.parse({
        strategy: 'WIN',
        adjustment: { type: 'VALUE', amount: 0.29 },
        minPrice: 80.1,
        maxPrice: 1_299.9,
      }),
    );
    assert.deepEqual(rule.adjustment, { type: 'VALUE', amount: 29 });
    assert.deepEqual([rule.minPrice, rule.maxPrice], [8_010, 129_990]);
    const percent = toRule(
      RuleBody.parse({ strategy: 'LOSE', adjustment: { type: 'PERCENTAGE', amount: 2.5 } }),
    );
    assert.deepEqual(percent.adjustment, { type: 'PERCENTAGE', percent: 2.5 });
  });

  it('of before margins, listings and price wars still reads, as what it meant', () => {
    const now = stored(RuleBody.parse({ strategy: 'WIN', minPrice: 80 }));
    const { minimumBy, minimumPercent, acosLimit, roasLimit, warGuard, ...settings } = now.settings;
    assert.deepEqual(
      [minimumBy, minimumPercent, acosLimit, roasLimit, warGuard],
      ['AMOUNT', null, null, null, null],
    );
    assert.deepEqual(fromStoredRule({ ...now, settings }), fromStoredRule(now));
  });

  it('keeps nothing of a body but settings', () => {
    const input = RuleInput.parse({
      strategy: 'WIN',
      name: 'Kettles',
      listingIds: [3],
      minPrice: 2,
    });
    const { settings } = toStoredRule(input);
    for (const other of ['name', 'listingIds', 'minPrice', 'maxPrice', 'status']) {
      assert.equal(other in settings, false, other);
    }
  });

  it('takes a plain day as a whole day in UTC', () => {
    assert.deepEqual(startOf('2027-03-01'), new Date('2027-03-01T00:00:00.000Z'));
    assert.deepEqual(endOf('2027-03-01'), new Date('2027-03-01T23:59:59.999Z'));
    assert.deepEqual(endOf('2027-03-01T09:00:00-03:00'), new Date('2027-03-01T12:00:00Z'));
    assert.deepEqual([startOf(null), endOf(null)], [null, null]);
  });
});

describe('what a preview shows', () => {
  it('becomes facts in minor units', () => {
    const facts = toFacts(
      PreviewListing.parse({ price: 100.1, shippingPrice: 4.35, lastSetPrice: 98.07 }),
    );
    assert.deepEqual([facts.price, facts.shippingPrice, facts.lastSetPrice], [10_010, 435, 9_807]);
    assert.equal(toFacts(PreviewListing.parse({ price: 1 })).lastSetPrice, null);
  });

  it('becomes a market in minor units', () => {
    const market = toMarket(
      MarketBody.parse({
        observedAt: '2027-03-01T10:00:00-03:00',
        buybox: { status: 'LOSING', winnerSellerId: 'R1', priceToWin: 94.99 },
        offers: [{ sellerId: 'R1', price: 95.05, shippingPrice: 10.1 }],
      }),
    );
    assert.deepEqual(market.observedAt, new Date('2027-03-01T13:00:00Z'));
    assert.equal(market.buybox.priceToWin, 9_499);
    assert.deepEqual(
      market.offers.map(({ price, shippingPrice, offerId }) => [price, shippingPrice, offerId]),
      [[9_505, 1_010, null]],
    );
  });
});

describe('the competitor of an answer', () => {
  it('is decimal, and carries nothing else of the offer', () => {
    const competitor = {
      sellerId: 'R1',
      sellerName: 'Rival',
      marketplaceId: 2 as const,
      price: 9_505,
      shippingPrice: 1_010,
    };
    assert.deepEqual(toCompetitorAnswer({ ...competitor, ...{ isOwn: false } }), {
      ...competitor,
      price: 95.05,
      shippingPrice: 10.1,
      shippingReported: true,
    });
    assert.deepEqual(
      toCompetitorAnswer(toStoredCompetitor({ ...competitor, shippingPrice: null })),
      { ...competitor, price: 95.05, shippingPrice: 0, shippingReported: false },
    );
    assert.equal(toCompetitorAnswer(null), null);
  });
});
