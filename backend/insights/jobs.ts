import type { AppContext } from '../platform/app-context.ts';
import { inEachCompany } from '../platform/companies.ts';
import type { Trx } from '../platform/db.ts';
import { type Queue, scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { evaluateCompany, evaluateMoved } from './advice/evaluate.ts';
import { MOVED_PASS, PASS, type PassJob, requestMovedPass, requestPass } from './advice/queues.ts';
import { passOf } from './advice/store.ts';

const PASS_ALL = scheduledQueue('insights.advice-all');
const FIRST_PASS = scheduledQueue('insights.advice-first');
const MOVED_ALL = scheduledQueue('insights.advice-moved-all');

/** The queues that insights works. */
export function workers(ctx: AppContext): Worker[] {
  const scheduled = (
    queue: Queue<Tick>,
    cron: string,
    work: (trx: Trx, companyId: number) => Promise<void>,
  ): Worker<Tick> => ({
    queue,
    schedule: { cron, data: {} },
    handle: (_jobs, signal) => inEachCompany(ctx.db, signal, work),
  });
  const pass = (
    queue: Queue<PassJob>,
    evaluate: (ctx: AppContext, companyId: number, signal: AbortSignal) => Promise<void>,
  ): Worker<PassJob> => ({
    queue,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await evaluate(ctx, data.companyId, signal);
    },
  });
  return [
    // In the night of Brazil, once the figures of advertising were read.
    scheduled(PASS_ALL, '20 7 * * *', (trx, companyId) => requestPass(ctx, trx, companyId)),
    // A new company does not wait for the night.
    scheduled(FIRST_PASS, '*/10 * * * *', async (trx, companyId) => {
      if ((await passOf(trx, companyId)) === null) await requestPass(ctx, trx, companyId);
    }),
    scheduled(MOVED_ALL, '50 * * * *', async (trx, companyId) => {
      if ((await passOf(trx, companyId)) !== null) await requestMovedPass(ctx, trx, companyId);
    }),
    pass(PASS, evaluateCompany),
    pass(MOVED_PASS, evaluateMoved),
  ];
}
