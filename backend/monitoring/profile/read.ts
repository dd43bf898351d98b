// What the page of one competitor shows.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { Market } from '../../kernel/market.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  type CompetitorProfile,
  type ContestedListing,
  FOLLOW_LEAST,
  type Following,
  PROFILE_DAYS,
} from '../contract/profile.ts';
import { competingOffers } from '../diff.ts';
import { latestMarkets } from '../store.ts';
import { followsOf, medianOf } from './engine/follow.ts';
import { foldCompetitors } from './fold.ts';
import * as store from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** Listings whose recorded markets are read for one answer, and markets of each. */
const MOST_READ = { listings: 50, each: 100 };
/** Data younger than this is not refreshed before it is read. */
const FRESH_MS = 60_000;
/** The pages of snapshots that a reader adds at most: the rest is left to a worker. */
const READER_PAGES = 4;

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;

/** A competitor's price in a market: that of its first offer that counts; null: none does. */
const offerIn = (market: Pick<Market, 'offers'>, { marketplaceId, sellerId }: store.Seller) =>
  competingOffers(market).find(
    (offer) => offer.sellerId === sellerId && offer.marketplaceId === marketplaceId,
  ) ?? null;

async function followingOf(trx: Trx, seller: store.Seller, from: Date): Promise<Following> {
  const recorded = await store.recordedBeside(trx, seller, { from, ...MOST_READ });
  const byListing = Map.groupBy(recorded, ({ listingId }) => listingId);
  const delays: number[] = [];
  let changes = 0;
  for (const its of byListing.values()) {
    const sightings = its.map((market) => ({
      at: market.at.getTime(),
      ownPrice: market.ownPrice,
      price: offerIn(market, seller)?.price ?? null,
    }));
    const follows = followsOf(sightings, its[0]!.until.getTime());
    delays.push(...follows.delays);
    changes += follows.changes;
  }
  const isKnown = changes >= FOLLOW_LEAST;
  const median = isKnown ? medianOf(delays) : null;
  const times = recorded.flatMap(({ at, until }) => [at.getTime(), until.getTime()]);
  return {
    from: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    to: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    listings: byListing.size,
    changes,
    followed: delays.length,
    share: isKnown ? delays.length / changes : null,
    medianMinutes: median === null ? null : Math.round(median / 60_000),
  };
}

/** Refreshes data that is older than a minute. */
async function refresh(ctx: MarketplaceContext, companyId: number): Promise<void> {
  const at = await within(ctx.db, { company: companyId }, (trx) => store.foldedAt(trx, companyId));
  if (at !== null && ctx.clock().getTime() - at.getTime() < FRESH_MS) return;
  await foldCompetitors(ctx, companyId, { pages: READER_PAGES });
}

/** A competitor of a company; for one that was never observed all is zero or unknown. */
export async function profileOf(
  ctx: MarketplaceContext,
  seller: store.Seller,
): Promise<CompetitorProfile> {
  const { companyId, marketplaceId, sellerId } = seller;
  await refresh(ctx, companyId);
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const from = new Date(now.getTime() - PROFILE_DAYS * DAY_MS);
    const { firstSeenAt, lastSeenAt, countryCodes, ...sums } = await store.sumsOf(trx, seller);
    const lowest = await store.lowestOf(trx, seller);
    return {
      marketplaceId,
      sellerId,
      ...sums,
      countryCodes: countryCodes ?? [],
      firstSeenAt: iso(firstSeenAt),
      lastSeenAt: iso(lastSeenAt),
      countedAt: iso(await store.foldedAt(trx, companyId)),
      lowest: lowest && {
        ...lowest,
        price: toAmount(lowest.price),
        at: lowest.at.toISOString(),
      },
      following: await followingOf(trx, seller, from),
      taken: await store.takenBy(trx, seller, { from, now }),
    };
  });
}

/** The listings with which a competitor competes: where it is now first. */
export async function contestedOf(
  ctx: MarketplaceContext,
  seller: store.Seller,
  query: PageQuery,
): Promise<Page<ContestedListing>> {
  const { companyId } = seller;
  await refresh(ctx, companyId);
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const { listings: total } = await store.sumsOf(trx, seller);
    const found = await store.listingsBeside(trx, seller, query);
    const markets = await latestMarkets(
      trx,
      companyId,
      found.map(({ listingId }) => listingId),
    );
    const content = found.map((one): ContestedListing => {
      const market = markets.get(one.listingId)?.market;
      const seen = market && offerIn(market, seller);
      const rival = one.source === 'watched' ? one.price : (seen?.price ?? null);
      const winner = market?.buybox.winnerSellerId ?? null;
      return {
        listingId: one.listingId,
        title: one.title,
        imageUrl: one.imageUrl,
        skuMarketplace: one.skuMarketplace,
        currencyCode: one.currencyCode,
        price: toAmount(one.ownPrice),
        source: one.source,
        isPresent: one.isPresent,
        rivalPrice: toAmountOrNull(one.isPresent ? rival : null),
        gapPercent:
          !one.isPresent || rival === null
            ? null
            : Math.round(((one.ownPrice - rival) / rival) * 1_000) / 10,
        hasBuybox: one.source === 'watched' || winner === null ? null : winner === seller.sellerId,
        lowestPrice: toAmountOrNull(one.lowestPrice),
        lowestAt: iso(one.lowestAt),
        firstSeenAt: one.firstSeenAt.toISOString(),
        observedAt: iso(one.observedAt),
      };
    });
    return toPage(content, total, query);
  });
}
