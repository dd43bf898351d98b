import { sql } from 'kysely';
import { type JobInsert, PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { DomainEvent } from '../kernel/event.ts';
import { BOSS_SCHEMA, bossOver } from './boss.ts';
import type { Db, Trx } from './db.ts';
import { type Traceparent, traceparent } from './tracing.ts';

/** A queue: its name, the data of its jobs, and how they are processed. */
export interface Queue<T> {
  name: string;
  schema: z.ZodType<T>;
  /** The largest batch of jobs of one call of the handler. */
  batch: number;
  /** The maximum of concurrent handlers in one process. */
  concurrency: number;
  /** A handler that takes longer is aborted, and its jobs are delivered again. */
  expireInSeconds: number;
  retryLimit: number;
  /** Seconds before the first retry, at least 1; doubles at each further one, with jitter. */
  retryDelay: number;
  /** `standard`: every job runs. `short`: at most one job per key waits, for work that reads the present state anyway. */
  policy: 'standard' | 'short';
}

export interface Job<T> {
  id: string;
  data: T;
  /** 1 at the first delivery. */
  attempt: number;
}

/**
 * Processes one queue. Delivery is at least once: a handler must be idempotent, also for concurrent runs, and must stop
 * when the signal aborts. A throw returns the whole batch to the queue.
 */
export interface Worker<T = unknown> {
  queue: Queue<T>;
  /** A cron line in UTC: at each time one job with `schedule.data` is written, once however many processes run. */
  schedule?: { cron: string; data: T };
  handle(jobs: Job<T>[], signal: AbortSignal): Promise<void>;
}

/** A worker whose queue receives the entries of an event; created by `on`. Other queues are filled by `send` only. */
export interface Consumer<T = unknown> extends Worker<T> {
  event: DomainEvent<T>;
}

/** Whether the queue of a worker receives the entries of an event. */
export const isConsumer = (worker: Worker): worker is Consumer => 'event' in worker;

/** The data of a scheduled job: none. Fields of a later version are ignored, as in every job. */
const Tick = z.object({});
export type Tick = z.infer<typeof Tick>;

/**
 * A queue that a schedule fills: one job at a time, which finds out when it runs what there is to do.
 * @param name it never changes: jobs that an earlier version wrote wait there
 */
export const scheduledQueue = (
  name: string,
  settings: Partial<Omit<Queue<Tick>, 'name' | 'schema'>> = {},
): Queue<Tick> => ({
  batch: 1,
  concurrency: 1,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 10,
  policy: 'standard',
  ...settings,
  name,
  schema: Tick,
});

/** The default policy of event queues. */
const EVENT_QUEUE = {
  batch: 50,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 8,
  retryDelay: 2,
  policy: 'standard',
} as const;

/**
 * Consumes an event.
 * @param queue its name never changes: entries that an earlier version wrote wait there
 */
export const on = <T>(
  event: DomainEvent<T>,
  queue: string,
  handle: Worker<T>['handle'],
  settings: Partial<Omit<Queue<T>, 'name' | 'schema'>> = {},
): Consumer<T> => ({
  queue: { ...EVENT_QUEUE, ...settings, name: queue, schema: event.schema },
  event,
  handle,
});

export interface SendOptions {
  startAfter?: Date;
  /** With `policy: 'short'`: what makes two waiting jobs the same. */
  key?: string;
}

export interface Jobs {
  /** Writes jobs in the caller's transaction: a rollback takes them along. */
  send<T>(
    trx: Trx,
    queue: Queue<T>,
    data: T[],
    options?: SendOptions | ((data: T) => SendOptions),
  ): Promise<void>;
  /** Writes one entry for each consumer of the event, in the caller's transaction. */
  emit<T>(trx: Trx, event: DomainEvent<T>, data: T): Promise<void>;
}

/** The jobs of one process, with the consumers of its events. */
export interface JobBook extends Jobs {
  /** Registers the consumers of events. Before that, `emit` throws, since the event would be lost. */
  register(workers: readonly Worker[]): void;
}

/** The context of a job in addition to its data: the trace in which it was written. */
export interface Traced {
  traceparent?: Traceparent;
}

/** Adds the present trace context to the data of a job. */
function traced(data: unknown): object {
  const where = traceparent();
  return where === undefined ? (data as object) : { ...(data as object), traceparent: where };
}

/** Jobs that failed permanently, with their queue and the reason. */
export const DEAD_LETTERS = 'dead-letters';

/** A killed worker is detected after this time; pg-boss accepts no less. */
const HEARTBEAT_SECONDS = 10;
const MAX_RETRY_DELAY_SECONDS = 600;
/** Completed jobs are useless, and every read of a queue's length scans them. */
const KEEP_DONE_SECONDS = 60;
/** A longer queue is logged as a warning: at the measured pace it is ten seconds of work or more. */
const LONG_QUEUE = 100_000;
const KEEP_DEAD_SECONDS = 30 * 24 * 3_600;
/**
 * Waiting jobs never expire, however long there was no worker: pg-boss would delete them after two weeks, and with them the
 * start of a rule, a change of costs or a notification that is not sent again.
 */
const KEEP_WAITING_SECONDS = 20 * 365 * 24 * 3_600;

/** The options of a queue for pg-boss; its policy, which can never change, is apart. */
const queueSettings = (queue: Queue<unknown>) => ({
  expireInSeconds: queue.expireInSeconds,
  retryLimit: queue.retryLimit,
  retryDelay: queue.retryDelay,
  retryBackoff: true,
  retryDelayMax: MAX_RETRY_DELAY_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEEP_DONE_SECONDS,
  retentionSeconds: KEEP_WAITING_SECONDS,
  deadLetter: DEAD_LETTERS,
  notify: true,
  warningQueueSize: LONG_QUEUE,
});

const deadLetterSettings = {
  expireInSeconds: 60,
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: MAX_RETRY_DELAY_SECONDS,
  deleteAfterSeconds: KEEP_DEAD_SECONDS,
  retentionSeconds: KEEP_WAITING_SECONDS,
  notify: true,
};

/** Rows of one INSERT: enough to be cheap, few enough to keep the statement small. */
const ROWS_PER_INSERT = 1_000;
/**
 * How often a job may find an equal one waiting and lose it to a worker before that counts as a bug. Each round is lost
 * by chance, to a quick worker or on a slow machine: twenty in a row were seen.
 */
const MAX_ROUNDS = 500;

/**
 * Makes sure that the queue is in the database, with the settings it has here. Harmless when several processes
 * do it at once. A queue's policy cannot change: a queue that needs another one needs another name.
 */
export async function prepareQueue(db: Db, queue: Queue<unknown>): Promise<void> {
  await createQueue(db, DEAD_LETTERS, { policy: 'standard', ...deadLetterSettings });
  await createQueue(db, queue.name, { policy: queue.policy, ...queueSettings(queue) });
  await new PgBoss({ db: bossOver(db), schema: BOSS_SCHEMA }).updateQueue(
    queue.name,
    queueSettings(queue),
  );
}

async function createQueue(db: Db, name: string, settings: object): Promise<void> {
  await sql`select pgboss.create_queue(${name}, ${JSON.stringify(settings)}::text::jsonb)`.execute(
    db,
  );
}

/** One job for each key, the earliest, in the order of the keys, so that two senders cannot wait for each other. */
function oneEach(jobs: JobInsert[]): JobInsert[] {
  const byKey = new Map<string, JobInsert>();
  for (const job of jobs) {
    const key = job.singletonKey ?? '';
    const other = byKey.get(key);
    if (!other || startOf(job) < startOf(other))
      byKey.set(key, { ...job, id: crypto.randomUUID() });
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job);
}

const startOf = ({ startAfter }: JobInsert) =>
  startAfter instanceof Date ? startAfter.getTime() : 0;

/** Locks the jobs that wait for these keys, brings them forward where they are wanted earlier, and returns their keys. */
async function lockWaiting(trx: Trx, queue: string, jobs: JobInsert[]): Promise<Set<string>> {
  const keys = jobs.map((job) => job.singletonKey ?? '');
  const starts = jobs.map((job) =>
    job.startAfter instanceof Date ? job.startAfter.toISOString() : null,
  );
  const { rows } = await sql<{ key: string }>`
    with wanted as (
      select * from unnest(${keys}::text[], ${starts}::timestamptz[]) as wanted (key, start_after)
    ), waiting as (
      select job.id, wanted.key, wanted.start_after
      from wanted join pgboss.job on coalesce(job.singleton_key, '') = wanted.key
      where job.name = ${queue} and job.state = 'created' and job.policy = 'short'
      order by wanted.key
      for no key update of job
    )
    update pgboss.job set start_after = least(job.start_after, coalesce(waiting.start_after, job.created_on))
    from waiting where job.name = ${queue} and job.id = waiting.id
    returning waiting.key`.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Writes jobs with pg-boss, in the callers' transactions. `db` needs a separate pool, of at least one connection: it creates
 * and reads the queues, while the callers may hold all connections of theirs.
 */
export function createJobs(db: Db): JobBook {
  // Never started: it only writes jobs, in the caller's transaction.
  const boss = new PgBoss({ db: bossOver(db), schema: BOSS_SCHEMA, useListenNotify: true });
  const prepared = new Map<string, Promise<void>>();
  let consumers: Map<string, Queue<unknown>[]> | null = null;

  /** Outside of the caller's transaction: a rollback must not undo what others rely on. */
  async function prepare(queue: Queue<unknown>): Promise<void> {
    const started = prepared.get(queue.name) ?? prepareQueue(db, queue);
    prepared.set(queue.name, started);
    try {
      await started;
    } catch (error) {
      prepared.delete(queue.name);
      throw error;
    }
  }

  /** Ids of the jobs that were written; a `short` queue refuses a job if an equal one waits already. */
  async function insert(trx: Trx, queue: Queue<unknown>, jobs: JobInsert[]): Promise<Set<string>> {
    const written = new Set<string>();
    for (let from = 0; from < jobs.length; from += ROWS_PER_INSERT) {
      const some = jobs.slice(from, from + ROWS_PER_INSERT);
      const ids = await boss.insert(queue.name, some, { db: bossOver(trx), returnId: true });
      for (const id of ids ?? []) written.add(id);
    }
    return written;
  }

  /**
   * If an equal job already waits, none is written, but the waiting one is locked until this transaction ends: a worker that
   * fetched it before would not see the changes of this transaction, and no other job would follow.
   */
  async function insertOncePerKey(
    trx: Trx,
    queue: Queue<unknown>,
    jobs: JobInsert[],
  ): Promise<void> {
    let open = oneEach(jobs);
    for (let round = 0; open.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`jobs for ${queue.name} find no place`);
      const written = await insert(trx, queue, open);
      const refused = open.filter((job) => !written.has(job.id!));
      if (refused.length === 0) return;
      const held = await lockWaiting(trx, queue.name, refused);
      // What is neither written nor held was taken by a worker between the two statements: write it after all.
      open = refused.filter((job) => !held.has(job.singletonKey ?? ''));
    }
  }

  async function write(trx: Trx, queue: Queue<unknown>, jobs: JobInsert[]): Promise<void> {
    await prepare(queue);
    if (queue.policy === 'standard') await insert(trx, queue, jobs);
    else await insertOncePerKey(trx, queue, jobs);
  }

  async function send<T>(
    trx: Trx,
    queue: Queue<T>,
    data: T[],
    options?: SendOptions | ((data: T) => SendOptions),
  ): Promise<void> {
    if (data.length === 0) return;
    const jobs = data.map((item) => {
      const { startAfter, key } = (typeof options === 'function' ? options(item) : options) ?? {};
      return {
        data: traced(queue.schema.parse(item)),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(key === undefined ? {} : { singletonKey: key }),
      };
    });
    await write(trx, queue, jobs);
  }

  return {
    send,
    async emit(trx, event, data) {
      if (consumers === null)
        throw new Error(`No consumers are registered yet: event ${event.name} would be lost`);
      const queues = consumers.get(event.name) ?? [];
      if (queues.length === 0) return;
      // Checked once: the consumer that takes an entry out of a queue checks it too.
      const entry = traced(event.schema.parse(data));
      for (const queue of queues) await write(trx, queue, [{ data: entry }]);
    },
    register(workers) {
      consumers ??= new Map();
      for (const { event, queue } of workers.filter(isConsumer)) {
        const others = (consumers.get(event.name) ?? []).filter(({ name }) => name !== queue.name);
        consumers.set(event.name, [...others, queue]);
      }
    },
  };
}
