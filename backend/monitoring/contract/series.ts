// A listing's prices over time: its own, its competitors', the winner's, and when it held the buybox.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount } from '../../kernel/money.ts';

/** The longest range of one query; a day more, for whole days in zones that change their clocks. */
export const MAX_SERIES_DAYS = 366;
/** The most points of all lines together, with the ends of all stretches. */
export const MAX_SERIES_POINTS = 2_200;
/** Competitors that have a line of their own. */
export const SERIES_COMPETITORS = 5;
/** Watched competitors that have one: those that were last observed. */
export const SERIES_WATCHED = 5;

/** From this instant on the price is in effect, until the next step; null: there is none. */
export const PriceStep = z.object({ at: Instant, price: Amount.nullable() });
export type PriceStep = z.infer<typeof PriceStep>;

const Steps = z.array(PriceStep);
export const Stretch = z.object({ from: Instant, to: Instant });
export type Stretch = z.infer<typeof Stretch>;

export const CompetitorSeries = z.object({
  sellerId: z.string(),
  /** Empty: the marketplace does not report it. */
  sellerName: z.string(),
  /** The share of the observed time in which the seller was a competitor, 0 to 1. */
  presence: z.number().min(0).max(1),
  steps: Steps,
});
export type CompetitorSeries = z.infer<typeof CompetitorSeries>;

/** A competitor that the company watches by its page. There is no price while none that counts is known. */
export const WatchedSeries = z.object({
  competitorId: Id,
  marketplaceId: MarketplaceId,
  /** Of the page's product; null: not known yet. */
  title: z.string().nullable(),
  steps: Steps,
});
export type WatchedSeries = z.infer<typeof WatchedSeries>;

/** Figures of the whole lines, even where fewer points are sent. */
export const SeriesFigures = z.object({
  /** Shares of the observed time, 0 to 1; null where nothing was observed. */
  heldShare: z.number().min(0).max(1).nullable(),
  sharedShare: z.number().min(0).max(1).nullable(),
  /** The own price, weighted by how long it was in effect. */
  averagePrice: Amount.nullable(),
  lowestPrice: Amount.nullable(),
  highestPrice: Amount.nullable(),
  /** How often the own price changed. */
  priceChanges: z.int().min(0),
});
export type SeriesFigures = z.infer<typeof SeriesFigures>;

export const MarketSeries = z.object({
  from: Instant,
  to: Instant,
  /** The oldest and the newest stored observation, whatever range is requested; null: never observed. */
  firstLook: Instant.nullable(),
  lastLook: Instant.nullable(),
  own: Steps,
  /** The lowest price among the competitors, shipping decides who that is. */
  bestRival: Steps,
  /** Who has the buybox, ourselves included; null: no one, or it is not reported. */
  winner: Steps,
  /** The own price that would win, where the marketplace reports it. */
  priceToWin: Steps.default([]),
  /** Those that were there longest, with their own prices. */
  rivals: z.array(CompetitorSeries).max(SERIES_COMPETITORS),
  /** Watched competitors with a price in the range. */
  watched: z.array(WatchedSeries).max(SERIES_WATCHED).default([]),
  /** When the listing had the buybox for itself, and when it shared it. */
  held: z.array(Stretch),
  shared: z.array(Stretch),
  /** Parts of the range without data: before the first observation, between two that are far apart, and since the latest. */
  unseen: z.array(Stretch),
  figures: SeriesFigures,
  /** Not every change is among the points: there were too many. */
  isThinned: z.boolean(),
});
export type MarketSeries = z.infer<typeof MarketSeries>;

export const marketSeries = endpoint({
  method: 'get',
  path: '/v1/buybox/{listingId}/series',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary: 'Gets the prices of a listing and its competitors over time; the last month by default',
  params: z.object({ listingId: Id }),
  query: z.object({ from: Instant.optional(), to: Instant.optional() }),
  answer: MarketSeries,
});
