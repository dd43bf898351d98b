import { conclude, type MarketplaceContext } from '../catalog/actions.ts';
import {
  ACCOUNT_CONNECTED,
  LISTINGS_SYNCED,
  type ListingsSynced,
  ORDERS_NOTIFIED,
} from '../catalog/contract.ts';
import type { CallFailure } from '../integrations/marketplace.ts';
import type { Result } from '../kernel/result.ts';
import { companyIds, inEachCompany } from '../platform/companies.ts';
import { type Trx, within } from '../platform/db.ts';
import { on, type Queue, scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { type AccountJob, isRefused } from './accounts.ts';
import { addUpBuyboxTime, noteUnseen } from './buybox-time/buybox-time.ts';
import { requestReading, requestRefunds } from './catch-up.ts';
import { requestSums, SUM, type SumJob, sumCompany } from './day-sums.ts';
import * as feeds from './feed-store.ts';
import {
  type NotifiedJob,
  READ_CHANGES,
  READ_ORDERS,
  READ_PAST,
  readChanges,
  readOrders,
  readPast,
} from './read.ts';
import { READ_REFUNDS, readRefunds } from './read-refunds.ts';
import { linkLines } from './store.ts';
import type { SalesAccount } from './time-zones.ts';
import { READ_TOTALS, readTotals } from './totals.ts';

const READ_ALL = scheduledQueue('sales.read-all');
const REFUNDS_ALL = scheduledQueue('sales.refunds-all');
const TOTALS_ALL = scheduledQueue('sales.totals-all');
const BUYBOX_TIME = scheduledQueue('sales.buybox-time');
const UNSEEN = scheduledQueue('sales.buybox-unseen');

/** Requests work for every connected account of every company. */
const forEachAccount = (
  ctx: MarketplaceContext,
  signal: AbortSignal,
  work: (trx: Trx, account: SalesAccount) => Promise<void>,
): Promise<void> =>
  inEachCompany(ctx.db, signal, async (trx, companyId) => {
    for (const account of await feeds.accountsOf(trx, ctx.marketplaces, companyId))
      await work(trx, account);
  });

type AccountWork = (
  ctx: MarketplaceContext,
  job: AccountJob,
  signal: AbortSignal,
) => Promise<Result<null, CallFailure>>;

/** Works a queue of accounts: jobs are put off for as long as the marketplace demands; those that it refuses wait for the schedule. */
const accountWorker = (
  ctx: MarketplaceContext,
  queue: Queue<AccountJob>,
  work: AccountWork,
): Worker<AccountJob> => ({
  queue,
  handle: async (jobs, signal) => {
    for (const { data } of jobs) {
      const outcome = await work(ctx, data, signal);
      if (!outcome.ok && isRefused(outcome.error)) {
        const { code, message } = outcome.error;
        ctx.log.warn('The marketplace refuses to report orders', { ...data, code, message });
        continue;
      }
      await conclude(ctx, outcome, data, (startAfter) =>
        within(ctx.db, { company: data.companyId }, (trx) =>
          ctx.jobs.send(trx, queue, [data], { startAfter, key: String(data.accountId) }),
        ),
      );
    }
  },
});

/** Merges jobs into one for each account, with each order once. */
function mergeByAccount(jobs: readonly NotifiedJob[]): NotifiedJob[] {
  const accounts = Map.groupBy(jobs, ({ companyId, accountId }) => `${companyId}:${accountId}`);
  return [...accounts.values()].map((some) => ({
    ...some[0]!,
    orderIds: [...new Set(some.flatMap(({ orderIds }) => orderIds))],
  }));
}

/** Reads the orders of some notifications; those that could not be read now are put off. */
async function readNotified(
  ctx: MarketplaceContext,
  jobs: readonly NotifiedJob[],
  signal: AbortSignal,
): Promise<void> {
  const ends = await Promise.allSettled(
    mergeByAccount(jobs).map(async (job) => {
      const left = await readOrders(ctx, job, signal);
      if (left === null) return;
      const again = { ...job, orderIds: left.orderIds };
      await conclude(ctx, { ok: false, error: left.failure }, job, (startAfter) =>
        within(ctx.db, { company: job.companyId }, (trx) =>
          ctx.jobs.send(trx, READ_ORDERS, [again], { startAfter }),
        ),
      );
    }),
  );
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, 'Orders of some accounts were not read');
}

/** Links lines that were sold before their listing was known to it. */
async function link(
  ctx: MarketplaceContext,
  { companyId, listingIds }: ListingsSynced,
): Promise<void> {
  await within(ctx.db, { company: companyId }, async (trx) => {
    const linked = await linkLines(trx, companyId, listingIds, ctx.clock());
    if (linked > 0) await requestSums(ctx, trx, companyId, linked);
  });
}

/** The queues that sales works. */
export function workers(ctx: MarketplaceContext): Worker[] {
  const readAll: Worker<Tick> = {
    queue: READ_ALL,
    schedule: { cron: '4-59/15 * * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachAccount(ctx, signal, (trx, account) => requestReading(ctx, trx, account)),
  };
  const refundsAll: Worker<Tick> = {
    queue: REFUNDS_ALL,
    schedule: { cron: '25 */3 * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachAccount(ctx, signal, (trx, account) => requestRefunds(ctx, trx, account)),
  };
  const totalsAll: Worker<Tick> = {
    queue: TOTALS_ALL,
    schedule: { cron: '40 */6 * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachAccount(ctx, signal, (trx, { companyId, accountId }) =>
        ctx.jobs.send(trx, READ_TOTALS, [{ companyId, accountId }], { key: String(accountId) }),
      ),
  };
  const connected = on(ACCOUNT_CONNECTED, 'sales.account-connected', async (jobs) => {
    for (const { data } of jobs) {
      await within(ctx.db, { company: data.companyId }, async (trx) => {
        const { companyId, accountId } = data;
        const accounts = await feeds.accountsOf(trx, ctx.marketplaces, companyId, accountId);
        for (const account of accounts) await requestReading(ctx, trx, account);
        await ctx.jobs.send(trx, READ_TOTALS, [{ companyId, accountId }], {
          key: String(accountId),
        });
      });
    }
  });
  const synced = on(LISTINGS_SYNCED, 'sales.listings-synced', async (jobs) => {
    for (const { data } of jobs) await link(ctx, data);
  });
  const notified = on(
    ORDERS_NOTIFIED,
    'sales.orders-notified',
    (jobs, signal) =>
      readNotified(
        ctx,
        jobs.map(({ data }) => data),
        signal,
      ),
    { concurrency: 2, expireInSeconds: 120 },
  );
  const again: Worker<NotifiedJob> = {
    queue: READ_ORDERS,
    handle: (jobs, signal) =>
      readNotified(
        ctx,
        jobs.map(({ data }) => data),
        signal,
      ),
  };
  const sums: Worker<SumJob> = {
    queue: SUM,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await sumCompany(ctx, data.companyId, signal);
    },
  };
  const buyboxTime: Worker<Tick> = {
    queue: BUYBOX_TIME,
    schedule: { cron: '*/5 * * * *', data: {} },
    handle: async (_jobs, signal) => {
      for (const companyId of await companyIds(ctx.db))
        await addUpBuyboxTime(ctx, companyId, signal);
    },
  };
  const unseen: Worker<Tick> = {
    queue: UNSEEN,
    schedule: { cron: '17 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, (trx, companyId) => noteUnseen(ctx, trx, companyId)),
  };
  return [
    readAll,
    refundsAll,
    totalsAll,
    buyboxTime,
    unseen,
    connected,
    synced,
    notified,
    again,
    sums,
    accountWorker(ctx, READ_CHANGES, readChanges),
    accountWorker(ctx, READ_PAST, readPast),
    accountWorker(ctx, READ_REFUNDS, readRefunds),
    accountWorker(ctx, READ_TOTALS, readTotals),
  ];
}
