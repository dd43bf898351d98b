import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getPrice, setPrice, setPrices } from './prices.ts';

const UPDATE = 'POST /api/v2/product/update_price';
const MODELS = 'GET /api/v2/product/get_model_list';
const ITEMS = 'GET /api/v2/product/get_item_base_info';
const session = { sellerId: '310', accessToken: 'a' };
const partner = { partnerId: '2004001', partnerKey: 'a key of twenty bytes' };
const push = (skuMarketplace: string, price: number) => ({
  skuMarketplace,
  price,
  currencyCode: 'BRL',
  operationKey: 'k',
});
const ITEM = '9001';
const THREE = [push('9001.1', 1_990), push('9001.2', 2_990), push('9001.3', 3_990)];

const good = (response: object) => ({ body: { error: '', message: '', response } });
const refused = (error: string) => ({ body: { error, message: 'In their own words' } });
const model = (model_id: number, original_price: number, current_price = original_price) => ({
  model_id,
  price_info: [{ currency: 'BRL', original_price, current_price }],
});
const models = (...all: object[]) => good({ model: all });

const over = (script: Record<string, Scripted | Scripted[]>) => {
  const stubbed = stub(script);
  return { ...stubbed, shopee: { partner, fetcher: stubbed.fetcher, clock: () => new Date(0) } };
};
const kinds = (set: Awaited<ReturnType<typeof setPrices>>) => {
  assert.ok(set.ok, JSON.stringify(set));
  return set.value.map((one) => ('code' in one ? `${one.kind} ${one.code}` : one.kind));
};

describe('setPrices', () => {
  it('sends the models of one item together, as decimal amounts', async () => {
    const echo = THREE.map(({ price }, n) => ({ model_id: n + 1, original_price: price / 100 }));
    const { shopee, calls } = over({ [UPDATE]: good({ success_list: echo, failure_list: [] }) });
    const set = await setPrices(shopee, session, THREE);
    assert.deepEqual(kinds(set), ['confirmed', 'confirmed', 'confirmed']);
    assert.equal(calls.length, 1);
    assert.deepEqual(calls[0]?.json, {
      item_id: 9_001,
      price_list: [
        { model_id: 1, original_price: 19.9 },
        { model_id: 2, original_price: 29.9 },
        { model_id: 3, original_price: 39.9 },
      ],
    });
  });

  it('settles each price separately, and reads back the uncertain ones', async () => {
    const { shopee, paths } = over({
      [UPDATE]: good({
        success_list: [{ model_id: '1', original_price: '19.90' }],
        failure_list: [{ model_id: 2, failed_reason: 'The item is in an upcoming promotion' }],
      }),
      [MODELS]: models(model(1, 19.9), model(2, 25), model(3, 39.9)),
    });
    assert.deepEqual(kinds(await setPrices(shopee, session, THREE)), [
      'confirmed',
      'rejected in_promotion',
      'confirmed',
    ]);
    assert.deepEqual(paths(), [UPDATE, MODELS]);
  });

  it('distinguishes a price that is shown differently from one that cannot be read back', async () => {
    const silent = good({ success_list: [], failure_list: [] });
    const shown = over({ [UPDATE]: silent, [MODELS]: models(model(1, 25)) });
    const one = THREE.slice(0, 1);
    assert.deepEqual(kinds(await setPrices(shown.shopee, session, one)), [
      'ignored price_unchanged',
    ]);
    const unread = over({ [UPDATE]: silent, [MODELS]: { status: 503, body: null } });
    assert.deepEqual(kinds(await setPrices(unread.shopee, session, one)), ['accepted']);
  });

  it('names the variations that are too far apart where Shopee gives no reason', async () => {
    const { shopee } = over({
      [UPDATE]: refused('product.error_update_price_fail'),
      [MODELS]: models(model(1, 19.9), model(2, 29.9)),
    });
    const set = await setPrices(shopee, session, [push('9001.2', 9_000)]);
    assert.ok(set.ok);
    assert.deepEqual(set.value, [
      {
        kind: 'rejected',
        code: 'price_ratio',
        message:
          'The dearest variation (9001.2 at 90.00) would cost 4.5 times the cheapest (9001.1 at 19.90)',
      },
    ]);
    const near = await setPrices(shopee, session, [push('9001.2', 3_000)]);
    assert.deepEqual(kinds(near), ['rejected error_update_price_fail']);
    const there = await setPrices(shopee, session, [push('9001.2', 2_990)]);
    assert.deepEqual(kinds(there), ['confirmed']);
  });

  const whole: [string, string][] = [
    ['product.error_cannt_edit_price_in_promotion', 'rejected in_promotion'],
    ['error_in_item_promotion_item_price_lock', 'rejected in_promotion'],
    ['error_slash_price_ongoing', 'rejected in_promotion'],
    ['product.error_price_exceed_min_limitt', 'rejected error_price_exceed_min_limitt'],
    ['product.error_item_not_found', 'rejected error_item_not_found'],
    ['error_perm_non_admin', 'rejected error_perm_non_admin'],
  ];
  for (const [error, ending] of whole)
    it(`takes ${error} for a refusal of all`, async () => {
      const { shopee } = over({ [UPDATE]: refused(error) });
      assert.deepEqual(kinds(await setPrices(shopee, session, THREE)), Array(3).fill(ending));
    });

  it('fails as a whole where another attempt may work, or its end is unknown', async () => {
    for (const [answer, kind] of [
      [refused('error_system_busy'), 'unavailable'],
      [refused('error_rate_limit'), 'rate_limited'],
      [{ status: 403, body: { error: 'invalid_acceess_token' } }, 'unauthorized'],
      [{ body: 'no envelope' }, 'unavailable'],
    ] as const) {
      const { shopee, calls } = over({ [UPDATE]: answer });
      const set = await setPrices(shopee, session, THREE);
      assert.equal(!set.ok && set.error.kind, kind);
      assert.equal(calls.length, 1);
    }
  });

  it('splits more models than fit in one call, and fails only those of a failed batch', async () => {
    const many = Array.from({ length: 60 }, (_, n) => push(`9001.${n + 1}`, 1_000 + n));
    const echo = many.slice(0, 50).map(({ price }, n) => ({
      model_id: n + 1,
      original_price: price / 100,
    }));
    const { shopee, calls } = over({
      [UPDATE]: [good({ success_list: echo, failure_list: [] }), refused('error_inner')],
    });
    const ended = kinds(await setPrices(shopee, session, many));
    assert.equal(calls.length, 2);
    assert.deepEqual(
      [
        ended.filter((one) => one === 'confirmed').length,
        ended.filter((one) => one === 'failed').length,
      ],
      [50, 10],
    );
  });

  it('sends nothing for a code that is not Shopee’s', async () => {
    const { shopee, calls } = over({});
    const outcome = await setPrice(shopee, session, push('../9001', 1_000));
    assert.equal(outcome.kind, 'rejected');
    assert.equal(calls.length, 0);
  });
});

describe('an item without models', () => {
  it('is named by no model in the echo', async () => {
    const { shopee, calls } = over({
      [UPDATE]: good({ success_list: [{ original_price: 19.9 }], failure_list: [] }),
    });
    const outcome = await setPrice(shopee, session, push(ITEM, 1_990));
    assert.deepEqual(outcome, { kind: 'confirmed', price: 1_990 });
    assert.deepEqual(calls[0]?.json, {
      item_id: 9_001,
      price_list: [{ model_id: 0, original_price: 19.9 }],
    });
  });

  it('has the seller’s own price, also while a promotion lowers what buyers pay', async () => {
    const price_info = [{ currency: 'BRL', original_price: 50, current_price: 39.9 }];
    const item = good({ item_list: [{ item_id: 9_001, has_model: false, price_info }] });
    const { shopee } = over({ [ITEMS]: item });
    assert.deepEqual(await getPrice(shopee, session, ITEM), { ok: true, value: 5_000 });
  });

  it('is not found once it is sold in models', async () => {
    const item = good({ item_list: [{ item_id: 9_001, has_model: true }] });
    const { shopee } = over({ [ITEMS]: item });
    const price = await getPrice(shopee, session, ITEM);
    assert.equal(!price.ok && price.error.kind, 'not_found');
  });
});
