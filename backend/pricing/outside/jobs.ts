import type { TradingHouse } from '../../catalog/actions.ts';
import { companyIds } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Queue, Worker } from '../../platform/jobs.ts';
import { enqueueDecisions, Tick } from '../queues.ts';
import { type AccountJob, AD_FIGURES, askForFigures, takeInFigures } from './ad-figures.ts';
import { LOOKED_BACK_DAYS } from './movers.ts';
import { heldByParity } from './parity-store.ts';
import { forgetChanges } from './store.ts';

const DAY_MS = 24 * 3_600_000;

const round = (name: string): Queue<Tick> => ({
  name,
  schema: Tick,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 30,
  policy: 'short',
});

/** Walks over all companies, with a transaction for each. */
async function forEachCompany(
  house: TradingHouse,
  signal: AbortSignal,
  work: (trx: Trx, companyId: number) => Promise<void>,
): Promise<void> {
  for (const companyId of await companyIds(house.db)) {
    signal.throwIfAborted();
    await within(house.db, { company: companyId }, (trx) => work(trx, companyId));
  }
}

/** The queues of what goes on around prices. */
export function outsideWorkers(house: TradingHouse): Worker[] {
  const figuresDue: Worker<Tick> = {
    queue: round('pricing.ad-figures-due'),
    schedule: { cron: '23 * * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachCompany(house, signal, async (trx, companyId) => {
        const before = new Date(house.clock().getTime() - LOOKED_BACK_DAYS * DAY_MS);
        await forgetChanges(trx, companyId, before);
        await askForFigures(house, trx, companyId);
      }),
  };
  const figures: Worker<AccountJob> = {
    queue: AD_FIGURES,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await takeInFigures(house, data, signal);
    },
  };
  /** What another ad costs by now is no news of the ad that waits because of it. */
  const parity: Worker<Tick> = {
    queue: round('pricing.parity'),
    schedule: { cron: '*/5 * * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachCompany(house, signal, async (trx, companyId) =>
        enqueueDecisions(house, trx, companyId, await heldByParity(trx, companyId)),
      ),
  };
  return [figuresDue, figures, parity];
}
