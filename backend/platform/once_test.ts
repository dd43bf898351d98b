import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { once } from './once.ts';

describe('what is shared while it is under way', () => {
  it('runs once for concurrent calls, and again afterwards', async () => {
    const open = new Map<string, Promise<number>>();
    let begun = 0;
    const ask = () => once(open, 'a', 1_000, async () => await Promise.resolve(++begun));
    assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
    assert.equal(await ask(), 2);
    await assert.rejects(once(open, 'a', 1_000, () => Promise.reject(new Error('refused'))));
    assert.equal(open.size, 0);
  });

  it('times out if it hangs, so that the next call starts it again', async () => {
    const open = new Map<string, Promise<number>>();
    const hanging = [1, 2].map(() =>
      once(open, 'a', 20, () => new Promise<number>(() => undefined)),
    );
    for (const one of hanging) await assert.rejects(one, /No end within 0\.02 s/);
    assert.equal(await once(open, 'a', 20, () => Promise.resolve(7)), 7);
  });
});
