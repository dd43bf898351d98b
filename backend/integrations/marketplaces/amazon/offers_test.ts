import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { offerOf, offersPayload, SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getMarkets } from './offers.ts';
import { storeOf } from './stores.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const session = { sellerId: SELLER, accessToken: 'Atza|x' };
const store = storeOf(STORE);
const OFFERS = 'POST /batches/products/pricing/v0/itemOffers';
const EXPECTED = 'POST /batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice';

const target = (n: number, condition: 'new' | 'used' = 'new') => ({
  skuMarketplace: `SKU-${n}`,
  catalogProductId: `B0${n}`,
  condition,
});
const offers = [offerOf('A2RIVAL', 99, true), offerOf(SELLER, 100, false)];
const reported = (
  Asin: string,
  body: unknown = { payload: offersPayload(offers) },
  statusCode = 200,
) => ({
  status: { statusCode },
  request: { MarketplaceId: STORE, Asin, ItemCondition: 'New' },
  body,
});
const expects = (sku: string, amount: number) => ({
  status: { statusCode: 200 },
  request: { sku },
  body: {
    featuredOfferExpectedPriceResults: [
      {
        resultStatus: 'VALID_FOEP',
        featuredOfferExpectedPrice: { listingPrice: { amount, currencyCode: 'BRL' } },
      },
    ],
  },
});
const batch = (...responses: unknown[]) => ({ body: { responses } });

describe('getMarkets', () => {
  const poll = async (script: Record<string, Scripted | Scripted[]>, ...targets: object[]) => {
    const stubbed = stub(script);
    const found = await getMarkets(
      stubbed.fetcher,
      store,
      session,
      targets as ReturnType<typeof target>[],
      NOW,
    );
    return { found, ...stubbed };
  };
  const pollAll = async (script: Record<string, Scripted | Scripted[]>, ...targets: object[]) => {
    const { found, ...polled } = await poll(script, ...targets);
    assert.ok(found.ok, JSON.stringify(found));
    return { markets: found.value, ...polled };
  };

  it('requests offers by product and condition, and the price to win by SKU', async () => {
    const { markets, calls } = await pollAll(
      { [OFFERS]: batch(reported('B01')), [EXPECTED]: batch(expects('SKU-1', 98.5)) },
      target(1),
    );
    const market = markets.get('SKU-1');
    assert.ok(market?.ok);
    assert.deepEqual(market.value.buybox, {
      status: 'LOSING',
      winnerSellerId: 'A2RIVAL',
      priceToWin: 9_850,
      reason: null,
    });
    assert.deepEqual(
      calls.map(({ operation, pace }) => [operation, pace]),
      [
        ['getItemOffersBatch', SELLER],
        ['getFeaturedOfferExpectedPriceBatch', SELLER],
      ],
    );
    assert.deepEqual(calls[0]?.json, {
      requests: [
        {
          uri: '/products/pricing/v0/items/B01/offers',
          method: 'GET',
          MarketplaceId: STORE,
          ItemCondition: 'New',
          CustomerType: 'Consumer',
        },
      ],
    });
    assert.deepEqual(calls[1]?.json, {
      requests: [
        {
          uri: '/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice',
          method: 'GET',
          marketplaceId: STORE,
          sku: 'SKU-1',
        },
      ],
    });
  });

  it('requests once for listings of one product, and accepts answers in any order', async () => {
    const twin = { ...target(1), skuMarketplace: 'SKU-1B' };
    const { markets, calls } = await pollAll(
      {
        [OFFERS]: batch(reported('B02'), reported('B01')),
        [EXPECTED]: batch(expects('SKU-2', 97)),
      },
      target(1),
      twin,
      target(2),
    );
    assert.equal(calls.length, 2);
    const prices = [...markets].map(([sku, one]) => [sku, one.ok && one.value.buybox.priceToWin]);
    assert.deepEqual(prices, [
      ['SKU-1', null],
      ['SKU-1B', null],
      ['SKU-2', 9_700],
    ]);
  });

  it('reports the market without a price to win where the quota for it is used up', async () => {
    const refusals: Scripted[] = [
      { status: 429, body: { errors: [{ code: 'QuotaExceeded', message: 'Too many' }] } },
      { status: 500, body: {} },
      { body: 'nonsense' },
      batch({ status: { statusCode: 429 }, request: { sku: 'SKU-1' }, body: {} }),
      batch({ status: { statusCode: 400 }, request: { sku: 'OTHER' }, body: {} }),
      batch(),
    ];
    for (const refusal of refusals) {
      const script = { [OFFERS]: batch(reported('B01')), [EXPECTED]: refusal };
      const { markets } = await pollAll(script, target(1));
      const market = markets.get('SKU-1');
      assert.ok(market?.ok, JSON.stringify(refusal));
      assert.deepEqual(
        [market.value.buybox.status, market.value.buybox.priceToWin, market.value.isPartial],
        ['LOSING', null, true],
      );
    }
  });

  it('requests forty prices to win per call, those of losing listings first', async () => {
    const targets = Array.from({ length: 41 }, (_, n) => target(n));
    const wins = [offerOf('A2RIVAL', 99, false), offerOf(SELLER, 100, true)];
    const answer = (some: typeof targets) =>
      batch(
        ...some.map(({ catalogProductId }) =>
          catalogProductId === 'B00'
            ? reported('B00', { payload: offersPayload(wins) })
            : reported(catalogProductId),
        ),
      );
    const { calls } = await pollAll(
      {
        [OFFERS]: [
          answer(targets.slice(0, 20)),
          answer(targets.slice(20, 40)),
          answer(targets.slice(40)),
        ],
        [EXPECTED]: batch(),
      },
      ...targets,
    );
    const requested = calls
      .filter(({ operation }) => operation === 'getFeaturedOfferExpectedPriceBatch')
      .map(({ json }) => (json as { requests: { sku: string }[] }).requests.map(({ sku }) => sku));
    assert.deepEqual(
      requested.map((skus) => skus.length),
      [40, 1],
    );
    assert.deepEqual(requested[1], ['SKU-0']);
  });

  it('requests no price to win if there is none: used, without competitors, ineligible', async () => {
    const used = { ...reported('B01'), request: { Asin: 'B01', ItemCondition: 'Used' } };
    const alone = reported('B02', { payload: offersPayload([offers[1]]) });
    const out = reported('B03', { payload: offersPayload([offers[0]]) });
    const { calls } = await pollAll(
      { [OFFERS]: batch(used, alone, out) },
      target(1, 'used'),
      target(2),
      target(3),
    );
    assert.equal(calls.length, 1);
  });

  it('fails a single listing by the status of its own answer', async () => {
    const quota = { errors: [{ code: 'QuotaExceeded', message: 'Too many' }] };
    const bad = { errors: [{ code: 'InvalidInput', message: 'B03 is invalid' }] };
    const { markets } = await pollAll(
      {
        [OFFERS]: batch(
          reported('B01'),
          reported('B02', quota, 429),
          reported('B03', bad, 400),
          reported('B04', {}, 503),
          reported('B05', { payload: 7 }),
        ),
      },
      ...[1, 2, 3, 4, 5, 6].map((n) => target(n)),
    );
    const ends = [...markets.values()].map((one) =>
      one.ok ? 'ok' : [one.error.kind, one.error.code, one.error.retryAfterMs],
    );
    assert.deepEqual(ends, [
      'ok',
      ['rate_limited', 'QuotaExceeded', 10_000],
      ['invalid', 'InvalidInput', null],
      ['unavailable', '503', null],
      ['invalid', 'unreadable', null],
      ['invalid', 'unreadable', null],
    ]);
  });

  it('refuses offers and a price to win in another currency', async () => {
    const dollars = { CurrencyCode: 'USD', Amount: 20 };
    const abroad = [{ ...offers[0]!, ListingPrice: dollars }, offers[1]!];
    const priced = expects('SKU-2', 19.9);
    priced.body
      .featuredOfferExpectedPriceResults[0]!.featuredOfferExpectedPrice.listingPrice.currencyCode =
      'USD';
    const { markets } = await pollAll(
      {
        [OFFERS]: batch(reported('B01', { payload: offersPayload(abroad) }), reported('B02')),
        [EXPECTED]: batch(priced),
      },
      target(1),
      target(2),
    );
    const [first, second] = [markets.get('SKU-1'), markets.get('SKU-2')];
    assert.equal(first && !first.ok && first.error.code, 'other_currency');
    assert.equal(second?.ok && second.value.buybox.priceToWin, null);
    assert.equal(second?.ok && second.value.buybox.status, 'LOSING');
  });

  it('requests twenty products per call, and fails only those of a lost call', async () => {
    const targets = Array.from({ length: 45 }, (_, n) => target(n));
    const answers = [
      batch(...targets.slice(0, 20).map((one) => reported(one.catalogProductId))),
      { status: 503, body: {} },
      batch(...targets.slice(40).map((one) => reported(one.catalogProductId))),
    ];
    const { markets, calls } = await pollAll({ [OFFERS]: answers }, ...targets);
    const sizes = calls
      .filter(({ operation }) => operation === 'getItemOffersBatch')
      .map(({ json }) => (json as { requests: unknown[] }).requests.length);
    assert.deepEqual(sizes, [20, 20, 5]);
    const lost = [...markets.values()].filter((one) => !one.ok);
    assert.equal(markets.size, 45);
    assert.equal(lost.length, 20);
  });

  it('fails as a whole if the token is refused, or there is no answer', async () => {
    const body = {
      errors: [
        {
          code: 'Unauthorized',
          message: 'Access to requested resource is denied.',
          details: 'The access token you provided has expired.',
        },
      ],
    };
    const { found } = await poll({ [OFFERS]: { status: 403, body } }, target(1));
    assert.equal(!found.ok && found.error.kind, 'unauthorized');
    const { found: away } = await poll({ [OFFERS]: { status: 500, body: {} } }, target(1));
    assert.equal(!away.ok && away.error.kind, 'unavailable');
  });

  it('answers for a listing without a product without a request', async () => {
    const { markets, calls } = await pollAll({}, { ...target(1), catalogProductId: null });
    const market = markets.get('SKU-1');
    assert.equal(market?.ok && market.value.buybox.status, 'NON_CATALOG');
    assert.equal(calls.length, 0);
  });
});
