import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { orderOf, WITH_MODELS } from '../../../testing/conformance/shopee.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getOrder, getOrders } from './orders.ts';

const LIST = 'GET /api/v2/order/get_order_list';
const DETAIL = 'GET /api/v2/order/get_order_detail';
const session = { sellerId: '310', accessToken: 'a' };
const partner = { partnerId: '2004001', partnerKey: 'a key of twenty bytes' };
const DAY = 86_400_000;
const FROM = new Date('2026-01-01T00:00:00Z');

const good = (response: object) => ({ body: { error: '', message: '', response } });
const listed = (numbers: string[], next_cursor = '') =>
  good({
    more: next_cursor !== '',
    next_cursor,
    order_list: numbers.map((order_sn) => ({ order_sn })),
  });
const detailed = (...orders: object[]) => good({ order_list: orders });

const over = (script: Record<string, Scripted | Scripted[]>) => {
  const stubbed = stub(script);
  return { ...stubbed, shopee: { partner, fetcher: stubbed.fetcher, clock: () => new Date(0) } };
};
const one = async (more: Record<string, unknown>) => {
  const { shopee } = over({ [DETAIL]: detailed(orderOf('SN1', more)) });
  const order = await getOrder(shopee, session, 'SN1');
  assert.ok(order.ok, JSON.stringify(order));
  return order.value;
};

describe('an order of Shopee', () => {
  it('has its lines by model, at the price after the seller’s discount, and no buyer but the recipient', async () => {
    const order = await one({});
    assert.deepEqual(order.lines, [
      {
        line: `${WITH_MODELS}.7700000101:${WITH_MODELS}`,
        skuMarketplace: `${WITH_MODELS}.7700000101`,
        units: 2,
        price: 14_990,
        shipping: null,
        fee: null,
        state: 'paid',
        refund: null,
      },
    ]);
    assert.deepEqual(order.shipments?.[0], {
      shipmentId: 'OFG0001',
      state: 'shipped',
      carrier: 'Shopee Xpress',
      trackingNumber: null,
      shippedAt: new Date('2026-03-01T10:59:00Z'),
      deliveredAt: null,
      recipient: {
        name: 'R***a',
        postalCode: '04010000',
        city: 'São Paulo',
        state: 'SP',
        countryCode: 'BR',
      },
    });
    const text = JSON.stringify(order);
    for (const secret of ['comprador', '601110222', '00000000000', 'Rua'])
      assert.ok(!text.includes(secret), secret);
  });

  it('has the state that its status means', async () => {
    const states: [string, string][] = [
      ['UNPAID', 'pending'],
      ['READY_TO_SHIP', 'paid'],
      ['IN_CANCEL', 'paid'],
      ['CANCELLED', 'cancelled'],
      ['TO_RETURN', 'paid'],
      ['A_NEW_ONE', 'paid'],
    ];
    for (const [order_status, state] of states)
      assert.equal((await one({ order_status })).lines[0]?.state, state, order_status);
  });

  it('keeps lines of the same model apart', async () => {
    const item = {
      item_id: 7,
      model_id: 0,
      model_quantity_purchased: 1,
      model_discounted_price: 5,
    };
    const { lines } = await one({ item_list: [item, item, { ...item, order_item_id: 9 }] });
    assert.deepEqual(
      lines.map(({ line, skuMarketplace }) => [line, skuMarketplace]),
      [
        ['7:', '7'],
        ['7::1', '7'],
        ['7:9', '7'],
      ],
    );
  });

  it('is not found where Shopee answers with none, and not understood without its lines', async () => {
    const none = over({ [DETAIL]: detailed() });
    const missing = await getOrder(none.shopee, session, 'SN1');
    assert.equal(!missing.ok && missing.error.kind, 'not_found');
    const bare = over({ [DETAIL]: detailed({ order_sn: 'SN1', item_list: [] }) });
    const unread = await getOrder(bare.shopee, session, 'SN1');
    assert.equal(!unread.ok && unread.error.code, 'unreadable');
  });
});

describe('a list of orders', () => {
  it('reads its period in parts of 15 days, with the pages of each', async () => {
    const { shopee, calls } = over({
      [LIST]: [listed(['A'], 'c1'), listed(['B']), listed([]), listed(['C'])],
      [DETAIL]: [detailed(orderOf('A')), detailed(orderOf('B')), detailed(orderOf('C'))],
    });
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const updatedTo = new Date(FROM.getTime() + 40 * DAY);
      const page = await getOrders(shopee, session, { updatedFrom: FROM, updatedTo, cursor });
      assert.ok(page.ok);
      found.push(...page.value.orders.map(({ orderId }) => orderId));
      cursor = page.value.next;
    } while (cursor !== null);
    assert.deepEqual(found, ['A', 'B', 'C']);
    const lists = calls.filter(({ operation }) => operation === 'getOrderList');
    const day = (text: string | undefined) => (Number(text) * 1000 - FROM.getTime()) / DAY;
    assert.deepEqual(
      lists.map(({ query }) => [day(query?.time_from), day(query?.time_to), query?.cursor]),
      [
        [0, 15, undefined],
        [0, 15, 'c1'],
        [15, 30, undefined],
        [30, 40, undefined],
      ],
    );
  });

  it('counts what it cannot understand, and does not go round in circles', async () => {
    const { shopee } = over({
      [LIST]: listed(['A', 'B']),
      [DETAIL]: detailed(orderOf('A'), { order_sn: 'B' }),
    });
    const query = { updatedFrom: FROM, updatedTo: new Date(FROM.getTime() + DAY), cursor: null };
    const page = await getOrders(shopee, session, query);
    assert.deepEqual(page.ok && [page.value.orders.length, page.value.unreadable], [1, 1]);
    const stuck = over({ [LIST]: good({ more: true, next_cursor: '', order_list: [] }) });
    const refused = await getOrders(stuck.shopee, session, query);
    assert.equal(!refused.ok && refused.error.code, 'unreadable');
    const odd = await getOrders(stuck.shopee, session, { ...query, cursor: 'x' });
    assert.equal(!odd.ok && odd.error.code, 'unknown_cursor');
  });
});
