// The overview above the list of buybox monitoring: the present numbers, and the charts of the last 30 days.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';

/** The days of the charts, the present one included. */
export const OVERVIEW_DAYS = 30;
/** Competitors that are listed at most. */
export const MAX_WINNERS = 20;

export const BuyboxOverview = z.object({
  /** When it was worked out. */
  at: Instant,
  /** Listings for sale and in stock, as they are now. */
  now: z.object({
    losing: z.int(),
    /** Of these: the price to win keeps what the rule, else the cost, asks for. */
    winnable: z.int(),
    /** Of these: lost within 24 hours. */
    lostToday: z.int(),
    notCompeting: z.int(),
    /** Not observed for 24 hours, or never, where the marketplace reports a market. */
    unseen: z.int(),
  }),
  /** How many listings are monitored, and may be; null: as many as there are. */
  monitored: z.object({ listings: z.int(), limit: z.int().nullable() }),
  /** Seconds by day of the account, added up over listings; shared time apart. Days of which nothing is known are missing. */
  coverage: z.array(
    z.object({
      day: z.string(),
      won: z.number(),
      shared: z.number(),
      losing: z.number(),
      barred: z.number(),
      unseen: z.number(),
    }),
  ),
  /** Listings by the share of the last 7 days in which they held the buybox: ten classes, from 0–10 % on. */
  shares: z.array(z.int()).length(10),
  /** To whom the buybox was lost, the longest first. */
  winners: z
    .array(
      z.object({
        /** Null: it is not reported who won. */
        sellerId: z.string().nullable(),
        sellerName: z.string().nullable(),
        /** Null: what was worked out by an earlier version does not have it. */
        marketplaceId: MarketplaceId.nullable().default(null),
        times: z.int(),
        listings: z.int(),
        hours: z.number(),
        /** The median of how far the own price was above, in percent; null: not known. */
        gapPercent: z.number().nullable(),
        /** In what share of the times the marketplace shipped the competitor's offer; null: not reported. */
        fulfillmentShare: z.number().nullable(),
      }),
    )
    .max(MAX_WINNERS),
  /** How often the buybox was lost, by weekday (Monday first) and hour of the account's time zone. */
  hours: z.array(z.array(z.int()).length(24)).length(7),
});
export type BuyboxOverview = z.infer<typeof BuyboxOverview>;

export const buyboxOverview = endpoint({
  method: 'get',
  path: '/v1/buybox/overview',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary:
    'Gets the present numbers of buybox monitoring, and the last 30 days: time held, to whom it was lost, and when',
  query: z.object({ accountId: Id.optional() }),
  answer: BuyboxOverview,
});
