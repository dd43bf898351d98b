import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { MANIFESTS } from '../integrations/registry.ts';
import type { ComparedOffer, Tip } from './contract.ts';
import { compareOffers } from './engine/compare.ts';
import { type TipFacts, tipsFor } from './tips.ts';

const offer = (more: Partial<ComparedOffer> = {}): ComparedOffer => {
  const { price = 100, shippingPrice = 0 } = more;
  return {
    position: 1,
    isWinner: null,
    available: true,
    condition: 'new',
    price,
    shippingPrice,
    shippingReported: true,
    totalPrice: price + shippingPrice,
    fulfillment: null,
    shippingTimeHours: null,
    reputation: null,
    reputationLevel: null,
    listingTypeId: null,
    freeInstallments: null,
    acceptsPaymentMethod: null,
    onCatalog: true,
    isMostSold: null,
    rate: null,
    hasDealOfTheDay: null,
    ...more,
  };
};

interface Scene {
  buybox?: Partial<NonNullable<TipFacts['buybox']>> | null;
  listing?: Partial<TipFacts['listing']>;
  own?: Partial<ComparedOffer>;
  /** Null: no one else sells. */
  leader?: Partial<ComparedOffer> | null;
}

function tips({ buybox = {}, listing, own: ours, leader = {} }: Scene): Tip[] {
  const own = offer(ours);
  const competitor = leader && offer({ price: 95, ...leader });
  return tipsFor({
    buybox: buybox && { status: 'LOSING', priceToWin: null, reason: null, ...buybox },
    listing: { status: 'ENABLED', stock: 5, ...listing },
    hindrances: Object.assign({}, ...MANIFESTS.map(({ hindrances }) => hindrances)),
    own,
    leader: competitor && {
      ...competitor,
      sellerName: 'Loja Rival',
      better: compareOffers(own, competitor),
    },
  });
}
const seller = 'Loja Rival';
const codes = (scene: Scene) => tips(scene).map(({ code }) => code);

describe('the price', () => {
  it("is the marketplace's first", () => {
    assert.deepEqual(tips({ buybox: { priceToWin: 97.4 } }), [
      { code: 'price', values: { amount: 2.6, price: 97.4 } },
    ]);
  });

  it('is a cent below the one ahead where the marketplace reports none', () => {
    assert.deepEqual(tips({}), [
      { code: 'price_below_rival', values: { amount: 5.01, price: 94.99, seller } },
    ]);
  });

  it('compensates for more expensive shipping', () => {
    const [first] = tips({ own: { shippingPrice: 12.5 }, leader: { shippingPrice: 4 } });
    assert.deepEqual(first, {
      code: 'price_below_rival',
      values: { amount: 13.51, price: 86.49, seller },
    });
  });

  it('has to be lower if both have the same price', () => {
    assert.deepEqual(tips({ leader: { price: 100 } }), [
      { code: 'price_below_rival', values: { amount: 0.01, price: 99.99, seller } },
    ]);
  });

  it('is not what is missing where it is the lowest already', () => {
    assert.deepEqual(codes({ leader: { price: 104 } }), ['price_is_not_enough']);
    assert.deepEqual(codes({ buybox: { priceToWin: 100 } }), ['price_is_not_enough']);
  });

  it('is never zero', () => {
    assert.deepEqual(codes({ own: { shippingPrice: 30 }, leader: { price: 20 } }), [
      'price_is_not_enough',
      'shipping_price',
    ]);
  });

  it('is no matter where no one else sells', () => {
    assert.deepEqual(tips({ leader: null, buybox: { status: 'NO_COMPETITOR' } }), []);
  });
});

describe('what the one ahead does better', () => {
  it('is listed after the price, the most important first', () => {
    const found = tips({
      own: {
        fulfillment: false,
        shippingPrice: 9.9,
        shippingTimeHours: 72,
        reputation: '3_yellow',
        listingTypeId: 'gold_special',
        freeInstallments: false,
      },
      leader: {
        fulfillment: true,
        shippingTimeHours: 24,
        reputation: '5_green',
        listingTypeId: 'gold_pro',
        freeInstallments: true,
      },
    });
    const types = { own: 'gold_special', rival: 'gold_pro', seller };
    assert.deepEqual(found.slice(1), [
      { code: 'fulfillment', values: { seller } },
      { code: 'shipping_price', values: { amount: 9.9, seller } },
      { code: 'shipping_time', values: { hours: 48, seller } },
      { code: 'reputation', values: { own: '3_yellow', rival: '5_green', seller } },
      { code: 'free_installments', values: types },
    ]);
  });

  it('is the type of listing where that brings no instalments', () => {
    const scene: Scene = {
      own: { listingTypeId: 'silver', freeInstallments: false },
      leader: { listingTypeId: 'gold_special', freeInstallments: false },
    };
    assert.deepEqual(codes(scene).slice(1), ['listing_type']);
  });

  it('is absent where we are better, or nothing is known', () => {
    assert.deepEqual(codes({ own: { fulfillment: true, shippingTimeHours: 24 } }).slice(1), []);
  });
});

describe('what no price cures', () => {
  const reasons: [string, string][] = [
    ['non_trusted_seller', 'untrusted_seller'],
    ['reputation_below_threshold', 'low_reputation'],
    ['item_reputation_below_threshold', 'penalized_item'],
    ['winner_has_better_reputation', 'better_reputation_ahead'],
    ['manufacturing_time', 'manufacturing_time'],
    ['item_not_opted_in', 'not_opted_in'],
    ['shipping_mode', 'worse_shipping_mode'],
    ['OFFER_NOT_ELIGIBLE', 'not_eligible'],
    ['ASIN_NOT_ELIGIBLE', 'product_not_eligible'],
    ['offer_not_found', 'offer_not_found'],
    ['nobody_featured', 'above_reference_price'],
  ];
  for (const [reason, code] of reasons) {
    it(`is ${code} if the marketplace reports ${reason}`, () => {
      assert.deepEqual(codes({ buybox: { status: 'NOT_COMPETING', reason } }), [code]);
    });
  }

  it('has the marketplace’s own code if it is unknown', () => {
    assert.deepEqual(tips({ buybox: { status: 'NOT_COMPETING', reason: 'new_policy' } }), [
      { code: 'other_reason', values: { reason: 'new_policy' } },
    ]);
    assert.deepEqual(codes({ buybox: { status: 'NOT_COMPETING', reason: 'constructor' } }), [
      'other_reason',
    ]);
  });

  it('is listed before the price if the listing competes anyway', () => {
    const buybox = { reason: 'winner_has_better_reputation', priceToWin: 90 };
    assert.deepEqual(codes({ buybox }), ['better_reputation_ahead', 'price']);
  });

  it('reports once that a price is not enough', () => {
    const buybox = { reason: 'no_improvement_price' };
    assert.deepEqual(codes({ buybox, leader: { price: 120 } }), ['price_is_not_enough']);
  });

  it('is a stock of nothing, or a pause, observed or not', () => {
    assert.deepEqual(codes({ listing: { stock: 0 }, buybox: null }), ['out_of_stock']);
    assert.deepEqual(codes({ listing: { status: 'PAUSED' }, buybox: null }), ['paused']);
    const buybox = { status: 'NOT_COMPETING', reason: 'item_paused' } as const;
    assert.deepEqual(codes({ listing: { status: 'PAUSED' }, buybox }), ['paused']);
    assert.deepEqual(codes({ listing: { stock: 0 }, buybox }), ['out_of_stock']);
  });

  it('is to be outside of the catalog', () => {
    assert.deepEqual(codes({ buybox: { status: 'NON_CATALOG' } }), ['not_on_catalog']);
  });

  it('is nothing while the marketplace is still working it out', () => {
    assert.deepEqual(tips({ buybox: { status: 'SYNCING', reason: 'offers_incomplete' } }), []);
  });
});

describe('a listing that wins', () => {
  it('reports how far its price could go up', () => {
    assert.deepEqual(tips({ buybox: { status: 'WINNING', priceToWin: 103.5 } }), [
      { code: 'room_to_raise', values: { amount: 3.5, price: 103.5 } },
    ]);
  });

  it('has no tip where that is not known', () => {
    assert.deepEqual(tips({ buybox: { status: 'WINNING', priceToWin: 100 } }), []);
    assert.deepEqual(tips({ buybox: { status: 'WINNING' } }), []);
  });
});
