// The queues that pricing fills itself. Every job names what to work on and nothing more: what is to be done
// is read from the database when it runs, so a job that comes twice or late does no harm.
import * as z from 'zod';
import { Id } from '../../kernel/id.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { type Queue, scheduledQueue } from '../../platform/jobs.ts';

export const ListingsJob = z.object({ companyId: Id, listingIds: z.array(Id).min(1) });
export type ListingsJob = z.infer<typeof ListingsJob>;
const RuleJob = z.object({ companyId: Id, ruleId: Id });
export type RuleJob = z.infer<typeof RuleJob>;
const UpdateJob = z.object({ companyId: Id, updateId: Id });
export type UpdateJob = z.infer<typeof UpdateJob>;

const usual = { concurrency: 2, expireInSeconds: 60, retryLimit: 10, retryDelay: 1 } as const;

/** Listings to reprice. */
export const DECIDE: Queue<ListingsJob> = {
  ...usual,
  name: 'pricing.decide',
  schema: ListingsJob,
  batch: 100,
  policy: 'standard',
};

/** Rules that begin or end at this moment. */
export const RULE_DUE: Queue<RuleJob> = {
  ...usual,
  name: 'pricing.rule-due',
  schema: RuleJob,
  batch: 100,
  policy: 'standard',
};

/** Updates to send. Of several jobs for one update only one waits: what is sent is read when it runs. */
export const PUSH: Queue<UpdateJob> = {
  ...usual,
  name: 'pricing.push',
  schema: UpdateJob,
  batch: 20,
  policy: 'short',
};

/** Updates whose price has to be seen at the marketplace. */
export const READ_BACK: Queue<UpdateJob> = {
  ...usual,
  name: 'pricing.read-back',
  schema: UpdateJob,
  batch: 20,
  policy: 'short',
};

/** Finds updates whose jobs were lost. */
export const RECONCILE = scheduledQueue('pricing.reconcile', {
  ...usual,
  concurrency: 1,
  policy: 'short',
});

/** Listings that one job decides at most. */
const CHUNK = 500;

/** Enqueues listings to reprice, in the caller's transaction. */
export async function enqueueDecisions(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  const jobs: ListingsJob[] = [];
  for (let start = 0; start < listingIds.length; start += CHUNK) {
    jobs.push({ companyId, listingIds: listingIds.slice(start, start + CHUNK) });
  }
  if (jobs.length > 0) await ctx.jobs.send(trx, DECIDE, jobs);
}

/** Enqueues one listing to reprice at each moment, in the caller's transaction. */
export async function enqueueDecisionsAt(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  moments: readonly { listingId: number; at: Date }[],
): Promise<void> {
  const due = new Map(
    moments.map(({ listingId, at }): [ListingsJob, Date] => [
      { companyId, listingIds: [listingId] },
      at,
    ]),
  );
  await ctx.jobs.send(trx, DECIDE, [...due.keys()], (job) => {
    const startAfter = due.get(job);
    return startAfter === undefined ? {} : { startAfter };
  });
}

/** When an update's job begins; undefined: at once. */
type StartOf = (updateId: number) => Date | undefined;

/** Enqueues updates to send or to read back, now or when `startOf` says, in the caller's transaction. */
export async function enqueueUpdates(
  ctx: AppContext,
  trx: Trx,
  queue: Queue<UpdateJob>,
  companyId: number,
  updateIds: readonly number[],
  startOf: StartOf = () => undefined,
): Promise<void> {
  if (updateIds.length === 0) return;
  const jobs = updateIds.map((updateId) => ({ companyId, updateId }));
  await ctx.jobs.send(trx, queue, jobs, ({ updateId }) => {
    const startAfter = startOf(updateId);
    return { key: String(updateId), ...(startAfter && { startAfter }) };
  });
}
