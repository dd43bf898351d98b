import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Market, Offer } from '../kernel/market.ts';
import { toMinorOrNull } from '../kernel/money.ts';
import { CASE_TIME, previewBody, rival, WORKED_CASES } from '../testing/worked-cases.ts';
import { PreviewBody } from './contract.ts';
import { decide } from './decide.ts';
import { EXPLANATIONS, explain } from './explain.ts';
import { type Decision, type ListingFacts, type Rule, USUAL } from './terms.ts';
import { toFacts, toMarket, toRule } from './translate.ts';

const now = new Date(CASE_TIME);

function ask(body: Parameters<typeof PreviewBody.parse>[0], circumstances = USUAL): Decision {
  const { rule, listing, market } = PreviewBody.parse(body);
  return decide(
    toFacts(listing!),
    toRule(rule),
    market ? toMarket(market) : null,
    null,
    now,
    circumstances,
  );
}

describe('the worked cases of the design', () => {
  for (const { name, body, expected } of WORKED_CASES) {
    it(name, () => {
      const decision = ask(body);
      assert.equal(decision.outcome, expected.outcome);
      assert.equal(decision.code, expected.code ?? null);
      assert.equal(decision.price, toMinorOrNull(expected.price ?? null));
      if (expected.eventType) assert.equal(decision.eventType, expected.eventType);
      if (expected.priceTag) assert.equal(decision.priceTag, expected.priceTag);
    });
  }
});

const one = [rival('R1', 95)];

describe('gates, in their order', () => {
  const codeOf = (changes: Parameters<typeof previewBody>[0]) =>
    ask(previewBody({ offers: one, ...changes })).code;
  const past = '2026-11-19T00:00:00Z';
  const future = '2026-11-21T00:00:00Z';
  for (const status of ['disabled', 'paused', 'archived'] as const) {
    it(`a ${status} rule`, () => assert.equal(codeOf({ rule: { status } }), 'rule_inactive'));
  }
  it('not started', () => assert.equal(codeOf({ rule: { startDate: future } }), 'rule_inactive'));
  it('past its end', () => assert.equal(codeOf({ rule: { endDate: past } }), 'rule_inactive'));
  it('its last day still counts', () =>
    assert.equal(codeOf({ rule: { endDate: '2026-11-20' } }), null));
  it('no stock', () => assert.equal(codeOf({ listing: { stock: 0 } }), 'listing_inactive'));
  it('paused ad', () =>
    assert.equal(codeOf({ listing: { status: 'PAUSED' } }), 'listing_inactive'));
  it('syncing', () => assert.equal(codeOf({ status: 'SYNCING' }), 'no_market_data'));
  it('no snapshot', () =>
    assert.equal(ask({ ...previewBody({}), market: null }).code, 'no_market_data'));
  it('not competing', () => assert.equal(codeOf({ status: 'NOT_COMPETING' }), 'not_competing'));
  it('not competing does not hold back EXTERNAL', () =>
    assert.equal(codeOf({ status: 'NOT_COMPETING', rule: { competition: 'EXTERNAL' } }), null));
  it('the rule is asked before the ad', () =>
    assert.equal(codeOf({ rule: { status: 'paused' }, listing: { stock: 0 } }), 'rule_inactive'));
  it('stale market', () => {
    const body = previewBody({ offers: one });
    const market = { ...body.market!, observedAt: '2026-11-19T11:59:59Z' };
    assert.equal(ask({ ...body, market }).code, 'stale_market');
    const fresh = { ...market, observedAt: '2026-11-19T12:00:00Z' };
    assert.equal(ask({ ...body, market: fresh }).code, null);
  });
  it('the stop switch comes before a promotion', () => {
    const body = previewBody({ offers: one, listing: { promotionStatus: 'started' } });
    const decision = ask(body, { ...USUAL, stopsPriceChanges: true });
    assert.deepEqual([decision.outcome, decision.code], ['KEEP', 'kill_switch']);
  });
  it('a pending promotion does not block', () =>
    assert.equal(codeOf({ listing: { promotionStatus: 'pending' } }), null));
});

describe('who counts as a rival', () => {
  const priceWith = (offers: ReturnType<typeof rival>[], rule = {}) =>
    ask(previewBody({ offers: [...offers, rival('Z', 99, { position: 9 })], rule })).price;
  it('own offers never', () => assert.equal(priceWith([rival('A', 90, { isOwn: true })]), 98_99));
  it('unavailable ones never', () =>
    assert.equal(priceWith([rival('A', 90, { available: false })]), 98_99));
  it('another condition never', () =>
    assert.equal(priceWith([rival('A', 90, { condition: 'used' })]), 98_99));
  it('EXTERNAL leaves similar products out', () => {
    const similar = [rival('A', 90, { comparison: 'SIMILAR' })];
    assert.equal(priceWith(similar, { competition: 'EXTERNAL' }), 98_99);
    assert.equal(priceWith(similar, { competition: 'EXTERNAL', comparison: 'SIMILAR' }), 89_99);
    assert.equal(priceWith(similar), 89_99);
  });
  it('EXTERNAL on one marketplace leaves the others out', () => {
    const elsewhere = [rival('A', 90, { marketplaceId: 3 })];
    const external = { competition: 'EXTERNAL' as const };
    assert.equal(priceWith(elsewhere, external), 89_99);
    const oneMarketplace = { ...external, allMarketplaces: false, marketplaceId: 2 as const };
    assert.equal(priceWith(elsewhere, oneMarketplace), 98_99);
  });
  it('each kind of rule has its own exceptions', () => {
    const offers = [rival('A', 90)];
    assert.equal(priceWith(offers, { outsideBuyboxExceptions: ['A'] }), 89_99);
    const external = { competition: 'EXTERNAL' as const };
    assert.equal(priceWith(offers, { ...external, buyboxExceptions: ['A'] }), 89_99);
    assert.equal(priceWith(offers, { ...external, outsideBuyboxExceptions: ['A'] }), 98_99);
  });
});

describe('base, standing and strategy', () => {
  const offers = [rival('W', 97), rival('L', 95, { position: 2 })];
  it('WINNER takes the offer that holds the buybox', () =>
    assert.equal(ask(previewBody({ offers, rule: { baseOn: 'WINNER' } })).price, 96_99));
  it('WINNER that is ours falls back to the best rival', () => {
    const ours = [rival('me', 97, { isOwn: true }), rival('L', 95, { position: 2 })];
    const body = previewBody({ offers: ours, status: 'CO_WINNING', rule: { baseOn: 'WINNER' } });
    assert.equal(ask(body).price, 94_99);
  });
  it('WINNER that is an exception falls back to the best rival', () => {
    const rule = { baseOn: 'WINNER' as const, buyboxExceptions: ['W'] };
    assert.equal(ask(previewBody({ offers, rule })).price, 94_99);
  });
  it('a tie goes to the better position', () => {
    const tie = [rival('B', 95, { position: 3 }), rival('A', 95, { position: 1 })];
    assert.equal(ask(previewBody({ offers: tie })).rival?.sellerId, 'A');
  });
  it('a shared first place is not enough for WIN, and enough for MATCH', () => {
    const shared = { offers: [rival('A', 90)], status: 'CO_WINNING' as const };
    assert.equal(ask(previewBody(shared)).price, 89_99);
    assert.equal(ask(previewBody({ ...shared, rule: { strategy: 'MATCH' } })).code, 'winning');
  });
  it('EXTERNAL wins by its own comparable price', () => {
    const rule = { competition: 'EXTERNAL' as const };
    const below = previewBody({ offers: [rival('A', 110)], rule });
    assert.deepEqual([ask(below).price, ask(below).eventType], [109_99, 'increase_margin']);
    const level = previewBody({ offers: [rival('A', 100)], rule });
    assert.deepEqual([ask(level).price, ask(level).eventType], [99_99, 'to_win']);
    assert.equal(
      ask(previewBody({ offers: [rival('A', 100)], rule: { ...rule, strategy: 'MATCH' } })).code,
      'already_there',
    );
  });
  it('WIN never takes less than a tick off', () => {
    const rule = { adjustment: { type: 'VALUE' as const, amount: 0 } };
    assert.equal(ask(previewBody({ offers: one, rule })).price, 94_99);
    const tiny = { adjustment: { type: 'PERCENTAGE' as const, amount: 0.0001 } };
    assert.equal(ask(previewBody({ offers: one, rule: tiny })).price, 94_99);
  });
  it('WIN rounds down to a tick, LOSE up', () => {
    const adjustment = { type: 'PERCENTAGE' as const, amount: 3 };
    const odd = [rival('A', 95.55)];
    assert.equal(ask(previewBody({ offers: odd, rule: { adjustment } })).price, 92_68);
    assert.equal(
      ask(previewBody({ offers: odd, rule: { adjustment, strategy: 'LOSE' } })).price,
      98_42,
    );
  });
  it('a custom rule that does not win may raise the price', () => {
    const decision = ask(previewBody({ offers: [rival('A', 110)] }));
    assert.deepEqual([decision.price, decision.eventType], [109_99, 'to_win']);
  });
  it('LOSE lowers even while winning', () => {
    const body = previewBody({
      offers: one,
      status: 'WINNING',
      winnerSellerId: 'me',
      rule: { strategy: 'LOSE', adjustment: { type: 'VALUE', amount: 1 } },
    });
    assert.deepEqual([ask(body).price, ask(body).eventType], [96_00, 'increase_margin']);
  });
});

describe('limits', () => {
  const winning = { status: 'WINNING' as const, winnerSellerId: 'me' };
  it('a winning price outside the limits goes to the nearer one', () => {
    const above = ask(previewBody({ ...winning, offers: one, listing: { price: 130 } }));
    assert.deepEqual(
      [above.price, above.priceTag, above.eventType],
      [120_00, 'max_margin', 'to_win'],
    );
    const below = ask(
      previewBody({ ...winning, offers: [rival('A', 60)], listing: { price: 70 } }),
    );
    assert.deepEqual([below.price, below.priceTag], [80_00, 'min_margin']);
  });
  it('below the minimum and off: a present price outside goes to the nearer limit', () => {
    const rule = { applyMinPriceWhenLosing: false };
    const decision = ask(previewBody({ offers: [rival('A', 60)], listing: { price: 130 }, rule }));
    assert.deepEqual([decision.price, decision.priceTag], [120_00, 'max_margin']);
  });
  it('no limits: no tag', () => {
    const rule = { minPrice: null, maxPrice: null };
    assert.equal(ask(previewBody({ offers: one, rule })).priceTag, 'none');
  });
  it('no minimum: the change waits for a person, and says why', () => {
    const automatic = ask(previewBody({ offers: one }));
    assert.equal(automatic.state, 'sent');
    const waiting = ask(previewBody({ offers: one, rule: { minPrice: null } }));
    assert.deepEqual(
      [waiting.outcome, waiting.price, waiting.state, waiting.explanation.at(-1)?.code],
      ['CHANGE', automatic.price, 'pending', 'waits_without_minimum'],
    );
  });
  it('nothing at or below zero', () => {
    const rule = { minPrice: null, adjustment: { type: 'PERCENTAGE' as const, amount: 100 } };
    assert.equal(ask(previewBody({ offers: one, rule })).code, 'below_minimum');
  });
  it('a target equal to the present price', () =>
    assert.equal(ask(previewBody({ offers: [rival('A', 100.01)] })).code, 'already_there'));
  it('no rival and no maximum', () =>
    assert.equal(ask(previewBody({ rule: { maxPrice: null } })).code, 'no_competitor'));
  it('an edited rule says so, whatever the limits said', () => {
    const edited = ask(previewBody({ offers: [rival('A', 60)] }), { ...USUAL, ruleEdited: true });
    assert.deepEqual(
      [edited.price, edited.eventType, edited.priceTag],
      [80_00, 'adjusting_rule', 'rule_intervention'],
    );
  });
  it('approval makes it pending', () => {
    assert.equal(ask(previewBody({ offers: one })).state, 'sent');
    const rule = { requiresApproval: true };
    assert.equal(ask(previewBody({ offers: one, rule })).state, 'pending');
  });
});

const amount = fc.integer({ min: 1, max: 5_000_00 });
const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100);
const offer: fc.Arbitrary<Offer> = fc.record({
  offerId: fc.constant(null),
  sellerId: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
  sellerName: fc.constant(''),
  marketplaceId: fc.constantFrom(2 as const, 3 as const),
  price: amount,
  shippingPrice: fc.integer({ min: 0, max: 100_00 }),
  shippingTimeHours: fc.constant(null),
  fulfillment: fc.constant(null),
  reputation: fc.constant(null),
  listingTypeId: fc.constant(null),
  condition: fc.constantFrom('new' as const, 'used' as const),
  available: fc.boolean(),
  position: fc.integer({ min: 1, max: 20 }),
  isOwn: fc.boolean(),
  comparison: fc.constantFrom('IDENTICAL' as const, 'SIMILAR' as const),
});
const market: fc.Arbitrary<Market> = fc.record({
  observedAt: fc.constant(now),
  buybox: fc.record({
    status: fc.constantFrom('WINNING' as const, 'CO_WINNING' as const, 'LOSING' as const),
    winnerSellerId: fc.constantFrom('A', 'B', 'C', null),
    priceToWin: fc.constant(null),
    reason: fc.constant(null),
  }),
  offers: fc.array(offer, { maxLength: 8 }),
});
const limits = fc
  .tuple(fc.option(amount, { nil: null }), fc.option(amount, { nil: null }))
  .map(([a, b]) =>
    a !== null && b !== null
      ? { minPrice: Math.min(a, b), maxPrice: Math.max(a, b) + 1 }
      : { minPrice: a, maxPrice: b },
  );
const rule: fc.Arbitrary<Rule> = fc
  .record({
    competition: fc.constantFrom('BUYBOX' as const, 'EXTERNAL' as const),
    strategy: fc.constantFrom('WIN' as const, 'MATCH' as const, 'LOSE' as const),
    baseOn: fc.constantFrom('WINNER' as const, 'LOWEST_PRICE' as const),
    adjustment: fc.oneof(
      fc.record({
        type: fc.constant('VALUE' as const),
        amount: fc.integer({ min: 0, max: 50_00 }),
      }),
      fc.record({ type: fc.constant('PERCENTAGE' as const), percent }),
    ),
    comparison: fc.constantFrom('IDENTICAL' as const, 'SIMILAR' as const),
    limits,
    safeMargin: percent,
    requiresApproval: fc.boolean(),
    control: fc.constantFrom('REGAIN' as const, 'LOSE' as const),
    applyMinPriceWhenLosing: fc.boolean(),
    considerShippingPrice: fc.boolean(),
    allMarketplaces: fc.boolean(),
    marketplaceId: fc.constant(2 as const),
    buyboxExceptions: fc.subarray(['A', 'B', 'C']),
    outsideBuyboxExceptions: fc.subarray(['A', 'B', 'C']),
    startDate: fc.constant(null),
    endDate: fc.constant(null),
    status: fc.constant('enabled' as const),
  })
  .map(({ limits, ...rest }) => ({ ...rest, ...limits }));
const listing: fc.Arbitrary<ListingFacts> = fc.record({
  price: amount,
  shippingPrice: fc.integer({ min: 0, max: 100_00 }),
  currencyCode: fc.constant('BRL'),
  marketplaceId: fc.constant(2 as const),
  status: fc.constant('ENABLED' as const),
  stock: fc.constant(3),
  promotionStatus: fc.constant('none' as const),
  condition: fc.constant('new' as const),
  lastSetPrice: fc.option(amount, { nil: null }),
});
const runs = { numRuns: 10_000 };

describe('properties', () => {
  it('a change is above zero, inside the limits, and a change; all else has no price', () =>
    fc.assert(
      fc.property(listing, rule, market, (l, r, m) => {
        const decision = decide(l, r, m, null, now);
        if (decision.outcome !== 'CHANGE') {
          assert.equal(decision.price, null);
          return;
        }
        const price = decision.price!;
        assert.ok(Number.isSafeInteger(price) && price > 0);
        assert.notEqual(price, l.price);
        if (r.minPrice !== null) assert.ok(price >= r.minPrice);
        if (r.maxPrice !== null) assert.ok(price <= r.maxPrice);
      }),
      runs,
    ));

  it('the same input gives the same decision, and touches none of it', () =>
    fc.assert(
      fc.property(listing, rule, market, (l, r, m) => {
        const before = JSON.stringify([l, r, m]);
        assert.deepEqual(decide(l, r, m, null, now), decide(l, r, m, null, now));
        assert.equal(JSON.stringify([l, r, m]), before);
      }),
      runs,
    ));

  it('one more rival never raises the price of WIN on the lowest price with the minimum applied', () =>
    fc.assert(
      fc.property(listing, rule, market, offer, (l, r, m, extra) => {
        const win: Rule = {
          ...r,
          strategy: 'WIN',
          baseOn: 'LOWEST_PRICE',
          applyMinPriceWhenLosing: true,
        };
        const priceOf = (d: Decision) => d.price ?? l.price;
        const without = decide(l, win, m, null, now);
        const with_ = decide(l, win, { ...m, offers: [...m.offers, extra] }, null, now);
        // Where nothing was to beat and nothing told where to go, the first rival does what the rule says.
        if (without.code === 'no_competitor' || without.outcome === 'PAUSE_RULE') return;
        // At or below zero, without a minimum, the engine keeps the present price, which may be higher.
        if (r.minPrice === null && with_.code === 'below_minimum') return;
        assert.ok(priceOf(with_) <= priceOf(without), `${priceOf(with_)} > ${priceOf(without)}`);
      }),
      runs,
    ));

  it('an exception is never what a price is set against', () =>
    fc.assert(
      fc.property(listing, rule, market, (l, r, m) => {
        const exceptions =
          r.competition === 'BUYBOX' ? r.buyboxExceptions : r.outsideBuyboxExceptions;
        const { rival: against } = decide(l, r, m, null, now);
        assert.ok(against === null || (!exceptions.includes(against.sellerId) && !against.isOwn));
      }),
      runs,
    ));

  it('considering shipping changes nothing where all shipping is equal and costs nothing to compare', () =>
    fc.assert(
      fc.property(
        listing,
        rule,
        market,
        fc.integer({ min: 0, max: 50_00 }),
        (l, r, m, shipping) => {
          // A percentage is taken of the comparable price, which shipping makes larger: amounts only.
          const value: Rule = { ...r, adjustment: { type: 'VALUE', amount: 25 }, safeMargin: 0 };
          const equal = { ...m, offers: m.offers.map((o) => ({ ...o, shippingPrice: shipping })) };
          const own = { ...l, shippingPrice: shipping };
          const pick = ({ outcome, code, price }: Decision) => ({ outcome, code, price });
          assert.deepEqual(
            pick(decide(own, { ...value, considerShippingPrice: true }, equal, null, now)),
            pick(decide(own, { ...value, considerShippingPrice: false }, equal, null, now)),
          );
        },
      ),
      runs,
    ));

  it('every line has a sentence without a gap, in each language', () =>
    fc.assert(
      fc.property(listing, rule, market, (l, r, m) => {
        for (const line of decide(l, r, m, null, now).explanation) {
          for (const locale of ['pt', 'en', 'es'] as const) {
            const { text } = explain(line, locale, 'BRL');
            assert.ok(
              EXPLANATIONS[locale].lines[`${line.step}.${line.code}`],
              `${line.step}.${line.code}`,
            );
            assert.doesNotMatch(text, /[{}]|undefined|null|NaN/);
          }
        }
      }),
      { numRuns: 500 },
    ));
});
