// Stores the results of polls of watched competitors, however they were made.
import { type MarketplaceContext, ownSellerIds } from '../../catalog/actions.ts';
import type { CallFailure, RemoteProduct } from '../../integrations/marketplace.ts';
import type { Result } from '../../kernel/result.ts';
import type { Trx } from '../../platform/db.ts';
import type { PriceSource, WatchState } from '../contract/watch.ts';
import { matchOf } from '../matching/engine/match.ts';
import { publishWatched } from './actions.ts';
import { notePolled, type Polled } from './alerts.ts';
import { ownFacts, remoteFacts } from './candidates.ts';
import { hasDrifted } from './engine/drift.ts';
import { observe, type PollResult } from './engine/state.ts';
import * as store from './store.ts';

/** How often competitors that rules count are polled, and the others. */
const EVERY_MS = { ruled: 30 * 60_000, other: 6 * 3_600_000 };

/** The observations of a poll. */
export interface PollObservations {
  source: Exclude<PriceSource, 'typed'>;
  /** The result for one competitor. `isFirst`: nothing of it was observed before. */
  resultOf(
    row: store.WatchRow,
    listing: store.WatchingListing,
    of: { ownSellers: ReadonlySet<string>; isFirst: boolean },
  ): PollResult;
  /** The product of a page, by its id; undefined: it was not requested. */
  productOf(productId: string): Result<RemoteProduct, CallFailure> | undefined;
  /** The least time until the next poll, whatever follows. */
  leastMs: number;
}

/** What is stored of a page whose product was identified: the first time its match, later whether it is still the same. */
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

/** Writes the results of polls, in one transaction, over the rows as they are by then. */
export async function savePolls(
  ctx: MarketplaceContext,
  trx: Trx,
  { companyId, ids }: { companyId: number; ids: readonly number[] },
  observations: PollObservations,
): Promise<void> {
  const now = ctx.clock();
  // Each writes the sums of its listing: sorted, so that two jobs never deadlock.
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
  const polled: Polled[] = [];
  for (const row of rows) {
    const listing = listingOf.get(row.listing_id);
    if (listing === undefined) continue;
    const isFirst = row.seen_at === null;
    const result = observations.resultOf(row, listing, { ownSellers, isFirst });
    const everyMs = ruled.has(row.listing_id) ? EVERY_MS.ruled : EVERY_MS.other;
    const before = {
      state: row.state as WatchState,
      reason: row.reason,
      offer: store.offerOf(row),
      pending: store.pendingOf(row),
      seenAt: row.seen_at,
      failures: row.failures,
    };
    const observed = observe(before, result, now, everyMs);
    const earliest = new Date(now.getTime() + observations.leastMs);
    const nextPollAt = observed.nextPollAt < earliest ? earliest : observed.nextPollAt;
    const identity = identify(row, listing, observations.productOf(row.product_id), now);
    // A page that is about another product stays so until a person has checked it.
    const hasChanged = row.state === 'changed' || identity.state === 'changed';
    const isTyped = row.source === 'typed' && result.kind !== 'offer';
    const set = {
      ...store.columnsOf({ ...observed, nextPollAt }),
      ...(isTyped && { state: row.state, reason: row.reason, seen_at: row.seen_at }),
      ...(result.kind === 'offer' && { source: observations.source }),
      ...identity,
      ...(hasChanged && { state: 'changed' }),
    };
    await store.updateWatch(trx, companyId, row.id, set, now);
    polled.push({ before: row, after: { ...row, ...set } as store.WatchRow });
    const isOther = identity.comparison !== undefined && identity.comparison !== row.comparison;
    if (observed.isChanged || set.state !== row.state || isOther) changed.push(row.listing_id);
  }
  await notePolled(trx, companyId, polled, now);
  await publishWatched(ctx, trx, companyId, changed);
}
