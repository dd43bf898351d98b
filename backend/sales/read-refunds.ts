// Refunds that marketplaces report apart from orders are read by when they were posted: first from as far back as orders are
// read, then what came since.
import { type MarketplaceContext, withAccount } from '../catalog/actions.ts';
import type { CallFailure, RefundPage } from '../integrations/marketplace.ts';
import { ok, type Result } from '../kernel/result.ts';
import { within, withinByKeys } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { type AccountJob, accountIn, feedQueue, SEARCH_LAG_MS } from './accounts.ts';
import * as feeds from './feed-store.ts';
import { markRefundsKnown, recordRefunds } from './refunds.ts';
import type { SalesAccount } from './time-zones.ts';

/** Reads the refunds of an account. */
export const READ_REFUNDS = feedQueue('sales.read-refunds');

const DAY_MS = 24 * 3_600_000;
/** Refunds are read in parts, so that a part that fails costs little. */
const PART_MS = 7 * DAY_MS;
/** Some are reported as late as two days after they were posted, so the last three days are read again. */
const OVERLAP_MS = 3 * DAY_MS;

/** Whether a marketplace reports refunds apart from orders. */
export const reportsRefunds = (ctx: MarketplaceContext, marketplaceId: number): boolean =>
  ctx.marketplaces.byId(marketplaceId)?.getRefunds !== undefined;

const readPage = (
  ctx: MarketplaceContext,
  { companyId, accountId }: SalesAccount,
  query: { from: Date; to: Date; cursor: string | null },
  signal: AbortSignal,
) =>
  withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<RefundPage, CallFailure>> =>
      (await marketplace.getRefunds?.(session, query)) ??
      ok({ refunds: [], unreadable: 0, next: null }),
    signal,
  );

/** Reads the refunds of a time to its end, page by page; each page is recorded by itself. */
async function readPart(
  ctx: MarketplaceContext,
  account: SalesAccount,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const { companyId, accountId } = account;
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page: Result<RefundPage, CallFailure> = await readPage(
      ctx,
      account,
      { from, to, cursor },
      signal,
    );
    if (!page.ok) return page;
    const { refunds, unreadable, next } = page.value;
    if (unreadable > 0)
      ctx.log.warn('Refunds not understood', { companyId, accountId, refunds: unreadable });
    await withinByKeys(ctx.db, { company: companyId }, (trx) =>
      recordRefunds(ctx, trx, account, refunds),
    );
    cursor = next;
  } while (cursor !== null);
  return ok(null);
}

/** Where the reading goes on, and how far back it began. */
const startOf = ({ refunds, past }: feeds.Feed): string =>
  JSON.stringify([refunds.until, past.from]);

/** Reads the refunds of an account up to now. */
export async function readRefunds(
  ctx: MarketplaceContext,
  job: AccountJob,
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const account = await accountIn(ctx, job);
  if (account === null || !reportsRefunds(ctx, account.marketplaceId)) return ok(null);
  const { companyId, accountId } = account;
  const company = { company: companyId };
  const end = new Date(ctx.clock().getTime() - SEARCH_LAG_MS);
  for (;;) {
    const feed = await within(ctx.db, company, (trx) => feeds.feedOf(trx, companyId, accountId));
    if (feed === null) return ok(null);
    const { until, from: known } = feed.refunds;
    const begin = until ?? feed.past.from;
    const to = new Date(Math.min(end.getTime(), begin.getTime() + PART_MS));
    const part = { from: new Date(begin.getTime() - OVERLAP_MS), to };
    const read = await readPart(ctx, account, part, signal);
    if (!read.ok) return read;
    const isRead = to >= end;
    // If more of the past was requested meanwhile, that is read too.
    const isStill = (held: feeds.Feed) => startOf(held) === startOf(feed);
    // Refunds of orders from before the reading began stay unknown: nothing of that time was read.
    const isNew = isRead && (known === null || known > feed.past.from);
    if (isNew && !(await markRefundsKnown(ctx, account, feed.past.from, isStill, signal))) continue;
    const isSaved = await withinByKeys(ctx.db, company, async (trx) => {
      const held = await feeds.lockFeed(trx, companyId, accountId);
      if (held === null || !isStill(held)) return false;
      await feeds.saveRefunds(trx, account, { until: to, from: held.refunds.from });
      if (isNew) await announce(trx, companyId, { type: 'accounts', ids: [accountId] });
      return true;
    });
    if (isSaved && isRead) return ok(null);
  }
}
