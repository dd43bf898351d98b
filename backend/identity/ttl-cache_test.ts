import assert from 'node:assert/strict';
import { beforeEach, describe, it } from '@std/testing/bdd';
import { createTtlCache } from './ttl-cache.ts';

describe('answers that are kept briefly', () => {
  let now: number;
  let fetched: string[];
  let keep: ReturnType<typeof createTtlCache<string>>;
  beforeEach(() => {
    now = 1_000_000;
    fetched = [];
    keep = createTtlCache<string>(() => new Date(now), 900);
  });
  const ask = (key: string) =>
    keep(key, () => {
      fetched.push(key);
      return Promise.resolve(`${key}${fetched.length}`);
    });

  it('are returned again while they are fresh, from the time of the request', async () => {
    assert.equal(await ask('a'), 'a1');
    now += 899;
    assert.equal(await ask('a'), 'a1');
    now += 1;
    assert.equal(await ask('a'), 'a2');
    now += 899;
    assert.equal(await ask('a'), 'a2');
  });

  it('are shared by concurrent requests of one key only', async () => {
    assert.deepEqual(await Promise.all([ask('a'), ask('b'), ask('a')]), ['a1', 'b2', 'a1']);
  });

  it('are not trusted when the clock was set back', async () => {
    await ask('a');
    now -= 5_000;
    assert.equal(await ask('a'), 'a2');
  });

  it('are requested again after a failure', async () => {
    await assert.rejects(keep('a', () => Promise.reject(new Error('away'))));
    assert.equal(await ask('a'), 'a1');
  });
});
