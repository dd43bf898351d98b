// The queue of replays. A job names the company and nothing more: which replay is next is read when it runs, so one
// company has one replay at work at most, and many of its replays do not hold up those of others.
import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import { companyIds } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { House } from '../../platform/house.ts';
import type { Queue, SendOptions, Worker } from '../../platform/jobs.ts';
import { runBacktest, takeNext } from './run.ts';
import { forgetBacktests, openBacktests } from './store.ts';

const BacktestJob = z.object({ companyId: Id });
type BacktestJob = z.infer<typeof BacktestJob>;

const BACKTEST: Queue<BacktestJob> = {
  name: 'pricing.backtest',
  schema: BacktestJob,
  batch: 1,
  concurrency: 1,
  // A dead worker is missed within seconds whatever this says; 25 million looks take half an hour.
  expireInSeconds: 6 * 3_600,
  retryLimit: 5,
  retryDelay: 2,
  policy: 'short',
};

const KEEP: Queue<Record<string, never>> = {
  name: 'pricing.backtest-keep',
  schema: z.strictObject({}),
  batch: 1,
  concurrency: 1,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 10,
  policy: 'short',
};

const DAY_MS = 24 * 3_600_000;
/** Replays that are over are kept for so long, and so many of a company at most. */
const KEPT_DAYS = 30;
const KEPT_OF_COMPANY = 20;
const BUSY_MS = 3_000;

/** Has the company's replays worked, in the caller's transaction. */
export const requestBacktests = (
  house: House,
  trx: Trx,
  companyId: number,
  options: Pick<SendOptions, 'startAfter'> = {},
): Promise<void> =>
  house.jobs.send(trx, BACKTEST, [{ companyId }], { ...options, key: String(companyId) });

async function workNext(house: House, companyId: number, signal: AbortSignal): Promise<void> {
  const taken = await takeNext(house, companyId);
  if (taken.kind === 'none') return;
  if (taken.kind === 'taken') await runBacktest(house, companyId, taken, signal);
  const startAfter = new Date(house.clock().getTime() + BUSY_MS);
  await within(house.db, { company: companyId }, (trx) =>
    requestBacktests(house, trx, companyId, taken.kind === 'busy' ? { startAfter } : {}),
  );
}

/** Takes away old replays, and finds work for those that nobody works on any more. */
async function keepBacktests(house: House, signal: AbortSignal): Promise<void> {
  const before = new Date(house.clock().getTime() - KEPT_DAYS * DAY_MS);
  for (const companyId of await companyIds(house.db)) {
    signal.throwIfAborted();
    await within(house.db, { company: companyId }, async (trx) => {
      await forgetBacktests(trx, companyId, { before, keep: KEPT_OF_COMPANY });
      const open = await openBacktests(trx, companyId);
      if (open.length > 0) await requestBacktests(house, trx, companyId);
    });
  }
}

export const workers = (house: House): Worker[] => {
  const backtests: Worker<BacktestJob> = {
    queue: BACKTEST,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await workNext(house, data.companyId, signal);
    },
  };
  const keeper: Worker<Record<string, never>> = {
    queue: KEEP,
    schedule: { cron: '*/10 * * * *', data: {} },
    handle: (_jobs, signal) => keepBacktests(house, signal),
  };
  return [backtests, keeper];
};
