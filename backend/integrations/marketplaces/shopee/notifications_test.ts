import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { pushOf, pushOfItem, SHOP, settings } from '../../../testing/conformance/shopee.ts';
import { incoming } from '../../../testing/incoming.ts';
import { decodeNotification } from './notifications.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const decode = ({ body, headers }: { body: unknown; headers?: Record<string, string> }, at = NOW) =>
  decodeNotification(settings, () => at, incoming(body, headers));
const value = (sent: Parameters<typeof decode>[0]) => {
  const decoded = decode(sent);
  assert.ok(decoded.ok, JSON.stringify(decoded));
  return decoded.value;
};

describe('a push', () => {
  it('is about an item or one of its models, numbers written as text too', () => {
    const subjects = [
      { item_id: 7 },
      { item_id: '7', model_id: '0' },
      { item_id: 7, model_id: 9 },
    ].map((data) => value(pushOfItem(16, data))[0]);
    assert.deepEqual(
      subjects.map((one) => one?.subject),
      [{ skuMarketplace: '7' }, { skuMarketplace: '7' }, { skuMarketplace: '7.9' }],
    );
    assert.equal(value(pushOfItem(16, { item_id: 7 }))[0]?.about, 'listing');
  });

  it('of a price confirms what was sent, and has the listing read', () => {
    assert.deepEqual(
      value(pushOfItem(22, { item_id: 7, model_id: 9, new_value: 10 })).map(({ about }) => about),
      ['listing', 'price_write'],
    );
  });

  it('of an order names it, in either spelling', () => {
    const named = [{ ordersn: '2602AB' }, { order_sn: '2602AB' }].map((data, n) =>
      value(pushOfItem(3 + n, data)),
    );
    const order = { sellerId: String(SHOP), about: 'order', subject: { orderId: '2602AB' } };
    assert.deepEqual(named, [[order], [order]]);
    assert.deepEqual(decode(pushOfItem(3, {})), { ok: false, error: 'unknown_resource' });
  });

  it('of the application names its shops in the data, once each', () => {
    const ended = { code: 2, timestamp: SECONDS, data: { shop_id: 1, shop_id_list: [1, 2] } };
    assert.deepEqual(
      value(pushOf(ended)),
      ['1', '2'].map((sellerId) => ({ sellerId, about: 'access_ended', subject: null })),
    );
    const ending = { code: '12', timestamp: String(SECONDS), data: '{"shop_expire_soon":[3,4]}' };
    assert.deepEqual(
      value(pushOf(ending)).map(({ sellerId, about }) => [sellerId, about]),
      [
        ['3', 'access_ending'],
        ['4', 'access_ending'],
      ],
    );
  });

  it('of another code is ignored, and one without an item is invalid', () => {
    assert.deepEqual(value(pushOfItem(10, { item_id: 7 })), []);
    assert.deepEqual(value(pushOfItem(9, { promotion_id: 5 })), []);
    assert.deepEqual(decode(pushOfItem(22, {})), { ok: false, error: 'unknown_resource' });
    const anonymous = { code: 22, timestamp: SECONDS, data: { item_id: 7 } };
    assert.deepEqual(decode(pushOf(anonymous)), { ok: false, error: 'unknown_seller' });
  });

  it('is accepted only with its signature', () => {
    const real = pushOfItem(16, { item_id: 7 });
    const unproven = { ok: false, error: 'unproven' };
    const { authorization } = real.headers;
    for (const headers of [
      {},
      { authorization: '' },
      { authorization: authorization.toUpperCase() },
      { authorization: `sha256=${authorization}` },
      { authorization: authorization.slice(0, -1) },
    ])
      assert.deepEqual(decode({ body: real.body, headers }), unproven);
    assert.deepEqual(decode({ ...real, body: { ...real.body, code: 2 } }), unproven);
  });

  it('is accepted for six hours, so that a replayed one is harmless later', () => {
    const ended = pushOf({ code: 2, timestamp: SECONDS, data: { shop_id_list: [1] } });
    const late = new Date(NOW.getTime() + 6 * 3_600_000 + 1_000);
    assert.equal(decode(ended, new Date(NOW.getTime() + 4 * 3_600_000)).ok, true);
    assert.deepEqual(decode(ended, late), { ok: false, error: 'not_of_now' });
    const early = new Date(NOW.getTime() - 6 * 60_000);
    assert.deepEqual(decode(ended, early), { ok: false, error: 'not_of_now' });
  });
});
