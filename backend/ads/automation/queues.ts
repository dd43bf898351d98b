import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { type Queue, scheduledQueue } from '../../platform/jobs.ts';

const DecisionJob = z.object({ companyId: Id, campaignId: Id });
export type DecisionJob = z.infer<typeof DecisionJob>;

/** Decides the bids of campaigns, by what is known when the job runs. */
export const DECIDE_BIDS: Queue<DecisionJob> = {
  name: 'ads.decide-bids',
  schema: DecisionJob,
  batch: 10,
  concurrency: 1,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 30,
  policy: 'short',
};

/** Decides the bids of all automated campaigns. */
export const DECIDE_ALL = scheduledQueue('ads.decide-all');

export const requestDecision = (ctx: AppContext, trx: Trx, job: DecisionJob): Promise<void> =>
  ctx.jobs.send(trx, DECIDE_BIDS, [job], { key: String(job.campaignId) });
