// Observing markets. A notification that carries the market is recorded as it is; any other has the market polled, which a
// job does, many listings of an account with one call.
import * as z from 'zod';
import {
  type MarketplaceContext,
  noteNotified,
  requestListingRefresh,
  withAccount,
} from '../catalog/actions.ts';
import {
  type CallFailure,
  type ListingNotification,
  type NotificationSubject,
  neverLeft,
} from '../integrations/marketplace.ts';
import { Id } from '../kernel/id.ts';
import type { Market } from '../kernel/market.ts';
import { fail, type Result } from '../kernel/result.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import { noteConditions } from './alerts/note.ts';
import { pollingCondition } from './alerts/polling.ts';
import { isAboutListings, passOn, type Received } from './pass-on.ts';
import { countFailures } from './plan-store.ts';
import { spacing } from './poll-rate.ts';
import { type ObservedMarket, recordMarkets } from './record.ts';
import * as store from './store.ts';

const PollJob = z.object({
  companyId: Id,
  accountId: Id,
  listingId: Id,
  /** How often this poll was put off after errors of the marketplace. */
  tries: z.int().min(0).default(0),
});
export type PollJob = z.infer<typeof PollJob>;

/** Polls markets. Of several jobs for one listing only one waits: the poll observes all that happened until then. */
export const POLL: Queue<PollJob> = {
  name: 'monitoring.look',
  schema: PollJob,
  batch: 60,
  concurrency: 2,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 2,
  policy: 'short',
};

/** Enqueues polls, in the caller's transaction; one with `startAfter` waits until then. */
export async function requestPolls(
  ctx: AppContext,
  trx: Trx,
  polls: readonly { poll: PollJob; startAfter?: Date }[],
): Promise<void> {
  if (polls.length === 0) return;
  const later = new Map(polls.map(({ poll, startAfter }) => [poll.listingId, startAfter]));
  await ctx.jobs.send(
    trx,
    POLL,
    polls.map(({ poll }) => poll),
    ({ listingId }) => {
      const startAfter = later.get(listingId);
      return { key: String(listingId), ...(startAfter && { startAfter }) };
    },
  );
}

/** Whether an unknown listing of an account may be fetched now. */
export type MayFetch = (accountId: number) => boolean;

/**
 * Records the markets that notifications of a company carry, and requests polls for the others; passes on those that are not about
 * listings. A listing that is not known yet is fetched first: storing it leads to a poll. One that is named only by its product comes
 * with the next sync of the account.
 */
export async function observeNotified(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  all: readonly Received[],
  mayFetch: MayFetch,
): Promise<void> {
  const received = all.filter(isAboutListings);
  if (received.length > 0) await observeListings(ctx, trx, companyId, received, mayFetch);
  await passOn(ctx, trx, companyId, all);
  await noteNotified(
    ctx,
    trx,
    companyId,
    all.map(({ accountId }) => accountId),
  );
}

async function observeListings(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  received: readonly Received<ListingNotification>[],
  mayFetch: MayFetch,
): Promise<void> {
  const listingsOf = await findListings(trx, companyId, received);
  const polls = new Map<number, { poll: PollJob }>();
  const refresh = new Map<number, Set<string>>();
  const observed: ObservedMarket[] = [];
  for (const { accountId, notification } of received) {
    const { subject, about, market } = notification;
    const ids = listingsOf(accountId, subject);
    if ('skuMarketplace' in subject && (about === 'listing' || ids.length === 0)) {
      const skus = refresh.get(accountId) ?? new Set();
      const isNew = ids.length === 0 && !skus.has(subject.skuMarketplace);
      if (isNew && !mayFetch(accountId)) continue;
      refresh.set(accountId, skus.add(subject.skuMarketplace));
      continue;
    }
    for (const listingId of ids) {
      if (market !== null) observed.push({ listingId, market, notified: true });
      else polls.set(listingId, { poll: { companyId, accountId, listingId, tries: 0 } });
    }
  }
  // Markets first, then polls, as where listings are stored: the other order could deadlock.
  await recordMarkets(ctx, trx, companyId, observed);
  await requestPolls(ctx, trx, [...polls.values()]);
  for (const [accountId, skus] of refresh)
    await requestListingRefresh(ctx, trx, { companyId, accountId, listings: [...skus] });
}

/** Finds the listings that notifications are about. */
async function findListings(
  trx: Trx,
  companyId: number,
  received: readonly Received<ListingNotification>[],
): Promise<(accountId: number, subject: NotificationSubject) => number[]> {
  const skus = new Set<string>();
  const productIds = new Set<string>();
  const accountIds = new Set<number>();
  for (const { accountId, notification } of received) {
    accountIds.add(accountId);
    if ('skuMarketplace' in notification.subject) skus.add(notification.subject.skuMarketplace);
    else productIds.add(notification.subject.catalogProductId);
  }
  const accounts = [...accountIds];
  const bySku = new Map<string, number>();
  if (skus.size > 0) {
    const names = [...skus];
    const found = await store.listingsBySku(trx, { companyId, accountIds: accounts, names });
    for (const row of found) bySku.set(`${row.accountId}:${row.skuMarketplace}`, row.id);
  }
  const under =
    productIds.size === 0
      ? []
      : await store.listingsByProduct(trx, {
          companyId,
          accountIds: accounts,
          names: [...productIds],
        });
  const byProduct = Map.groupBy(under, (row) => `${row.accountId}:${row.productId}`);
  return (accountId, subject) => {
    if ('skuMarketplace' in subject) {
      const id = bySku.get(`${accountId}:${subject.skuMarketplace}`);
      return id === undefined ? [] : [id];
    }
    const { catalogProductId, condition } = subject;
    return (byProduct.get(`${accountId}:${catalogProductId}`) ?? [])
      .filter((row) => condition === null || row.condition === condition)
      .map((row) => row.id);
  };
}

interface Account {
  companyId: number;
  accountId: number;
}
type Answer = Result<Market, CallFailure>;

/**
 * Polls the markets of one company: a call for the listings of each account, one transaction for all answers. What
 * failed is polled again, refreshed or given up.
 */
export async function pollCompany(
  ctx: MarketplaceContext,
  companyId: number,
  jobs: readonly PollJob[],
  signal: AbortSignal,
): Promise<void> {
  const jobOf = new Map(jobs.map((job) => [job.listingId, job]));
  const listings = await withinByKeys(ctx.db, { company: companyId }, (trx) =>
    store.watchedByIds(trx, companyId, [...jobOf.keys()]),
  );
  const accounts = Map.groupBy(listings, (listing) => listing.accountId);
  const polled = await Promise.all(
    [...accounts].map(async ([accountId, watched]) => {
      const account = { companyId, accountId };
      return { account, watched, answers: await poll(ctx, account, watched, signal) };
    }),
  );
  signal.throwIfAborted();

  const observed: ObservedMarket[] = [];
  for (const { answers } of polled) {
    for (const [listingId, one] of answers) {
      if (one.ok) observed.push({ listingId, market: one.value });
    }
  }
  const conditions = polled.flatMap(
    ({ account, answers }) =>
      pollingCondition(account.accountId, [...answers.values()], ctx.clock()) ?? [],
  );
  if (observed.length + conditions.length > 0) {
    await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
      await recordMarkets(ctx, trx, companyId, observed);
      await noteConditions(trx, companyId, conditions);
    });
  }
  for (const { account, watched, answers } of polled) {
    const failed = watched.flatMap((listing) => {
      const one = answers.get(listing.id);
      const job = jobOf.get(listing.id);
      return one && !one.ok && job ? [{ job, listing, failure: one.error }] : [];
    });
    await followFailures(ctx, account, failed);
  }
}

/** A market that takes longer is put off, so that it does not hold up those of the same call. */
const POLL_LIMIT_MS = 15_000;

const missing: Answer = {
  ok: false,
  error: { kind: 'invalid', code: 'no_answer', message: 'No market came back', retryAfterMs: null },
};

/** Polls some listings of one account; the failure of each, or of all where the account has one. */
async function poll(
  ctx: MarketplaceContext,
  { companyId, accountId }: Account,
  listings: readonly store.WatchedListing[],
  signal: AbortSignal,
): Promise<Map<number, Answer>> {
  const getMarkets = ctx.marketplaces.byId(listings[0]!.marketplaceId)?.getMarkets;
  if (getMarkets === undefined) return new Map();
  const answer = await withAccount(
    ctx,
    companyId,
    accountId,
    (_marketplace, session) => getMarkets(session, listings, ctx.clock()),
    AbortSignal.any([signal, AbortSignal.timeout(POLL_LIMIT_MS)]),
  );
  return new Map(
    listings.map((listing) => [
      listing.id,
      answer.ok ? (answer.value.get(listing.skuMarketplace) ?? missing) : fail(answer.error),
    ]),
  );
}

/** A poll that met errors of the marketplace is retried this often, then left to the schedule of each minute. */
const MAX_TRIES = 4;
const FIRST_RETRY_MS = 2_000;
/** How long to wait where the marketplace limits the rate without saying for how long. */
const RATE_LIMIT_MS = 1_000;

/** What to do about a poll that failed. */
type Consequence = { again: PollJob; afterMs: number } | 'refresh' | 'given_up';

function consequenceOf(job: PollJob, failure: CallFailure): Consequence {
  switch (failure.kind) {
    case 'rate_limited':
      return { again: job, afterMs: failure.retryAfterMs ?? RATE_LIMIT_MS };
    case 'not_found':
      return 'refresh';
    case 'unavailable':
    case 'unauthorized':
      if (failure.code === 'account_inactive' || job.tries >= MAX_TRIES) return 'given_up';
      return {
        again: { ...job, tries: job.tries + 1 },
        afterMs: failure.retryAfterMs ?? FIRST_RETRY_MS * 2 ** job.tries,
      };
    default:
      return 'given_up';
  }
}

/** Whether a poll failed for a reason that may lie in the listing, and not in the account or the connection. */
const mayBeTheListing = (failure: CallFailure) =>
  failure.kind !== 'unauthorized' && !neverLeft(failure);

/** Retries the failed polls of one account, refreshes listings that are gone, and counts the failures of the others. */
async function followFailures(
  ctx: MarketplaceContext,
  account: Account,
  failed: readonly { job: PollJob; listing: store.WatchedListing; failure: CallFailure }[],
): Promise<void> {
  if (failed.length === 0) return;
  const now = ctx.clock().getTime();
  const all = failed.map((one) => ({ ...one, consequence: consequenceOf(one.job, one.failure) }));
  await withinByKeys(ctx.db, { company: account.companyId }, async (trx) => {
    const retries = all.flatMap(({ consequence, listing }) =>
      typeof consequence === 'object' ? [{ ...consequence, listing }] : [],
    );
    const again = retries.map(({ again: job, afterMs, listing }, n) => ({
      poll: job,
      startAfter: new Date(now + afterMs + spacing(ctx, listing.marketplaceId, n)),
    }));
    await requestPolls(ctx, trx, again);
    const gone = all.filter(({ consequence }) => consequence === 'refresh');
    const listings = gone.map(({ listing }) => listing.skuMarketplace);
    if (listings.length > 0) await requestListingRefresh(ctx, trx, { ...account, listings });
    const failures = all
      .filter(
        ({ consequence, failure }) => typeof consequence === 'string' && mayBeTheListing(failure),
      )
      .map(({ listing, failure }) => ({ listingId: listing.id, code: failure.code }));
    await countFailures(trx, account.companyId, failures, new Date(now));
  });
  const givenUp = all.filter(({ consequence }) => consequence === 'given_up');
  const examples = all
    .slice(0, 3)
    .map(({ listing, failure }) => ({ listingId: listing.id, ...failure }));
  ctx.log[givenUp.length > 0 ? 'warn' : 'info']('Polling markets failed', {
    ...account,
    failed: all.length,
    givenUp: givenUp.length,
    examples,
  });
}
