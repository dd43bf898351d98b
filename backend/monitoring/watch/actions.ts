// What people do with the competitors that they watch.
import { type MarketplaceContext, ownSellerIds } from '../../catalog/actions.ts';
import { problem as catalogProblem } from '../../catalog/problems.ts';
import type { Locale } from '../../kernel/id.ts';
import type { Comparison } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import type { ParsedLink } from '../contract/links.ts';
import { type AddedLink, MAX_WATCHED, type WatchedCompetitor } from '../contract/watch.ts';
import { MARKET_CHANGED } from '../contract.ts';
import { parseLink } from '../links/engine/parse.ts';
import { inWords } from '../matching/words.ts';
import { problem } from '../problems.ts';
import { noteDecided } from './alerts.ts';
import type { ClosedReason, ObservedOffer } from './engine/state.ts';
import { pagesReadOf } from './pages/allowed.ts';
import { toWatched } from './show.ts';
import * as store from './store.ts';
import { type Refusal, refusalText } from './words.ts';

/** Publishes changed competitors of listings to rules and open pages, in the caller's transaction. */
export async function publishWatched(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  const ids = [...new Set(listingIds)];
  await ctx.jobs.emit(trx, MARKET_CHANGED, { companyId, listingIds: ids });
  await announce(trx, companyId, { type: 'markets', ids });
}

/** The listing. @throws Problem 404 `listing_not_found` */
export async function needListing(
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<store.WatchingListing> {
  const [listing] = await store.listingsByIds(trx, companyId, [listingId]);
  if (listing === undefined) throw catalogProblem('listing_not_found');
  return listing;
}

/** The competitors that are watched for a listing. @throws Problem 404 `listing_not_found` */
export const watchedOf = (
  ctx: AppContext,
  companyId: number,
  listingId: number,
  locale: Locale,
): Promise<{ competitors: WatchedCompetitor[] }> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    await needListing(trx, companyId, listingId);
    const rows = await store.watchesOf(trx, companyId, [listingId]);
    return { competitors: rows.map((row) => toWatched(row, ctx.clock(), locale)) };
  });

/** A link to a listing or product that may be watched. */
type Target = ParsedLink & {
  kind: 'item' | 'product' | 'user_product';
  marketplaceId: number;
  countryCode: string;
  id: string;
  canonical: string;
};

const isTarget = (link: ParsedLink): link is Target => link.id !== null && link.canonical !== null;

/** Why a link is not watched for a listing; null: it may be. */
function refusalOf(
  ctx: MarketplaceContext,
  listing: store.WatchingListing,
  link: ParsedLink,
  ownSellers: ReadonlySet<string>,
): Refusal | null {
  if (!isTarget(link)) return link.kind as Refusal;
  const traits = ctx.marketplaces.traits.get(link.marketplaceId);
  if (!traits?.takesCompetitorLinks) return 'not_watched';
  if (link.countryCode !== listing.countryCode) return 'other_country';
  const isHere = link.marketplaceId === listing.marketplaceId;
  const isOwnItem = isHere && link.itemId === listing.skuMarketplace;
  const isOwnSeller = link.sellerId !== null && ownSellers.has(link.sellerId);
  return isOwnItem || isOwnSeller ? 'own_listing' : null;
}

/** Whether the product has to be found whose page offers the listing of a link. */
const isSought = (ctx: MarketplaceContext, { kind, itemId, marketplaceId }: Target): boolean =>
  kind !== 'product' &&
  itemId !== null &&
  ctx.marketplaces.byId(marketplaceId)?.findProductOf !== undefined;

/** Why a page cannot be polled as things are; null: it can. */
function closedReason(
  ctx: MarketplaceContext,
  link: Target,
  hasAccount: boolean,
): ClosedReason | null {
  if (ctx.marketplaces.byId(link.marketplaceId)?.getProductOffers === undefined)
    return pagesReadOf(ctx, link.marketplaceId) === null ? 'no_reader' : null;
  if (link.kind !== 'product' && !isSought(ctx, link)) return 'outside_catalog';
  return hasAccount ? null : 'no_account';
}

/** Reasons for which nothing is polled until a person does something about it. */
const NEVER_POLLED = new Set<string | null>(['no_reader', 'outside_catalog', 'no_account']);

/** Watches what one link names, in the caller's transaction, which has locked the listing. */
async function addLink(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  listing: store.WatchingListing,
  link: ParsedLink,
  { count, ownSellers }: { count: number; ownSellers: ReadonlySet<string> },
): Promise<{ id: number } | { refusal: Refusal }> {
  const refusal = refusalOf(ctx, listing, link, ownSellers);
  if (refusal !== null || !isTarget(link)) return { refusal: refusal ?? 'other' };
  if (count >= MAX_WATCHED) return { refusal: 'too_many' };
  if (isSought(ctx, link)) {
    const watched = await store.watchesOf(trx, companyId, [listing.id]);
    const isSame = (one: store.WatchRow) =>
      one.marketplace_id === link.marketplaceId && one.item_id === link.itemId;
    if (watched.some(isSame)) return { refusal: 'already' };
  }
  const now = ctx.clock();
  const account = await store.pollingAccount(trx, companyId, link);
  const reason = closedReason(ctx, link, account !== null);
  const id = await store.insertWatch(
    trx,
    companyId,
    {
      listingId: listing.id,
      marketplaceId: link.marketplaceId,
      countryCode: link.countryCode,
      productId: link.id,
      itemId: link.itemId,
      sellerId: link.sellerId,
      link: link.canonical,
      state: reason === null ? 'fetching' : 'unavailable',
      reason,
      nextPollAt: reason === null ? now : null,
      searchLink: isSought(ctx, link) ? link.link : null,
    },
    now,
  );
  return id === null ? { refusal: 'already' } : { id };
}

/** Watches what links name, in the caller's transaction; one result for each, in their order. */
export async function addLinks(
  ctx: MarketplaceContext,
  trx: Trx,
  actor: Actor,
  listing: store.WatchingListing,
  links: readonly string[],
  locale: Locale,
): Promise<AddedLink[]> {
  const { companyId } = actor;
  await store.lockListing(trx, companyId, listing.id);
  const ownSellers = new Set(await ownSellerIds(trx, companyId));
  let count = await store.countWatches(trx, companyId, listing.id);
  const results: AddedLink[] = [];
  for (const link of links) {
    const parsed = parseLink(ctx.marketplaces.known, link);
    const added = await addLink(ctx, trx, companyId, listing, parsed, { count, ownSellers });
    if ('id' in added) {
      count += 1;
      results.push({ link, outcome: 'added', code: null, text: null, competitorId: added.id });
      await auditAct(ctx, trx, actor, {
        action: 'monitoring.competitor_added',
        subject: String(listing.id),
        values: { link: parsed.canonical },
      });
    } else {
      const { refusal } = added;
      results.push({
        link,
        outcome: refusal === 'already' ? 'already' : 'refused',
        code: refusal,
        text: refusalText(ctx.marketplaces.known, refusal, locale),
        competitorId: null,
      });
    }
  }
  if (results.some(({ outcome }) => outcome === 'added'))
    await publishWatched(ctx, trx, companyId, [listing.id]);
  return results;
}

/** Watches what pasted links name, with a result for each. @throws Problem 404 `listing_not_found` */
export const watchLinksOf = (
  ctx: MarketplaceContext,
  actor: Actor,
  listingId: number,
  links: readonly string[],
  locale: Locale,
): Promise<{ results: AddedLink[] }> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const listing = await needListing(trx, actor.companyId, listingId);
    return { results: await addLinks(ctx, trx, actor, listing, links, locale) };
  });

/** The competitor, locked. @throws Problem 404 `competitor_not_found` */
async function need(trx: Trx, companyId: number, id: number): Promise<store.WatchRow> {
  const row = await store.lockWatch(trx, companyId, id);
  if (row === undefined) throw problem('competitor_not_found');
  return row;
}

/** Changes a competitor, and has rules decided again. @throws Problem 404 `competitor_not_found` */
const change = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  locale: Locale,
  action: string,
  set: (
    row: store.WatchRow,
    now: Date,
    trx: Trx,
  ) => Promise<Parameters<typeof store.updateWatch>[3]>,
): Promise<WatchedCompetitor> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const now = ctx.clock();
    const row = await need(trx, actor.companyId, id);
    const columns = await set(row, now, trx);
    await store.updateWatch(trx, actor.companyId, id, columns, now);
    await noteDecided(trx, actor.companyId, row, columns.state ?? row.state, now);
    await auditAct(ctx, trx, actor, {
      action: `monitoring.competitor_${action}`,
      subject: String(row.listing_id),
      values: { link: row.link },
    });
    await publishWatched(ctx, trx, actor.companyId, [row.listing_id]);
    return toWatched({ ...row, ...columns } as store.WatchRow, now, locale);
  });

/** Stops watching a competitor. @throws Problem 404 `competitor_not_found` */
export const removeWatch = (
  ctx: AppContext,
  actor: Actor,
  id: number,
): Promise<Record<string, never>> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const row = await need(trx, actor.companyId, id);
    await store.deleteWatch(trx, actor.companyId, id);
    await noteDecided(trx, actor.companyId, row, null, ctx.clock());
    await auditAct(ctx, trx, actor, {
      action: 'monitoring.competitor_removed',
      subject: String(row.listing_id),
      values: { link: row.link },
    });
    await publishWatched(ctx, trx, actor.companyId, [row.listing_id]);
    return {};
  });

/** Pauses a competitor, which rules then no longer count, or resumes it at once. @throws Problem 404 `competitor_not_found` */
export const setPaused = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  isPaused: boolean,
  locale: Locale,
): Promise<WatchedCompetitor> =>
  change(ctx, actor, id, locale, isPaused ? 'paused' : 'resumed', (row, now) => {
    const isPolled = !NEVER_POLLED.has(row.reason);
    return Promise.resolve({
      is_paused: isPaused,
      next_look_at: isPaused || !isPolled ? null : now,
    });
  });

/**
 * Decides whether both are the same product. A person also confirms a changed page by it.
 * @throws Problem 404 `competitor_not_found`; 422 `match_contradicted` where no person may decide that they are the same
 */
export const decideComparison = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  comparison: Comparison,
  locale: Locale,
): Promise<WatchedCompetitor> =>
  change(ctx, actor, id, locale, `said_${comparison.toLowerCase()}`, async (row, now, trx) => {
    if (comparison === 'IDENTICAL' && !row.may_confirm) {
      const against = inWords(store.evidenceOf(row), locale).filter(({ isAgainst }) => isAgainst);
      throw problem('match_contradicted', { values: { reason: against[0]?.text ?? '' } });
    }
    const evidence = store.evidenceOf(row);
    if (evidence.length > 0) {
      const isIdentified = evidence.some(({ code }) => /^same_(?:gtin|product)$/.test(code));
      await store.saveDecision(
        trx,
        actor.companyId,
        {
          listingId: row.listing_id,
          marketplaceId: row.marketplace_id,
          countryCode: row.country_code,
          productId: row.product_id,
          basis: isIdentified ? 'identifier' : 'text',
          isAccepted: comparison === 'IDENTICAL',
          personId: actor.personId,
        },
        now,
      );
    }
    const hasChanged = row.state === 'changed';
    return {
      comparison,
      decided_by: 'person',
      decided_at: now,
      // The product that the page shows now is the one that was confirmed.
      ...(hasChanged && {
        state: 'fetching',
        title: null,
        brand: null,
        gtin: null,
        identified_at: null,
        next_look_at: now,
      }),
    };
  });

/** Enters a price by hand, which counts for seven days. @throws Problem 404 `competitor_not_found` */
export const setTypedPrice = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  { price, shippingPrice }: { price: Minor; shippingPrice: Minor | null },
  locale: Locale,
): Promise<WatchedCompetitor> =>
  change(ctx, actor, id, locale, 'price_typed', async (row, now, trx) => {
    const listing = await needListing(trx, actor.companyId, row.listing_id);
    const offer: ObservedOffer = {
      offerId: row.item_id,
      sellerId: row.seller_id ?? `watched-${row.id}`,
      sellerName: '',
      shippingTimeHours: null,
      fulfillment: null,
      reputation: null,
      listingTypeId: null,
      ...store.offerOf(row),
      condition: listing.condition,
      price,
      shippingPrice,
    };
    return {
      state: 'ready',
      reason: row.reason,
      offer,
      pending: null,
      source: 'typed',
      seen_at: now,
    };
  });

/** Confirms a suspect price. @throws Problem 404 `competitor_not_found`; 409 `price_not_suspect` */
export const confirmPrice = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  locale: Locale,
): Promise<WatchedCompetitor> =>
  change(ctx, actor, id, locale, 'price_confirmed', (row) => {
    if (row.state !== 'suspect') throw problem('price_not_suspect');
    return Promise.resolve({ state: 'ready', pending: null });
  });
