import type { CallFailure, RemoteListing } from '../integrations/marketplace.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { within } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import * as accountStore from './account-store.ts';
import { syncBegins, syncEnds, syncFound, syncTook } from './accounts/progress.ts';
import { contentChanges } from './content.ts';
import { CONTENT_CHANGED, LISTINGS_SYNCED } from './contract.ts';
import { type MarketplaceContext, withAccount } from './credentials.ts';
import { heldSecrets, storeSecrets } from './notification-secrets.ts';
import { storeParticulars } from './particulars.ts';
import * as store from './store.ts';
import { noteSubscribed } from './webhooks.ts';

/**
 * Listings that are fetched and stored together. With fewer, PostgreSQL prefers to read the whole account for each
 * chunk until it has counted a new one's listings.
 */
const CHUNK = 500;

interface Account {
  companyId: number;
  accountId: number;
}

function* chunksOf<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Whether a listing can be priced at all: the rest of the product relies on what the database checks. */
const isSound = (listing: RemoteListing) =>
  Number.isSafeInteger(listing.price) &&
  listing.price > 0 &&
  Number.isSafeInteger(listing.shippingPrice ?? 0) &&
  (listing.shippingPrice ?? 0) >= 0 &&
  Number.isSafeInteger(listing.stock) &&
  listing.stock >= 0;

const UNSOUND: CallFailure = {
  kind: 'invalid',
  code: 'unsound_listing',
  message: 'The price, the shipping price or the stock is no amount.',
  retryAfterMs: null,
};

/** The answers for a chunk, sorted: what to store, what is gone, and what failed for other reasons. */
function sortAnswers(answers: ReadonlyMap<string, Result<RemoteListing, CallFailure>>) {
  const listings: RemoteListing[] = [];
  const gone: string[] = [];
  const failed: { skuMarketplace: string; failure: CallFailure }[] = [];
  for (const [skuMarketplace, answer] of answers) {
    if (!answer.ok) {
      if (answer.error.kind === 'not_found') gone.push(skuMarketplace);
      else failed.push({ skuMarketplace, failure: answer.error });
    } else if (isSound(answer.value)) listings.push({ ...answer.value, skuMarketplace });
    else failed.push({ skuMarketplace, failure: UNSOUND });
  }
  return { listings, gone, failed };
}

/** A failure that may be over by the next attempt. */
const isPassing = ({ kind }: CallFailure) => kind === 'rate_limited' || kind === 'unavailable';

/**
 * Fetches listings by their ids and stores what is new or differs, chunk by chunk, each chunk in one transaction with
 * the event and its announcement. One listing's failure is logged and leaves the others alone; a passing one is
 * returned at the end where the caller asked for these very listings, as nothing else fetches them again.
 * @param archiveGone archive those that the marketplace says it does not know; otherwise they stay as they are
 * @param isRequested a caller requested these very listings, not of all that the account has
 * @param isCounted whether the account's progress counts them
 * @returns the failure that stopped it, or that may pass; what else was fetched is stored
 */
async function fetchAndStore(
  ctx: MarketplaceContext,
  account: Account,
  skus: readonly string[],
  options: { archiveGone: boolean; isRequested: boolean; isCounted: boolean; signal: AbortSignal },
): Promise<Result<null, CallFailure>> {
  const { companyId, accountId } = account;
  let passing: CallFailure | null = null;
  for (const chunk of chunksOf(skus, CHUNK)) {
    options.signal.throwIfAborted();
    const known = await within(ctx.db, { company: companyId }, (trx) =>
      store.knownListings(trx, companyId, accountId, chunk),
    );
    const requestedAt = ctx.clock();
    const requested = new Set(chunk);
    const fetched = await withAccount(
      ctx,
      companyId,
      accountId,
      async (marketplace, session) => {
        const answers = await marketplace.getListings(session, chunk);
        return answers.ok ? ok({ answers: answers.value, marketplaceId: marketplace.id }) : answers;
      },
      options.signal,
    );
    if (!fetched.ok) return fetched;

    const { marketplaceId } = fetched.value;
    const answers = new Map([...fetched.value.answers].filter(([sku]) => requested.has(sku)));
    const others = [...fetched.value.answers.keys()].filter((sku) => !requested.has(sku));
    const { listings, gone, failed } = sortAnswers(answers);
    const ignored = options.archiveGone ? 0 : gone.length;
    if (failed.length > 0 || ignored > 0) {
      ctx.log.warn('Listings skipped', {
        ...account,
        failed: failed.length,
        unknown: ignored,
        examples: failed.slice(0, 3),
      });
    }
    passing ??= failed.find(({ failure }) => isPassing(failure))?.failure ?? null;
    const now = ctx.clock();
    await within(ctx.db, { company: companyId }, async (trx) => {
      const where = {
        companyId,
        accountId,
        marketplaceId,
        reportsFreeShipping:
          ctx.marketplaces.traits.get(marketplaceId)?.reportsShippingWith === 'listing',
      };
      const stored = await store.storeListings(trx, where, listings, known, now);
      const { isRequested } = options;
      const { handedOver, shown, brands } = await storeParticulars(trx, where, listings, {
        isRequested,
        requestedAt,
      });
      const archived = options.archiveGone
        ? await store.archiveListings(trx, companyId, accountId, gone, now)
        : [];
      const listingIds = [...new Set([...stored.map(({ id }) => id), ...archived, ...handedOver])];
      if (listingIds.length > 0)
        await ctx.jobs.emit(trx, LISTINGS_SYNCED, { companyId, listingIds });
      const changes = contentChanges(stored, listings, known, brands);
      if (changes.length > 0)
        await ctx.jobs.emit(trx, CONTENT_CHANGED, { companyId, at: now.toISOString(), changes });
      const seenIds = [...new Set([...listingIds, ...shown])];
      if (seenIds.length > 0) await announce(trx, companyId, { type: 'listings', ids: seenIds });
      if (options.isCounted) await syncTook(trx, account, chunk.length);
    });
    // An asked id may stand for several listings and be none itself: these are compared with their own stored rows.
    if (others.length > 0) {
      const taken = await fetchAndStore(ctx, account, others, { ...options, isCounted: false });
      if (!taken.ok) return taken;
    }
  }
  return options.isRequested && passing !== null ? fail(passing) : ok(null);
}

/** The ids of all listings of the account; an incomplete scan is a failure, never a shorter list. */
const scan = (ctx: MarketplaceContext, account: Account, signal: AbortSignal) =>
  withAccount(
    ctx,
    account.companyId,
    account.accountId,
    async (marketplace, session): Promise<Result<Set<string>, CallFailure>> => {
      const skus = new Set<string>();
      for await (const page of marketplace.scanListings(session)) {
        if (!page.ok) return page;
        for (const sku of page.value) skus.add(sku);
      }
      return ok(skus);
    },
    signal,
  );

/**
 * Subscribes to the account's notifications. A failure does not fail the sync: without notifications markets are only
 * polled less often, and the next sync subscribes again.
 */
async function subscribe(
  ctx: MarketplaceContext,
  account: Account,
  signal: AbortSignal,
): Promise<void> {
  const { companyId, accountId } = account;
  const held = await heldSecrets(ctx, account);
  const outcome = await withAccount(
    ctx,
    companyId,
    accountId,
    // Null: notifications come by themselves.
    async (marketplace, session) => (await marketplace.subscribe?.(session, held)) ?? ok(null),
    signal,
  );
  if (outcome.ok) {
    if (outcome.value === null) return;
    await storeSecrets(ctx, account, outcome.value);
    return await noteSubscribed(ctx, account, null);
  }
  const { code, message } = outcome.error;
  await noteSubscribed(ctx, account, outcome.error);
  ctx.log.warn('The marketplace sends no notifications yet', { ...account, code, message });
}

/**
 * Syncs an account's listings with the marketplace. Harmless when it runs twice, also at once; what it stored before it
 * was stopped need not be stored again.
 *
 * A listing that is missing from a complete scan is asked for by its id, and archived only where the marketplace
 * does not know it: one empty answer must not archive all listings of a seller.
 */
export async function syncAccount(
  ctx: MarketplaceContext,
  account: Account,
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  await syncBegins(ctx, account);
  const outcome = await syncAll(ctx, account, signal);
  await syncEnds(ctx, account, outcome.ok ? null : outcome.error);
  if (outcome.ok) await subscribe(ctx, account, signal);
  return outcome;
}

async function syncAll(
  ctx: MarketplaceContext,
  account: Account,
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const { companyId, accountId } = account;
  const known = await within(ctx.db, { company: companyId }, (trx) =>
    store.liveSkus(trx, companyId, accountId),
  );
  const scanned = await scan(ctx, account, signal);
  if (!scanned.ok) return fail(scanned.error);
  await syncFound(ctx, account, scanned.value.size);
  const present = await fetchAndStore(ctx, account, [...scanned.value], {
    archiveGone: false,
    isRequested: false,
    isCounted: true,
    signal,
  });
  if (!present.ok) return present;
  const missing = known.filter((sku) => !scanned.value.has(sku));
  const vanished = await fetchAndStore(ctx, account, missing, {
    archiveGone: true,
    isRequested: false,
    isCounted: false,
    signal,
  });
  if (!vanished.ok) return vanished;
  await within(ctx.db, { company: companyId }, (trx) =>
    accountStore.markSynced(trx, companyId, accountId, ctx.clock()),
  );
  return ok(null);
}

/** Fetches a few listings of an account again, as a marketplace's notification or a person's question asks for. */
export const refreshAccountListings = (
  ctx: MarketplaceContext,
  account: Account,
  skus: readonly string[],
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> =>
  fetchAndStore(ctx, account, skus, {
    archiveGone: false,
    isRequested: true,
    isCounted: false,
    signal,
  });
