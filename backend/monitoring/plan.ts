// Plans polls: makes those that a marketplace allows where most is at stake, and forecasts how long it takes.
import type { MarketplaceContext } from '../catalog/actions.ts';
import { sellerOf } from '../kernel/seller.ts';
import { type Trx, within } from '../platform/db.ts';
import { marketOf } from './actions.ts';
import type { Plan, WatchedMarket } from './contract.ts';
import { type Candidate, FRESH_MS, forecast, nextPolls } from './engine/poll-plan.ts';
import { requestPolls } from './observe.ts';
import type { PlannedAccount } from './plan-store.ts';
import * as store from './plan-store.ts';
import { hasMarkets, paceOf, UNKNOWN_PER_SECOND } from './poll-rate.ts';

/** The share of a marketplace's limit for planned polls: pushes and notifications need the rest. */
const SHARE = 0.5;
/** How often polls are scheduled. */
const ROUND_SECONDS = 60;
/** Due listings of one account that are compared at once, which costs little beside finding them. */
const WEIGHED = 100_000;
/** Listings of one account that a forecast follows. */
const FOLLOWED = 20_000;

const MINUTE = 60_000;

/** Planned polls a second of an account: by the limit that the marketplace reported, else by the documented one. */
async function perSecond(
  ctx: MarketplaceContext,
  trx: Trx,
  { marketplaceId, sellerId }: PlannedAccount,
  share = SHARE,
): Promise<number> {
  const marketplace = ctx.marketplaces.byId(marketplaceId);
  const { perSecond: documented = null, batch = 1, operation } = marketplace?.polls ?? {};
  if (marketplace === null || documented === null) return UNKNOWN_PER_SECOND * share;
  const reported =
    operation === undefined
      ? null
      : await store.reportedRate(trx, marketplace.slug, sellerOf(sellerId), operation);
  return (reported === null ? documented : reported * batch) * share;
}

/**
 * The polls of an account in the round that begins now, in whole calls: the rest of a call is carried to a later round, so that
 * over time there are as many polls as planned.
 * @param share of the marketplace's limit
 */
export async function budgetOf(
  ctx: MarketplaceContext,
  trx: Trx,
  account: PlannedAccount,
  now: number,
  share = SHARE,
): Promise<number> {
  const batch = paceOf(ctx, account.marketplaceId)?.batch ?? 1;
  const calls = ((await perSecond(ctx, trx, account, share)) * ROUND_SECONDS) / batch;
  const round = Math.floor(now / (ROUND_SECONDS * 1_000));
  return (Math.floor(calls * (round + 1)) - Math.floor(calls * round)) * batch;
}

/** The active accounts whose marketplaces report markets. */
const polledAccounts = async (ctx: MarketplaceContext, trx: Trx, companyId: number) =>
  (await store.activeAccounts(trx, companyId)).filter(({ marketplaceId }) =>
    hasMarkets(ctx, marketplaceId),
  );

/** Enqueues the polls that each of a company's accounts may have until the next round. */
export async function schedulePolls(ctx: MarketplaceContext, companyId: number): Promise<void> {
  const now = ctx.clock();
  await within(ctx.db, { company: companyId }, async (trx) => {
    for (const account of await polledAccounts(ctx, trx, companyId)) {
      const due = await store.candidates(trx, companyId, account.id, now, {
        limit: WEIGHED,
        isDue: true,
      });
      const ids = nextPolls(due, await budgetOf(ctx, trx, account, now.getTime()), now.getTime());
      await requestPolls(
        ctx,
        trx,
        ids.map((listingId) => ({
          poll: { companyId, accountId: account.id, listingId, tries: 0 },
        })),
      );
    }
  });
}

/** The minutes until each of these is polled once more; null: later than the forecast reaches. */
function delayOf(
  candidates: readonly Candidate[],
  expected: ReadonlyMap<number, number>,
  now: number,
): number | null {
  let last = now;
  for (const { listingId } of candidates) {
    const at = expected.get(listingId);
    if (at === undefined) return null;
    last = Math.max(last, at);
  }
  return Math.ceil((last - now) / MINUTE);
}

async function accountPlan(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  account: PlannedAccount,
) {
  const clock = ctx.clock();
  const now = clock.getTime();
  const rate = await perSecond(ctx, trx, account);
  const all = await store.candidates(trx, companyId, account.id, clock, {
    limit: FOLLOWED,
    isDue: false,
  });
  const expected = forecast(all, rate, now);
  const waiting = all.filter(
    ({ observedAt, notBefore }) =>
      (observedAt === null || observedAt + FRESH_MS <= now) && (notBefore ?? 0) <= now,
  );
  const figures = {
    accountId: account.id,
    looksPerHour: Math.floor(rate * 3_600),
    waiting: waiting.length,
    ruledDelayMinutes: delayOf(
      all.filter(({ ruled }) => ruled),
      expected,
      now,
    ),
    delayMinutes: all.length < FOLLOWED ? delayOf(all, expected, now) : null,
  };
  return { figures, expected };
}

const toInstant = (at: number | undefined) =>
  at === undefined ? null : new Date(at).toISOString();

/** How polls are spent on each of the company's accounts, and when these listings are polled next. */
export const planOf = (
  ctx: MarketplaceContext,
  companyId: number,
  listingIds: readonly number[],
): Promise<Plan> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const accounts: Plan['accounts'] = [];
    const expected = new Map<number, number>();
    for (const account of await polledAccounts(ctx, trx, companyId)) {
      const plan = await accountPlan(ctx, trx, companyId, account);
      accounts.push(plan.figures);
      for (const id of listingIds) {
        const at = plan.expected.get(id);
        if (at !== undefined) expected.set(id, at);
      }
    }
    const listings = [...new Set(listingIds)].map((listingId) => ({
      listingId,
      expectedNextLook: toInstant(expected.get(listingId)),
    }));
    return { accounts, listings };
  });

/**
 * The latest market of a listing, with when it is expected to be polled next; null: none was observed yet.
 * @throws Problem 404 `listing_not_found`
 */
export async function watchedMarket(
  ctx: MarketplaceContext,
  companyId: number,
  listingId: number,
): Promise<WatchedMarket | null> {
  const seen = await marketOf(ctx, companyId, listingId);
  if (seen === null) return null;
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const account = await store.accountOfListing(trx, companyId, listingId);
    const plan = account && (await accountPlan(ctx, trx, companyId, account));
    return { ...seen, expectedNextLook: toInstant(plan?.expected.get(listingId)) };
  });
}
