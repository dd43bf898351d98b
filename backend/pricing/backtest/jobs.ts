// The queue of replays: one company has one at work at most.
import type { House } from '../../platform/house.ts';
import type { Worker } from '../../platform/jobs.ts';
import { turnsOf } from '../turns.ts';
import { runBacktest, takeNext } from './run.ts';
import { forgetBacktests, openBacktests } from './store.ts';

const TURNS = turnsOf({
  name: 'pricing.backtest',
  // 25 million looks take half an hour.
  expireInSeconds: 6 * 3_600,
  keepCron: '*/10 * * * *',
  keptOfCompany: 20,
  open: openBacktests,
  forget: forgetBacktests,
});

/** Has the company's replays worked, in the caller's transaction. */
export const requestBacktests = TURNS.request;

export const workers = (house: House): Worker[] =>
  TURNS.workers(house, async (companyId, signal) => {
    const taken = await takeNext(house, companyId);
    if (taken.kind !== 'taken') return taken.kind;
    await runBacktest(house, companyId, taken, signal);
    return 'worked';
  });
