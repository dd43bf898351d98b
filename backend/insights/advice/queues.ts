import * as z from 'zod';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';

const PassJob = z.object({ companyId: z.int() });
export type PassJob = z.infer<typeof PassJob>;

/** Passes over all listings and campaigns of a company; one of each company waits. */
export const PASS: Queue<PassJob> = {
  name: 'insights.advice',
  schema: PassJob,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 3_600,
  retryLimit: 3,
  retryDelay: 30,
  policy: 'short',
};

/** Passes over the listings of a company that have lost the buybox or have it again. */
export const MOVED_PASS: Queue<PassJob> = { ...PASS, name: 'insights.advice-moved' };

export const requestMovedPass = (ctx: AppContext, trx: Trx, companyId: number): Promise<void> =>
  ctx.jobs.send(trx, MOVED_PASS, [{ companyId }], { key: String(companyId) });

export const requestPass = (ctx: AppContext, trx: Trx, companyId: number): Promise<void> =>
  ctx.jobs.send(trx, PASS, [{ companyId }], { key: String(companyId) });
