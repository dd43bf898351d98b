import type * as z from 'zod';
import { inEachCompany } from '../platform/companies.ts';
import { within } from '../platform/db.ts';
import { scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { ACCESS_ALL, type AccessJob, CHECK_ACCESS, checkAccess, watchAccess } from './access.ts';
import * as store from './account-store.ts';
import { type MarketplaceContext, REFRESH_LISTING, requestSync, SYNC } from './actions.ts';
import { conclude } from './conclude.ts';
import {
  FEES,
  type FeesJob,
  FLOORS,
  type FloorsJob,
  noteFloors,
  refreshFees,
  requestDueFees,
} from './costs/fees.ts';
import { refreshAccountListings, syncAccount } from './sync.ts';

const SYNC_ALL = scheduledQueue('catalog.sync-all');

const FEES_ALL = scheduledQueue('catalog.fees-all');

/** Asks for a sync of every active account of every company. */
const requestAllSyncs = (ctx: MarketplaceContext, signal: AbortSignal): Promise<void> =>
  inEachCompany(ctx.db, signal, async (trx, companyId) => {
    for (const account of await store.activeAccounts(trx, companyId)) {
      await requestSync(ctx, trx, { companyId, accountId: account.id });
    }
  });

type Account = z.infer<typeof SYNC.schema>;

async function sync(ctx: MarketplaceContext, account: Account, signal: AbortSignal): Promise<void> {
  const outcome = await syncAccount(ctx, account, signal);
  await conclude(ctx, outcome, account, (startAfter) =>
    within(ctx.db, { company: account.companyId }, (trx) =>
      ctx.jobs.send(trx, SYNC, [account], { startAfter, key: String(account.accountId) }),
    ),
  );
}

async function refreshListings(
  ctx: MarketplaceContext,
  { account, skus }: { account: Account; skus: Set<string> },
  signal: AbortSignal,
): Promise<void> {
  const listings = [...skus];
  const outcome = await refreshAccountListings(ctx, account, listings, signal);
  await conclude(ctx, outcome, account, (startAfter) =>
    within(ctx.db, { company: account.companyId }, (trx) =>
      ctx.jobs.send(trx, REFRESH_LISTING, [{ ...account, listings }], { startAfter }),
    ),
  );
}

async function fees(ctx: MarketplaceContext, job: FeesJob, signal: AbortSignal): Promise<void> {
  const ask = (startAfter: Date) =>
    within(ctx.db, { company: job.companyId }, (trx) =>
      ctx.jobs.send(trx, FEES, [job], { startAfter, key: String(job.accountId) }),
    );
  const outcome = await refreshFees(ctx, job, signal);
  if (!outcome.ok) await conclude(ctx, outcome, job, ask);
  else if (outcome.value === 'more') await ask(ctx.clock());
}

/** One request for each account, however many notifications came for it. */
function mergeByAccount(requests: z.infer<typeof REFRESH_LISTING.schema>[]) {
  const merged = new Map<string, { account: Account; skus: Set<string> }>();
  for (const { companyId, accountId, listings } of requests) {
    const key = `${companyId}:${accountId}`;
    const present = merged.get(key) ?? { account: { companyId, accountId }, skus: new Set() };
    for (const sku of listings) present.skus.add(sku);
    merged.set(key, present);
  }
  return merged.values();
}

/** The queues that catalog works. */
export function workers(ctx: MarketplaceContext): Worker[] {
  const syncAll: Worker<Tick> = {
    queue: SYNC_ALL,
    schedule: { cron: '*/15 * * * *', data: {} },
    handle: (_jobs, signal) => requestAllSyncs(ctx, signal),
  };
  const syncOne: Worker<Account> = {
    queue: SYNC,
    handle: async (jobs, signal) => {
      for (const job of jobs) await sync(ctx, job.data, signal);
    },
  };
  const refresh: Worker<z.infer<typeof REFRESH_LISTING.schema>> = {
    queue: REFRESH_LISTING,
    handle: async (jobs, signal) => {
      // All at once: no account waits for the marketplace's answers to another, nor loses what it was asked for.
      const requests = [...mergeByAccount(jobs.map((job) => job.data))];
      const ends = await Promise.allSettled(
        requests.map((request) => refreshListings(ctx, request, signal)),
      );
      const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      if (faults.length > 0) throw new AggregateError(faults, 'Some accounts could not be read');
    },
  };
  const feesAll: Worker<Tick> = {
    queue: FEES_ALL,
    // Often, because prices wait for a fee that an outage delayed; each is asked for once a week.
    schedule: { cron: '8-59/15 * * * *', data: {} },
    handle: (_jobs, signal) => requestDueFees(ctx, signal),
  };
  const feesOne: Worker<FeesJob> = {
    queue: FEES,
    handle: async (jobs, signal) => {
      for (const job of jobs) await fees(ctx, job.data, signal);
    },
  };
  const floors: Worker<FloorsJob> = {
    queue: FLOORS,
    handle: async (jobs) => {
      for (const job of jobs) await noteFloors(ctx, job.data);
    },
  };
  const accessAll: Worker<Tick> = {
    queue: ACCESS_ALL,
    schedule: { cron: '23 * * * *', data: {} },
    handle: (_jobs, signal) => watchAccess(ctx, signal),
  };
  const access: Worker<AccessJob> = {
    queue: CHECK_ACCESS,
    handle: async (jobs) => {
      for (const job of jobs) await checkAccess(ctx, job.data);
    },
  };
  return [syncAll, syncOne, refresh, feesAll, floors, feesOne, accessAll, access];
}
