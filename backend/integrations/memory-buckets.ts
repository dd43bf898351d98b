import { type Bucket, backOff, FRESH, reported, take } from './bucket.ts';
import type { BucketKey, Buckets } from './limiter.ts';

/** Beyond this many buckets, full ones are deleted. */
const MAX_BUCKETS = 10_000;

/**
 * Buckets of one process alone, where no database is given.
 * @param elapsed milliseconds of a clock that only goes forward
 */
export function memoryBuckets(elapsed: () => number): Buckets {
  const buckets = new Map<string, Bucket>();
  const nameOf = ({ marketplace, account, operation }: BucketKey) =>
    `${marketplace} ${operation} ${account}`;
  const change = (key: BucketKey, to: (bucket: Bucket) => Bucket) => {
    const name = nameOf(key);
    const now = elapsed();
    if (buckets.size >= MAX_BUCKETS) {
      for (const [known, { fullAt, blockedUntil, reportedPerSecond }] of buckets)
        if (fullAt <= now && blockedUntil <= now && reportedPerSecond === null)
          buckets.delete(known);
    }
    buckets.set(name, to(buckets.get(name) ?? FRESH));
  };

  return {
    take(key, limit, ask) {
      const [after, taken] = take(buckets.get(nameOf(key)) ?? FRESH, limit, ask, elapsed());
      change(key, () => after);
      return Promise.resolve(taken);
    },
    backOff(key, ms) {
      change(key, (bucket) => backOff(bucket, elapsed() + ms));
      return Promise.resolve();
    },
    setRate(key, limit, perSecond) {
      change(key, (bucket) => reported(bucket, limit, perSecond, elapsed()));
      return Promise.resolve();
    },
  };
}
