import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { connect, isError, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { notificationsOf } from '../notifications.ts';
import { type Order, OWN_SELLERS, orderState, ordersOf } from '../world.ts';
import { shipmentIdOf } from './orders.ts';

const NOON = Date.UTC(2026, 10, 23, 15);

describe('orders', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire({ historyDays: 20, clock: () => new Date(NOON) });
  });
  afterAll(() => wire.sandbox.stop());

  const own = `/orders/search?seller=${OWN_SELLERS.HOME}`;
  const ledger = () => ordersOf(wire.sandbox.world(), OWN_SELLERS.HOME, 'mercadolivre');
  const now = () => wire.sandbox.world().now;
  /** An order of the seller in a state. */
  const orderThat = (state: ReturnType<typeof orderState>, fits: (order: Order) => boolean) => {
    const found = ledger().find((order) => orderState(order, now()) === state && fits(order));
    assert.ok(found, state);
    return found;
  };

  async function all(query: string): Promise<Json[]> {
    const found: Json[] = [];
    for (;;) {
      const { body } = await wire.get(`${own}${query}&offset=${found.length}`);
      const { results, paging } = body as { results: Json[]; paging: { total: number } };
      found.push(...results);
      if (results.length === 0 || found.length === paging.total) return found;
    }
  }

  it('are those of the ledger: each once, and their sums to the cent', async () => {
    const found = await all('&sort=date_asc');
    assert.deepEqual(
      found.map(({ id }) => String(id)),
      ledger().map(({ id }) => id),
    );
    const cents = (orders: Json[]) =>
      orders.reduce((sum, { total_amount }) => sum + Math.round(Number(total_amount) * 100), 0);
    assert.equal(
      cents(found),
      ledger().reduce((sum, { units, price }) => sum + units * price, 0),
    );
    for (const one of found) {
      const [line] = one.order_items as { quantity: number; unit_price: number }[];
      assert.ok(line);
      assert.equal(Math.round(line.quantity * line.unit_price * 100), cents([one]));
    }
  });

  it('are found by when they were made, by when they changed, and by state', async () => {
    const orders = ledger();
    const from = orders[10]?.at ?? 0;
    const to = orders[60]?.at ?? 0;
    const iso = (at: number) => encodeURIComponent(new Date(at).toISOString());
    const made = await all(
      `&order.date_created.from=${iso(from)}&order.date_created.to=${iso(to)}`,
    );
    assert.equal(made.length, 51);
    const cancelled = orderThat('cancelled', () => true);
    const at = cancelled.cancelledAt ?? 0;
    const changed = await all(
      `&order.date_last_updated.from=${iso(at)}&order.date_last_updated.to=${iso(at)}`,
    );
    assert.ok(changed.some(({ id }) => String(id) === cancelled.id));
    const states = await all('&order.status=cancelled');
    assert.equal(
      states.length,
      orders.filter((order) => orderState(order, now()) === 'cancelled').length,
    );
    isError((await wire.get(`${own}&order.date_created.from=ontem`)).body, 400, 'bad_request');
  });

  it('report what became of them', async () => {
    const bodyOf = async ({ id }: Order) => (await wire.get(`/orders/${id}`)).body as Json;
    const paymentOf = (body: Json) => (body.payments as Json[])[0];
    const cancelled = await bodyOf(orderThat('cancelled', () => true));
    assert.equal(cancelled.status, 'cancelled');
    const back = await bodyOf(orderThat('refunded', () => true));
    assert.equal(back.status, 'paid');
    assert.equal(paymentOf(back)?.status, 'refunded');
    assert.equal(paymentOf(back)?.transaction_amount_refunded, back.total_amount);
    const order = orderThat('delivered', ({ units }) => units > 1);
    const delivered = await bodyOf(order);
    assert.equal(paymentOf(delivered)?.transaction_amount_refunded, 0);
    const [line] = delivered.order_items as { sale_fee: number }[];
    assert.equal(Math.round((line?.sale_fee ?? 0) * order.units * 100), order.fee);
  });

  it('have a shipment, with what its buyer and its seller paid for it', async () => {
    const order = orderThat('delivered', ({ postage }) => postage > 0);
    const path = `/shipments/${shipmentIdOf(order)}`;
    const { body } = await wire.get(path);
    const { status, status_history, order_id } = body as Json;
    assert.deepEqual([status, String(order_id)], ['delivered', order.id]);
    const shipped = (status_history as { date_shipped: string }).date_shipped;
    assert.equal(Date.parse(shipped), order.shippedAt);
    const costs = (await wire.get(`${path}/costs`)).body as { senders: { cost: number }[] };
    assert.equal(Math.round((costs.senders[0]?.cost ?? 0) * 100), order.postage);
    const late = orderThat('placed', () => true);
    const waiting = (await wire.get(`/shipments/${shipmentIdOf(late)}`)).body as Json;
    assert.equal(waiting.status, 'ready_to_ship');
  });

  it('are shown to no one else', async () => {
    const [order] = ledger();
    assert.ok(order);
    const { access } = await connect(wire.sandbox.url, OWN_SELLERS.ELECTRONICS);
    for (const path of [own, `/orders/${order.id}`, `/shipments/${shipmentIdOf(order)}`]) {
      const headers = { authorization: `Bearer ${access}` };
      const answer = await fetch(wire.sandbox.url + path, { headers });
      await answer.body?.cancel();
      assert.equal(answer.status, 403, path);
    }
    isError((await wire.get('/orders/2000019999999000')).body, 404, 'order_not_found');
    isError((await wire.get('/shipments/43999999999')).body, 404, 'not_found_shipping_id');
  });

  it('are announced when they are placed and when they go on', () => {
    const order = orderThat('delivered', () => true);
    const { itemId } = order;
    const notify = (step: 'placed' | 'refunded') =>
      notificationsOf(wire.sandbox.world(), [
        { kind: 'order', productId: '', itemId, order, step },
      ]).map(({ topic, resource, userId }) => [topic, resource, userId]);
    const about = ['orders_v2', `/orders/${order.id}`, OWN_SELLERS.HOME];
    const shipment = ['shipments', `/shipments/${shipmentIdOf(order)}`, OWN_SELLERS.HOME];
    assert.deepEqual(notify('placed'), [about, shipment]);
    assert.deepEqual(notify('refunded'), [about]);
  });
});
