import type { MarketplaceContext } from '../../catalog/actions.ts';
import { inEachCompany } from '../../platform/companies.ts';
import { scheduledQueue, type Tick, type Worker } from '../../platform/jobs.ts';
import { heldByParity } from '../safety/parity-store.ts';
import { enqueueDecisions } from '../updates/queues.ts';
import { type AccountJob, AD_FIGURES, ingestFigures, requestFigures } from './ad-figures.ts';
import { LOOKBACK_DAYS } from './movers.ts';
import { forgetChanges } from './store.ts';

const DAY_MS = 24 * 3_600_000;

const round = (name: string) => scheduledQueue(name, { retryDelay: 30, policy: 'short' });

/** The queues of advertising figures and of parity. */
export function externalWorkers(ctx: MarketplaceContext): Worker[] {
  const figuresDue: Worker<Tick> = {
    queue: round('pricing.ad-figures-due'),
    schedule: { cron: '23 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, async (trx, companyId) => {
        const before = new Date(ctx.clock().getTime() - LOOKBACK_DAYS * DAY_MS);
        await forgetChanges(trx, companyId, before);
        await requestFigures(ctx, trx, companyId);
      }),
  };
  const figures: Worker<AccountJob> = {
    queue: AD_FIGURES,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await ingestFigures(ctx, data, signal);
    },
  };
  /** A price change of another listing is no event of the listing that waits because of it. */
  const parity: Worker<Tick> = {
    queue: round('pricing.parity'),
    schedule: { cron: '*/5 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, async (trx, companyId) =>
        enqueueDecisions(ctx, trx, companyId, await heldByParity(trx, companyId)),
      ),
  };
  return [figuresDue, figures, parity];
}
