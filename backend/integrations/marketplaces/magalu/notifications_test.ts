import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { notificationOf, signed, TENANT } from '../../../testing/conformance/magalu.ts';
import { incoming } from '../../../testing/incoming.ts';
import { decodeNotification, peekNotification } from './notifications.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const SECRET = 'whsec_of-the-topic';

function decode(sent: unknown) {
  const { body, headers } = signed(sent, SECRET, NOW);
  return decodeNotification(incoming(body, headers), [SECRET], NOW);
}

describe('a notification', () => {
  const skuMarketplace = 'LUM 01/branca';
  const about = (topic: string) => decode(notificationOf(topic, 'updated', skuMarketplace));

  it('has the price of a SKU read, or the SKU itself', () => {
    const common = { sellerId: TENANT, subject: { skuMarketplace } };
    assert.deepEqual(about('portfolios_price'), {
      ok: true,
      value: [{ ...common, about: 'price_write' }],
    });
    for (const topic of ['portfolios_sku', 'portfolios_stock'])
      assert.deepEqual(about(topic), {
        ok: true,
        value: [{ ...common, about: 'listing', market: null }],
      });
    assert.deepEqual(about('tickets_ticket'), { ok: true, value: [] });
  });

  it('has an order read', () => {
    const data = { status: 'approved', params: { id: 'LU-7' }, resource: '/seller/v1/orders/LU-7' };
    const body = { ...notificationOf('orders_order', 'approved', ''), data };
    const expected = { sellerId: TENANT, subject: { orderId: 'LU-7' }, about: 'order' };
    assert.deepEqual(decode(body), { ok: true, value: [expected] });
    const bare = { ...body, data: { ...data, params: {} } };
    assert.deepEqual(decode(bare), { ok: true, value: [expected] });
  });

  it('names its SKU as a parameter, or in its resource', () => {
    const body = notificationOf('portfolios_sku', 'published', skuMarketplace);
    const bare = { ...body, data: { ...body.data, params: {} } };
    const read = decode(bare);
    assert.ok(read.ok);
    assert.deepEqual(read.value[0]?.subject, { skuMarketplace });
    for (const resource of ['/seller/v1/portfolios/skus/%E0%A4%A', '/elsewhere/LUM', undefined])
      assert.deepEqual(decode({ ...bare, data: { resource } }), {
        ok: false,
        error: 'unknown_resource',
      });
  });

  it('names the secret that verifies it, before its content is used', () => {
    const body = notificationOf('portfolios_sku', 'published', skuMarketplace);
    const origin = { sellerId: TENANT, topic: 'portfolios_sku' };
    assert.deepEqual(peekNotification({ body }), origin);
    assert.equal(peekNotification({ body: { topic: 'x' } }), null);
    const unproven = decodeNotification(incoming(body), [SECRET], NOW);
    assert.deepEqual(unproven, { ok: false, error: 'unproven' });
  });
});
