import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { event, offerChange, offerOf, SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { decodeNotification } from './notifications.ts';
import { accountsOver, storeOf } from './stores.ts';

const KEY = 'a key that only the connection knows';
const accounts = accountsOver(storeOf(STORE));
const decode = (body: unknown, key: string | null = KEY) =>
  decodeNotification(accounts, KEY, {
    body,
    headers: new Headers(key === null ? {} : { 'x-api-key': key }),
  });
const read = (body: unknown) => {
  const notification = decode(body);
  assert.ok(notification.ok, JSON.stringify(notification));
  const one = notification.value[0] ?? null;
  if (one === null) return null;
  assert.ok(one.about === 'market' || one.about === 'listing');
  return one;
};

const offers = [offerOf('A2RIVAL', 139.5, true), offerOf(SELLER, 149.9, false)];
const change = event('ANY_OFFER_CHANGED', offerChange(offers));

/** The same with every name's first letter made small, as some types and versions are written. */
function small(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(small);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name === 'ASIN' ? 'asin' : name[0]!.toLowerCase() + name.slice(1),
      small(inner),
    ]),
  );
}

const beyond = (OfferCount: number) => ({ NumberOfOffers: [{ Condition: 'New', OfferCount }] });

describe('a notification of Amazon', () => {
  it('is accepted only with the key', () => {
    assert.ok(decode(change).ok);
    for (const key of [null, '', 'x', KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase()])
      assert.deepEqual(decode(change, key), { ok: false, error: 'unproven' });
  });

  it('about offers reports the whole market, as it was at the change', () => {
    const notification = read(change);
    assert.equal(notification?.sellerId, SELLER);
    assert.deepEqual(notification.subject, { catalogProductId: 'B0FIXTURE1', condition: 'new' });
    const { market } = notification;
    assert.deepEqual(market?.observedAt, new Date('2026-03-02T14:59:57.900Z'));
    assert.deepEqual(market.buybox, {
      status: 'LOSING',
      winnerSellerId: 'A2RIVAL',
      priceToWin: null,
      reason: null,
    });
    assert.deepEqual(
      market.offers.map(({ sellerId, price, isOwn }) => [sellerId, price, isOwn]),
      [
        ['A2RIVAL', 13_950, false],
        [SELLER, 14_990, true],
      ],
    );
  });

  it('about an order names it, and the account of the store in which it was made', () => {
    const changed = (MarketplaceId: string) =>
      event('ORDER_CHANGE', {
        OrderChangeNotification: {
          NotificationLevel: 'OrderLevel',
          SellerId: SELLER,
          AmazonOrderId: '701-4410022-3300115',
          OrderChangeType: 'OrderStatusChange',
          Summary: { MarketplaceId, OrderStatus: 'Shipped', DestinationPostalCode: '04010-000' },
        },
      });
    assert.deepEqual(decode(changed(STORE)), {
      ok: true,
      value: [{ sellerId: SELLER, subject: { orderId: '701-4410022-3300115' }, about: 'order' }],
    });
    assert.deepEqual(decode(changed('ATVPDKIKX0DER')), {
      ok: true,
      value: [
        { sellerId: `${SELLER}@US`, subject: { orderId: '701-4410022-3300115' }, about: 'order' },
      ],
    });
    assert.deepEqual(decode(changed('A1PA6795UKMFR9')), { ok: true, value: [] });
    assert.deepEqual(decode(event('ORDER_CHANGE', {})), { ok: false, error: 'unknown_seller' });
  });

  it('is read in either casing, and however it was wrapped', () => {
    const expected = read(change);
    assert.deepEqual(read({ detail: small(change.detail) }), expected);
    assert.deepEqual(read(change.detail), expected);
    const message = { messageId: 'm', body: JSON.stringify(change.detail) };
    assert.deepEqual(read(message), expected);
    assert.deepEqual(read([message]), expected);
  });

  it('has no market where its list is incomplete', () => {
    const trigger = offerChange(offers).AnyOfferChangedNotification.OfferChangeTrigger;
    const without: [string, Record<string, unknown>][] = [
      ['no offers', { Offers: undefined }],
      ['which store', { OfferChangeTrigger: { ...trigger, MarketplaceId: undefined } }],
      ['no time', { OfferChangeTrigger: { ...trigger, TimeOfOfferChange: 'yesterday' } }],
      [
        'a condition that is not ours',
        { OfferChangeTrigger: { ...trigger, ItemCondition: 'club' } },
      ],
      ['an ad beyond the first twenty', { Offers: [offers[0]], Summary: beyond(30) }],
    ];
    for (const [name, more] of without) {
      const notification = read(event('ANY_OFFER_CHANGED', offerChange(offers, more)));
      assert.equal(notification?.market, null, name);
      assert.equal(notification.about, 'market', name);
    }
  });
  it('about the health of a price is a hint to poll', () => {
    const payload = {
      issueType: 'BuyBoxDisqualification',
      sellerId: SELLER,
      offerChangeTrigger: {
        marketplaceId: STORE,
        asin: 'B0FIXTURE1',
        itemCondition: 'used',
        timeOfOfferChange: '2026-03-02T14:59:57.900Z',
      },
    };
    assert.deepEqual(read({ detail: { notificationType: 'PRICING_HEALTH', payload } }), {
      sellerId: SELLER,
      subject: { catalogProductId: 'B0FIXTURE1', condition: 'used' },
      about: 'market',
      market: null,
    });
  });

  it('about a listing names its SKU', () => {
    for (const type of [
      'LISTINGS_ITEM_STATUS_CHANGE',
      'LISTINGS_ITEM_STATUS_CHANGED',
      'LISTINGS_ITEM_ISSUES_CHANGE',
    ])
      assert.deepEqual(read(event(type, { SellerId: SELLER, Sku: 'LUM 01/a' })), {
        sellerId: SELLER,
        subject: { skuMarketplace: 'LUM 01/a' },
        about: 'listing',
        market: null,
      });
  });

  it('of another store is the account’s in it, and in its currency', () => {
    const elsewhere = { SellerId: SELLER, Sku: 'A', MarketplaceId: 'ATVPDKIKX0DER' };
    assert.equal(read(event('LISTINGS_ITEM_STATUS_CHANGE', elsewhere))?.sellerId, `${SELLER}@US`);
    const trigger = {
      MarketplaceId: 'ATVPDKIKX0DER',
      ASIN: 'B0',
      ItemCondition: 'new',
      TimeOfOfferChange: '2026-03-02T14:59:57.900Z',
    };
    const inDollars = JSON.parse(JSON.stringify(offers).replaceAll('BRL', 'USD')) as unknown[];
    const abroad = (some: unknown[]) =>
      event('ANY_OFFER_CHANGED', offerChange(some, { OfferChangeTrigger: trigger }));
    const notification = read(abroad(inDollars));
    assert.equal(notification?.sellerId, `${SELLER}@US`);
    assert.ok(
      notification.market?.offers.some(({ sellerId, isOwn }) => isOwn && sellerId === SELLER),
    );
    assert.deepEqual(decode(abroad(offers)), { ok: false, error: 'other_currency' });
  });

  it('that names no store is a hint for each account of the seller', () => {
    const decoded = decode(event('LISTINGS_ITEM_STATUS_CHANGE', { SellerId: SELLER, Sku: 'A' }));
    assert.deepEqual(decoded.ok && decoded.value.map(({ sellerId }) => sellerId), [
      SELLER,
      `${SELLER}@US`,
      `${SELLER}@CA`,
      `${SELLER}@MX`,
    ]);
  });

  it('of a store that is not ours, or of a type that is not used, is nothing', () => {
    const elsewhere = { SellerId: SELLER, Sku: 'A', MarketplaceId: 'A1PA6795UKMFR9' };
    assert.equal(read(event('LISTINGS_ITEM_STATUS_CHANGE', elsewhere)), null);
    assert.equal(read(event('FEED_PROCESSING_FINISHED', {})), null);
    assert.equal(read(event('constructor', {})), null);
  });

  it('in another currency is ignored', () => {
    const dollars = { CurrencyCode: 'USD', Amount: 26 };
    const [competitor, own] = offers as [object, object];
    const Summary = (price: object) => ({ BuyBoxPrices: [{ Condition: 'new', ...price }] });
    const abroad: [string, unknown[], object?][] = [
      ["a rival's price", [{ ...competitor, ListingPrice: dollars }, own]],
      ['the own price', [competitor, { ...own, ListingPrice: dollars }]],
      ['the shipping', [{ ...competitor, Shipping: { ...dollars, Amount: 0 } }, own]],
      ['the featured price', offers, { Summary: Summary({ ListingPrice: dollars }) }],
    ];
    for (const [what, some, more = {}] of abroad) {
      const reported = event('ANY_OFFER_CHANGED', offerChange(some, { ...more }));
      for (const body of [reported, { detail: small(reported.detail) }])
        assert.deepEqual(decode(body), { ok: false, error: 'other_currency' }, what);
    }
    const unnamed = offers.map((offer) => ({ ...offer, Shipping: { Amount: 0 } }));
    assert.ok(read(event('ANY_OFFER_CHANGED', offerChange(unnamed)))?.market);
  });

  it('that lacks what it is about is an error', () => {
    const errors: [unknown, string][] = [
      [null, 'not_a_notification'],
      [[change, change], 'not_a_notification'],
      [{ body: '{"half' }, 'not_a_notification'],
      [{ detail: { NotificationType: 7 } }, 'not_a_notification'],
      [event('ANY_OFFER_CHANGED', {}), 'unknown_seller'],
      [event('ANY_OFFER_CHANGED', { SellerId: SELLER }), 'unknown_resource'],
      [event('LISTINGS_ITEM_ISSUES_CHANGE', { SellerId: SELLER }), 'unknown_resource'],
      [event('LISTINGS_ITEM_ISSUES_CHANGE', null), 'unknown_seller'],
    ];
    for (const [body, error] of errors) assert.deepEqual(decode(body), { ok: false, error });
  });
});
