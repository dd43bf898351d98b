import type { AppContext } from '../platform/app-context.ts';
import { inEachCompany } from '../platform/companies.ts';
import { scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { evaluateCompany } from './advice/evaluate.ts';
import { PASS, type PassJob, requestPass } from './advice/queues.ts';
import { passOf } from './advice/store.ts';

const PASS_ALL = scheduledQueue('insights.advice-all');
const FIRST_PASS = scheduledQueue('insights.advice-first');

/** The queues that insights works. */
export function workers(ctx: AppContext): Worker[] {
  const all: Worker<Tick> = {
    queue: PASS_ALL,
    // In the night of Brazil, once the figures of advertising were read.
    schedule: { cron: '20 7 * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, (trx, companyId) => requestPass(ctx, trx, companyId)),
  };
  const first: Worker<Tick> = {
    queue: FIRST_PASS,
    schedule: { cron: '*/10 * * * *', data: {} },
    // Who has just come does not wait for the night.
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, async (trx, companyId) => {
        if ((await passOf(trx, companyId)) === null) await requestPass(ctx, trx, companyId);
      }),
  };
  const pass: Worker<PassJob> = {
    queue: PASS,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await evaluateCompany(ctx, data.companyId, signal);
    },
  };
  return [all, first, pass];
}
