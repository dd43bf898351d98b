import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { orderOf, STORE } from '../../../testing/conformance/amazon.ts';
import { stub } from '../../../testing/conformance/stub.ts';
import { getOrders, getSalesTotals, toOrder } from './orders.ts';
import { storeOf } from './stores.ts';

const store = storeOf(STORE);
const session = { sellerId: 'A3FIXTURESELLER', accessToken: 'Atza|fixture' };

function read(more: Record<string, unknown>) {
  const order = toOrder(store, orderOf('701-1', more));
  assert.ok(order && order !== 'elsewhere');
  return order;
}

describe('orders of Amazon', () => {
  it('are decoded without fee and refund, which Amazon reports elsewhere', () => {
    assert.deepEqual(read({}), {
      orderId: '701-1',
      orderedAt: new Date('2026-03-01T02:30:00Z'),
      updatedAt: new Date('2026-03-01T11:00:00Z'),
      currencyCode: 'BRL',
      lines: [
        {
          line: '70144100223301',
          skuMarketplace: 'LUM 01/branca',
          units: 2,
          price: 14_990,
          shipping: 1_290,
          fee: null,
          state: 'paid',
          refund: null,
        },
      ],
      shipments: [
        {
          shipmentId: 'PKG-1',
          state: 'shipped',
          carrier: 'Correios',
          trackingNumber: 'AA123456785BR',
          shippedAt: new Date('2026-03-01T10:59:00Z'),
          deliveredAt: null,
          recipient: null,
        },
      ],
    });
  });

  it('that are not paid may have no price yet', () => {
    const [item] = orderOf('701-1').orderItems;
    const bare = { ...item, product: { asin: 'B0', sellerSku: 'LUM-02' }, proceeds: null };
    const { lines } = read({
      fulfillment: { fulfillmentStatus: 'PENDING' },
      orderItems: [bare],
    });
    assert.deepEqual([lines[0]?.state, lines[0]?.price], ['pending', null]);
    const summed = { ...bare, proceeds: item?.proceeds };
    assert.equal(read({ orderItems: [summed] }).lines[0]?.price, 14_990);
  });

  it('may be cancelled as a whole, or one item of them', () => {
    const [item] = orderOf('701-1').orderItems;
    const cancelled = {
      ...item,
      orderItemId: '2',
      cancellation: { cancellationExecution: { cancelledBy: 'BUYER' } },
    };
    const states = (more: Record<string, unknown>) => read(more).lines.map(({ state }) => state);
    assert.deepEqual(states({ orderItems: [item, cancelled] }), ['paid', 'cancelled']);
    assert.deepEqual(states({ fulfillment: { fulfillmentStatus: 'CANCELLED' } }), ['cancelled']);
  });

  it('of another store, or of none of Amazon’s, are left out; those that are not understood are counted', async () => {
    const elsewhere = { salesChannel: { channelName: 'NON_AMAZON' } };
    const us = { salesChannel: { channelName: 'AMAZON', marketplaceId: 'ATVPDKIKX0DER' } };
    const { fetcher, calls } = stub({
      'GET /orders/2026-01-01/orders': {
        body: {
          orders: [orderOf('1'), orderOf('2', elsewhere), orderOf('3', us), { orderId: '4' }],
          pagination: { nextToken: 'more' },
        },
      },
    });
    const query = {
      updatedFrom: new Date('2026-03-01T00:00:00Z'),
      updatedTo: new Date('2026-03-02T00:00:00Z'),
      cursor: 'before',
    };
    const page = await getOrders(fetcher, store, session, query);
    assert.ok(page.ok);
    assert.deepEqual(
      page.value.orders.map(({ orderId }) => orderId),
      ['1'],
    );
    assert.deepEqual([page.value.unreadable, page.value.next], [1, 'more']);
    const { includedData, ...rest } = calls[0]?.query ?? {};
    assert.ok(includedData && !/BUYER|RECIPIENT/.test(includedData));
    assert.deepEqual(rest, {
      lastUpdatedAfter: '2026-03-01T00:00:00.000Z',
      lastUpdatedBefore: '2026-03-02T00:00:00.000Z',
      marketplaceIds: STORE,
      maxResultsPerPage: '100',
      paginationToken: 'before',
    });
  });

  it('have sums by day, requested with the offsets of the time zone', async () => {
    const { fetcher, calls } = stub({
      'GET /sales/v1/orderMetrics': {
        body: {
          payload: [
            {
              interval: '2026-03-08T00:00-08:00--2026-03-09T00:00-07:00',
              unitCount: 7,
              orderItemCount: 5,
              orderCount: 4,
              totalSales: { amount: '701.30', currencyCode: 'USD' },
            },
          ],
        },
      },
    });
    const days = { from: '2026-03-08', to: '2026-03-08', timeZone: 'America/Los_Angeles' };
    assert.deepEqual(await getSalesTotals(fetcher, store, session, days), {
      ok: true,
      value: [{ day: '2026-03-08', orders: 4, units: 7, sales: 70_130, currencyCode: 'USD' }],
    });
    assert.equal(calls[0]?.query?.interval, '2026-03-08T00:00:00-08:00--2026-03-09T00:00:00-07:00');
  });
});
