// Products of the marketplaces' catalogs that a listing may compete with, and what people decide about them.
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import type { Marketplace, ProductQuery, RemoteProduct } from '../../integrations/marketplace.ts';
import { gtinOf } from '../../kernel/gtin.ts';
import type { Locale } from '../../kernel/id.ts';
import type { Actor } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import type { Candidate, MatchBasis, MatchPrecision } from '../contract/watch.ts';
import { parseLink } from '../links/engine/parse.ts';
import { type Match, matchOf, type ProductFacts } from '../matching/engine/match.ts';
import { inWords } from '../matching/words.ts';
import { problem } from '../problems.ts';
import { addLinks, needListing, publishWatched } from './actions.ts';
import * as store from './store.ts';
import { failedText, type Refusal, refusalText } from './words.ts';

/** The most candidates of one search. */
const MOST = 30;
/** The words of a title that a catalog is searched by: all of them would find only that very title. */
const WORDS = 6;

/** What is known of our own listing. */
export const ownFacts = (listing: store.WatchingListing): ProductFacts => ({
  marketplaceId: listing.marketplaceId,
  countryCode: listing.countryCode,
  productId: listing.catalogProductId,
  gtin: listing.gtin,
  title: listing.title,
  brand: null,
  condition: listing.condition,
});

export const remoteFacts = (
  product: Pick<RemoteProduct, 'productId' | 'gtin' | 'title' | 'brand'>,
  marketplaceId: number,
  countryCode: string,
): ProductFacts => ({ ...product, marketplaceId, countryCode, condition: null });

export interface CandidateQuery {
  gtin: string;
  title: string;
  brand: string;
}

interface Found {
  marketplaceId: number;
  products: RemoteProduct[];
  failed: boolean;
}

/** The searches of a catalog, in turn until one finds something. */
function questionsOf(
  listing: store.WatchingListing,
  { gtin, title, brand }: CandidateQuery,
): ProductQuery[] {
  const { countryCode } = listing;
  const typed = gtin === '' ? null : gtinOf([gtin]);
  if (gtin !== '' && typed === null) throw problem('gtin_invalid');
  if (typed !== null) return [{ countryCode, gtin: typed }];
  if (title !== '' || brand !== '')
    return [{ countryCode, title: title || brand, brand: title === '' ? null : brand || null }];
  const words = listing.title.split(/\s+/).slice(0, WORDS).join(' ');
  const byText = { countryCode, title: words, brand: null };
  return listing.gtin === null ? [byText] : [{ countryCode, gtin: listing.gtin }, byText];
}

async function ask(
  ctx: MarketplaceContext,
  companyId: number,
  accountId: number,
  marketplace: Marketplace,
  questions: readonly ProductQuery[],
  signal: AbortSignal,
): Promise<Found> {
  const found: Found = { marketplaceId: marketplace.id, products: [], failed: false };
  for (const query of questions) {
    const answer = await withAccount(
      ctx,
      companyId,
      accountId,
      (its, session) => its.findProducts!(session, query),
      signal,
    );
    if (!answer.ok) {
      ctx.log.warn('Searching a catalog failed', { companyId, accountId, ...answer.error });
      return { ...found, failed: true };
    }
    found.products = answer.value;
    if (found.products.length > 0) break;
  }
  return found;
}

const keyOf = (marketplaceId: number, countryCode: string, productId: string) =>
  `${marketplaceId}/${countryCode}/${productId}`;

/**
 * Searches the catalogs of all marketplaces in which the company has an account: by a number, by words, or by the listing's own.
 * Results for the listing's own number and title are shown where they may be the same; results for a person's search always.
 * @throws Problem 404 `listing_not_found`; 422 `gtin_invalid`
 */
export async function candidatesOf(
  ctx: MarketplaceContext,
  companyId: number,
  listingId: number,
  query: CandidateQuery,
  locale: Locale,
  signal: AbortSignal,
) {
  const known = await within(ctx.db, { company: companyId }, async (trx) => {
    const listing = await needListing(trx, companyId, listingId);
    const { countryCode } = listing;
    const places = [];
    for (const marketplace of ctx.marketplaces.all) {
      if (marketplace.findProducts === undefined) continue;
      const place = { marketplaceId: marketplace.id, countryCode };
      const account = await store.pollingAccount(trx, companyId, place);
      if (account !== null) places.push({ marketplace, accountId: account.id });
    }
    const keys = (rows: { marketplace_id: number; country_code: string; product_id: string }[]) =>
      new Set(rows.map((row) => keyOf(row.marketplace_id, row.country_code, row.product_id)));
    return {
      listing,
      places,
      watched: keys(await store.watchesOf(trx, companyId, [listingId])),
      refused: keys(await store.refusedOf(trx, companyId, listingId)),
    };
  });
  const { listing, places } = known;
  const questions = questionsOf(listing, query);
  const found = await Promise.all(
    places.map(({ marketplace, accountId }) =>
      ask(ctx, companyId, accountId, marketplace, questions, signal),
    ),
  );
  const own = ownFacts(listing);
  const isQueried = query.gtin !== '' || query.title !== '' || query.brand !== '';
  const matches = found
    .flatMap(({ marketplaceId, products }) =>
      products.map((product) => {
        const other = remoteFacts(product, marketplaceId, listing.countryCode);
        return { marketplaceId, product, match: matchOf(own, other) };
      }),
    )
    // Other sellers on the listing's own page are in its market anyway.
    .filter(({ match }) => !match.evidence.some(({ code }) => code === 'same_product'))
    .filter(({ match }) => isQueried || match.verdict !== 'UNLIKE')
    .sort((a, b) => rankOf(a.match) - rankOf(b.match) || b.match.score - a.match.score)
    .slice(0, MOST);
  const candidates = matches.map(({ marketplaceId, product, match }): Candidate => {
    const key = keyOf(marketplaceId, listing.countryCode, product.productId);
    return {
      marketplaceId,
      countryCode: listing.countryCode,
      productId: product.productId,
      title: product.title,
      brand: product.brand,
      imageUrl: product.imageUrl,
      link: product.link,
      comparison: match.verdict === 'IDENTICAL' ? 'IDENTICAL' : 'SIMILAR',
      basis: match.basis,
      evidence: inWords(match.evidence, locale),
      isWatched: known.watched.has(key),
      isRefused: known.refused.has(key),
    };
  });
  const failed = found.filter((one) => one.failed);
  return {
    candidates,
    failed: failed.map(({ marketplaceId }) => ({ marketplaceId, text: failedText(locale) })),
  };
}

const rankOf = ({ verdict }: Match) => ['IDENTICAL', 'SIMILAR', 'UNLIKE'].indexOf(verdict);

/**
 * Accepts a suggested product, which is then watched, or refuses it, which ends its watching. Both decisions are stored.
 * @throws Problem 404 `listing_not_found`; 422 `link_not_watched`
 */
export const decideCandidateOf = (
  ctx: MarketplaceContext,
  actor: Actor,
  listingId: number,
  { link, isAccepted, basis }: { link: string; isAccepted: boolean; basis: MatchBasis },
  locale: Locale,
): Promise<{ competitorId: number | null }> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId, personId } = actor;
    const refuse = (code: Refusal) =>
      problem('link_not_watched', {
        values: { reason: refusalText(ctx.marketplaces.known, code, locale) },
      });
    const listing = await needListing(trx, companyId, listingId);
    const {
      marketplaceId,
      countryCode,
      id: productId,
      kind,
    } = parseLink(ctx.marketplaces.known, link);
    if (marketplaceId === null || countryCode === null || productId === null)
      throw refuse(kind as Refusal);
    let competitorId: number | null = null;
    if (isAccepted) {
      const [added] = await addLinks(ctx, trx, actor, listing, [link], locale);
      if (added?.outcome === 'refused') throw refuse(added.code as Refusal);
      competitorId = added?.competitorId ?? null;
    }
    const now = ctx.clock();
    const decided = {
      listingId,
      marketplaceId,
      countryCode,
      productId,
      basis,
      isAccepted,
      personId,
    };
    await store.saveDecision(trx, companyId, decided, now);
    if (!isAccepted) {
      await store.deleteProduct(trx, companyId, decided);
      await publishWatched(ctx, trx, companyId, [listingId]);
    }
    return { competitorId };
  });

/** How often the company accepted suggestions, by the reason for which they were suggested. */
export const precisionOf = (
  ctx: MarketplaceContext,
  companyId: number,
): Promise<{ precisions: MatchPrecision[] }> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const rows = await store.countDecisions(trx, companyId);
    const count = (basis: MatchBasis, isAccepted: boolean) =>
      rows.find((row) => row.basis === basis && row.is_accepted === isAccepted)?.count ?? 0;
    return {
      precisions: (['identifier', 'text'] as const).map((basis) => {
        const [accepted, refused] = [count(basis, true), count(basis, false)];
        const all = accepted + refused;
        return { basis, accepted, refused, precision: all === 0 ? null : accepted / all };
      }),
    };
  });
