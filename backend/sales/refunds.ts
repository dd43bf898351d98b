// Refunds that marketplaces report apart from orders: stored separately, as either may come first, and joined to the lines of their
// orders.
import type { RemoteOrder, RemoteRefund } from '../integrations/marketplace.ts';
import { dayOf } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import { requestSums } from './day-sums.ts';
import * as feeds from './feed-store.ts';
import { refundLines } from './refund-lines.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';
import type { SalesAccount } from './time-zones.ts';

const DAY_MS = 24 * 3_600_000;
/** Lines whose refunds become known in one transaction. */
const LINES = 5_000;

/** Requests new sums of days, as far back as sums are kept. */
async function restate(
  ctx: AppContext,
  trx: Trx,
  account: SalesAccount,
  days: readonly { day: string; listing_id: number }[],
): Promise<void> {
  const now = ctx.clock();
  const retainedFrom = new Date(now.getTime() - ctx.config.retention.daySums * DAY_MS);
  const summed = dayOf(retainedFrom, account.timeZone);
  const dirty = days.filter(({ day }) => day >= summed);
  await store.markDirty(trx, account, dirty, now);
  if (dirty.length > 0) await requestSums(ctx, trx, account.companyId, dirty.length);
}

/** Writes what was paid back of orders that were made since an instant to their lines. */
async function joinRefunds(
  ctx: AppContext,
  trx: Trx,
  account: SalesAccount,
  orderIds: readonly string[],
  since: Date,
): Promise<void> {
  const [paidBack, lines] = await Promise.all([
    refunds.refundsOf(trx, account, orderIds),
    refunds.linesOf(trx, account, orderIds, since),
  ]);
  const changed: refunds.RefundedLine[] = [];
  for (const [orderId, some] of Map.groupBy(lines, ({ order_id }) => order_id)) {
    const joined = refundLines(
      some.map((line) => ({ ...line, skuMarketplace: line.sku_marketplace })),
      paidBack.get(orderId) ?? [],
    );
    some.forEach((line, n) => {
      const { units, amount, state } = joined[n]!;
      const isSame =
        line.refunded_units === units && line.refunded === amount && line.state === state;
      if (!isSame) changed.push({ ...line, refunded_units: units, refunded: amount, state });
    });
  }
  await refunds.saveLineRefunds(trx, account, changed);
  await restate(ctx, trx, account, changed);
}

/**
 * Records refunds of one account, in the caller's transaction. Of a refund that comes twice, or late, the latest change at the
 * marketplace holds. A lock keeps two transactions from recording for one account at once.
 */
export async function recordRefunds(
  ctx: AppContext,
  trx: Trx,
  account: SalesAccount,
  reported: readonly RemoteRefund[],
): Promise<void> {
  if (reported.length === 0) return;
  await store.lockOrders(trx, account.accountId);
  const latest = new Map<string, RemoteRefund>();
  for (const refund of reported) {
    const key = `${refund.orderId} ${refund.refundId}`;
    const other = latest.get(key);
    if (other === undefined || other.updatedAt <= refund.updatedAt) latest.set(key, refund);
  }
  const orderIds = await refunds.saveRefunds(trx, account, [...latest.values()]);
  const since = await feeds.refundsKnownFrom(trx, account);
  if (since !== null && orderIds.length > 0) await joinRefunds(ctx, trx, account, orderIds, since);
}

/**
 * Marks the refunds of orders since an instant as known, once all refunds posted since then are recorded: an order without a
 * recorded one has none. It takes some lines at a time, the latest first, and stores how far it is, so that it continues there.
 * @param isStill whether the feed is as it was when they were read
 * @returns false: the feed changed meanwhile
 */
export async function markRefundsKnown(
  ctx: AppContext,
  account: SalesAccount,
  since: Date,
  isStill: (held: feeds.Feed) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { companyId, accountId } = account;
  for (;;) {
    signal.throwIfAborted();
    const end = await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
      const held = await feeds.lockFeed(trx, companyId, accountId);
      if (held === null || !isStill(held)) return 'changed';
      const { until, from: known } = held.refunds;
      if (known !== null && known <= since) return 'known';
      await store.lockOrders(trx, accountId);
      const all = { from: since, before: known };
      const times = { ...all, from: await refunds.beginOfLatest(trx, account, all, LINES) };
      await restate(ctx, trx, account, await refunds.markNotRefunded(trx, account, times));
      const orderIds = await refunds.refundedOrders(trx, account, times);
      await joinRefunds(ctx, trx, account, orderIds, times.from);
      await feeds.saveRefunds(trx, account, { until, from: times.from });
      return 'more';
    });
    if (end !== 'more') return end === 'known';
  }
}

/** Orders with their refunds, where these are reported apart from them and are known. */
export async function withRefunds(
  trx: Trx,
  account: SalesAccount,
  orders: readonly RemoteOrder[],
): Promise<readonly RemoteOrder[]> {
  const apart = orders.filter(({ lines }) => lines.every(({ refund }) => refund === null));
  if (apart.length === 0) return orders;
  const since = await feeds.refundsKnownFrom(trx, account);
  if (since === null) return orders;
  const known = new Set(apart.filter(({ orderedAt }) => orderedAt >= since));
  if (known.size === 0) return orders;
  const paidBack = await refunds.refundsOf(
    trx,
    account,
    [...known].map(({ orderId }) => orderId),
  );
  return orders.map((order) => {
    if (!known.has(order)) return order;
    const joined = refundLines(order.lines, paidBack.get(order.orderId) ?? []);
    const lines = order.lines.map((line, n) => {
      const { state, ...refund } = joined[n]!;
      return { ...line, state, refund };
    });
    return { ...order, lines };
  });
}
