// How far the past orders of accounts are read, and how to have more read.
import type { MarketplaceContext } from '../catalog/actions.ts';
import { problem as catalogProblem } from '../catalog/problems.ts';
import { HELD_BACK } from '../integrations/marketplace.ts';
import { dayOf, startOfDay } from '../kernel/time-zone.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { auditAct } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { reportsOrders, SEARCH_LAG_MS } from './accounts.ts';
import type { CatchUp } from './contract.ts';
import * as feeds from './feed-store.ts';
import { problem } from './problems.ts';
import { READ_CHANGES, READ_PAST } from './read.ts';
import { READ_REFUNDS, reportsRefunds } from './read-refunds.ts';
import type { SalesAccount } from './time-zones.ts';

const DAY_MS = 24 * 3_600_000;

/** The days of which sums are kept: orders before them would count in none. */
export const pastFrom = (ctx: AppContext, now: Date): Date =>
  new Date(now.getTime() - ctx.config.retention.daySums * DAY_MS);

/** The latest change that can be searched for. */
const searchable = (now: Date): Date => new Date(now.getTime() - SEARCH_LAG_MS);

/** Begins to read the orders of an account, or continues where it is being read already, in the caller's transaction. */
export async function requestReading(
  ctx: MarketplaceContext,
  trx: Trx,
  account: SalesAccount,
): Promise<void> {
  if (!reportsOrders(ctx, account.marketplaceId)) return;
  const { companyId, accountId } = account;
  const now = ctx.clock();
  await feeds.openFeed(trx, account, searchable(now), pastFrom(ctx, now));
  const options = { key: String(accountId) };
  await ctx.jobs.send(trx, READ_CHANGES, [{ companyId, accountId }], options);
  const feed = await feeds.feedOf(trx, companyId, accountId);
  if (feed !== null && feed.past.until > feed.past.from)
    await ctx.jobs.send(trx, READ_PAST, [{ companyId, accountId }], options);
  // The refunds so far; later ones are read by a schedule.
  if (feed !== null && feed.refunds.until === null) await requestRefunds(ctx, trx, account);
}

/** Reads the refunds of an account, in the caller's transaction, where its orders do not report them. */
export async function requestRefunds(
  ctx: MarketplaceContext,
  trx: Trx,
  { companyId, accountId, marketplaceId }: SalesAccount,
): Promise<void> {
  if (!reportsRefunds(ctx, marketplaceId)) return;
  await ctx.jobs.send(trx, READ_REFUNDS, [{ companyId, accountId }], { key: String(accountId) });
}

function toCatchUp(
  { accountId, timeZone }: SalesAccount,
  { past: { from, begun, until, orders }, failure: last }: feeds.Feed,
): CatchUp {
  // What waits for the marketplace's rate limit continues by itself.
  const failure = last?.code === HELD_BACK ? null : last;
  const all = begun.getTime() - from.getTime();
  const isDone = until <= from;
  return {
    accountId,
    state: isDone ? 'done' : failure === null ? 'reading' : 'failing',
    from: dayOf(from, timeZone),
    readBackTo: until.toISOString(),
    share: isDone || all <= 0 ? 1 : (begun.getTime() - until.getTime()) / all,
    orders,
    failure:
      isDone || failure === null
        ? null
        : { code: failure.code, message: failure.message, at: failure.at.toISOString() },
  };
}

/** How far the past orders of the company's connected accounts are read; accounts whose orders are not read are left out. */
export const catchUps = (ctx: AppContext, companyId: number): Promise<CatchUp[]> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const found: CatchUp[] = [];
    for (const account of await feeds.accountsOf(trx, ctx.marketplaces, companyId)) {
      const feed = await feeds.feedOf(trx, companyId, account.accountId);
      if (feed !== null) found.push(toCatchUp(account, feed));
    }
    return found;
  });

/**
 * Has an account's orders read back to a day, at most as far as sums are kept. Orders that were read are not read again.
 * @throws Problem 404 `account_not_found`, 409 `account_inactive`, `orders_not_told`
 */
export const startCatchUp = (
  ctx: MarketplaceContext,
  actor: Actor,
  accountId: number,
  from: string,
): Promise<CatchUp> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const account = await connected(ctx, trx, companyId, accountId);
    if (!reportsOrders(ctx, account.marketplaceId)) throw problem('orders_not_told');
    const now = ctx.clock();
    await feeds.openFeed(trx, account, now, pastFrom(ctx, now));
    const feed = (await feeds.lockFeed(trx, companyId, accountId))!;
    const requestedFrom = Math.max(
      startOfDay(from, account.timeZone).getTime(),
      pastFrom(ctx, now).getTime(),
    );
    const past = {
      ...feed.past,
      from: new Date(Math.min(requestedFrom, feed.past.until.getTime())),
    };
    await feeds.saveFeed(trx, account, { ...feed, past });
    // Refunds from before those that are read, or are being read, are read too.
    const { until, from: known } = feed.refunds;
    if (until !== null && past.from < (known ?? feed.past.from))
      await feeds.saveRefunds(trx, account, { ...feed.refunds, until: null });
    await requestReading(ctx, trx, account);
    await auditAct(ctx, trx, actor, {
      action: 'sales.catch_up',
      subject: String(accountId),
      values: { from },
    });
    await announce(trx, companyId, { type: 'accounts', ids: [accountId] });
    return toCatchUp(account, { ...feed, past, failure: null });
  });

/** A connected account. @throws Problem 404 `account_not_found`, 409 `account_inactive` */
async function connected(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<SalesAccount> {
  const [account] = await feeds.accountsOf(trx, ctx.marketplaces, companyId, accountId);
  if (account !== undefined) return account;
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  throw catalogProblem(row === undefined ? 'account_not_found' : 'account_inactive');
}
