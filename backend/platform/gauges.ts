import { sql } from 'kysely';
import type { AppContext } from './app-context.ts';
import { type Db, within } from './db.ts';
import type { Queue } from './jobs.ts';
import type { Metrics } from './metrics.ts';

export interface GaugesOptions {
  version: string;
  /** The queue in which price changes wait that are decided and not sent. */
  changes: Pick<Queue<unknown>, 'name'>;
  /** Live connections of this process; null if it accepts none. */
  liveConnections: (() => number) | null;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** A request waits no longer than this for the database. */
const PATIENCE_MS = 2_000;
/** Concurrent or frequent reads share one query. */
const FRESH_MS = 3_000;

interface QueueRow {
  name: string;
  waiting: number;
  deferred: number;
  active: number;
  oldest_seconds: number | null;
}

interface Check {
  queues: QueueRow[];
  connections: { state: string; count: number }[];
}

async function check(db: Db): Promise<Check> {
  return await within(db, { system: true }, async (trx) => {
    const queues = await sql<QueueRow>`
      select queue.name, queue.active_count as active, coalesce(job.waiting, 0) as waiting,
        coalesce(job.deferred, 0) as deferred, job.oldest_seconds
      from pgboss.queue left join (
        select name, count(*) filter (where start_after <= now()) as waiting,
          count(*) filter (where start_after > now()) as deferred,
          extract(epoch from now() - min(greatest(created_on, start_after))
            filter (where start_after <= now())) as oldest_seconds
        from pgboss.job where state < 'active' and not blocked group by name
      ) job using (name)`.execute(trx);
    const connections = await sql<{ state: string; count: number }>`
      select coalesce(state, 'unknown') as state, count(*) as count from pg_stat_activity
      where datname = current_database() and usename = current_user group by 1`.execute(trx);
    return { queues: queues.rows, connections: connections.rows };
  });
}

/** The work's result, or an error if it takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('the database does not answer in time')),
    PATIENCE_MS,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Adds the metrics that are collected at each scrape: queues, connections, the process. If the database is unavailable,
 * `primazia_database_up` is 0 and its metrics are left out.
 */
export function registerGauges(ctx: AppContext, options: GaugesOptions): void {
  const { metrics, db, log } = ctx;
  let last: { at: number; seen: Promise<Check | null> } | null = null;
  const seen = (): Promise<Check | null> => {
    const now = options.elapsed();
    if (last === null || now - last.at > FRESH_MS) {
      const looking = inTime(check(db)).catch((error: unknown) => {
        log.warn('Queues cannot be read for the metrics', { reason: error });
        return null;
      });
      last = { at: now, seen: looking };
    }
    return last.seen;
  };

  metrics.sample('build_info', 'The version that runs.', ['version'], () => [
    { labels: { version: options.version }, value: 1 },
  ]);
  metrics.sample('database_up', 'Whether the database answers.', [], async () => [
    { labels: {}, value: (await seen()) === null ? 0 : 1 },
  ]);
  metrics.sample(
    'database_connections',
    'Connections of the application to its database, of all its processes.',
    ['state'],
    async () =>
      ((await seen())?.connections ?? []).map(({ state, count }) => ({
        labels: { state },
        value: count,
      })),
  );
  metrics.sample(
    'queue_jobs',
    'Jobs of a queue: waiting, put off (deferred), at work (active).',
    ['queue', 'state'],
    async () =>
      ((await seen())?.queues ?? []).flatMap((row) =>
        (['waiting', 'deferred', 'active'] as const).map((state) => ({
          labels: { queue: row.name, state },
          value: row[state],
        })),
      ),
  );
  metrics.sample(
    'queue_oldest_job_seconds',
    'How long the oldest job of a queue that is due has waited.',
    ['queue'],
    async () =>
      ((await seen())?.queues ?? []).map((row) => ({
        labels: { queue: row.name },
        value: row.oldest_seconds ?? 0,
      })),
  );
  metrics.sample(
    'oldest_waiting_change_seconds',
    'How long the oldest price change that is decided or approved, and due, has waited to be sent.',
    [],
    async () =>
      ((await seen())?.queues ?? [])
        .filter(({ name }) => name === options.changes.name)
        .map((row) => ({ labels: {}, value: row.oldest_seconds ?? 0 })),
  );
  const { liveConnections } = options;
  if (liveConnections !== null) {
    metrics.sample('live_connections', 'Pages connected live to this process.', [], () => [
      { labels: {}, value: liveConnections() },
    ]);
  }
  metrics.sample('process_resident_memory_bytes', 'Memory of this process.', [], () => [
    { labels: {}, value: Deno.memoryUsage().rss },
  ]);
}

const LAG_EVERY_MS = 500;

/** Measures the delay of timers in this process, until the returned function is called. */
export function watchEventLoop(metrics: Metrics, elapsed: () => number): () => void {
  let due = elapsed() + LAG_EVERY_MS;
  const timer = setInterval(() => {
    const now = elapsed();
    metrics.eventLoopLag.observe({}, Math.max(0, now - due) / 1_000);
    due = now + LAG_EVERY_MS;
  }, LAG_EVERY_MS);
  Deno.unrefTimer(timer);
  return () => clearInterval(timer);
}
