import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type { BuyboxStatus, Market } from '../../../kernel/market.ts';
import { offerOf } from '../../../testing/conformance/mercadolivre.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getMarket, statusOf } from './offers.ts';
import { CLOSED_AFTER, createOffersCall } from './offers-call.ts';
import { createSellerDirectory } from './sellers.ts';
import { Competition } from './wire.ts';

const NOW = new Date('2026-05-06T12:00:00Z');
const OWN = 'MLB5200000001';
const SELLER = 770_011_223;
const session = { sellerId: String(SELLER), accessToken: 'APP_USR-x' };
const target = { skuMarketplace: OWN, catalogProductId: 'MLB31500042', condition: 'new' as const };

const competition = (changes: Record<string, unknown> = {}) => ({
  item_id: OWN,
  current_price: 149.9,
  currency_id: 'BRL',
  price_to_win: 139.49,
  status: 'competing',
  consistent: true,
  reason: [],
  catalog_product_id: 'MLB31500042',
  winner: { item_id: 'MLB61', price: 139.5, currency_id: 'BRL' },
  ...changes,
});
const own = offerOf(OWN, SELLER, 149.9);
const competitor = offerOf('MLB61', 880_000_001, 139.5);

async function poll(
  reported: Scripted,
  found: Scripted | undefined,
  more: Partial<typeof target> | { catalogProductId: null } = {},
  users: Scripted = { body: [] },
  offersCall = createOffersCall(),
) {
  const stubbed = stub({
    [`GET /items/${OWN}/price_to_win`]: reported,
    'GET /users': users,
    ...(found && { 'GET /products/MLB31500042/items': found }),
  });
  const sellers = createSellerDirectory(stubbed.fetcher, () => NOW);
  const reader = { fetcher: stubbed.fetcher, sellers, offersCall };
  const got = await getMarket(reader, session, { ...target, ...more }, NOW);
  return { got, calls: stubbed.calls, paths: stubbed.paths() };
}

const offers = (...results: unknown[]) => ({
  body: { paging: { total: results.length, offset: 0, limit: 20 }, results },
});

async function market(reported: unknown, found: Scripted): Promise<Market> {
  const { got } = await poll({ body: reported }, found);
  assert.ok(got.ok);
  return got.value;
}

describe('statusOf', () => {
  const cases: [string, Record<string, unknown>, BuyboxStatus][] = [
    ['winning', { status: 'winning' }, 'WINNING'],
    ['sharing_first_place', { status: 'sharing_first_place' }, 'CO_WINNING'],
    ['competing', { status: 'competing' }, 'LOSING'],
    ['listed', { status: 'listed', reason: ['manufacturing_time'] }, 'NOT_COMPETING'],
    ['listed, not opted in', { status: 'listed', reason: ['item_not_opted_in'] }, 'NON_CATALOG'],
    ['not_listed', { status: 'not_listed', reason: ['item_not_opted_in'] }, 'NON_CATALOG'],
    ['not_listed without a reason', { status: 'not_listed', reason: null }, 'NON_CATALOG'],
    ['a status of tomorrow', { status: 'levitating' }, 'SYNCING'],
    ['none, the price to win below ours', { status: undefined }, 'LOSING'],
    ['none, we are the winner', { status: null, winner: { item_id: OWN } }, 'WINNING'],
    ['none, nothing to go by', { status: null, price_to_win: null, winner: null }, 'SYNCING'],
    ['none, our price wins', { status: null, price_to_win: 150, winner: null }, 'SYNCING'],
  ];
  for (const [name, changes, status] of cases) {
    it(`${name}: ${status}`, () => {
      assert.equal(statusOf(Competition.parse(competition(changes))), status);
    });
  }
});

describe('getMarket', () => {
  it('puts both answers together', async () => {
    const users = {
      body: [
        {
          code: 200,
          body: {
            id: 880_000_001,
            nickname: 'LUZ.E.COR',
            seller_reputation: { level_id: '5_green' },
          },
        },
        { code: 404, body: { message: 'not found' } },
      ],
    };
    const { got, calls, paths } = await poll(
      { body: competition() },
      offers(competitor, own),
      {},
      users,
    );
    assert.deepEqual(got, {
      ok: true,
      value: {
        observedAt: NOW,
        buybox: {
          status: 'LOSING',
          winnerSellerId: '880000001',
          priceToWin: 13_949,
          reason: null,
        },
        offers: [
          {
            offerId: 'MLB61',
            sellerId: '880000001',
            sellerName: 'LUZ.E.COR',
            marketplaceId: 2,
            price: 13_950,
            shippingPrice: 0,
            shippingTimeHours: null,
            fulfillment: true,
            reputation: '5_green',
            listingTypeId: 'gold_pro',
            condition: 'new',
            available: true,
            position: 1,
            isOwn: false,
            comparison: 'IDENTICAL',
            acceptsPaymentMethod: true,
          },
          {
            offerId: OWN,
            sellerId: '770011223',
            sellerName: '',
            marketplaceId: 2,
            price: 14_990,
            shippingPrice: null,
            shippingTimeHours: null,
            fulfillment: true,
            reputation: null,
            listingTypeId: 'gold_pro',
            condition: 'new',
            available: true,
            position: 2,
            isOwn: true,
            comparison: 'IDENTICAL',
            acceptsPaymentMethod: true,
          },
        ],
      },
    });
    assert.deepEqual(paths.toSorted(), [
      `GET /items/${OWN}/price_to_win`,
      'GET /products/MLB31500042/items',
      'GET /users',
    ]);
    const query = calls.find((call) => call.path.endsWith('price_to_win'))?.query;
    assert.deepEqual(query, { version: 'v2' });
  });

  it('reads the older answer, whose boosts are an object', async () => {
    const reported = competition({
      status: 'winning',
      price_to_win: 149.9,
      boosts: { fulfillment: true, free_shipping: false },
      winner: { item_id: OWN, price: 149.9 },
    });
    const { buybox } = await market(reported, offers(own, competitor));
    assert.deepEqual(buybox, {
      status: 'WINNING',
      winnerSellerId: '770011223',
      priceToWin: 14_990,
      reason: null,
    });
  });

  it('reports why a listing does not compete', async () => {
    const reported = competition({
      status: 'listed',
      price_to_win: null,
      reason: ['reputation_below_threshold', 'shipping_mode'],
    });
    const { buybox } = await market(reported, offers(competitor));
    assert.equal(buybox.status, 'NOT_COMPETING');
    assert.equal(buybox.reason, 'reputation_below_threshold');
    assert.equal(buybox.priceToWin, null);
    assert.equal(buybox.winnerSellerId, '880000001');
  });

  it('finds the product by the competition if the listing does not contain it', async () => {
    const { got, paths } = await poll({ body: competition() }, offers(competitor, own), {
      catalogProductId: null,
    });
    assert.ok(got.ok && got.value.offers.length === 2);
    assert.deepEqual(paths.slice(0, 2), [
      `GET /items/${OWN}/price_to_win`,
      'GET /products/MLB31500042/items',
    ]);
  });

  it('shows a listing outside the catalog without offers', async () => {
    const reported = { status: 'not_listed', price_to_win: null, reason: ['item_not_opted_in'] };
    const outside = { catalogProductId: null };
    const { got } = await poll({ body: reported }, undefined, outside);
    assert.ok(got.ok);
    assert.deepEqual(got.value.offers, []);
    assert.equal(got.value.buybox.status, 'NON_CATALOG');
    assert.equal(got.value.buybox.reason, 'item_not_opted_in');
    const unknown = await poll({ status: 404, body: { error: 'not_found' } }, undefined, outside);
    assert.equal(unknown.got.ok && unknown.got.value.buybox.status, 'NON_CATALOG');
  });

  it('takes an empty product for none', async () => {
    const { got, paths } = await poll(
      { body: competition({ catalog_product_id: '' }) },
      offers(competitor, own),
    );
    assert.ok(got.ok && got.value.offers.length === 2);
    assert.ok(!paths.includes('GET /products//items'));
  });

  it('takes no answer of another shape for a competition', async () => {
    const { got } = await poll({ body: { reason: [], boosts: [] } }, offers(competitor, own));
    assert.equal(!got.ok && got.error.code, 'unreadable');
  });

  it('reports the code of an error with status 200', async () => {
    const reported = { message: 'Too many', error: 'too_many_requests', cause: [] };
    const { got } = await poll({ body: reported }, offers(competitor, own));
    assert.ok(!got.ok);
    assert.deepEqual([got.error.kind, got.error.code], ['rate_limited', 'too_many_requests']);
  });

  describe('never passes half a market for a whole one', () => {
    const cases: [string, Record<string, unknown>, Scripted, string][] = [
      ['losing without a rival', {}, offers(own), 'offers_incomplete'],
      [
        'losing without offers',
        {},
        { status: 404, body: { error: 'not_found' } },
        'offers_incomplete',
      ],
      ['sharing with nobody', { status: 'sharing_first_place' }, offers(own), 'offers_incomplete'],
      [
        'winning next to an undecodable one',
        { status: 'winning' },
        offers(own, { item_id: 'MLB61', price: 'cheap' }),
        'offers_incomplete',
      ],
      [
        'winning without being there',
        { status: 'winning' },
        offers(competitor),
        'offers_incomplete',
      ],
      [
        'ranking below the first twenty',
        {},
        { body: { paging: { total: 34 }, results: [competitor] } },
        'below_top_20',
      ],
    ];
    for (const [name, changes, found, reason] of cases) {
      it(name, async () => {
        const { buybox } = await market(competition(changes), found);
        assert.equal(buybox.status, 'SYNCING');
        assert.equal(buybox.reason, reason);
      });
    }

    it('fails where the offers fail, and where the competition does', async () => {
      const down = { status: 503, body: null };
      const first = await poll({ body: competition() }, down);
      assert.equal(!first.got.ok && first.got.error.kind, 'unavailable');
      const second = await poll(down, offers(competitor, own));
      assert.equal(!second.got.ok && second.got.error.kind, 'unavailable');
      const foreign = { message: 'Item MLB1 does not belong to caller 2' };
      const third = await poll({ status: 403, body: foreign }, offers(competitor, own));
      assert.deepEqual(!third.got.ok && third.got.error, {
        kind: 'forbidden',
        code: '403',
        message: foreign.message,
        retryAfterMs: null,
      });
    });
  });

  it('leaves out an undecodable offer, and keeps the others in their positions', async () => {
    const found = offers({ item_id: 'MLB60', price: 'cheap' }, null, competitor, own);
    const { offers: seen } = await market(competition(), found);
    assert.deepEqual(
      seen.map((offer) => [offer.offerId, offer.position]),
      [
        ['MLB61', 3],
        [OWN, 4],
      ],
    );
  });

  it('reads at most twenty', async () => {
    const many = Array.from({ length: 30 }, (_, n) => offerOf(`MLB7${n}`, 900 + n, 140 + n));
    const { offers: seen } = await market(competition(), offers(own, ...many));
    assert.equal(seen.length, 20);
  });

  it('reads the content of an offer', async () => {
    const odd = {
      item_id: 61,
      seller_id: '880000001',
      price: '139.50',
      condition: 'used',
      status: 'paused',
      shipping: { free_shipping: false, cost: 12.9, logistic_type: 'drop_off' },
      seller: { reputation_level_id: '3_yellow', tags: [] },
    };
    const { offers: seen } = await market(competition(), offers(odd, own));
    assert.deepEqual(
      [seen[0]?.offerId, seen[0]?.sellerId, seen[0]?.price, seen[0]?.shippingPrice],
      ['61', '880000001', 13_950, 1_290],
    );
    assert.deepEqual(
      [seen[0]?.condition, seen[0]?.available, seen[0]?.fulfillment, seen[0]?.listingTypeId],
      ['used', false, false, null],
    );
    assert.equal(seen[0]?.reputation, '3_yellow');
  });

  describe('where the sellers of a product are not listed', () => {
    const boosts = [
      { id: 'fulfillment', status: 'opportunity' },
      { id: 'shipping_quarantine', status: 'boosted' },
      { id: 'shipping_collect', status: 'not_apply' },
      { id: 'price', status: 'boosted' },
    ];
    const winner = {
      item_id: 'MLB61',
      price: 139.5,
      boosts: [{ id: 'fulfillment', status: 'boosted' }],
    };
    const reported = { body: competition({ boosts, winner }) };

    for (const status of [403, 410]) {
      it(`continues by the competition only after a ${status}`, async () => {
        const refused = { status, body: { error: 'access_denied', code: 'FORBIDDEN' } };
        const { got, paths } = await poll(reported, refused);
        assert.deepEqual(got, {
          ok: true,
          value: {
            observedAt: NOW,
            buybox: {
              status: 'LOSING',
              winnerSellerId: null,
              winnerOfferId: 'MLB61',
              winnerPrice: 13_950,
              boosts: [
                { boost: 'fulfillment', own: false, winner: true },
                { boost: 'normal_shipping', own: true, winner: null },
              ],
              priceToWin: 13_949,
              reason: null,
            },
            offers: [],
            reportsOffers: false,
          },
        });
        assert.equal(paths.filter((path) => path.endsWith('/items')).length, 1);
      });
    }

    it('takes a 404 for a product without sellers until many products have one', async () => {
      const offersCall = createOffersCall();
      const none = { status: 404, body: { message: 'No winners found', error: 'not_found' } };
      const found = (status: string) =>
        poll({ body: competition({ status, boosts, winner }) }, none, {}, { body: [] }, offersCall);
      const marketOf = async (status: string) => {
        const { got } = await found(status);
        assert.ok(got.ok);
        return got.value;
      };
      assert.equal((await marketOf('competing')).buybox.reason, 'offers_incomplete');
      assert.equal((await marketOf('listed')).reportsOffers, undefined);
      for (let n = 0; n < CLOSED_AFTER; n++) offersCall.record(`MLB9${n}`, 'empty', NOW);
      const closed = await found('competing');
      assert.ok(closed.got.ok);
      assert.equal(closed.got.value.reportsOffers, false);
      assert.equal(closed.got.value.buybox.status, 'LOSING');
      // Not requested again: that would waste the account's calls.
      assert.deepEqual(closed.paths, [`GET /items/${OWN}/price_to_win`]);
      assert.equal((await marketOf('winning')).buybox.winnerSellerId, String(SELLER));
    });
  });

  it('does not return a price to win that is still being computed', async () => {
    const { buybox } = await market(competition({ consistent: false }), offers(competitor, own));
    assert.equal(buybox.status, 'LOSING');
    assert.equal(buybox.priceToWin, null);
  });
});

describe('the directory of sellers', () => {
  const user = (id: number, nickname: string) => ({ code: 200, body: { id, nickname } });

  it('requests each once a day, and gives no name if there is none', async () => {
    let now = NOW.getTime();
    const { fetcher, calls } = stub({
      'GET /users': [
        { body: [user(1, 'UM')] },
        { body: [user(2, 'DOIS')] },
        { body: [user(1, 'UM DE NOVO')] },
      ],
    });
    const sellers = createSellerDirectory(fetcher, () => new Date(now));
    const names = async (...ids: string[]) =>
      [...(await sellers(session, ids)).values()].map((seller) => seller.name);
    assert.deepEqual(await names('1', '2', '1'), ['UM', '']);
    assert.deepEqual(await names('2', '1'), ['', 'UM']);
    assert.equal(calls.length, 1);
    now += 600_001;
    assert.deepEqual(await names('1', '2'), ['UM', 'DOIS']);
    assert.equal(calls[1]?.query?.ids, '2');
    now += 24 * 3_600_000;
    assert.deepEqual(await names('1'), ['UM DE NOVO']);
  });

  it('does without names when the marketplace does not report them', async () => {
    const { fetcher } = stub({ 'GET /users': { status: 500, body: null } });
    const sellers = createSellerDirectory(fetcher, () => NOW);
    assert.deepEqual(
      await sellers(session, ['5']),
      new Map([['5', { name: '', reputation: null, transactions: null }]]),
    );
  });
});
