import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Market, Offer } from '../kernel/market.ts';
import { competingOffers, essenceOf, fingerprint, hasChanged, ownOffer } from './diff.ts';

const offer = (sellerId: string, price: number, more: Partial<Offer> = {}): Offer => ({
  offerId: `MLB-${sellerId}`,
  sellerId,
  sellerName: `Loja ${sellerId}`,
  marketplaceId: 2,
  price,
  shippingPrice: 0,
  shippingTimeHours: null,
  fulfillment: null,
  reputation: null,
  listingTypeId: null,
  condition: 'new',
  available: true,
  position: 1,
  isOwn: false,
  comparison: 'IDENTICAL',
  ...more,
});
const own = offer('me', 10_000, { isOwn: true, position: 3 });
const first = offer('a', 9_500);
const second = offer('b', 9_700, { position: 2 });

const market = (more: Partial<Market['buybox']> & { offers?: Offer[] } = {}): Market => {
  const { offers = [first, second, own], ...buybox } = more;
  return {
    observedAt: new Date('2026-05-04T12:00:00Z'),
    buybox: {
      status: 'LOSING',
      winnerSellerId: 'a',
      priceToWin: 9_499,
      reason: null,
      ...buybox,
    },
    offers,
  };
};
const essence = (given = market(), ownPrice = 10_000) => essenceOf(given, ownPrice);
const withFirst = (more: Partial<Offer>) =>
  market({ offers: [{ ...first, ...more }, second, own] });

describe('hasChanged', () => {
  const cases: [string, Market, number, boolean][] = [
    ['nothing', market(), 10_000, false],
    ['our own price', market(), 10_001, true],
    ['a rival’s price', withFirst({ price: 9_499 }), 10_000, true],
    ['a rival’s shipping', withFirst({ shippingPrice: 100 }), 10_000, true],
    [
      'price and shipping, the total staying',
      withFirst({ price: 9_400, shippingPrice: 100 }),
      10_000,
      true,
    ],
    ['a rival sold out', withFirst({ available: false }), 10_000, true],
    ['a rival left', market({ offers: [second, own] }), 10_000, true],
    ['a rival came', market({ offers: [first, second, own, offer('c', 12_000)] }), 10_000, true],
    [
      'a rival’s second ad came',
      market({ offers: [first, second, own, offer('a', 9_500, { offerId: 'x' })] }),
      10_000,
      true,
    ],
    ['a rival’s condition', withFirst({ condition: 'used' }), 10_000, true],
    ['the status', market({ status: 'CO_WINNING' }), 10_000, true],
    ['the winner', market({ winnerSellerId: 'b' }), 10_000, true],
    ['no winner any more', market({ winnerSellerId: null }), 10_000, true],
    ['the price to win', market({ priceToWin: 9_498 }), 10_000, true],
    ['the reason', market({ reason: 'manufacturing_time' }), 10_000, true],
    ['the order of the list', market({ offers: [own, second, first] }), 10_000, false],
    ['a rival’s name', withFirst({ sellerName: 'Outro nome' }), 10_000, false],
    ['a rival’s place', withFirst({ position: 7 }), 10_000, false],
    [
      'a rival’s reputation',
      withFirst({ reputation: '5_green', fulfillment: true }),
      10_000,
      false,
    ],
    [
      'an offer that is sold out all the while',
      market({ offers: [first, second, own, offer('z', 1, { available: false })] }),
      10_000,
      false,
    ],
    ['the moment', { ...market(), observedAt: new Date(0) }, 10_000, false],
  ];
  for (const [name, after, ownPrice, changed] of cases) {
    it(`${name}: ${changed ? 'matters' : 'does not matter'}`, () => {
      assert.equal(hasChanged(essence(), essence(after, ownPrice)), changed);
    });
  }

  it('takes a first observation for a change', () => {
    assert.equal(hasChanged(null, essence()), true);
  });
});

describe('fingerprint', () => {
  it('depends on the competitors only, not on the own price and the buybox', () => {
    const cheaper = market({
      status: 'WINNING',
      winnerSellerId: 'me',
      priceToWin: null,
      reason: 'x',
      offers: [first, second, { ...own, price: 9_499, position: 1 }],
    });
    assert.equal(fingerprint(cheaper), fingerprint(market()));
    assert.equal(fingerprint(market({ offers: [] })), fingerprint(market({ offers: [own] })));
  });

  const offers = fc.array(
    fc.record({
      sellerId: fc.stringMatching(/^[a-z"\\,[\]]{1,4}$/),
      offerId: fc.option(fc.string({ maxLength: 4 })),
      price: fc.integer({ min: 1, max: 20_000 }),
      shippingPrice: fc.integer({ min: 0, max: 3 }),
      available: fc.boolean(),
      isOwn: fc.boolean(),
      position: fc.integer({ min: 1, max: 20 }),
    }),
    { maxLength: 20 },
  );
  const asMarket = (some: Partial<Offer>[]) =>
    market({ offers: some.map((one) => offer(one.sellerId ?? '', one.price ?? 1, one)) });

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(offers, fc.integer(), (some, seed) => {
        const turned = some.map(
          (_, n) => some[(n + (Math.abs(seed) % some.length)) % some.length]!,
        );
        assert.equal(fingerprint(asMarket(some)), fingerprint(asMarket(turned)));
      }),
    );
  });

  it('differs as soon as one competitor changes, appears or leaves', () => {
    fc.assert(
      fc.property(offers, fc.nat(), (some, pick) => {
        const competitors = some.filter((one) => one.available && !one.isOwn);
        fc.pre(competitors.length > 0);
        const chosen = competitors[pick % competitors.length]!;
        const before = fingerprint(asMarket(some));
        const moved = some.map((one) => (one === chosen ? { ...one, price: one.price + 1 } : one));
        assert.notEqual(fingerprint(asMarket(moved)), before);
        assert.notEqual(fingerprint(asMarket(some.filter((one) => one !== chosen))), before);
        assert.notEqual(
          fingerprint(asMarket([...some, { ...chosen, offerId: 'another' }])),
          before,
        );
      }),
    );
  });

  it('keeps texts apart that run into each other', () => {
    const ab = market({ offers: [offer('a', 1, { offerId: 'b,c' })] });
    const abc = market({ offers: [offer('a,b', 1, { offerId: 'c' })] });
    assert.notEqual(fingerprint(ab), fingerprint(abc));
  });
});

describe('rivalsOf', () => {
  it('puts the cheapest in all first, a tie to the better place, without own and sold out ones', () => {
    const competitors = competingOffers(
      market({
        offers: [
          offer('late', 9_000, { position: 9 }),
          offer('early', 8_900, { shippingPrice: 100, position: 4 }),
          offer('cheap', 8_000, { shippingPrice: 900, position: 1 }),
          offer('gone', 1, { available: false }),
          own,
        ],
      }),
    );
    assert.deepEqual(
      competitors.map((one) => one.sellerId),
      ['cheap', 'early', 'late'],
    );
  });
});

describe('ownOffer', () => {
  it('is the listing’s own, not another of the same seller', () => {
    const twin = offer('me', 1, { offerId: 'twin', isOwn: true });
    assert.equal(ownOffer(market({ offers: [twin, own] }), 'MLB-me', 'me'), own);
    assert.equal(ownOffer(market({ offers: [twin] }), 'MLB-me', 'me'), null);
  });

  it('is the seller’s where offers have no ids', () => {
    const plain = offer('me', 1, { offerId: null });
    assert.equal(ownOffer(market({ offers: [first, plain] }), 'B0ASIN', 'me'), plain);
    assert.equal(ownOffer(market({ offers: [first] }), 'B0ASIN', 'me'), null);
  });
});
