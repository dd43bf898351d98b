// Past orders, as another system kept them for an account that is connected only now.
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { RemoteOrder } from '../integrations/marketplace.ts';
import type { Trx } from '../platform/db.ts';
import { pastFrom } from './catch-up.ts';
import * as feeds from './feed-store.ts';
import { recordOrders } from './record.ts';
import * as store from './store.ts';

const MOST_ORDERS = 1_000;

/**
 * Replaces all recorded orders of an account, in the caller's transaction. They take who held the buybox, and what a unit cost, from
 * what is known of the past by now. The past of the account then counts as read: no more of it is requested.
 */
export async function importOrders(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  accountId: number,
  orders: readonly RemoteOrder[],
): Promise<void> {
  const now = ctx.clock();
  const [account] = await feeds.accountsOf(trx, ctx.marketplaces, companyId, accountId);
  if (account === undefined) return;
  await feeds.openFeed(trx, account, now, pastFrom(ctx, now));
  const feed = await feeds.lockFeed(trx, companyId, accountId);
  if (feed === null) throw new Error(`Account ${accountId} has no feed of orders`);
  await store.lockOrders(trx, accountId);
  await store.forgetOrders(trx, account);
  for (let from = 0; from < orders.length; from += MOST_ORDERS)
    await recordOrders(ctx, trx, account, orders.slice(from, from + MOST_ORDERS));
  const past = { ...feed.past, until: feed.past.from, cursor: null, orders: orders.length };
  await feeds.saveFeed(trx, account, { ...feed, past });
  await feeds.saveKnownDays(trx, account, { readUntil: feed.readUntil, past }, now);
}
