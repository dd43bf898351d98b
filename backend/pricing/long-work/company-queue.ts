// The queue of one kind of long work: of each company one piece at a time, the oldest first. A job names the company and
// nothing more: which piece is next is read when it runs, so that one company does not delay another.
import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { inEachCompany } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  type Queue,
  type SendOptions,
  scheduledQueue,
  type Tick,
  type Worker,
} from '../../platform/jobs.ts';

const CompanyJob = z.object({ companyId: Id });
type CompanyJob = z.infer<typeof CompanyJob>;

/** While another process works on a piece of the company, its queue is asked again after so long. */
const BUSY_MS = 3_000;

export interface CompanyQueueOptions {
  /** The queue's name; its cleanup has `-keep` behind it. */
  name: string;
  /** The longest that a piece may take. A dead worker is missed within its lease whatever this says. */
  expireInSeconds: number;
  cleanupCron: string;
}

/** What became of a company's job: there was nothing to do, another process works for it, or a piece was worked on. */
export type Turn = 'none' | 'busy' | 'worked';

interface Handlers {
  /** Works on a company's next piece. */
  work(companyId: number, signal: AbortSignal): Promise<Turn>;
  /** Deletes what is old; gives whether there is work left. */
  cleanUp(trx: Trx, companyId: number): Promise<boolean>;
}

export function companyQueue({ name, expireInSeconds, cleanupCron }: CompanyQueueOptions) {
  const queue: Queue<CompanyJob> = {
    name,
    schema: CompanyJob,
    batch: 1,
    concurrency: 1,
    policy: 'short',
    expireInSeconds,
    retryLimit: 5,
    retryDelay: 2,
  };
  const cleanup = scheduledQueue(`${name}-keep`, { policy: 'short' });

  /** Requests that a company's next piece is worked on, in the caller's transaction. */
  const request = (
    ctx: AppContext,
    trx: Trx,
    companyId: number,
    options: Pick<SendOptions, 'startAfter'> = {},
  ): Promise<void> =>
    ctx.jobs.send(trx, queue, [{ companyId }], { ...options, key: String(companyId) });

  const workers = (ctx: AppContext, { work, cleanUp }: Handlers): Worker[] => {
    const works: Worker<CompanyJob> = {
      queue,
      async handle(jobs, signal) {
        for (const { data } of jobs) {
          const { companyId } = data;
          const turn = await work(companyId, signal);
          if (turn === 'none') continue;
          const later = { startAfter: new Date(ctx.clock().getTime() + BUSY_MS) };
          await within(ctx.db, { company: companyId }, (trx) =>
            request(ctx, trx, companyId, turn === 'busy' ? later : {}),
          );
        }
      },
    };
    const cleans: Worker<Tick> = {
      queue: cleanup,
      schedule: { cron: cleanupCron, data: {} },
      handle: (_jobs, signal) =>
        inEachCompany(ctx.db, signal, async (trx, companyId) => {
          if (await cleanUp(trx, companyId)) await request(ctx, trx, companyId);
        }),
    };
    return [works, cleans];
  };

  return { request, workers };
}
