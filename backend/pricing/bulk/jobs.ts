// The queue of batches. A job names the company and nothing more: which batch is next is read when it runs, so one
// company has one at work at most, and many of its own do not hold up those of others.
import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import { companyIds } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { House } from '../../platform/house.ts';
import type { Queue, SendOptions, Worker } from '../../platform/jobs.ts';
import { type Reader, runBatch, takeNext } from './run.ts';
import { forgetBatches, openBatches } from './store.ts';

const BatchJob = z.object({ companyId: Id });
type BatchJob = z.infer<typeof BatchJob>;

const BATCH: Queue<BatchJob> = {
  name: 'pricing.rule-batch',
  schema: BatchJob,
  batch: 1,
  concurrency: 1,
  // A dead worker is missed within seconds whatever this says.
  expireInSeconds: 3_600,
  retryLimit: 5,
  retryDelay: 2,
  policy: 'short',
};

const KEEP: Queue<Record<string, never>> = {
  name: 'pricing.rule-batch-keep',
  schema: z.strictObject({}),
  batch: 1,
  concurrency: 1,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 10,
  policy: 'short',
};

const DAY_MS = 24 * 3_600_000;
/** Batches that are over are kept for so long, and so many of a company at most. */
const KEPT_DAYS = 30;
const KEPT_OF_COMPANY = 50;
const BUSY_MS = 3_000;

/** Has the company's batches worked, in the caller's transaction. */
export const requestBatches = (
  house: House,
  trx: Trx,
  companyId: number,
  options: Pick<SendOptions, 'startAfter'> = {},
): Promise<void> =>
  house.jobs.send(trx, BATCH, [{ companyId }], { ...options, key: String(companyId) });

async function workNext(
  house: House,
  companyId: number,
  read: Reader,
  signal: AbortSignal,
): Promise<void> {
  const taken = await takeNext(house, companyId);
  if (taken.kind === 'none') return;
  if (taken.kind === 'taken') await runBatch(house, companyId, taken, read, signal);
  const startAfter = new Date(house.clock().getTime() + BUSY_MS);
  await within(house.db, { company: companyId }, (trx) =>
    requestBatches(house, trx, companyId, taken.kind === 'busy' ? { startAfter } : {}),
  );
}

/** Takes away old batches, and finds work for those that nobody works on any more. */
async function keepBatches(house: House, signal: AbortSignal): Promise<void> {
  const before = new Date(house.clock().getTime() - KEPT_DAYS * DAY_MS);
  for (const companyId of await companyIds(house.db)) {
    signal.throwIfAborted();
    await within(house.db, { company: companyId }, async (trx) => {
      await forgetBatches(trx, companyId, { before, keep: KEPT_OF_COMPANY });
      const open = await openBatches(trx, companyId);
      if (open.length > 0) await requestBatches(house, trx, companyId);
    });
  }
}

export const workers = (house: House, read: Reader): Worker[] => {
  const batches: Worker<BatchJob> = {
    queue: BATCH,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await workNext(house, data.companyId, read, signal);
    },
  };
  const keeper: Worker<Record<string, never>> = {
    queue: KEEP,
    schedule: { cron: '*/5 * * * *', data: {} },
    handle: (_jobs, signal) => keepBatches(house, signal),
  };
  return [batches, keeper];
};
