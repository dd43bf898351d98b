// Orders are read at the marketplace: those that a notification names, those that changed since the last time, which also finds those
// whose notification was lost, and those of the past.
import * as z from 'zod';
import { type MarketplaceContext, requestListingRefresh, withAccount } from '../catalog/actions.ts';
import type {
  AccountSession,
  CallFailure,
  Marketplace,
  OrderPage,
  RemoteOrder,
} from '../integrations/marketplace.ts';
import { Id } from '../kernel/id.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { type Trx, within, withinByKeys } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import { announce } from '../platform/live.ts';
import {
  type AccountJob,
  accountIn,
  feedQueue,
  isRefused,
  reportsOrders,
  SEARCH_LAG_MS,
} from './accounts.ts';
import * as feeds from './feed-store.ts';
import { recordOrders } from './record.ts';
import type { SalesAccount } from './time-zones.ts';

/** Reads what changed of an account's orders since the last time. */
export const READ_CHANGES = feedQueue('sales.read-changes');
/** Reads the past orders of an account. */
export const READ_PAST = feedQueue('sales.read-past');

const NotifiedJob = z.object({
  companyId: Id,
  accountId: Id,
  orderIds: z.array(z.string().min(1)).min(1),
});
export type NotifiedJob = z.infer<typeof NotifiedJob>;
/** Reads single orders, as notifications name them. */
export const READ_ORDERS: Queue<NotifiedJob> = {
  name: 'sales.read-orders',
  schema: NotifiedJob,
  batch: 50,
  concurrency: 2,
  expireInSeconds: 120,
  retryLimit: 8,
  retryDelay: 5,
  policy: 'standard',
};

const MINUTE_MS = 60_000;
/** This much of what was read is read again, in case a search lagged for longer. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** The past is read in parts, so that a part that fails costs little. */
const PART_MS = 7 * 24 * 60 * MINUTE_MS;
/** Single orders that are read at once. */
const AT_ONCE = 8;

/** Records orders of the present, and requests the unknown listings that were sold. */
async function recordPresent(
  ctx: MarketplaceContext,
  trx: Trx,
  account: SalesAccount,
  orders: readonly RemoteOrder[],
): Promise<void> {
  const { unknown } = await recordOrders(ctx, trx, account, orders);
  const { companyId, accountId } = account;
  if (unknown.length > 0)
    await requestListingRefresh(ctx, trx, { companyId, accountId, listings: unknown });
}

/** A page of orders, or why there is none; where the marketplace refuses the cursor, reading starts from the beginning. */
async function readPage(
  ctx: MarketplaceContext,
  { companyId, accountId }: SalesAccount,
  { from, to, cursor }: { from: Date; to: Date; cursor: string | null },
  signal: AbortSignal,
): Promise<Result<OrderPage, CallFailure>> {
  const ask = (at: string | null) =>
    withAccount(
      ctx,
      companyId,
      accountId,
      async (marketplace, session): Promise<Result<OrderPage, CallFailure>> =>
        (await marketplace.getOrders?.(session, {
          updatedFrom: from,
          updatedTo: to,
          cursor: at,
        })) ?? ok({ orders: [], unreadable: 0, next: null }),
      signal,
    );
  const page = await ask(cursor);
  if (page.ok || cursor === null || page.error.kind !== 'invalid') return page;
  ctx.log.warn('Cursor of orders refused; reading begins again', {
    companyId,
    accountId,
    code: page.error.code,
  });
  return await ask(null);
}

function reportUnreadable(ctx: MarketplaceContext, account: SalesAccount, page: OrderPage): void {
  if (page.unreadable > 0)
    ctx.log.warn('Orders not understood', {
      companyId: account.companyId,
      accountId: account.accountId,
      orders: page.unreadable,
    });
}

/** Records why an account's orders could not be read. */
async function failed(
  ctx: MarketplaceContext,
  account: SalesAccount,
  failure: CallFailure,
): Promise<Result<null, CallFailure>> {
  await within(ctx.db, { company: account.companyId }, async (trx) => {
    await feeds.saveFailure(trx, account, failure, ctx.clock());
    await announce(trx, account.companyId, { type: 'accounts', ids: [account.accountId] });
  });
  return fail(failure);
}

/** The next page of a part of a feed, and the feed once that page was recorded; null: the part is read. */
type Part = (
  feed: feeds.Feed,
  now: Date,
) => {
  at: { from: Date; to: Date; cursor: string | null };
  after(page: OrderPage): feeds.Feed;
} | null;

const changes: Part = (feed, now) => {
  const to = new Date(now.getTime() - SEARCH_LAG_MS);
  const from = new Date(feed.readUntil.getTime() - OVERLAP_MS);
  if (feed.reading === null && to <= feed.readUntil) return null;
  const at = feed.reading ?? { from, to, cursor: null };
  return {
    at,
    after: ({ next }) =>
      next === null
        ? { ...feed, readUntil: at.to, reading: null }
        : { ...feed, reading: { ...at, cursor: next } },
  };
};

const past: Part = (feed) => {
  const { past: behind } = feed;
  if (behind.until <= behind.from) return null;
  const from = new Date(Math.max(behind.from.getTime(), behind.until.getTime() - PART_MS));
  return {
    // Both ends are included, and the part after this one begins with `until`.
    at: { from, to: new Date(behind.until.getTime() - 1), cursor: behind.cursor },
    after: ({ next, orders }) => ({
      ...feed,
      past: {
        ...behind,
        until: next === null ? from : behind.until,
        cursor: next,
        orders: behind.orders + orders.length,
      },
    }),
  };
};

/**
 * Reads a part of an account's orders to its end, page by page. One transaction records a page and how far the reading is:
 * wherever it is interrupted, it continues there.
 */
async function readFeed(
  ctx: MarketplaceContext,
  job: AccountJob,
  part: Part,
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const account = await accountIn(ctx, job);
  if (account === null || !reportsOrders(ctx, account.marketplaceId)) return ok(null);
  const company = { company: account.companyId };
  // The end is fixed as it begins: later changes are for the next time.
  const begun = ctx.clock();
  for (;;) {
    signal.throwIfAborted();
    const feed = await within(ctx.db, company, (trx) =>
      feeds.feedOf(trx, account.companyId, account.accountId),
    );
    const step = feed && part(feed, begun);
    if (step === null) return ok(null);
    const page = await readPage(ctx, account, step.at, signal);
    if (!page.ok) return await failed(ctx, account, page.error);
    reportUnreadable(ctx, account, page.value);
    await withinByKeys(ctx.db, company, async (trx) => {
      const held = await feeds.lockFeed(trx, account.companyId, account.accountId);
      // Where another process continued meanwhile, this page is recorded, and the feed stays as that process left it.
      const same = held && part(held, begun);
      // Listings that were sold long ago may be gone: they are not requested.
      await (part === past ? recordOrders : recordPresent)(ctx, trx, account, page.value.orders);
      if (!same || JSON.stringify(same.at) !== JSON.stringify(step.at)) return;
      const next = same.after(page.value);
      await feeds.saveFeed(trx, account, next);
      if (page.value.next === null) await feeds.saveKnownDays(trx, account, next, ctx.clock());
      await announce(trx, account.companyId, { type: 'accounts', ids: [account.accountId] });
    });
  }
}

/** Reads what changed since the last time. */
export const readChanges = (ctx: MarketplaceContext, job: AccountJob, signal: AbortSignal) =>
  readFeed(ctx, job, changes, signal);

/** Reads the past, as far back as the feed says. */
export const readPast = (ctx: MarketplaceContext, job: AccountJob, signal: AbortSignal) =>
  readFeed(ctx, job, past, signal);

/** Single orders, some at a time; a failure where the marketplace finds the session unauthorized. */
async function getOrders(
  marketplace: Marketplace,
  session: AccountSession,
  orderIds: readonly string[],
): Promise<Result<Map<string, Result<RemoteOrder, CallFailure>>, CallFailure>> {
  const answers = new Map<string, Result<RemoteOrder, CallFailure>>();
  const waiting = [...orderIds];
  let unauthorized: CallFailure | null = null;
  const lane = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const order = await marketplace.getOrder?.(session, id);
      if (order === undefined) return;
      if (!order.ok && order.error.kind === 'unauthorized') {
        unauthorized = order.error;
        return;
      }
      answers.set(id, order);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return unauthorized === null ? ok(answers) : fail(unauthorized);
}

/**
 * Reads single orders of an account and records them together; an order that the marketplace does not know is left out.
 * @returns the orders that could not be read now, and why
 */
export async function readOrders(
  ctx: MarketplaceContext,
  job: NotifiedJob,
  signal: AbortSignal,
): Promise<{ orderIds: string[]; failure: CallFailure } | null> {
  const account = await accountIn(ctx, job);
  if (account === null || !reportsOrders(ctx, account.marketplaceId)) return null;
  const { companyId, accountId } = account;
  const orderIds = [...new Set(job.orderIds)];
  const answers = await withAccount(
    ctx,
    companyId,
    accountId,
    (marketplace, session) => getOrders(marketplace, session, orderIds),
    signal,
  );
  // No order was requested: the account is not connected, or its credentials cannot be renewed now.
  if (!answers.ok) return { orderIds, failure: answers.error };
  const orders: RemoteOrder[] = [];
  const again: { orderId: string; failure: CallFailure }[] = [];
  for (const [orderId, order] of answers.value) {
    if (order.ok) orders.push(order.value);
    else if (isRefused(order.error))
      ctx.log.warn('Order not read', { companyId, accountId, orderId, code: order.error.code });
    else again.push({ orderId, failure: order.error });
  }
  signal.throwIfAborted();
  if (orders.length > 0)
    await withinByKeys(ctx.db, { company: companyId }, (trx) =>
      recordPresent(ctx, trx, account, orders),
    );
  const [first] = again;
  return first === undefined
    ? null
    : { orderIds: again.map(({ orderId }) => orderId), failure: first.failure };
}
