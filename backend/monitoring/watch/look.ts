// Looks at watched competitors: their pages' offers, and once a day what the pages are about. What one company sees is shown to no other.
import * as z from 'zod';
import { type MarketplaceContext, ownSellerIds, withAccount } from '../../catalog/actions.ts';
import type { CallFailure, ProductMarket, RemoteProduct } from '../../integrations/marketplace.ts';
import { Id } from '../../kernel/id.ts';
import type { Condition } from '../../kernel/market.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';
import type { WatchState } from '../contract/watch.ts';
import { matchOf } from '../matching/engine/match.ts';
import { publishWatched } from './actions.ts';
import { type Looked, noteLooked } from './alerts.ts';
import { ownFacts, remoteFacts } from './candidates.ts';
import { hasDrifted } from './engine/drift.ts';
import { lookAt } from './engine/page.ts';
import { type Look, observe } from './engine/state.ts';
import * as store from './store.ts';

const LookJob = z.object({ companyId: Id, accountId: Id, ids: z.array(Id).min(1).max(100) });
export type LookJob = z.infer<typeof LookJob>;

/** Looks at the competitors that the schedule named. */
export const LOOK: Queue<LookJob> = {
  name: 'monitoring.watch',
  schema: LookJob,
  batch: 5,
  concurrency: 1,
  expireInSeconds: 120,
  // The schedule comes back to what is not done.
  retryLimit: 1,
  retryDelay: 5,
  policy: 'standard',
};

/** A look at what rules count, and at what they do not. */
const EVERY_MS = { ruled: 30 * 60_000, other: 6 * 3_600_000 };
/** How often it is checked what a page is about. */
const IDENTITY_MS = 24 * 3_600_000;

type Answers<T> = ReadonlyMap<string, Result<T, CallFailure>>;

interface Heard {
  products: Answers<RemoteProduct>;
  /** By condition, and the product's id. */
  markets: ReadonlyMap<Condition, Answers<ProductMarket>>;
}

const isDue = (row: store.WatchRow, now: Date) =>
  row.identified_at === null || now.getTime() - row.identified_at.getTime() >= IDENTITY_MS;

/** Asks the marketplace for the offers of pages, and for what those are about that were not identified lately. */
async function ask(
  ctx: MarketplaceContext,
  { companyId, accountId }: LookJob,
  rows: readonly store.WatchRow[],
  conditions: ReadonlyMap<number, Condition>,
  signal: AbortSignal,
): Promise<Heard> {
  const now = ctx.clock();
  const { country_code: countryCode } = rows[0]!;
  const unknown = [...new Set(rows.filter((row) => isDue(row, now)).map((row) => row.product_id))];
  const groups = Map.groupBy(rows, (row) => conditions.get(row.listing_id) ?? 'new');
  const answer = await withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<Heard, CallFailure>> => {
      const none: Answers<RemoteProduct> = new Map();
      const products =
        unknown.length === 0 || marketplace.getProducts === undefined
          ? ok(none)
          : await marketplace.getProducts(session, unknown, countryCode);
      if (!products.ok) return products;
      const markets = new Map<Condition, Answers<ProductMarket>>();
      for (const [condition, some] of groups) {
        const ids = [...new Set(some.map((row) => row.product_id))];
        const targets = ids.map((productId) => ({ productId, condition }));
        const offers = await marketplace.getProductOffers!(session, targets, now);
        if (!offers.ok) return offers;
        markets.set(condition, offers.value);
      }
      return ok({ products: products.value, markets });
    },
    signal,
  );
  if (answer.ok) return answer.value;
  ctx.log.warn('Looking at watched competitors failed', {
    companyId,
    accountId,
    competitors: rows.length,
    ...answer.error,
  });
  return { products: new Map(), markets: new Map() };
}

/** What a failed call says of one page. */
function lookOfFailure({ kind }: CallFailure): Look {
  if (kind === 'not_found') return { kind: 'closed', reason: 'not_found' };
  return kind === 'forbidden' ? { kind: 'closed', reason: 'forbidden' } : { kind: 'unheard' };
}

/** What is stored of a page that was identified: the first time its match, later whether it is still the same. */
function identify(
  row: store.WatchRow,
  listing: store.WatchingListing,
  answer: Result<RemoteProduct, CallFailure> | undefined,
  now: Date,
): Partial<store.WatchRow> {
  if (!answer?.ok) return {};
  const { title, brand, gtin, imageUrl } = answer.value;
  if (row.title !== null) {
    const before = { title: row.title, brand: row.brand, gtin: row.gtin };
    return hasDrifted(before, { title, brand, gtin })
      ? { state: 'changed', identified_at: now }
      : { identified_at: now };
  }
  const other = remoteFacts(answer.value, row.marketplace_id, row.country_code);
  const match = matchOf(ownFacts(listing), other);
  const isIdentical = match.verdict === 'IDENTICAL';
  return {
    title,
    brand,
    gtin,
    image_url: imageUrl,
    evidence: match.evidence,
    may_confirm: match.mayConfirm,
    identified_at: now,
    ...(row.decided_by !== 'person' && {
      comparison: isIdentical ? 'IDENTICAL' : 'SIMILAR',
      decided_by: isIdentical ? 'identifiers' : null,
      decided_at: isIdentical ? now : null,
    }),
  };
}

/** Writes what the looks came to, in one transaction, over the rows as they are by then. */
async function save(
  ctx: MarketplaceContext,
  trx: Trx,
  { companyId, ids }: LookJob,
  heard: Heard,
): Promise<void> {
  const now = ctx.clock();
  // Each writes the sums of its listing: in one order, so that two jobs never wait crosswise.
  const rows = (await store.lockWatches(trx, companyId, ids))
    .filter((row) => !row.is_paused)
    .sort((a, b) => a.listing_id - b.listing_id);
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  const [listings, ruled, sellers] = await Promise.all([
    store.listingsByIds(trx, companyId, listingIds),
    store.ruledAmong(trx, companyId, listingIds),
    ownSellerIds(trx, companyId),
  ]);
  const listingOf = new Map(listings.map((listing) => [listing.id, listing]));
  const ownSellers = new Set(sellers);
  const changed: number[] = [];
  const looked: Looked[] = [];
  for (const row of rows) {
    const listing = listingOf.get(row.listing_id);
    if (listing === undefined) continue;
    const answer = heard.markets.get(listing.condition)?.get(row.product_id);
    const isFirst = row.seen_at === null;
    const wanted = {
      itemId: row.item_id,
      sellerId: row.seller_id,
      condition: listing.condition,
    };
    const look: Look =
      answer === undefined
        ? { kind: 'unheard' }
        : answer.ok
          ? lookAt(answer.value, wanted, ownSellers, isFirst)
          : lookOfFailure(answer.error);
    const everyMs = ruled.has(row.listing_id) ? EVERY_MS.ruled : EVERY_MS.other;
    const before = {
      state: row.state as WatchState,
      reason: row.reason,
      offer: store.offerOf(row),
      pending: store.pendingOf(row),
      seenAt: row.seen_at,
      failures: row.failures,
    };
    const seen = observe(before, look, now, everyMs);
    const identity = identify(row, listing, heard.products.get(row.product_id), now);
    // A page that is about another product stays so until a person has looked at it.
    const hasChanged = row.state === 'changed' || identity.state === 'changed';
    const isTyped = row.source === 'typed' && look.kind !== 'offer';
    const set = {
      ...store.columnsOf(seen),
      ...(isTyped && { state: row.state, reason: row.reason, seen_at: row.seen_at }),
      ...(look.kind === 'offer' && { source: 'api' }),
      ...identity,
      ...(hasChanged && { state: 'changed' }),
    };
    await store.updateWatch(trx, companyId, row.id, set, now);
    looked.push({ before: row, after: { ...row, ...set } as store.WatchRow });
    const isOther = identity.comparison !== undefined && identity.comparison !== row.comparison;
    if (seen.isChanged || set.state !== row.state || isOther) changed.push(row.listing_id);
  }
  await noteLooked(trx, companyId, looked, now);
  await publishWatched(ctx, trx, companyId, changed);
}

/** Looks at the competitors of one job. */
export async function lookAtWatched(
  ctx: MarketplaceContext,
  job: LookJob,
  signal: AbortSignal,
): Promise<void> {
  const company = { company: job.companyId };
  const { rows, conditions } = await within(ctx.db, company, async (trx) => {
    const all = await store.watchesByIds(trx, job.companyId, job.ids);
    const rows = all.filter((row) => !row.is_paused);
    const listings = await store.listingsByIds(
      trx,
      job.companyId,
      rows.map((row) => row.listing_id),
    );
    return { rows, conditions: new Map(listings.map((one) => [one.id, one.condition])) };
  });
  if (rows.length === 0) return;
  const heard = await ask(ctx, job, rows, conditions, signal);
  signal.throwIfAborted();
  await within(ctx.db, company, (trx) => save(ctx, trx, job, heard));
}
