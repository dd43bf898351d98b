// The queue of batches: one company has one at work at most.
import type { House } from '../../platform/house.ts';
import type { Worker } from '../../platform/jobs.ts';
import { turnsOf } from '../turns.ts';
import { type Reader, runBatch, takeNext } from './run.ts';
import { forgetBatches, openBatches } from './store.ts';

const TURNS = turnsOf({
  name: 'pricing.rule-batch',
  expireInSeconds: 3_600,
  keepCron: '*/5 * * * *',
  keptOfCompany: 50,
  open: openBatches,
  forget: forgetBatches,
});

/** Has the company's batches worked, in the caller's transaction. */
export const requestBatches = TURNS.request;

/** @param read reads an uploaded sheet */
export const workers = (house: House, read: Reader): Worker[] =>
  TURNS.workers(house, async (companyId, signal) => {
    const taken = await takeNext(house, companyId);
    if (taken.kind !== 'taken') return taken.kind;
    await runBatch(house, companyId, taken, read, signal);
    return 'worked';
  });
