import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';
import type { AdsAccountKey } from './access.ts';

const AdsJob = z.object({ companyId: Id, accountId: Id });
export type AdsJob = z.infer<typeof AdsJob>;

const adsQueue = (name: string): Queue<AdsJob> => ({
  name,
  schema: AdsJob,
  batch: 1,
  concurrency: 2,
  expireInSeconds: 3_600,
  retryLimit: 5,
  retryDelay: 30,
  policy: 'short',
});

/** Opens the advertising of an account that needs no separate authorization. */
export const OPEN_ADVERTISING = adsQueue('ads.open');
/** Reads the campaigns of an account, and what is in them. */
export const READ_CAMPAIGNS = adsQueue('ads.read-campaigns');
/** Requests the reports of an account, and takes in those that are ready. */
export const READ_REPORTS = adsQueue('ads.read-reports');

export const send = (
  ctx: AppContext,
  trx: Trx,
  queue: Queue<AdsJob>,
  job: AdsAccountKey,
  startAfter?: Date,
): Promise<void> =>
  ctx.jobs.send(trx, queue, [job], {
    key: String(job.accountId),
    ...(startAfter && { startAfter }),
  });

/** Requests a reading of an account's campaigns; its figures follow. */
export const requestReading = (ctx: AppContext, trx: Trx, job: AdsAccountKey): Promise<void> =>
  send(ctx, trx, READ_CAMPAIGNS, job);
