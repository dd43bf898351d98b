// Orders, refunds and day sums.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import type { CallFailure } from '../../integrations/marketplace.ts';
import type { OrderPage, RemoteOrder } from '../../integrations/orders.ts';
import type { Result } from '../../kernel/result.ts';
import { NOW, type Stage } from './stage.ts';

/** What was sold. */
export function testOrders(stage: Stage): void {
  const { order: sold, target } = stage.fixture;
  if (sold === null) return;
  const { orderId, day, timeZone, price } = sold;

  it('reports an order by its id as in a search by its last change', async () => {
    const one = await stage.marketplace.getOrder?.(stage.session, orderId);
    assert.ok(one?.ok);
    const { updatedAt, lines, shipments } = one.value;
    assert.deepEqual(
      lines.map(({ skuMarketplace, units, state }) => [skuMarketplace, units, state]),
      [[target.skuMarketplace, 2, 'paid']],
    );
    assert.equal(lines[0]?.price, price);
    assert.ok(shipments);
    const query = { updatedFrom: updatedAt, updatedTo: NOW };
    const found: RemoteOrder[] = [];
    let cursor: string | null = null;
    do {
      const page: Result<OrderPage, CallFailure> | undefined = await stage.marketplace.getOrders?.(
        stage.session,
        { ...query, cursor },
      );
      assert.ok(page?.ok);
      found.push(...page.value.orders);
      assert.equal(page.value.unreadable, 0);
      cursor = page.value.next;
    } while (cursor !== null);
    assert.deepEqual(
      found.map((order) => [order.orderId, order.lines]),
      [[orderId, lines]],
    );
  });

  it('reports a refund of one unit of it by when it was posted, where orders do not report refunds', async () => {
    const ask = (from: string, to: string) =>
      stage.marketplace.getRefunds?.(stage.session, {
        from: new Date(from),
        to: new Date(to),
        cursor: null,
      });
    const found = await ask('2026-03-01T11:30:00Z', '2026-03-01T11:30:00Z');
    if (found === undefined) return;
    assert.ok(found.ok);
    assert.deepEqual(
      found.value.refunds.map((refund) => [refund.orderId, refund.items]),
      [[orderId, [{ skuMarketplace: target.skuMarketplace, amount: price }]]],
    );
    const later = await ask('2026-03-01T11:30:01Z', '2026-03-02T11:30:00Z');
    assert.deepEqual(later, { ok: true, value: { refunds: [], unreadable: 0, next: null } });
  });

  it('counts an order in the sums of its day', async () => {
    const days = { from: day, to: day, timeZone };
    const totals = await stage.marketplace.getSalesTotals?.(stage.session, days);
    const { currencyCode } = stage.fixture;
    assert.deepEqual(totals, {
      ok: true,
      value: [{ day, orders: 1, units: 2, sales: 2 * price, currencyCode }],
    });
  });
}
