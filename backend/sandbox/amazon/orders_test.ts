import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { callAmazon, connectAmazon, ELECTRONICS, HOME } from '../../testing/sandbox/amazon.ts';
import type { Json } from '../../testing/sandbox/wire.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { dayOf, startOfDay } from '../world/till.ts';
import { findOffer, type Order, OWN_SELLERS, orderState, ordersOf } from '../world.ts';
import { orderChange } from './orders.ts';
import { STORES } from './stores.ts';

const ORDERS = '/orders/2026-01-01/orders';
const NOON = Date.UTC(2026, 10, 23, 15);
const DAY = 86_400_000;

describe('orders of Amazon', () => {
  let sandbox: Sandbox;
  let token: string;
  beforeAll(async () => {
    const clock = () => new Date(NOON);
    sandbox = await startSandbox({ tickMs: 0, historyDays: 20, limited: false, clock });
    token = (await connectAmazon(sandbox.url)).access;
  });
  afterAll(() => sandbox.stop());

  const get = async (path: string, query: Record<string, string> = {}, as = token) =>
    await callAmazon(sandbox.url, 'GET', path, { token: as, query });
  const now = () => sandbox.world().now;
  const ledger = () => ordersOf(sandbox.world(), OWN_SELLERS.HOME, 'amazon');
  const isCancelled = (order: Order) => orderState(order, now()) === 'cancelled';
  const since = () => new Date(now() - 30 * DAY).toISOString();

  async function all(query: Record<string, string>): Promise<Json[]> {
    const found: Json[] = [];
    let next: Record<string, string> = {};
    for (;;) {
      const { body, status } = await get(ORDERS, { ...query, ...next });
      assert.equal(status, 200, JSON.stringify(body));
      const { orders, pagination } = body as {
        orders: Json[];
        pagination?: { nextToken: string };
      };
      found.push(...orders);
      if (pagination === undefined) return found;
      next = { paginationToken: pagination.nextToken };
    }
  }

  it('are those of the ledger, page by page, with the requested data', async () => {
    const query = { createdAfter: since(), marketplaceIds: STORES.BR.id, maxResultsPerPage: '70' };
    const found = await all({ ...query, includedData: 'PROCEEDS,FULFILLMENT,PACKAGES' });
    const known = ledger().filter(({ at }) => at <= now() - 120_000);
    assert.deepEqual(
      found.map(({ orderId }) => orderId),
      known.map(({ id }) => id),
    );
    for (const [i, { orderItems, packages, fulfillment }] of found.entries()) {
      const order = known[i]!;
      const [item] = orderItems as {
        quantityOrdered: number;
        product: { sellerSku: string; price: { unitPrice: { amount: string } } };
      }[];
      assert.equal(item?.quantityOrdered, order.units);
      assert.equal(item.product.sellerSku, findOffer(sandbox.world(), order.itemId)?.offer.sku);
      assert.equal(Math.round(Number(item.product.price.unitPrice.amount) * 100), order.price);
      const isSent = (order.shippedAt ?? Infinity) <= now();
      assert.equal((packages as unknown[]).length, isSent ? 1 : 0);
      assert.equal(
        (fulfillment as Json).fulfillmentStatus,
        isCancelled(order) ? 'CANCELLED' : isSent ? 'SHIPPED' : 'UNSHIPPED',
      );
    }
    const [bare] = await all({ ...query, includedData: '' });
    assert.equal(bare?.packages, undefined);
  });

  it('are found by when they changed', async () => {
    const order = ledger().find(isCancelled);
    assert.ok(order?.cancelledAt);
    const at = new Date(order.cancelledAt).toISOString();
    const found = await all({ lastUpdatedAfter: at, lastUpdatedBefore: at });
    assert.deepEqual(
      found.map(({ orderId }) => orderId),
      [order.id],
    );
  });

  it('add up by day to what the sales report', async () => {
    const today = dayOf(now());
    const write = (day: number) =>
      `${new Date(startOfDay(day) - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
    const { body } = await get('/sales/v1/orderMetrics', {
      marketplaceIds: STORES.BR.id,
      interval: `${write(today - 9)}--${write(today + 1)}`,
      granularity: 'Day',
      granularityTimeZone: 'America/Sao_Paulo',
    });
    const { payload } = body as {
      payload: { interval: string; unitCount: number; orderCount: number; totalSales: Json }[];
    };
    assert.equal(payload.length, 10);
    for (const [i, one] of payload.entries()) {
      const day = today - 9 + i;
      const sold = ledger().filter((order) => dayOf(order.at) === day && !isCancelled(order));
      assert.ok(one.interval.startsWith(new Date(day * DAY).toISOString().slice(0, 10)));
      assert.equal(one.orderCount, sold.length);
      assert.equal(
        one.unitCount,
        sold.reduce((sum, { units }) => sum + units, 0),
      );
      assert.equal(
        Math.round(Number(one.totalSales.amount) * 100),
        sold.reduce((sum, { units, price }) => sum + units * price, 0),
      );
    }
  });

  it('are refused where the question makes no sense, and to everybody else', async () => {
    const from = since();
    for (const query of [
      {},
      { createdAfter: from, lastUpdatedAfter: from },
      { createdAfter: 'ontem' },
      { createdAfter: from, createdBefore: new Date(now()).toISOString() },
      { createdAfter: from, maxResultsPerPage: '101' },
      { createdAfter: from, marketplaceIds: 'A1PA6795UKMFR9' },
      { paginationToken: 'x' },
    ])
      assert.equal((await get(ORDERS, query as Record<string, string>)).status, 400);
    assert.equal((await get('/sales/v1/orderMetrics', { interval: 'x' })).status, 400);
    const [order] = ledger();
    const other = (await connectAmazon(sandbox.url, ELECTRONICS)).access;
    assert.equal((await get(`${ORDERS}/${order?.id}`)).status, 200);
    assert.equal((await get(`${ORDERS}/${order?.id}`, {}, other)).status, 404);
  });

  it('are announced with their state', () => {
    const [order] = ledger();
    assert.ok(order);
    const { itemId } = order;
    const { offer } = findOffer(sandbox.world(), itemId) ?? assert.fail();
    const notify = (step: 'placed' | 'shipped' | 'cancelled') =>
      orderChange({ kind: 'order', productId: '', itemId, order, step }, offer, HOME, since())
        .OrderChangeNotification;
    assert.equal(notify('placed').AmazonOrderId, order.id);
    assert.deepEqual(
      (['placed', 'shipped', 'cancelled'] as const).map((step) => notify(step).Summary.OrderStatus),
      ['Unshipped', 'Shipped', 'Canceled'],
    );
    assert.equal(notify('cancelled').OrderChangeType, 'BuyerRequestedChange');
  });
});
