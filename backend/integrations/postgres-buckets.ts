import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { type Bucket, backOff, reported, take } from './bucket.ts';
import type { BucketKey, Buckets } from './limiter.ts';

interface Row extends Bucket {
  /** The database's own time: the processes' clocks may differ. */
  now: number;
}

/** Milliseconds by the database's clock, read once the row is locked. */
const DATABASE_TIME = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

/**
 * Buckets that all processes over one database share. Each change holds its one row for a round trip.
 * @param time what the buckets' clock shows, in milliseconds, as SQL
 */
export function postgresBuckets(
  db: Db,
  time: () => RawBuilder<number> = () => DATABASE_TIME,
): Buckets {
  const change = <T>(
    key: BucketKey,
    to: (bucket: Bucket, now: number) => [Bucket, T],
  ): Promise<T> =>
    db.transaction().execute(async (trx) => {
      const { marketplace, account, operation } = key;
      // Writing the key over itself locks the row and returns it, whether it existed or not.
      const { rows } = await sql<Row>`
        insert into pace.bucket as b (marketplace, account, operation)
        values (${marketplace}, ${account}, ${operation})
        on conflict (marketplace, account, operation) do update set account = excluded.account
        returning b.full_at as "fullAt", b.rests_until as "blockedUntil",
          b.told_per_second as "reportedPerSecond", ${time()} as now`.execute(trx);
      const { now, ...before } = rows[0]!;
      const [after, answer] = to(before, now);
      await sql`
        update pace.bucket set full_at = ${after.fullAt}, rests_until = ${after.blockedUntil},
          told_per_second = ${after.reportedPerSecond}
        where marketplace = ${marketplace} and account = ${account}
          and operation = ${operation}`.execute(trx);
      return answer;
    });

  return {
    take: (key, limit, ask) => change(key, (bucket, now) => take(bucket, limit, ask, now)),
    backOff: (key, ms) => change(key, (bucket, now) => [backOff(bucket, now + ms), undefined]),
    setRate: (key, limit, perSecond) =>
      change(key, (bucket, now) => [reported(bucket, limit, perSecond, now), undefined]),
  };
}
