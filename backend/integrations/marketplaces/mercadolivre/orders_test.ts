import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { orderOf, shipmentOf } from '../../../testing/conformance/mercadolivre.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getOrder, getOrders, getSalesTotals } from './orders.ts';

const session = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const SEARCH = 'GET /orders/search';
const QUERY = {
  updatedFrom: new Date('2026-03-01T00:00:00Z'),
  updatedTo: new Date('2026-03-02T00:00:00Z'),
};

const page = (total: number, ...results: unknown[]): Scripted => ({
  body: { results, paging: { total, offset: 0, limit: 50 } },
});
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => orderOf(String(2_000_000_000 + from + n)));

async function read(pages: Scripted[]) {
  const { fetcher, calls } = stub({ [SEARCH]: pages });
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const got: Awaited<ReturnType<typeof getOrders>> = await getOrders(fetcher, session, {
      ...QUERY,
      cursor,
    });
    assert.ok(got.ok);
    ids.push(...got.value.orders.map(({ orderId }) => orderId));
    cursor = got.value.next;
  } while (cursor !== null);
  return { ids, calls };
}

const one = async (order: unknown, shipment: Scripted = { body: shipmentOf(43_110_000_555) }) => {
  const { fetcher } = stub({
    'GET /orders/1': { body: order },
    'GET /shipments/43110000555': shipment,
  });
  const got = await getOrder(fetcher, session, '1');
  assert.ok(got.ok);
  return got.value;
};

describe('orders of Mercado Livre', () => {
  it('are decoded with their fee and shipping, and nothing of the buyer but the recipient', async () => {
    const order = await one(orderOf('2000007110000123'));
    assert.deepEqual(order, {
      orderId: '2000007110000123',
      orderedAt: new Date('2026-03-01T02:30:00Z'),
      updatedAt: new Date('2026-03-01T11:00:00Z'),
      currencyCode: 'BRL',
      lines: [
        {
          line: 'MLB5200000001',
          skuMarketplace: 'MLB5200000001',
          units: 2,
          price: 14_990,
          shipping: 1_290,
          fee: 3_598,
          state: 'paid',
          refund: { units: 0, amount: 0 },
        },
      ],
      shipments: [
        {
          shipmentId: '43110000555',
          state: 'shipped',
          carrier: 'MEL Distribution',
          trackingNumber: 'MEL43110000555FMXDF01',
          shippedAt: new Date('2026-03-01T10:59:00Z'),
          deliveredAt: null,
          recipient: {
            name: 'Rita Prado',
            postalCode: '04010000',
            city: 'São Paulo',
            state: 'BR-SP',
            countryCode: 'BR',
          },
        },
      ],
    });
  });

  it('report what was paid back, in money and in the units that it covers', async () => {
    const [payment] = orderOf('1').payments;
    const refunded = (amount: number, status = 'approved') =>
      orderOf('1', {
        status: 'partially_refunded',
        payments: [{ ...payment, status, transaction_amount_refunded: amount }],
      });
    const lineOf = async (order: unknown) => (await one(order)).lines[0];
    const part = await lineOf(refunded(149.9));
    assert.deepEqual([part?.state, part?.refund], ['paid', { units: 1, amount: 14_990 }]);
    const little = await lineOf(refunded(20));
    assert.deepEqual([little?.state, little?.refund], ['paid', { units: 0, amount: 2_000 }]);
    const whole = await lineOf(refunded(299.8, 'refunded'));
    assert.deepEqual([whole?.state, whole?.refund], ['refunded', { units: 2, amount: 29_980 }]);
  });

  it('spread a refund over their lines to the cent', async () => {
    const [line] = orderOf('1').order_items;
    const [payment] = orderOf('1').payments;
    const lines = [10, 20, 30.01].map((unit_price, n) => ({
      ...line,
      item: { id: `MLB${n}`, variation_id: 7 },
      quantity: 1,
      unit_price,
    }));
    const order = await one(
      orderOf('1', {
        order_items: lines,
        payments: [{ ...payment, transaction_amount_refunded: 10.01 }],
      }),
    );
    const amounts = order.lines.map(({ refund }) => refund?.amount ?? 0);
    assert.equal(
      amounts.reduce((sum, amount) => sum + amount, 0),
      1_001,
    );
    assert.deepEqual(
      order.lines.map((one) => one.line),
      ['MLB0:7', 'MLB1:7', 'MLB2:7'],
    );
  });

  it('are no sale before they are paid, nor once they are cancelled', async () => {
    const stateOf = async (status: string) => (await one(orderOf('1', { status }))).lines[0]?.state;
    assert.equal(await stateOf('payment_in_process'), 'pending');
    assert.equal(await stateOf('cancelled'), 'cancelled');
    assert.equal(await stateOf('a_new_word'), 'paid');
  });

  it('are complete without a shipment if there is none, and fail if it cannot be read', async () => {
    assert.deepEqual((await one(orderOf('1'), { status: 404, body: {} })).shipments, []);
    const { fetcher } = stub({
      'GET /orders/1': { body: orderOf('1') },
      'GET /shipments/43110000555': { status: 503, body: {} },
    });
    const got = await getOrder(fetcher, session, '1');
    assert.equal(got.ok ? null : got.error.kind, 'unavailable');
  });

  it('are read page by page', async () => {
    const { ids, calls } = await read([page(53, ...many(0, 50)), page(53, ...many(50, 3))]);
    assert.equal(new Set(ids).size, 53);
    assert.deepEqual(
      calls.map(({ query }) => query?.offset),
      ['0', '50'],
    );
  });

  it('are read again from an earlier offset if some left the search in between', async () => {
    const { ids, calls } = await read([
      page(60, ...many(0, 50)),
      page(58, ...many(52, 8)),
      page(58, ...many(50, 10)),
    ]);
    assert.deepEqual(
      calls.map(({ query }) => query?.offset),
      ['0', '50', '48'],
    );
    assert.equal(new Set(ids).size, 60);
  });

  it('are requested in halves of the period if a search cannot page to the end', async () => {
    const { ids, calls } = await read([
      page(10_001, ...many(0, 50)),
      page(1, ...many(0, 1)),
      page(1, ...many(1, 1)),
    ]);
    assert.equal(ids.length, 2);
    const times = calls.map(({ query }) => [
      query?.['order.date_last_updated.from'],
      query?.['order.date_last_updated.to'],
    ]);
    assert.deepEqual(times[1], ['2026-03-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z']);
    assert.deepEqual(times[2], ['2026-03-01T12:00:00.000Z', '2026-03-02T00:00:00.000Z']);
  });

  it('that cannot be understood are counted', async () => {
    const { fetcher } = stub({ [SEARCH]: page(2, orderOf('1'), { id: 2 }) });
    const got = await getOrders(fetcher, session, { ...QUERY, cursor: null });
    assert.ok(got.ok);
    assert.deepEqual([got.value.orders.length, got.value.unreadable], [1, 1]);
    const odd = await getOrders(fetcher, session, { ...QUERY, cursor: 'x' });
    assert.equal(odd.ok ? null : odd.error.code, 'unknown_cursor');
  });

  it('add up by the day of the time zone, without those that were cancelled', async () => {
    const { fetcher, calls } = stub({
      [SEARCH]: [
        page(3, orderOf('1'), orderOf('2', { status: 'cancelled' }), orderOf('1')),
        page(0),
      ],
    });
    const days = { from: '2026-02-28', to: '2026-03-01', timeZone: 'America/Sao_Paulo' };
    assert.deepEqual(await getSalesTotals(fetcher, session, days), {
      ok: true,
      value: [{ day: '2026-02-28', orders: 1, units: 2, sales: 29_980, currencyCode: 'BRL' }],
    });
    assert.equal(calls[0]?.query?.['order.date_created.from'], '2026-02-28T03:00:00.000Z');
    assert.equal(calls[0]?.query?.['order.date_created.to'], '2026-03-01T02:59:59.999Z');
  });
});
