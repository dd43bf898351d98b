import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { gathering } from './gather.ts';

const nap = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('gathering', () => {
  it('works together what comes at about the same time', async () => {
    const batches: number[][] = [];
    const take = gathering<number>(20, async (items) => {
      batches.push([...items]);
      await nap();
    });
    await Promise.all([1, 2, 3].map(take));
    assert.deepEqual(batches, [[1, 2, 3]]);
    await take(4);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('works what comes while others are worked after them, together', async () => {
    const batches: number[][] = [];
    const later: Promise<void>[] = [];
    const take = gathering<number>(0, async (items) => {
      batches.push([...items]);
      if (batches.length === 1) later.push(take(2), take(3));
      await nap();
    });
    await take(1);
    await Promise.all(later);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  it('tries each alone where several fail together, and refuses only those that fail alone', async () => {
    const done: number[] = [];
    const take = gathering<number>(20, async (items) => {
      await nap();
      if (items.includes(2)) throw new Error('not that one');
      done.push(...items);
    });
    const ends = await Promise.allSettled([1, 2, 3].map(take));
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(done, [1, 3]);
  });
});
