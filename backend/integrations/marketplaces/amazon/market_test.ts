import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { offerOf, offersPayload, SELLER } from '../../../testing/conformance/amazon.ts';
import { type Expected, toMarket } from './market.ts';
import { readOfferList } from './offer-list.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const COMPETITOR = 'A2FIXTURERIVAL0';
const OTHER = 'A4FIXTUREOTHER0';
const whose = { sellerId: SELLER, sku: 'LUM-1' };
const NOTHING: Expected = { status: null, price: null, fulfillment: null };

function market(
  offers: unknown[],
  { more = {}, expected = null }: { more?: object; expected?: Expected | null } = {},
) {
  const list = readOfferList(offersPayload(offers, { ...more }), 'New');
  assert.ok(list);
  return toMarket(list, whose, NOW, expected);
}
const total = (OfferCount: number) => ({
  Summary: { NumberOfOffers: [{ condition: 'new', fulfillmentChannel: 'Amazon', OfferCount }] },
});
const featured = (amount: number) => ({
  Summary: {
    BuyBoxPrices: [
      {
        condition: 'New',
        ListingPrice: { CurrencyCode: 'BRL', Amount: amount },
        Shipping: { CurrencyCode: 'BRL', Amount: 0 },
      },
    ],
  },
});
const own = (isFeatured: boolean, more = {}) => ({ ...offerOf(SELLER, 100, isFeatured), ...more });
const competitor = (isFeatured: boolean, price = 99) => offerOf(COMPETITOR, price, isFeatured);
const unreported = (offer: object) => ({ ...offer, IsBuyBoxWinner: undefined });

describe('the market of a listing', () => {
  const cases: [
    string,
    unknown[],
    object,
    Expected | null,
    string,
    string | null,
    string | null,
  ][] = [
    ['wins', [competitor(false), own(true)], {}, null, 'WINNING', SELLER, null],
    ['shares', [competitor(true), own(true)], {}, null, 'CO_WINNING', SELLER, null],
    ['loses', [competitor(true), own(false)], {}, null, 'LOSING', COMPETITOR, null],
    ['is alone and featured', [own(true)], {}, null, 'NO_COMPETITOR', SELLER, null],
    [
      'is next to an undecodable one',
      [own(true), { SellerId: COMPETITOR }],
      {},
      null,
      'SYNCING',
      SELLER,
      'offers_incomplete',
    ],
    [
      'is next to some that are counted but not listed',
      [own(true)],
      total(3),
      null,
      'SYNCING',
      SELLER,
      'offers_incomplete',
    ],
    ['is alone and not featured', [own(false)], {}, null, 'NOT_COMPETING', null, 'nobody_featured'],
    [
      'has no featured offer',
      [competitor(false), own(false)],
      {},
      null,
      'LOSING',
      null,
      'nobody_featured',
    ],
    [
      'is not among all',
      [competitor(true)],
      {},
      null,
      'NOT_COMPETING',
      COMPETITOR,
      'offer_not_found',
    ],
    [
      'is not among the first',
      [competitor(true)],
      total(40),
      null,
      'SYNCING',
      COMPETITOR,
      'below_top_20',
    ],
    ['is not there at all', [], total(0), null, 'NOT_COMPETING', null, 'offer_not_found'],
    [
      'may not be featured',
      [competitor(true), own(false, { IsFeaturedMerchant: false })],
      {},
      null,
      'NOT_COMPETING',
      COMPETITOR,
      'not_eligible_to_be_featured',
    ],
    [
      'is barred, by the expected price',
      [competitor(true), own(false)],
      {},
      { ...NOTHING, status: 'OFFER_NOT_ELIGIBLE' },
      'NOT_COMPETING',
      COMPETITOR,
      'OFFER_NOT_ELIGIBLE',
    ],
    [
      'is still being worked out',
      [competitor(true), own(false)],
      { status: 'ActiveButTooSoonForProcessing' },
      null,
      'SYNCING',
      COMPETITOR,
      'ActiveButTooSoonForProcessing',
    ],
    [
      'loses to an offer known only by the featured price',
      [unreported(competitor(true)), unreported(own(false))],
      featured(99),
      null,
      'LOSING',
      COMPETITOR,
      null,
    ],
    [
      'cannot be distinguished from another with the same price',
      [unreported(competitor(true, 100)), unreported(own(true))],
      featured(100),
      null,
      'SYNCING',
      null,
      'offers_incomplete',
    ],
    [
      'loses to one beyond the first twenty',
      [competitor(false), own(false)],
      featured(95),
      null,
      'LOSING',
      null,
      null,
    ],
  ];
  for (const [name, offers, more, expected, status, winner, reason] of cases)
    it(`that ${name}`, () => {
      const { buybox } = market(offers, { more, expected });
      assert.deepEqual(buybox, { status, winnerSellerId: winner, priceToWin: null, reason });
    });

  it('has the expected price as the price to win, whatever the status', () => {
    const expected = { ...NOTHING, status: 'VALID_FOEP', price: 9_850 };
    assert.equal(market([competitor(true), own(false)], { expected }).buybox.priceToWin, 9_850);
    assert.equal(market([competitor(false), own(true)], { expected }).buybox.priceToWin, 9_850);
  });

  it('holds the offers in the order reported, each with its place', () => {
    const { offers, observedAt } = market([competitor(true), { SellerId: 'odd' }, own(false)]);
    assert.equal(observedAt, NOW);
    assert.deepEqual(
      offers.map((one) => [one.position, one.sellerId, one.isOwn, one.fulfillment, one.offerId]),
      [
        [1, COMPETITOR, false, true, null],
        [3, SELLER, true, false, null],
      ],
    );
    assert.deepEqual(
      [offers[0]?.price, offers[0]?.reputation, offers[0]?.shippingTimeHours],
      [9_900, '97%', 48],
    );
  });

  it('marks an offer that no one can buy at present', () => {
    const time = (availabilityType: string) => ({
      ...competitor(false),
      ShippingTime: { maximumHours: 48, availabilityType },
    });
    const states = ['NOW', 'FUTURE_WITH_DATE', 'FUTURE_WITHOUT_DATE'];
    const { offers } = market([...states.map(time), own(true)]);
    assert.deepEqual(
      offers.map(({ available }) => available),
      [true, true, false, true],
    );
  });

  it('takes no other listing of the seller for this one', () => {
    const both = [own(true), own(false, { IsFulfilledByAmazon: true }), offerOf(OTHER, 120, false)];
    const ids = (expected: Expected | null) =>
      market(both, { expected }).offers.map(({ offerId }) => offerId);
    assert.deepEqual(ids(null), [`${SELLER}:MFN`, `${SELLER}:AFN`, null]);
    assert.deepEqual(ids({ ...NOTHING, fulfillment: true }), [`${SELLER}:MFN`, 'LUM-1', null]);
  });

  it('has no reputation for a seller without ratings', () => {
    const rated = (FeedbackCount: number) => ({
      ...competitor(true),
      SellerFeedbackRating: { FeedbackCount, SellerPositiveFeedbackRating: 0 },
    });
    const reputations = market([rated(0), rated(3)]).offers.map((offer) => offer.reputation);
    assert.deepEqual(reputations, [null, '0%']);
  });

  it('is unknown without a list of offers or a known condition', () => {
    assert.equal(readOfferList({ Offers: {} }, 'New'), null);
    assert.equal(readOfferList({ Offers: [] }, 'Club'), null);
    assert.equal(readOfferList(null, 'New'), null);
    assert.equal(readOfferList({ Offers: [] }, 'constructor'), null);
  });
});
