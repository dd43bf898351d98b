// The time of the database, as the time of every process over it. What one process writes down, when a call left, until
// when a claim or a session holds, another compares with its own time, and PostgreSQL with its own where a job is put
// off. The clocks of machines differ, and are set while somebody works by them.
import type postgres from 'postgres';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from './log.ts';
import { repeat } from './repeat.ts';

/** So often the database is asked, in milliseconds: a machine that slept, whose timers did not go on, learns it so. */
const CHECK_EVERY_MS = 1_000;

/** Asks the database for its time, in milliseconds since 1970. */
export async function timeOf(pool: postgres.Sql): Promise<number> {
  const [row] = await pool<[{ time: number }]>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as time`;
  return row.time;
}

export interface DatabaseClock {
  clock: Clock;
  /** Asks the database once; throws what asking throws, and the clock goes on as it went. */
  poll(): Promise<void>;
}

/**
 * A clock that shows the time of the database as polls report it, interpolated by the machine's monotonic timers.
 * @param elapsed milliseconds of a clock that only goes forward
 * @param ask the time of the database, in milliseconds since 1970
 * @throws what asking throws
 */
export async function databaseClock(
  elapsed: () => number,
  ask: () => Promise<number>,
): Promise<DatabaseClock> {
  /** How far the database is ahead of the timers. */
  let ahead = -Infinity;

  async function poll(): Promise<void> {
    const asked = elapsed();
    const reported = await ask();
    // Told at some moment of these: a slow answer says little, and moves the clock only where it must be wrong.
    ahead = Math.min(Math.max(ahead, reported - elapsed()), reported - asked);
  }

  await poll();
  // The first one may have had to connect.
  await poll();
  return { clock: () => new Date(elapsed() + ahead), poll };
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
