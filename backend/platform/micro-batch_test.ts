import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { createMicroBatch } from './micro-batch.ts';

const nap = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('createMicroBatch', () => {
  it('processes items together that arrive within the delay', async () => {
    const batches: number[][] = [];
    const { add } = createMicroBatch<number>({ name: 'numbers', delayMs: 20 }, async (items) => {
      batches.push([...items]);
      await nap();
    });
    await Promise.all([1, 2, 3].map(add));
    assert.deepEqual(batches, [[1, 2, 3]]);
    await add(4);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('makes the next batch of items that arrive during one', async () => {
    const batches: number[][] = [];
    const later: Promise<void>[] = [];
    const { add } = createMicroBatch<number>({ name: 'numbers' }, async (items) => {
      batches.push([...items]);
      if (batches.length === 1) later.push(add(2), add(3));
      await nap();
    });
    await add(1);
    await Promise.all(later);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  it('tries each item of a failed batch alone, and rejects only those that fail alone', async () => {
    const done: number[] = [];
    const { add } = createMicroBatch<number>(
      { name: 'numbers', retryEach: true, delayMs: 20 },
      async (items) => {
        await nap();
        if (items.includes(2)) throw new Error('not that one');
        done.push(...items);
      },
    );
    const ends = await Promise.allSettled([1, 2, 3].map(add));
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(done, [1, 3]);
  });

  it('keeps keys apart, one batch of each at a time, within its lanes and its size', async () => {
    const batches: number[][] = [];
    let busy = 0;
    let most = 0;
    const options = { name: 'numbers', keyOf: (item: number) => item % 3, lanes: 2, size: 2 };
    const { add, waiting } = createMicroBatch<number>(options, async (items) => {
      most = Math.max(most, ++busy);
      batches.push([...items]);
      await nap();
      busy -= 1;
    });
    const all = [0, 1, 2, 3, 4, 5, 6].map(add);
    assert.equal(waiting(), 5);
    await Promise.all(all);
    assert.equal(most, 2);
    assert.deepEqual(batches, [[0], [1], [2, 5], [3, 6], [4]]);
    assert.equal(waiting(), 0);
  });

  it('hands waiting items to another batcher, which settles them', async () => {
    const here: number[] = [];
    const there: number[] = [];
    const other = createMicroBatch<number>({ name: 'numbers' }, (items) => {
      there.push(...items);
      return Promise.resolve();
    });
    const one = createMicroBatch<number>({ name: 'numbers', size: 1 }, async (items) => {
      here.push(...items);
      await nap();
    });
    const all = [1, 2, 3, 4].map(one.add);
    one.moveTo(other, (item) => item % 2 === 0);
    await Promise.all(all);
    assert.deepEqual(
      [here, there],
      [
        [1, 3],
        [2, 4],
      ],
    );
  });
});
