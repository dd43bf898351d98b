import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { createPacer } from './pacer.ts';

const settled = () => new Promise((done) => setTimeout(done, 0));

describe('pacer', () => {
  it('admits a limited number per account at once, in order of arrival', async () => {
    const pacer = createPacer(2);
    const order: number[] = [];
    const leave = [await pacer.enter('a'), await pacer.enter('a')];
    const arrive = async (who: number) => {
      const go = await pacer.enter('a');
      order.push(who);
      return go;
    };
    const third = arrive(3);
    const fourth = arrive(4);
    await settled();
    assert.deepEqual(order, []);
    leave[0]?.();
    await settled();
    assert.deepEqual(order, [3]);
    (await third)();
    (await fourth)();
    assert.deepEqual(order, [3, 4]);
  });

  it('gives a place back once, however often it is left', async () => {
    const pacer = createPacer(1);
    const leave = await pacer.enter('a');
    let entered = 0;
    const next = [1, 2].map(() => pacer.enter('a').then(() => entered++));
    leave();
    leave();
    await settled();
    assert.equal(entered, 1);
    assert.equal(next.length, 2);
  });

  it('keeps accounts apart', async () => {
    const pacer = createPacer(1);
    await pacer.enter('a');
    const leave = await pacer.enter('b');
    leave();
  });
});
