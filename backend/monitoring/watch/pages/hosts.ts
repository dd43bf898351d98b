// When the hosts of pages are called, by all processes for all companies: seldom, and not at all for a time after one refused.
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/** The least time between two calls of a host. */
export const PACE_MS = 10_000;
/** A host that refused is not called for this long. */
export const REST_MS = 24 * 3_600_000;
/** After this a host's robots.txt is read again. */
export const ROBOTS_MS = 24 * 3_600_000;

export interface HostState {
  /** Null: it was not read yet, or long ago. */
  robots: string | null;
}

/** Until when a host is not called; null: it may be called. */
export async function pausedUntil(trx: Trx, host: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select rests_until as until from pace.page_host where host = ${host} and rests_until > ${now}`.execute(
    trx,
  );
  return rows[0]?.until ?? null;
}

/**
 * Reserves times for up to `want` polls within `withinMs`, in the caller's transaction.
 * @returns when each may be made, in order; empty: others have reserved all
 */
export async function reserveCalls(
  trx: Trx,
  host: string,
  { now, withinMs, want }: { now: Date; withinMs: number; want: number },
): Promise<Date[]> {
  const end = new Date(now.getTime() + withinMs);
  const { rows } = await sql<{ from: Date }>`
    insert into pace.page_host as h (host, free_at) values (${host}, ${now})
    on conflict (host) do update set free_at = least(greatest(h.free_at, excluded.free_at), ${end})
    returning h.free_at as from`.execute(trx);
  const from = rows[0]!.from.getTime();
  const there = Math.ceil((end.getTime() - from) / PACE_MS);
  const count = Math.min(want, Math.max(0, there));
  await sql`
    update pace.page_host set free_at = ${new Date(from + count * PACE_MS)}
    where host = ${host}`.execute(trx);
  return Array.from({ length: count }, (_, n) => new Date(from + n * PACE_MS));
}

/** Takes the one call that is allowed now; null: the host was called just now, or refused. */
export async function claimCall(db: Db, host: string, now: Date): Promise<HostState | null> {
  const { rows } = await sql<{ robots: string | null; robots_at: Date | null }>`
    update pace.page_host set called_at = ${now}
    where host = ${host} and (rests_until is null or rests_until <= ${now})
      and (called_at is null or called_at <= ${new Date(now.getTime() - PACE_MS)} or called_at > ${now})
    returning robots, robots_at`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const isFresh = row.robots_at !== null && now.getTime() - row.robots_at.getTime() < ROBOTS_MS;
  return { robots: isFresh ? row.robots : null };
}

/** Stops calling a host for a time. */
export const pauseHost = async (db: Db, host: string, now: Date): Promise<void> => {
  const until = new Date(now.getTime() + REST_MS);
  await sql`update pace.page_host set rests_until = ${until} where host = ${host}`.execute(db);
};

export const saveRobots = async (
  db: Db,
  host: string,
  robots: string,
  now: Date,
): Promise<void> => {
  await sql`
    update pace.page_host set robots = ${robots}, robots_at = ${now} where host = ${host}`.execute(
    db,
  );
};
