// The database's time as the time of all processes. Times that one process writes (of a call, or the expiry of a lease or
// a session) are compared with the time of others, and with PostgreSQL's for delayed jobs. The clocks of machines differ,
// and are adjusted while processes use them.
import type postgres from 'postgres';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from './log.ts';
import { repeat } from './repeat.ts';

/** The interval of reading the database's time, in milliseconds: so a machine whose timers stopped during sleep recovers. */
const CHECK_EVERY_MS = 1_000;

/** Reads the database's time, in milliseconds since 1970. */
export async function timeOf(pool: postgres.Sql): Promise<number> {
  const [row] = await pool<[{ time: number }]>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as time`;
  return row.time;
}

export interface DatabaseClock {
  clock: Clock;
  /** Reads the database's time once; throws what reading throws, without a change of the clock. */
  poll(): Promise<void>;
}

/**
 * A clock that shows the time of the database as polls report it, interpolated by the machine's monotonic timers.
 * @param elapsed milliseconds of a monotonic clock
 * @param ask reads the time of the database, in milliseconds since 1970
 * @throws what reading throws
 */
export async function databaseClock(
  elapsed: () => number,
  ask: () => Promise<number>,
): Promise<DatabaseClock> {
  /** How far the database is ahead of the timers, in ms. */
  let offset = -Infinity;

  async function poll(): Promise<void> {
    const startedAt = elapsed();
    const reported = await ask();
    // Read at an unknown moment within these: a slow answer is imprecise, and adjusts the clock only if that is surely wrong.
    offset = Math.min(Math.max(offset, reported - elapsed()), reported - startedAt);
  }

  await poll();
  // The first one may have had to connect.
  await poll();
  return { clock: () => new Date(elapsed() + offset), poll };
}

/**
 * Polls the time of the database repeatedly. Of an outage of the database the first failure is reported.
 * @returns ends it
 */
export function keepPolling({ poll }: DatabaseClock, log: Log): () => void {
  let isAway = false;
  return repeat(
    CHECK_EVERY_MS,
    async () => {
      await poll();
      isAway = false;
    },
    (reason) => {
      if (!isAway) log.warn('Database time cannot be read', { reason });
      isAway = true;
    },
  );
}
