// Working a batch: one worker at a time has it in hand, writes some rules in each transaction, and stops where it is
// taken away. What a row says of itself is written with its rule, so one that a process died over is never done twice.
import { planEach, type Trx, within } from '../../platform/db.ts';
import type { House } from '../../platform/house.ts';
import { announce } from '../../platform/live.ts';
import type { Claim } from '../claims.ts';
import * as items from './item-store.ts';
import { undoStep, writeStep } from './steps.ts';
import * as store from './store.ts';
import { withTally } from './tally.ts';

/** Taken up so often without a step, a batch has failed. */
const MOST_ATTEMPTS = 5;
/** Rules of one transaction: enough to be fast, few enough that whoever wants one of the ads hardly waits. */
export const ROWS_AT_ONCE = 200;

export type Taken =
  | { kind: 'none' }
  /** Another worker has one of the company in hand: one after the other. */
  | { kind: 'busy' }
  | { kind: 'taken'; claim: Claim; state: string };

/** Reads a file into rows; ends the reading. Apart, because only sheets are read. */
export type Reader = (
  house: House,
  companyId: number,
  claim: Claim,
  signal: AbortSignal,
) => Promise<void>;

export const inCompany = <T>(house: House, companyId: number, work: (trx: Trx) => Promise<T>) =>
  within(house.db, { company: companyId }, work);

export const tellBatch = (trx: Trx, companyId: number, id: number): Promise<void> =>
  announce(trx, companyId, { type: 'rule-batches', ids: [id] });

/** The batch was cancelled, or another worker has it. */
export class TakenAway extends Error {}

const STARTED: Record<string, string> = { bulk: 'writing', sheet: 'reading' };

async function take(house: House, trx: Trx, row: store.BatchRow): Promise<Taken> {
  const claim = { id: row.id, claim: house.uuid() };
  const state = row.state === 'queued' ? (STARTED[row.kind] ?? row.state) : row.state;
  await store.takeUp(trx, row.company_id, row, state, claim.claim);
  await tellBatch(trx, row.company_id, row.id);
  return { kind: 'taken', claim, state };
}

/**
 * Takes up the next batch of a company, the oldest first.
 * @param only this one, whatever else waits
 */
export const takeNext = (house: House, companyId: number, only?: number): Promise<Taken> =>
  inCompany(house, companyId, async (trx): Promise<Taken> => {
    await store.holdCompany(trx, companyId);
    const open = await store.openBatches(trx, companyId);
    for (const row of open.filter(({ id }) => only === undefined || id === only)) {
      if (row.isAlive) return { kind: 'busy' };
      if (row.attempts < MOST_ATTEMPTS) return await take(house, trx, row);
      await store.moveBatch(trx, companyId, row.id, { state: 'failed' });
      await store.dropFile(trx, companyId, row.id);
      await tellBatch(trx, companyId, row.id);
      house.log.error('a batch of rules failed for good', undefined, { companyId, batch: row.id });
    }
    return { kind: 'none' };
  });

const STEPS = {
  writing: { from: 'open', to: 'done', step: writeStep },
  undoing: { from: 'written', to: 'undone', step: undoStep },
} as const;

/** Does one step; gives the last row that it came to, or null: there was none left. @throws TakenAway */
const oneStep = (
  house: House,
  companyId: number,
  claim: Claim,
  { from, to, step }: (typeof STEPS)[keyof typeof STEPS],
  after: number,
): Promise<number | null> =>
  inCompany(house, companyId, async (trx) => {
    // The tables grow under it from nothing to 50,000 rows: a plan that is kept would be of the time when a look
    // through all of a company was as good as a key, and each step would take longer than the one before.
    const planned = planEach(trx);
    const batch = await store.beat(trx, companyId, claim);
    await planned;
    if (batch === null) throw new TakenAway();
    const rows = await items.nextRows(trx, companyId, batch.id, from, {
      after,
      limit: ROWS_AT_ONCE,
    });
    await tellBatch(trx, companyId, batch.id);
    if (rows.length === 0) {
      const isSheet = batch.kind === 'sheet';
      await store.moveBatch(trx, companyId, batch.id, {
        state: to,
        done: batch.total,
        ...(isSheet && { report: await withTally(trx, companyId, batch.id, batch.report, to) }),
      });
      return null;
    }
    await items.saveRows(trx, companyId, batch.id, await step(house, trx, batch, rows));
    // It gets on: what failed before counts no more.
    const done = batch.done + rows.length;
    await store.beat(trx, companyId, claim, { done, attempts: 0 });
    return rows.at(-1)!.seq;
  });

/**
 * Works a batch that was taken up to its end. One that is cancelled or taken over meanwhile ends quietly; one that
 * fails is laid down, to go on where it was.
 */
export async function runBatch(
  house: House,
  companyId: number,
  { claim, state }: { claim: Claim; state: string },
  read: Reader,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (state === 'reading') return await read(house, companyId, claim, signal);
    const steps = state === 'undoing' ? STEPS.undoing : STEPS.writing;
    for (let after: number | null = -1; after !== null; ) {
      signal.throwIfAborted();
      after = await oneStep(house, companyId, claim, steps, after);
    }
  } catch (error) {
    if (error instanceof TakenAway) return;
    await inCompany(house, companyId, (trx) => store.layDown(trx, companyId, claim));
    throw error;
  }
}
