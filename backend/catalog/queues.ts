// The queues of catalog's work, and how to enqueue it.
import * as z from 'zod';
import { Id } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Trx } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';

const SyncJob = z.object({ companyId: Id, accountId: Id });
/** Syncs all listings of an account. Of several that wait for one account only one is kept. */
export const SYNC: Queue<z.infer<typeof SyncJob>> = {
  name: 'catalog.sync',
  schema: SyncJob,
  batch: 1,
  concurrency: 2,
  // A dead worker is detected within seconds in any case; 100,000 listings take a quarter of an hour.
  expireInSeconds: 6 * 3_600,
  retryLimit: 5,
  retryDelay: 15,
  policy: 'short',
};

const RefreshJob = z.object({
  companyId: Id,
  accountId: Id,
  listings: z.array(z.string().min(1)).min(1),
});
/** Fetches some listings again; `listings` holds the marketplace's own ids. */
export const REFRESH_LISTING: Queue<z.infer<typeof RefreshJob>> = {
  name: 'catalog.refresh-listing',
  schema: RefreshJob,
  batch: 50,
  concurrency: 2,
  expireInSeconds: 120,
  retryLimit: 6,
  retryDelay: 5,
  policy: 'standard',
};

/** Enqueues a sync of an account, in the caller's transaction. */
export const requestSync = (ctx: AppContext, trx: Trx, account: z.infer<typeof SyncJob>) =>
  ctx.jobs.send(trx, SYNC, [account], { key: String(account.accountId) });

/** Enqueues a refresh of listings of an account, in the caller's transaction. */
export const requestListingRefresh = (
  ctx: AppContext,
  trx: Trx,
  request: z.infer<typeof RefreshJob>,
) => ctx.jobs.send(trx, REFRESH_LISTING, [request]);
