import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, it } from '@std/testing/bdd';
import { deadline } from './deadline.ts';

const LONG_MS = 60_000;
const rung = (ms: number, reported = () => {}) =>
  new Promise<void>((resolve) =>
    deadline(ms, () => {
      reported();
      resolve();
    }),
  );

describe('a deadline', () => {
  it('calls back, and again for a deadline set after the queue was empty', async () => {
    await rung(1);
    await rung(1);
  });

  it('calls back for each deadline, in their order', async () => {
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((n) => rung(5).then(() => order.push(n))));
    assert.deepEqual(order, [1, 2, 3]);
  });

  it('does not call back for a cancelled deadline, but for the others', async () => {
    const order: string[] = [];
    const callOff = deadline(5, () => order.push('first'));
    const second = rung(5).then(() => order.push('second'));
    callOff();
    callOff();
    await second;
    assert.deepEqual(order, ['second']);
  });

  it('waits for its own time, though others wait for another', async () => {
    const callOff = deadline(LONG_MS, () => assert.fail('too early'));
    await rung(1);
    callOff();
  });

  it('leaves no timer if all are cancelled', () => {
    const { setTimeout, clearTimeout } = globalThis;
    const begun: unknown[] = [];
    const cleared: unknown[] = [];
    Object.assign(globalThis, {
      setTimeout: new Proxy(setTimeout, {
        apply(begin, self, given) {
          const timer: unknown = Reflect.apply(begin, self, given);
          begun.push(timer);
          return timer;
        },
      }),
      clearTimeout: new Proxy(clearTimeout, {
        apply(clear, self, given) {
          cleared.push(...given);
          Reflect.apply(clear, self, given);
        },
      }),
    });
    try {
      const ends = [1, 2].map(() => deadline(LONG_MS, () => assert.fail('too early')));
      for (const end of ends) end();
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    }
    assert.equal(begun.length, 1);
    assert.deepEqual(cleared, begun);
  });

  it('calls back for the right deadline, in any order', async () => {
    const whose = new AsyncLocalStorage<string>();
    const fired: (string | undefined)[] = [];
    const wait = (who: string) => whose.run(who, () => rung(5, () => fired.push(whose.getStore())));
    await Promise.all([wait('first'), wait('second')]);
    assert.deepEqual(fired, ['first', 'second']);
  });

  it('may be followed by another that is set in its callback', async () => {
    await new Promise<void>((resolve) => deadline(1, () => deadline(1, resolve)));
  });
});
