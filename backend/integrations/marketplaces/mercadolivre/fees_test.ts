import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import type { FeeTarget } from '../../marketplace.ts';
import { getFees } from './fees.ts';

const SESSION = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const target = (skuMarketplace: string, price = 10_000): FeeTarget => ({
  skuMarketplace,
  catalogProductId: null,
  listingTypeId: null,
  fulfillment: false,
  price,
  currencyCode: 'BRL',
});
const item = (id: string, more: object = {}) => ({
  code: 200,
  body: {
    id,
    site_id: 'MLB',
    category_id: 'MLB777',
    listing_type_id: 'gold_pro',
    currency_id: 'BRL',
    ...more,
  },
});
const reported = (listing_type_id: string, percentage_fee: number, fixed_fee: number) => ({
  currency_id: 'BRL',
  listing_type_id,
  sale_fee_amount: percentage_fee + fixed_fee,
  sale_fee_details: {
    percentage_fee,
    fixed_fee,
    meli_percentage_fee: percentage_fee - 5,
    financing_add_on_fee: 5,
    gross_amount: percentage_fee + fixed_fee,
  },
});
const PRICES = 'GET /sites/MLB/listing_prices';

async function feesOf(
  items: unknown[],
  prices: Scripted | Scripted[],
  targets = [target('MLB1')],
  more: Record<string, Scripted> = {},
) {
  const { fetcher, calls } = stub({ 'GET /items': { body: items }, [PRICES]: prices, ...more });
  const fees = await getFees(fetcher, SESSION, targets);
  const shown = fees.ok
    ? [...fees.value].map(([id, fee]) => [
        id,
        ...(fee.ok ? [fee.value.feePercent, fee.value.feeFixed] : [fee.error.code]),
      ])
    : fees.error.kind;
  return { shown, calls };
}

describe('requesting fees from Mercado Livre', () => {
  it('names what the fee depends on, and reads that of the listing’s own type', async () => {
    const answer = {
      body: [reported('gold_special', 12, 6.75), reported('gold_pro', 17.505, 6.5)],
    };
    const { shown, calls } = await feesOf([item('MLB1')], answer, [target('MLB1', 7_890)]);
    assert.deepEqual(shown, [['MLB1', 17.51, 650]]);
    assert.deepEqual(calls[1]?.query, {
      price: '78.9',
      currency_id: 'BRL',
      category_id: 'MLB777',
      listing_type_id: 'gold_pro',
    });
  });

  it('accepts a single answer too, and counts a total without its parts as fixed', async () => {
    const alone = await feesOf([item('MLB1')], { body: reported('gold_pro', 16, 0) });
    assert.deepEqual(alone.shown, [['MLB1', 16, 0]]);
    const bare = { listing_type_id: 'gold_pro', sale_fee_amount: 18.2 };
    assert.deepEqual((await feesOf([item('MLB1')], { body: bare })).shown, [['MLB1', 0, 1_820]]);
  });

  it('reads the fee of its type next to invalid entries', async () => {
    const answer = { body: [null, 'odd', reported('gold_pro', 16, 0)] };
    assert.deepEqual((await feesOf([item('MLB1')], answer)).shown, [['MLB1', 16, 0]]);
  });

  it('gives each listing its own fee, or its failure', async () => {
    const items = [
      item('MLB1'),
      { code: 404, body: { error: 'not_found', status: 404 } },
      item('MLB3', { category_id: null }),
      item('MLB4', { listing_type_id: 'bronze' }),
    ];
    const targets = ['MLB1', 'MLB2', 'MLB3', 'MLB4', 'MLB5'].map((id) => target(id));
    const { shown } = await feesOf(items, { body: [reported('gold_pro', 16, 0)] }, targets);
    assert.deepEqual(shown, [
      ['MLB1', 16, 0],
      ['MLB2', 'not_found'],
      ['MLB3', 'unreadable'],
      ['MLB4', 'unreadable'],
      ['MLB5', 'unreadable'],
    ]);
  });

  it('refuses a fee in another currency, and an impossible one', async () => {
    const abroad = { ...reported('gold_pro', 16, 0), currency_id: 'ARS' };
    assert.deepEqual((await feesOf([item('MLB1')], { body: abroad })).shown, [
      ['MLB1', 'other_currency'],
    ]);
    for (const odd of [
      reported('gold_pro', 160, 0),
      reported('gold_pro', 16, -3),
      reported('gold_pro', -1, 0),
    ])
      assert.deepEqual((await feesOf([item('MLB1')], { body: odd })).shown, [
        ['MLB1', 'unreadable'],
      ]);
  });

  it('requests once for equal listings, with twenty items per call', async () => {
    const ids = Array.from({ length: 41 }, (_, n) => `MLB${n}`);
    const targets = ids.map((id, n) => target(id, n < 20 ? 10_000 : 20_000));
    const items = ids.map((id) => item(id));
    const { shown, calls } = await feesOf(items, { body: reported('gold_pro', 16, 0) }, targets);
    assert.equal(shown.length, 41);
    const named = (path: string) => calls.filter((call) => call.path === path).length;
    assert.deepEqual([named('/items'), named('/sites/MLB/listing_prices')], [3, 2]);
  });

  it('fails as a whole where no one answers, or the token is refused', async () => {
    const away = { status: 503, body: {} };
    assert.equal((await feesOf([item('MLB1')], away)).shown, 'unavailable');
    const refused = { status: 401, body: { code: 'unauthorized', message: 'invalid token' } };
    assert.equal((await feesOf([item('MLB1')], refused)).shown, 'unauthorized');
    const none = await feesOf([], { body: [] }, [target('MLB1')], { 'GET /items': refused });
    assert.equal(none.shown, 'unauthorized');
    const half = [{ body: reported('gold_pro', 16, 0) }, away];
    const two = [target('MLB1'), target('MLB2', 5_000)];
    const { shown } = await feesOf([item('MLB1'), item('MLB2')], half, two);
    assert.deepEqual(shown, [
      ['MLB1', 16, 0],
      ['MLB2', '503'],
    ]);
  });
});
