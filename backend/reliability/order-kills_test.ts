import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { orderKills } from './order-kills.ts';
import { ORDER_POINTS } from './order-scenario.ts';

describe('orders, whose reader is killed at each point', () => {
  it('are recorded and counted once, as they changed last, however often they are notified', async () => {
    const report = await orderKills({ seed: 1, orders: 120, points: ORDER_POINTS });
    console.info(`orders: ${JSON.stringify(report)}`);
    assert.deepEqual(report.faults, [], `seed ${report.seed}`);
    assert.deepEqual(Object.keys(report.kills).sort(), [...ORDER_POINTS].sort());
  });
});
