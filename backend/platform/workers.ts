import { type Job as BossJob, type JobResult, PgBoss, systemClock } from 'pg-boss';
import type { Clock } from '../kernel/clock.ts';
import { BOSS_SCHEMA, bossOverPool } from './boss.ts';
import { inContext } from './context.ts';
import { isUnreachable, openPool, toDb } from './db.ts';
import { wakeWhenDue } from './due.ts';
import { DEAD_LETTERS, type Job, prepareQueue, type Traced, type Worker } from './jobs.ts';
import type { Log } from './log.ts';
import { inSpan } from './tracing.ts';

export interface Workers {
  /** Whether the workers could reach their queues at the last try. */
  healthy(): boolean;
  /**
   * Fetches no more jobs, waits for running handlers, and aborts those that do not end in time; their jobs are delivered again.
   */
  stop(): Promise<void>;
}

export interface WorkersOptions {
  /** The application's address; the workers keep a small pool of their own, and one connection that listens. */
  databaseUrl: string;
  /** A monotonic clock: if the machine's clock is set back, killed workers and schedules would not be checked for as long. */
  clock: Clock;
  log: Log;
  /** How long `stop` waits for handlers before it aborts them, in milliseconds. */
  graceMs?: number;
  /** Queues that are worked only once this has resolved. */
  later?: { queues: readonly string[]; after: Promise<void> };
}

/** A killed worker's job is given out again within 15 s: 10 s without a heartbeat, then this often it is checked. */
const SUPERVISE_SECONDS = 1;
const HEARTBEAT_REFRESH_SECONDS = 3;
/** A new job wakes its worker; a retried or delayed one waits for the next poll for such jobs. */
const DUE_MS = 1_000;
/** The poll interval of each worker, in case it was not woken. */
const UNHEARD_SECONDS = 1;
const BACKSTOP_SECONDS = 30;
const POLLING = {
  pollingIntervalSeconds: UNHEARD_SECONDS,
  notifyPollingIntervalSeconds: BACKSTOP_SECONDS,
};
const SWEEP_SECONDS = 60;
const CONNECTIONS = 4;
const GRACE_MS = 10_000;
const OUTAGE_REPORTED_MS = 10_000;
/** A line of the log names so many jobs of a batch at most. */
const JOBS_REPORTED = 10;

/** The data of a dead letter. */
interface DeadLetter {
  id: string;
  data: unknown;
  sourceName: string | null;
  sourceId: string | null;
  sourceRetryCount: number | null;
  sourceOutput: unknown;
}

/** Runs a handler over the jobs with valid data; the others fail permanently. */
async function runBatch(
  worker: Worker,
  batch: BossJob<unknown>[],
  signal: AbortSignal,
): Promise<JobResult[]> {
  const jobs: Job<unknown>[] = [];
  const results: JobResult[] = [];
  for (const { id, data, retryCount } of batch) {
    const parsed = worker.queue.schema.safeParse(data);
    if (parsed.success) {
      jobs.push({ id, data: parsed.data, attempt: retryCount + 1 });
      results.push({ id, status: 'completed' });
    } else {
      results.push({ id, status: 'deadletter', output: { message: parsed.error.message } });
    }
  }
  const ids = jobs.slice(0, JOBS_REPORTED).map(({ id }) => id);
  const context = { queue: worker.queue.name, jobs: ids, jobCount: jobs.length };
  if (jobs.length === 0) return results;
  const span = {
    kind: 'consumer',
    attributes: {
      'messaging.system': 'pg-boss',
      'messaging.destination.name': worker.queue.name,
      'messaging.batch.message_count': jobs.length,
    },
    continues: batch.map(({ data }) => (data as Traced | null)?.traceparent),
  } as const;
  await inContext(context, () =>
    inSpan(`process ${worker.queue.name}`, span, () => worker.handle(jobs, signal)),
  );
  return results;
}

/**
 * A signal that aborts with the first of several, until it is released. `AbortSignal.any` would be expensive here: each signal
 * derived from its signal, as in every call to a marketplace, is registered with every one of the several.
 */
function eitherOf(signals: readonly AbortSignal[]): { signal: AbortSignal; release: () => void } {
  const either = new AbortController();
  const abort = () => either.abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
  if (signals.some(({ aborted }) => aborted)) abort();
  const release = () => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  return { signal: either.signal, release };
}

async function startWorker(
  boss: PgBoss,
  worker: Worker,
  stopping: AbortSignal,
  log: Log,
): Promise<void> {
  const { queue, schedule } = worker;
  await boss.work<unknown>(
    queue.name,
    {
      batchSize: queue.batch,
      localConcurrency: queue.concurrency,
      ...POLLING,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    async (batch) => {
      const { signal, release } = eitherOf([stopping, ...batch.map((job) => job.signal)]);
      const reportAbort = () =>
        log.warn('Job handler aborted; its jobs are released', {
          queue: queue.name,
          count: batch.length,
          reason: signal.reason,
        });
      signal.addEventListener('abort', reportAbort);
      try {
        return await runBatch(worker, batch, signal);
      } catch (error) {
        const ids = batch.map(({ id }) => id);
        log.warn('Job handler failed; its jobs are released', {
          queue: queue.name,
          jobs: ids.slice(0, JOBS_REPORTED),
          count: ids.length,
          attempt: Math.max(...batch.map(({ retryCount }) => retryCount)) + 1,
          reason: error,
        });
        throw error;
      } finally {
        signal.removeEventListener('abort', reportAbort);
        release();
      }
    },
  );
  if (schedule)
    await boss.schedule(queue.name, schedule.cron, schedule.data as object, { tz: 'UTC' });
}

/**
 * A schedule outlives the code that created it. An old process that starts next to new ones deletes the schedules that only
 * those need, until the next of them starts: in an upgrade the last process to start is a new one.
 */
async function forgetOldSchedules(boss: PgBoss, workers: readonly Worker[]): Promise<void> {
  const wanted = new Set(workers.filter(({ schedule }) => schedule).map(({ queue }) => queue.name));
  for (const { name } of await boss.getSchedules()) {
    if (!wanted.has(name)) await boss.unschedule(name);
  }
}

/** Logs each job that failed permanently once, as an error; the dead letter stays in the queue's table. */
const reportDeadLetters = (boss: PgBoss, log: Log) =>
  boss.work(
    DEAD_LETTERS,
    {
      batchSize: 100,
      includeMetadata: true,
      ...POLLING,
    },
    async (letters) => {
      for (const letter of letters as unknown as DeadLetter[]) {
        log.error('Job failed permanently', letter.sourceOutput, {
          queue: letter.sourceName,
          job: letter.sourceId,
          attempts: (letter.sourceRetryCount ?? 0) + 1,
          letter: letter.id,
          data: letter.data,
        });
      }
    },
  );

/** Starts working the queues. Several processes may work the same ones. */
export async function startWorkers(
  workers: readonly Worker[],
  options: WorkersOptions,
): Promise<Workers> {
  const { clock, log, graceMs = GRACE_MS, later } = options;
  const pool = openPool(options.databaseUrl, CONNECTIONS);
  const bossDb = bossOverPool(pool);
  const boss = new PgBoss({
    db: bossDb,
    schema: BOSS_SCHEMA,
    migrate: false,
    createSchema: false,
    clock: { ...systemClock, now: () => clock().getTime() },
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: SWEEP_SECONDS,
    // Only its owner may rebuild an index.
    reindex: false,
  });
  // By a monotonic clock: with a clock set back by minutes, the product would count as unhealthy for as long.
  let lastFault = -Infinity;
  let lastOutage = -Infinity;
  const reportFault = (error: unknown) => {
    lastFault = performance.now();
    if (!isUnreachable(error)) {
      log.error('Job queues report an error', error);
    } else if (lastFault - lastOutage > OUTAGE_REPORTED_MS) {
      // Every worker of every queue reports an outage repeatedly: it is logged at intervals.
      lastOutage = lastFault;
      log.error('Job queues cannot reach the database', error);
    }
  };
  boss.on('error', reportFault);
  boss.on('warning', (warning) => log.warn('Job queues report a warning', { warning }));

  const stopping = new AbortController();
  let isStopping = false;
  try {
    const db = toDb(pool);
    for (const { queue } of workers) await prepareQueue(db, queue);
    await boss.start();
    await forgetOldSchedules(boss, workers);
    await reportDeadLetters(boss, log);
    const isLater = ({ queue }: Worker) => later?.queues.includes(queue.name) ?? false;
    for (const worker of workers)
      if (!isLater(worker)) await startWorker(boss, worker, stopping.signal, log);
    void later?.after.then(async () => {
      for (const worker of workers.filter(isLater))
        if (!isStopping) await startWorker(boss, worker, stopping.signal, log);
    });
  } catch (error) {
    await boss.stop({ graceful: false });
    await pool.end({ timeout: 1 });
    throw error;
  }
  const queues = [DEAD_LETTERS, ...workers.map(({ queue }) => queue.name)];
  const stopWaking = wakeWhenDue(bossDb, queues, DUE_MS, reportFault);

  return {
    healthy: () => performance.now() - lastFault > 5_000,
    async stop() {
      isStopping = true;
      stopWaking();
      const impatience = setTimeout(
        () => stopping.abort(new Error('the process is stopping')),
        graceMs,
      );
      // pg-boss delivers the jobs of a handler that does not stop even then again.
      await boss.stop({ graceful: true, timeout: graceMs + 2_000 });
      clearTimeout(impatience);
      await pool.end({ timeout: 1 });
    },
  };
}
