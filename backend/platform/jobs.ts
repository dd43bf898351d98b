import type * as z from 'zod';
import type { Trx } from './db.ts';

/** A queue: its name, what its jobs carry, and how it is worked. */
export interface Queue<T> {
  name: string;
  schema: z.ZodType<T>;
  /** Jobs handed to one call of the handler at most. */
  batch: number;
  /** Handlers at work at once in one process. */
  concurrency: number;
  /** A handler that takes longer is aborted and its jobs are given out again. */
  expireInSeconds: number;
  retryLimit: number;
  /** Seconds before the first retry; doubles at each further one. */
  retryDelay: number;
  /** `standard`: every job counts. `short`: of jobs with one key only one waits, for work that looks afresh anyway. */
  policy: 'standard' | 'short';
}

/** A domain event: an entry in the queue of each consumer, written in the transaction that it tells of. */
export interface DomainEvent<T> {
  name: string;
  schema: z.ZodType<T>;
}

export interface Job<T> {
  id: string;
  data: T;
  /** 1 at the first delivery. */
  attempt: number;
}

/**
 * Works one queue. No job runs exactly once: a handler must be harmless when it runs twice, also at the same
 * time, and must stop when the signal says so. A throw gives the whole batch back.
 */
export interface Worker<T = unknown> {
  queue: Queue<T>;
  /** The event whose entries this queue receives; without it only `send` fills the queue. */
  consumes?: DomainEvent<T>;
  /** A cron line in UTC: at each time one job with `schedule.data` is written, once however many processes run. */
  schedule?: { cron: string; data: T };
  handle(jobs: Job<T>[], signal: AbortSignal): Promise<void>;
}

export interface SendOptions {
  startAfter?: Date;
  /** With `policy: 'short'`: what makes two waiting jobs the same. */
  key?: string;
}

export interface Jobs {
  /** Writes jobs in the caller's transaction: a rollback takes them along. */
  send<T>(trx: Trx, queue: Queue<T>, data: T[], options?: SendOptions | ((data: T) => SendOptions)): Promise<void>;
  /** Writes one entry for each consumer of the event, in the caller's transaction. */
  emit<T>(trx: Trx, event: DomainEvent<T>, data: T): Promise<void>;
}
