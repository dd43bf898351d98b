import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import { openPool, toDb } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import type { Limit } from './bucket.ts';
import { type BucketKey, type Buckets, createLimiter, type Limiter } from './limiter.ts';
import { memoryBuckets } from './memory-buckets.ts';
import { postgresBuckets } from './postgres-buckets.ts';

const KEY: BucketKey = { marketplace: 'test', account: 'seller', operation: 'look' };
const PATIENCE_MS = 2_000;
/** By the real clock: an answer of the buckets that takes longer never comes. */
const LOST_AFTER_MS = 60_000;

/** Time that passes only when all that can be done at one moment is done. */
function virtualTime() {
  let now = 1_000_000;
  let underWay = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  let onAnswered = () => {};
  /** Until all calls of the buckets are answered. */
  const answered = () =>
    new Promise<void>((resolve, reject) => {
      const lose = () => reject(new Error(`${underWay} calls of the buckets had no answer`));
      const timer = setTimeout(lose, LOST_AFTER_MS);
      onAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const quiet = async () => {
    await setImmediate();
    while (underWay > 0) {
      await answered();
      await setImmediate();
    }
    await setImmediate();
  };
  return {
    now: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    /** The same buckets; time stands still while they work. */
    watched(buckets: Buckets): Buckets {
      const count = async <T>(work: Promise<T>): Promise<T> => {
        underWay += 1;
        try {
          return await work;
        } finally {
          underWay -= 1;
          if (underWay === 0) onAnswered();
        }
      };
      return {
        take: (...given) => count(buckets.take(...given)),
        backOff: (...given) => count(buckets.backOff(...given)),
        setRate: (...given) => count(buckets.setRate(...given)),
      };
    },
    async runTo(end: number): Promise<void> {
      for (;;) {
        await quiet();
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers[0];
        if (next === undefined || next.at > end) break;
        sleepers.shift();
        now = Math.max(now, next.at);
        next.wake();
      }
      now = Math.max(now, end);
    },
  };
}
type VirtualTime = ReturnType<typeof virtualTime>;

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const limiterOf = (time: VirtualTime, buckets: Buckets): Limiter =>
  createLimiter(time.watched(buckets), {
    elapsed: time.now,
    sleep: time.sleep,
    onFault: (fault) => assert.fail(String(fault)),
  });

interface Ended {
  urgent: boolean;
  requestedAt: number;
  /** When the call left; null: it was refused. */
  leftAt: number | null;
  endedAt: number;
}

/** Two processes call without coordination for some time; `polls` and `pushes` are calls a second. */
async function simulate(
  time: VirtualTime,
  limiters: readonly Limiter[],
  limit: Limit,
  {
    seed,
    polls,
    pushes,
    seconds,
  }: { seed: number; polls: number; pushes: number; seconds: number },
): Promise<Ended[]> {
  const dice = random(seed);
  const ended: Ended[] = [];
  const arrivals = [
    ...Array.from({ length: polls * seconds }, () => ({ urgent: false })),
    ...Array.from({ length: pushes * seconds }, () => ({ urgent: true })),
  ].map((one) => ({ ...one, at: time.now() + dice() * seconds * 1_000, by: dice() < 0.5 ? 0 : 1 }));
  arrivals.sort((a, b) => a.at - b.at);
  for (const { at, by, urgent } of arrivals) {
    await time.runTo(at);
    const requestedAt = time.now();
    const end = (refused: number | null) => {
      const endedAt = time.now();
      ended.push({ urgent, requestedAt, leftAt: refused === null ? endedAt : null, endedAt });
    };
    const admission = limiters[by]!.admit({ key: KEY, limit, urgent, patienceMs: PATIENCE_MS });
    if (admission === null) end(null);
    else void admission.then(end);
  }
  await time.runTo(time.now() + 2 * PATIENCE_MS);
  assert.equal(ended.length, arrivals.length);
  return ended;
}

function assertWithin(limit: Limit, ended: readonly Ended[]): void {
  const left = ended.flatMap(({ leftAt }) => leftAt ?? []).sort((a, b) => a - b);
  for (let from = 0; from < left.length; from++) {
    for (let to = from; to < left.length; to++) {
      const allowed = limit.burst + (limit.perSecond * (left[to]! - left[from]!)) / 1_000 + 1e-6;
      assert.ok(to - from + 1 <= allowed, `${to - from + 1} calls where ${allowed} are allowed`);
    }
  }
}

function assertPatience(ended: readonly Ended[]): void {
  for (const { requestedAt, endedAt } of ended) assert.ok(endedAt - requestedAt <= PATIENCE_MS + 1);
}

const LIMITS: Limit[] = [
  { perSecond: 0.5, burst: 1 },
  { perSecond: 2, burst: 2 },
  { perSecond: 5, burst: 10 },
  { perSecond: 20, burst: 40 },
];

describe('two processes', () => {
  for (const limit of LIMITS) {
    it(`keep to ${limit.perSecond} a second together, at a burst of ${limit.burst}`, async () => {
      for (let seed = 1; seed <= 12; seed++) {
        const time = virtualTime();
        const buckets = memoryBuckets(time.now);
        const limiters = [limiterOf(time, buckets), limiterOf(time, buckets)];
        const polls = Math.ceil(limit.perSecond * 3);
        const work = { seed, polls, pushes: 1, seconds: 20 };
        const ended = await simulate(time, limiters, limit, work);
        assertWithin(limit, ended);
        assertPatience(ended);
        const left = ended.filter(({ leftAt }) => leftAt !== null).length;
        assert.ok(left >= limit.perSecond * 20 * 0.6, `only ${left} calls left`);
      }
    });
  }

  it('let every push through, however many polls there are', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const limit = { perSecond: 5, burst: 5 };
      const time = virtualTime();
      const buckets = memoryBuckets(time.now);
      const limiters = [limiterOf(time, buckets), limiterOf(time, buckets)];
      const work = { seed, polls: 40, pushes: 2, seconds: 20 };
      const ended = await simulate(time, limiters, limit, work);
      const refused = ended.filter(({ urgent, leftAt }) => urgent && leftAt === null);
      assert.deepEqual(refused, []);
      assertWithin(limit, ended);
    }
  });
});

describe('a limiter', () => {
  const scene = () => {
    const time = virtualTime();
    const buckets = memoryBuckets(time.now);
    let taken = 0;
    const counted: Buckets = {
      ...buckets,
      take: (...given) => {
        taken += 1;
        return buckets.take(...given);
      },
    };
    const limiter = limiterOf(time, counted);
    const admit = (limit: Limit | null, more: { urgent?: boolean; patienceMs?: number } = {}) =>
      limiter.admit({ key: KEY, limit, urgent: false, patienceMs: PATIENCE_MS, ...more });
    return { time, limiter, admit, taken: () => taken };
  };

  it('refuses at once what would take longer than the caller’s patience, and reports how long', async () => {
    const { time, admit } = scene();
    const limit = { perSecond: 0.02, burst: 1 };
    assert.equal(await admit(limit), null);
    assert.equal(await admit(limit), 50_000);
    assert.equal(await admit(limit, { urgent: true }), 50_000);
    await time.runTo(time.now() + 10_000);
    assert.equal(await admit(limit), 40_000);
  });

  it('fetches tokens of a fast operation by the handful', async () => {
    const { time, admit, taken } = scene();
    const limit = { perSecond: 20, burst: 200 };
    for (let n = 0; n < 200; n++) {
      await time.runTo(time.now() + 60);
      assert.equal(await admit(limit), null);
    }
    assert.ok(taken() <= 50, `${taken()} fetches`);
  });

  it('uses no token that it fetched too long ago', async () => {
    const { time, admit, taken } = scene();
    const limit = { perSecond: 20, burst: 200 };
    for (let n = 0; n < 20; n++) await admit(limit);
    const before = taken();
    assert.equal(await admit(limit), null);
    assert.equal(taken(), before);
    await time.runTo(time.now() + 1_001);
    assert.equal(await admit(limit), null);
    assert.equal(taken(), before + 1);
  });

  it('delays nothing without a known limit, and reads the database for few calls', async () => {
    const { admit, taken } = scene();
    for (let n = 0; n < 5_000; n++) assert.equal(await admit(null), null);
    assert.equal(taken(), 1);
  });

  it('lets no one call while the tokens cannot be reached', async () => {
    const faults: unknown[] = [];
    const broken = () => Promise.reject(new Error('away'));
    const limiter = createLimiter(
      { take: broken, backOff: broken, setRate: broken },
      { elapsed: () => 0, sleep: () => Promise.resolve(), onFault: (fault) => faults.push(fault) },
    );
    const ask = { key: KEY, limit: LIMITS[0]!, urgent: true, patienceMs: PATIENCE_MS };
    assert.equal(await limiter.admit(ask), 1_000);
    await limiter.setRate(KEY, ask.limit, 3);
    await limiter.backOff(KEY, 5_000);
    assert.equal(await limiter.admit(ask), 5_000);
    assert.equal(faults.length, 3);
  });

  it('delays no call if the database does not answer, and retries it', async () => {
    const faults: unknown[] = [];
    const whole = memoryBuckets(() => 0);
    let isLost = true;
    const limiter = createLimiter(
      {
        ...whole,
        take: (...given) => (isLost ? new Promise(() => undefined) : whole.take(...given)),
        backOff: () => new Promise(() => undefined),
      },
      {
        elapsed: () => 0,
        sleep: () => Promise.resolve(),
        onFault: (fault) => faults.push(fault),
        answerMs: 20,
      },
    );
    const ask = { key: KEY, limit: LIMITS[0]!, urgent: false, patienceMs: PATIENCE_MS };
    assert.deepEqual(await Promise.all([limiter.admit(ask), limiter.admit(ask)]), [1_000, 1_000]);
    isLost = false;
    assert.equal(await limiter.admit(ask), null);
    await limiter.backOff({ ...KEY, operation: 'other' }, 5_000);
    assert.equal(faults.length, 2);
  });
});

describe('buckets in the database', () => {
  let database: TestDatabase;
  const pools: ReturnType<typeof openPool>[] = [];

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    await database.close();
  });

  /** As in another process: with separate connections. */
  function process(time: VirtualTime): Limiter {
    const pool = openPool(database.url, 2);
    pools.push(pool);
    const now = () => sql<number>`${time.now()}::double precision`;
    return limiterOf(time, postgresBuckets(toDb(pool), now));
  }

  it('hold several processes to one limit, and starve no push', async () => {
    for (const [seed, limit] of LIMITS.entries()) {
      await database.owner`delete from pace.bucket`;
      const time = virtualTime();
      const limiters = [process(time), process(time)];
      const polls = Math.ceil(limit.perSecond * 3);
      const ended = await simulate(time, limiters, limit, { seed, polls, pushes: 0, seconds: 10 });
      assertWithin(limit, ended);
      assertPatience(ended);
    }
    const time = virtualTime();
    const limit = { perSecond: 5, burst: 5 };
    await database.owner`delete from pace.bucket`;
    const limiters = [process(time), process(time)];
    const work = { seed: 9, polls: 20, pushes: 2, seconds: 10 };
    const ended = await simulate(time, limiters, limit, work);
    assertWithin(limit, ended);
    assert.ok(ended.every(({ urgent, leftAt }) => !urgent || leftAt !== null));
  });

  it('back off in every process, and keep the rate that the marketplace reported', async () => {
    await database.owner`delete from pace.bucket`;
    const time = virtualTime();
    const [one, other] = [process(time), process(time)];
    const ask = { key: KEY, limit: { perSecond: 1, burst: 1 }, urgent: true, patienceMs: 0 };
    await one.backOff(KEY, 30_000);
    assert.equal(await other.admit(ask), 30_000);
    await one.setRate(KEY, ask.limit, 0.1);
    await time.runTo(time.now() + 30_000);
    assert.equal(await other.admit(ask), null);
    assert.equal(await other.admit(ask), 10_000);
    const restarted = process(time);
    assert.equal(await restarted.admit(ask), 10_000);
  });

  it('use the database’s clock', async () => {
    await database.owner`delete from pace.bucket`;
    const limit = { perSecond: 0.01, burst: 1 };
    const ask = { want: 1, urgent: false, patienceMs: 0, keepMs: 0 };
    const buckets = postgresBuckets(database.db);
    assert.equal((await buckets.take(KEY, limit, ask)).granted, 1);
    const again = await buckets.take(KEY, limit, ask);
    assert.equal(again.granted, 0);
    assert.ok(again.waitMs > 0 && again.waitMs <= 100_000);
  });
});
