// The accounts that sales reads, and the queues of work for one of them.
import * as z from 'zod';
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { CallFailure } from '../integrations/marketplace.ts';
import { Id } from '../kernel/id.ts';
import { within } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import * as feeds from './feed-store.ts';
import type { SalesAccount } from './time-zones.ts';

const AccountJob = z.object({ companyId: Id, accountId: Id });
export type AccountJob = z.infer<typeof AccountJob>;

/** A queue of which one job for each account waits. */
export const feedQueue = (name: string): Queue<AccountJob> => ({
  name,
  schema: AccountJob,
  batch: 1,
  concurrency: 2,
  // Reading many orders within the marketplace's limits takes hours; a dead worker is still detected within seconds.
  expireInSeconds: 6 * 3_600,
  retryLimit: 5,
  retryDelay: 30,
  policy: 'short',
});

/**
 * Changes of the last minutes are not searched for: they may not be found yet, and some marketplaces refuse to search for those of
 * the last two. One minute more, as clocks differ.
 */
export const SEARCH_LAG_MS = 3 * 60_000;

/** The account of a job; null: it is not connected. */
export const accountIn = (
  ctx: MarketplaceContext,
  { companyId, accountId }: AccountJob,
): Promise<SalesAccount | null> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const [account] = await feeds.accountsOf(trx, ctx.marketplaces, companyId, accountId);
    return account ?? null;
  });

/** Whether a marketplace reports orders. */
export const reportsOrders = (ctx: MarketplaceContext, marketplaceId: number): boolean =>
  ctx.marketplaces.byId(marketplaceId)?.getOrders !== undefined;

/** Whether asking again soon would bring the same answer. */
export const isRefused = ({ kind }: CallFailure): boolean =>
  kind === 'not_found' || kind === 'forbidden' || kind === 'invalid';
