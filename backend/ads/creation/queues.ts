import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';

const CreationJob = z.object({ companyId: Id, creationId: Id });
export type CreationJob = z.infer<typeof CreationJob>;

/** Campaigns to create, a part at a time: the next part is read when the job runs. */
export const CREATE_CAMPAIGN: Queue<CreationJob> = {
  name: 'ads.create-campaign',
  schema: CreationJob,
  batch: 10,
  concurrency: 2,
  expireInSeconds: 120,
  retryLimit: 10,
  retryDelay: 2,
  policy: 'short',
};

export const requestCreation = (
  ctx: AppContext,
  trx: Trx,
  job: CreationJob,
  startAfter?: Date,
): Promise<void> =>
  ctx.jobs.send(trx, CREATE_CAMPAIGN, [job], {
    key: String(job.creationId),
    ...(startAfter && { startAfter }),
  });
