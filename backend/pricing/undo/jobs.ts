// The queue of undos of many updates: one company has one at work at most.
import type { House } from '../../platform/house.ts';
import type { Worker } from '../../platform/jobs.ts';
import { turnsOf } from '../turns.ts';
import { runUndo, takeNext } from './run.ts';
import { forgetUndos, openUndos } from './store.ts';

const TURNS = turnsOf({
  name: 'pricing.price-undo',
  expireInSeconds: 3_600,
  keepCron: '*/5 * * * *',
  keptOfCompany: 50,
  open: openUndos,
  forget: forgetUndos,
});

/** Has the company's undos worked, in the caller's transaction. */
export const requestUndos = TURNS.request;

export const undoWorkers = (house: House): Worker[] =>
  TURNS.workers(house, async (companyId, signal) => {
    const taken = await takeNext(house, companyId);
    if (taken.kind !== 'taken') return taken.kind;
    await runUndo(house, companyId, taken.claim, signal);
    return 'worked';
  });
