import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { orderOf, pageOf, TENANT } from '../../../testing/conformance/magalu.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getOrders, toOrder } from './orders.ts';

const session = { sellerId: TENANT, accessToken: 'token' };
const LIST = 'GET /seller/v1/orders';
const FROM = new Date('2026-02-01T00:00:00Z');
const TO = new Date('2026-02-28T00:00:00Z');

describe('an order', () => {
  it('has its lines and shipments from its deliveries, and amounts by their divisors', () => {
    assert.deepEqual(toOrder(orderOf('LU-1')), {
      orderId: 'LU-1',
      orderedAt: new Date('2026-02-20T14:05:11Z'),
      updatedAt: new Date('2026-02-20T14:05:11Z'),
      currencyCode: 'BRL',
      lines: [
        {
          line: 'LU-1-1:1',
          skuMarketplace: 'LUM 01/branca',
          units: 2,
          price: 14_990,
          shipping: 1_490,
          fee: 4_797,
          state: 'paid',
          refund: null,
        },
      ],
      shipments: [
        {
          shipmentId: 'LU-1-1',
          state: 'shipped',
          carrier: 'Magalu Entregas',
          trackingNumber: 'ME70123456789',
          shippedAt: new Date('2026-02-21T12:00:00Z'),
          deliveredAt: null,
          recipient: {
            name: 'Rosa Teixeira',
            postalCode: '86010390',
            city: 'Londrina',
            state: 'PR',
            countryCode: 'BR',
          },
        },
      ],
    });
  });

  it('divides what is reported of the whole order, and keeps the rest unknown', () => {
    const item = (sku: string, value: number) => ({
      info: { sku },
      quantity: 1,
      unit_price: { normalizer: 1_000, value },
    });
    const deliveries = [
      { id: 'a', items: [item('x', 30_000), item('y', 10_000)] },
      { id: 'b', status: 'cancelled', items: [item('x', 20_000)] },
    ];
    const freight = { normalizer: 100, total: 1_000 };
    const order = toOrder(orderOf('LU-2', { deliveries, amounts: { freight } }));
    assert.deepEqual(
      order?.lines.map(({ line, price, shipping, fee, state }) => [
        line,
        price,
        shipping,
        fee,
        state,
      ]),
      [
        ['a:1', 3_000, 500, null, 'paid'],
        ['a:2', 1_000, 167, null, 'paid'],
        ['b:1', 2_000, 333, null, 'cancelled'],
      ],
    );
  });

  it('is pending until it is paid, and none without what it sells', () => {
    const stateOf = (status: string) => toOrder(orderOf('LU-3', { status }))?.lines[0]?.state;
    assert.deepEqual(['new', 'approved', 'finished', 'cancelled'].map(stateOf), [
      'pending',
      'paid',
      'paid',
      'cancelled',
    ]);
    assert.equal(toOrder(orderOf('LU-3', { deliveries: [] })), null);
    assert.equal(toOrder({ id: 'LU-3' }), null);
  });
});

describe('a search of orders', () => {
  const page = (count: number, first = 0) => ({
    body: pageOf(Array.from({ length: count }, (_, n) => orderOf(`LU-${first + n}`))),
  });
  async function search(answers: Scripted[], from = FROM) {
    const { fetcher, calls } = stub({ [LIST]: answers });
    const found = new Set<string>();
    let cursor: string | null = null;
    do {
      const read = await getOrders(fetcher, session, { updatedFrom: from, updatedTo: TO, cursor });
      assert.ok(read.ok);
      for (const { orderId } of read.value.orders) found.add(orderId);
      cursor = read.value.next;
    } while (cursor !== null);
    return { found, queries: calls.map(({ query }) => query) };
  }

  it('overlaps its pages, since orders may change in between', async () => {
    const { found, queries } = await search([page(100), page(60, 90)]);
    assert.equal(found.size, 150);
    assert.deepEqual(
      queries.map((query) => query?._offset),
      ['0', '90'],
    );
    assert.equal(queries[0]?.updated_at__gte, FROM.toISOString());
    assert.equal(queries[0]?.updated_at__lte, TO.toISOString());
  });

  it('halves a time with more orders than it can page through', async () => {
    const full = Array.from({ length: 55 }, (_, n) => page(100, n * 90));
    const { queries } = await search([...full, page(3), page(3)]);
    assert.ok(queries.every((query) => Number(query?._offset) + 100 <= 5_000));
    const middle = new Date((FROM.getTime() + TO.getTime()) / 2).toISOString();
    assert.equal(queries.at(-2)?.updated_at__lte, middle);
    assert.deepEqual(
      [queries.at(-1)?.updated_at__gte, queries.at(-1)?.updated_at__lte],
      [middle, TO.toISOString()],
    );
  });

  it('counts undecodable orders, and fails for an invalid cursor', async () => {
    const { fetcher } = stub({ [LIST]: { body: pageOf([{ id: 'LU-1' }]) } });
    const query = { updatedFrom: FROM, updatedTo: TO };
    const read = await getOrders(fetcher, session, { ...query, cursor: null });
    assert.deepEqual(read, { ok: true, value: { orders: [], unreadable: 1, next: null } });
    const odd = await getOrders(fetcher, session, { ...query, cursor: '{}' });
    assert.equal(!odd.ok && odd.error.code, 'unknown_cursor');
  });
});
