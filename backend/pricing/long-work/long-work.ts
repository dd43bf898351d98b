// Long work requested by users: bulk actions, imports, undos, backtests. Each kind declares its table, its states and the work
// of each state; here are the order per company, the lease with its heartbeat, attempts, progress, cancelling, the end and the
// cleanup. A step writes its results together with its progress: a worker that crashes during a step has done nothing, and the
// next one continues after the last committed step.
import type { AppContext } from '../../platform/app-context.ts';
import type { LiveTopic } from '../../platform/contract.ts';
import { planEach, type Trx, within } from '../../platform/db.ts';
import type { Worker } from '../../platform/jobs.ts';
import { announce } from '../../platform/live.ts';
import { problem } from '../problems.ts';
import { type CompanyQueueOptions, companyQueue, type Turn } from './company-queue.ts';
import {
  type Columns,
  type Lease,
  leasesOf,
  type Progress,
  type WorkRow,
  type WorkTable,
} from './leases.ts';

/** Acquired so often without a step, a piece has failed. */
const MAX_ATTEMPTS = 5;
/** What is over is kept for so long. */
const RETENTION_MS = 30 * 24 * 3_600_000;
/** If the caller does the work itself, a job takes over only after a crash. */
const SPARE_MS = 30_000;

/** One kind of long work. */
export interface LongWorkKind<Row extends WorkRow> extends CompanyQueueOptions {
  table: WorkTable;
  /** The live topic by which open pages follow its progress. */
  live: LiveTopic;
  /** The states of a piece that is not over. */
  open: readonly string[];
  /** The states in which a person may cancel a piece. */
  cancellable: readonly string[];
  /** The state that a queued piece gets when a worker acquires it. */
  started(row: Row): string;
  /** So many pieces of a company may be in `states` at once; one more is a 409 with `tooMany`. */
  waiting: {
    most: number;
    states: readonly string[];
    tooMany: 'too_many_backtests' | 'too_many_batches';
  };
  /** The 404 of a piece that does not exist. */
  notFound: 'backtest_not_found' | 'batch_not_found';
  leaseSeconds: number;
  /** Pieces that are over are kept, so many of a company at most. */
  retainedOfCompany: number;
  /** A piece is acquired: a kind whose pieces begin again deletes here what an earlier worker wrote. */
  acquired?(trx: Trx, row: Row): Promise<void>;
  /** Work failed permanently or was cancelled: its temporary data are deleted. */
  discard?(trx: Trx, row: Row): Promise<void>;
}

/** The piece was cancelled, or another worker has acquired it. */
export class LeaseLost extends Error {}

/** A piece of work on which this worker has the lease. */
export interface Held<Row extends WorkRow> {
  ctx: AppContext;
  companyId: number;
  /** As it was when it was acquired. */
  row: Row;
  signal: AbortSignal;
  /**
   * Renews the lease, publishes the progress, and does something in the transaction in which the piece is locked.
   * @throws LeaseLost
   */
  hold<T>(progress: Progress, work: (trx: Trx, row: Row) => Promise<T>): Promise<T>;
}

/** What a kind does with a piece in one state, until it has moved it to another one. */
export type Phase<Row extends WorkRow> = (work: Held<Row>) => Promise<void>;

/** After one step: how many items were done, and the last of them; or that none is left, and the next state of the piece. */
export type StepOutcome<Row extends WorkRow> =
  | { done: number; last: number }
  | { end: string; columns?: Columns<Row> };

/** What a worker got: nothing waits; a live worker has a piece of the company; or a piece with a lease on it. */
export type Acquired<Row> =
  | { kind: 'none' }
  | { kind: 'busy' }
  | { kind: 'acquired'; row: Row; lease: Lease };

/** The table of a kind, and what a request does with its pieces. */
export function longWorkOf<Row extends WorkRow>(kind: LongWorkKind<Row>) {
  const leases = leasesOf<Row>(kind.table, kind);
  const queue = companyQueue(kind);

  const publish = (trx: Trx, companyId: number, id: number): Promise<void> =>
    announce(trx, companyId, { type: kind.live, ids: [id] });

  const found = (row: Row | undefined): Row => {
    if (row === undefined) throw problem(kind.notFound);
    return row;
  };

  const { most, states, tooMany } = kind.waiting;

  const move = async (
    trx: Trx,
    { company_id: companyId, id }: Pick<WorkRow, 'company_id' | 'id'>,
    state: string,
    columns?: Columns<Row>,
  ): Promise<void> => {
    await leases.move(trx, companyId, id, state, columns);
    await publish(trx, companyId, id);
  };

  /** Runs the phase of a piece's state. @param phases by state */
  const runner = (phases: Readonly<Record<string, Phase<Row>>>) => {
    /** Acquires the next piece of a company, the oldest first. @param only this one, whatever else waits */
    const acquire = (ctx: AppContext, companyId: number, only?: number): Promise<Acquired<Row>> =>
      within(ctx.db, { company: companyId }, async (trx): Promise<Acquired<Row>> => {
        await leases.lockCompany(trx, companyId);
        const open = await leases.open(trx, companyId);
        for (const row of open.filter(({ id }) => only === undefined || id === only)) {
          if (row.isLeased) return { kind: 'busy' };
          if (row.attempts >= MAX_ATTEMPTS) {
            await move(trx, row, 'failed');
            await kind.discard?.(trx, row);
            ctx.log.error('Long work failed permanently', undefined, {
              companyId,
              work: kind.name,
              id: row.id,
            });
            continue;
          }
          const lease = { id: row.id, token: ctx.uuid() };
          const state = row.state === 'queued' ? kind.started(row) : row.state;
          await leases.acquire(trx, row, state, lease.token);
          await kind.acquired?.(trx, row);
          await publish(trx, companyId, row.id);
          return { kind: 'acquired', row: { ...row, state }, lease };
        }
        return { kind: 'none' };
      });

    /**
     * Works on an acquired piece to its end. One that is cancelled or acquired by another worker meanwhile ends
     * quietly; one that fails is released, to be acquired again.
     */
    const run = async (
      ctx: AppContext,
      { row, lease }: Extract<Acquired<Row>, { kind: 'acquired' }>,
      signal: AbortSignal,
    ): Promise<void> => {
      const { company_id: companyId } = row;
      const inCompany = <T>(work: (trx: Trx) => Promise<T>) =>
        within(ctx.db, { company: companyId }, work);
      const hold: Held<Row>['hold'] = (progress, work) =>
        inCompany(async (trx) => {
          // The tables of items grow from nothing to 50,000 rows under one connection: a cached plan would be from the time when
          // a full scan was as good as an index, and each step would take longer than the one before.
          const planned = planEach(trx);
          const present = await leases.heartbeat(trx, companyId, lease, progress);
          await planned;
          if (present === null) throw new LeaseLost();
          await publish(trx, companyId, lease.id);
          return await work(trx, present);
        });
      try {
        const phase = phases[row.state];
        if (phase === undefined) throw new Error(`${kind.name} has no phase ${row.state}`);
        await phase({ ctx, companyId, row, signal, hold });
      } catch (error) {
        if (error instanceof LeaseLost) return;
        // A process that stops in the middle of a piece has not failed at it.
        const failed = !signal.aborted;
        await inCompany((trx) => leases.release(trx, companyId, lease, { failed }));
        throw error;
      }
    };

    return {
      acquire,
      run,
      /** Does work while its caller waits; a job takes over after a crash. */
      async runNow(ctx: AppContext, companyId: number, id: number): Promise<void> {
        const acquired = await acquire(ctx, companyId, id);
        if (acquired.kind === 'acquired') await run(ctx, acquired, new AbortController().signal);
      },
      workers: (ctx: AppContext): Worker[] =>
        queue.workers(ctx, {
          async work(companyId, signal): Promise<Turn> {
            const acquired = await acquire(ctx, companyId);
            if (acquired.kind !== 'acquired') return acquired.kind;
            await run(ctx, acquired, signal);
            return 'worked';
          },
          async cleanUp(trx, companyId) {
            const before = new Date(ctx.clock().getTime() - RETENTION_MS);
            await leases.deleteOld(trx, companyId, { before, keep: kind.retainedOfCompany });
            return (await leases.open(trx, companyId)).length > 0;
          },
        }),
    };
  };

  /** A phase in steps, each a separate transaction. @param step does the next items after one, from -1 */
  const inSteps =
    (
      step: (ctx: AppContext, trx: Trx, row: Row, after: number) => Promise<StepOutcome<Row>>,
    ): Phase<Row> =>
    async ({ ctx, signal, hold }) => {
      for (let after = -1, isOver = false; !isOver; ) {
        signal.throwIfAborted();
        const outcome = await hold({}, async (trx, row) => {
          const came = await step(ctx, trx, row, after);
          const { company_id: companyId, id } = row;
          if ('end' in came) await leases.move(trx, companyId, id, came.end, came.columns);
          // It makes progress: earlier failures no longer count.
          else await leases.advance(trx, companyId, id, row.done + came.done);
          return came;
        });
        if ('end' in outcome) isOver = true;
        else after = outcome.last;
      }
    };

  return {
    inSteps,
    runner,

    /** Makes a queued piece, in the caller's transaction. */
    async insert(...args: Parameters<typeof leases.insert>): Promise<Row> {
      const row = await leases.insert(...args);
      await publish(args[0], row.company_id, row.id);
      return row;
    },

    /** Moves a piece that the caller has locked to another state, and publishes that; its lease, if any, is over. */
    move,

    /** Requests a worker: immediately, or if the caller does the work itself, only in case of a crash. */
    requestWorker: (
      ctx: AppContext,
      trx: Trx,
      companyId: number,
      { isOwn = false } = {},
    ): Promise<void> => {
      const startAfter = new Date(ctx.clock().getTime() + (isOwn ? SPARE_MS : 0));
      return queue.request(ctx, trx, companyId, { startAfter });
    },

    /** Refuses one piece more than may wait. @throws Problem 409 */
    async requireRoom(trx: Trx, companyId: number): Promise<void> {
      await leases.lockCompany(trx, companyId);
      const open = await leases.open(trx, companyId);
      if (open.filter(({ state }) => states.includes(state)).length < most) return;
      throw problem(tooMany, { values: { limit: most } });
    },

    /** @throws Problem 404 */
    require: async (trx: Trx, companyId: number, id: number): Promise<Row> =>
      found(await leases.byId(trx, companyId, id)),

    /** The same, locked for this transaction: its worker waits. @throws Problem 404 */
    requireLocked: async (trx: Trx, companyId: number, id: number): Promise<Row> =>
      found(await leases.lock(trx, companyId, id)),

    /** Cancels a piece that the caller has locked; false: it is too late for that, and it stays as it is. */
    async cancel(trx: Trx, row: Row): Promise<boolean> {
      if (!kind.cancellable.includes(row.state)) return false;
      await move(trx, row, 'canceled');
      await kind.discard?.(trx, row);
      return true;
    },
  };
}
