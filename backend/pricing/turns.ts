// Long work that people ask for, a piece of each company at a time. A job names the company and nothing more: which piece
// is next is read when it runs, so what one company asks for does not hold up what others do.
import * as z from 'zod';
import { Id } from '../kernel/id.ts';
import { companyIds } from '../platform/companies.ts';
import { type Trx, within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { Queue, SendOptions, Worker } from '../platform/jobs.ts';

const TurnJob = z.object({ companyId: Id });
type TurnJob = z.infer<typeof TurnJob>;

const DAY_MS = 24 * 3_600_000;
/** What is over is kept for so long. */
const KEPT_DAYS = 30;
/** A company's next piece is asked for again after so long where another process is at one. */
const BUSY_MS = 3_000;

/** What there is to be done of one kind. */
export interface Kind {
  /** The queue's name; the one that keeps order ends with `-keep`. */
  name: string;
  /** The longest that a piece may take. A dead worker is missed within seconds whatever this says. */
  expireInSeconds: number;
  /** When old pieces go, and those without a worker find one. */
  keepCron: string;
  /** Pieces that are over are kept, so many of a company at most. */
  keptOfCompany: number;
  /** The pieces that are not over. */
  open(trx: Trx, companyId: number): Promise<readonly unknown[]>;
  forget(trx: Trx, companyId: number, which: { before: Date; keep: number }): Promise<unknown>;
}

/** What became of a company's turn: there was nothing to do, another process is at it, or a piece was worked. */
export type Turn = 'none' | 'busy' | 'worked';

export interface Turns {
  /** Has what a company asks for worked, in the caller's transaction. */
  request(
    house: House,
    trx: Trx,
    companyId: number,
    options?: Pick<SendOptions, 'startAfter'>,
  ): Promise<void>;
  /** @param work works a company's next piece */
  workers(house: House, work: (companyId: number, signal: AbortSignal) => Promise<Turn>): Worker[];
}

export function turnsOf(kind: Kind): Turns {
  const queue: Queue<TurnJob> = {
    name: kind.name,
    schema: TurnJob,
    batch: 1,
    concurrency: 1,
    expireInSeconds: kind.expireInSeconds,
    retryLimit: 5,
    retryDelay: 2,
    policy: 'short',
  };
  const keep: Queue<Record<string, never>> = {
    name: `${kind.name}-keep`,
    schema: z.strictObject({}),
    batch: 1,
    concurrency: 1,
    expireInSeconds: 300,
    retryLimit: 3,
    retryDelay: 10,
    policy: 'short',
  };

  const request: Turns['request'] = (house, trx, companyId, options = {}) =>
    house.jobs.send(trx, queue, [{ companyId }], { ...options, key: String(companyId) });

  const keepOrder = async (house: House, signal: AbortSignal): Promise<void> => {
    const before = new Date(house.clock().getTime() - KEPT_DAYS * DAY_MS);
    for (const companyId of await companyIds(house.db)) {
      signal.throwIfAborted();
      await within(house.db, { company: companyId }, async (trx) => {
        await kind.forget(trx, companyId, { before, keep: kind.keptOfCompany });
        if ((await kind.open(trx, companyId)).length > 0) await request(house, trx, companyId);
      });
    }
  };

  return {
    request,
    workers: (house, work) => {
      const next = async (companyId: number, signal: AbortSignal): Promise<void> => {
        const turn = await work(companyId, signal);
        if (turn === 'none') return;
        const startAfter = new Date(house.clock().getTime() + BUSY_MS);
        await within(house.db, { company: companyId }, (trx) =>
          request(house, trx, companyId, turn === 'busy' ? { startAfter } : {}),
        );
      };
      const works: Worker<TurnJob> = {
        queue,
        handle: async (jobs, signal) => {
          for (const { data } of jobs) await next(data.companyId, signal);
        },
      };
      const keeper: Worker<Record<string, never>> = {
        queue: keep,
        schedule: { cron: kind.keepCron, data: {} },
        handle: (_jobs, signal) => keepOrder(house, signal),
      };
      return [works, keeper];
    },
  };
}
