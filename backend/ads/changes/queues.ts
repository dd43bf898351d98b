import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { type Queue, scheduledQueue } from '../../platform/jobs.ts';

const ChangeJob = z.object({ companyId: Id, changeId: Id });
export type ChangeJob = z.infer<typeof ChangeJob>;

/** Changes to send, or whose result is to be read: which of them is decided when the job runs. */
export const PUSH_CHANGE: Queue<ChangeJob> = {
  name: 'ads.push-change',
  schema: ChangeJob,
  batch: 10,
  concurrency: 2,
  expireInSeconds: 120,
  retryLimit: 10,
  retryDelay: 2,
  policy: 'short',
};

/** Finds changes whose jobs were lost. */
export const RECONCILE_CHANGES = scheduledQueue('ads.reconcile-changes');

export const requestPush = (
  ctx: AppContext,
  trx: Trx,
  job: ChangeJob,
  startAfter?: Date,
): Promise<void> =>
  ctx.jobs.send(trx, PUSH_CHANGE, [job], {
    key: String(job.changeId),
    ...(startAfter && { startAfter }),
  });
