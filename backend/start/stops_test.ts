import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { createStops } from './stops.ts';

describe('stopping', () => {
  it('takes down the last begun first, and waits for each', async () => {
    const order: string[] = [];
    const stops = createStops(() => assert.fail('nothing went wrong'));
    stops.add('one', () => order.push('one'));
    stops.add('two', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('two');
    });
    await stops.run();
    assert.deepEqual(order, ['two', 'one']);
  });

  it('continues after failures and timeouts, and reports both', async () => {
    const reported: unknown[] = [];
    const order: string[] = [];
    const stops = createStops((_message, _error, { what }) => reported.push(what));
    stops.add('good', () => order.push('good'));
    stops.add('late', () => new Promise(() => undefined), 0.05);
    stops.add('bad', () => {
      throw new Error('no');
    });
    await stops.run();
    assert.deepEqual(reported, ['bad', 'late']);
    assert.deepEqual(order, ['good']);
  });

  it('stops each thing once, also if it is called twice', async () => {
    let times = 0;
    const stops = createStops(() => undefined);
    stops.add('one', () => times++);
    await Promise.all([stops.run(), stops.run()]);
    assert.equal(times, 1);
  });
});
