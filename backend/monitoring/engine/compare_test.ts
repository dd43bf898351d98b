import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { LISTING_TYPES } from '../../kernel/listing.ts';
import { type ComparedOffer, CRITERIA } from '../contract.ts';
import { compareOffers, reputationLevel } from './compare.ts';

const offer = (more: Partial<ComparedOffer> = {}): ComparedOffer => ({
  position: 1,
  isWinner: null,
  available: true,
  condition: 'new',
  price: 100,
  shippingPrice: 0,
  shippingReported: true,
  totalPrice: 100,
  fulfillment: null,
  shippingTimeHours: null,
  reputation: null,
  reputationLevel: null,
  listingTypeId: null,
  freeInstallments: null,
  acceptsPaymentMethod: null,
  onCatalog: null,
  isMostSold: null,
  rate: null,
  hasDealOfTheDay: null,
  ...more,
});

describe('the level of a reputation', () => {
  const cases: [string | null, number | null][] = [
    ['5_green', 5],
    ['4_light_green', 4],
    ['1_red', 1],
    ['4', 4],
    ['4.5', 4],
    ['98%', 5],
    ['81', 5],
    ['80%', 4],
    ['20%', 1],
    ['5%', 1],
    ['0%', 1],
    ['100%', 5],
    ['140', null],
    ['newbie', null],
    ['', null],
    [null, null],
  ];
  for (const [reported, level] of cases) {
    it(`${reported} is ${level}`, () => assert.equal(reputationLevel(reported), level));
  }
});

describe('the comparison of two offers', () => {
  const cases: [string, Partial<ComparedOffer>, Partial<ComparedOffer>, object][] = [
    ['the lower price is better', { price: 99.99 }, { price: 100 }, { price: 'own' }],
    ['the same price is level', { price: 100 }, { price: 100 }, { price: 'equal' }],
    ['the lower shipping', { shippingPrice: 5 }, { shippingPrice: 0 }, { shippingPrice: 'rival' }],
    ['the lower total', { totalPrice: 105 }, { totalPrice: 104 }, { totalPrice: 'rival' }],
    [
      'no shipping that is not reported, and no total with it',
      { price: 100, shippingPrice: 5, totalPrice: 105 },
      { price: 99, shippingPrice: 0, totalPrice: 99, shippingReported: false },
      { price: 'rival', shippingPrice: 'unknown', totalPrice: 'unknown' },
    ],
    [
      'the shorter time',
      { shippingTimeHours: 24 },
      { shippingTimeHours: 48 },
      { shippingTime: 'own' },
    ],
    [
      'no unreported time, 0 hours included',
      { shippingTimeHours: 0 },
      {},
      { shippingTime: 'unknown' },
    ],
    [
      'the seller with what can be had',
      { fulfillment: false, onCatalog: true, isMostSold: false, hasDealOfTheDay: true },
      { fulfillment: true, onCatalog: true, isMostSold: true, hasDealOfTheDay: false },
      { fulfillment: 'rival', onCatalog: 'equal', isMostSold: 'rival', hasDealOfTheDay: 'own' },
    ],
    [
      'unreported data are not a disadvantage',
      { freeInstallments: true, acceptsPaymentMethod: null },
      { freeInstallments: null, acceptsPaymentMethod: true },
      { freeInstallments: 'unknown', acceptsPaymentMethod: 'unknown' },
    ],
    [
      'the higher level of reputation',
      { reputation: '3_yellow' },
      { reputation: '5_green' },
      { reputation: 'rival' },
    ],
    [
      'shares within one level',
      { reputation: '97%' },
      { reputation: '92%' },
      { reputation: 'own' },
    ],
    [
      'a share against a level by levels',
      { reputation: '97%' },
      { reputation: '5_green' },
      { reputation: 'equal' },
    ],
    [
      'the higher type of ad',
      { listingTypeId: 'gold_special' },
      { listingTypeId: 'gold_pro' },
      { listingTypeId: 'rival' },
    ],
    [
      'no unknown type',
      { listingTypeId: 'platinum' },
      { listingTypeId: 'free' },
      { listingTypeId: 'unknown' },
    ],
    [
      'the higher rating',
      { rate: { stars: 4.6, commentsReviewCount: 12 } },
      { rate: { stars: 4.4, commentsReviewCount: 900 } },
      { rate: 'own' },
    ],
    [
      'no stars without an opinion',
      { rate: { stars: 0, commentsReviewCount: 0 } },
      { rate: { stars: 4.4, commentsReviewCount: 900 } },
      { rate: 'unknown' },
    ],
  ];
  for (const [name, own, competitor, expected] of cases) {
    it(name, () => {
      const better = compareOffers(offer(own), offer(competitor));
      const names = Object.keys(expected) as (keyof typeof better)[];
      assert.deepEqual(Object.fromEntries(names.map((one) => [one, better[one]])), expected);
    });
  }

  it('orders the types of listings as the marketplace does', () => {
    for (const [place, { id: listingTypeId }] of LISTING_TYPES.entries()) {
      const below = LISTING_TYPES[place - 1];
      if (below === undefined) continue;
      const better = compareOffers(offer({ listingTypeId }), offer({ listingTypeId: below.id }));
      assert.equal(better.listingTypeId, 'own');
    }
  });

  it('is the other way round when the two change places', () => {
    const some = fc.record({
      price: fc.integer({ min: 1, max: 300 }),
      shippingTimeHours: fc.option(fc.integer({ min: 0, max: 3 })),
      fulfillment: fc.option(fc.boolean()),
      reputation: fc.option(fc.constantFrom('5_green', '2_orange', '97%', '41%', 'x')),
      listingTypeId: fc.option(fc.constantFrom(...LISTING_TYPES.map(({ id }) => id), 'x')),
      freeInstallments: fc.option(fc.boolean()),
    });
    const turned = { own: 'rival', rival: 'own', equal: 'equal', unknown: 'unknown' } as const;
    fc.assert(
      fc.property(some, some, (a, b) => {
        const [there, back] = [
          compareOffers(offer(a), offer(b)),
          compareOffers(offer(b), offer(a)),
        ];
        for (const one of CRITERIA) assert.equal(back[one], turned[there[one]]);
      }),
    );
  });
});
