// A competitor by itself: where it competes with us, whether it follows our prices, and how low it went.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, PositiveAmount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';

/** The days for which it is shown whether a competitor follows, and what it took. */
export const PROFILE_DAYS = 30;
/** A competitor's change answers one of ours within this time. */
export const FOLLOW_HOURS = 24;
/** With fewer changes of ours it is unknown whether a competitor follows. */
export const FOLLOW_LEAST = 5;

/**
 * How often and how fast a competitor follows our price changes, from the recorded offers of `PROFILE_DAYS` days.
 *
 * A change of our price is followed when the competitor, who offered the product at that moment, is observed with a changed price in
 * the same direction within `FOLLOW_HOURS` hours after. Each change of theirs answers one of ours, the latest. Not counted are
 * changes of ours after which we changed our price once more before they answered, after which they left the page, and
 * those whose hours are not over yet. Suspect prices do not count. Delays are those between observations: a market
 * that is polled every hour gives them to the hour.
 */
export const Following = z.object({
  /** The first and the last recorded observation that counted; null: there is none. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Listings whose observations counted: those with the newest ones. */
  listings: z.int().min(0),
  /** Changes of ours that count, and those of them that were followed. */
  changes: z.int().min(0),
  followed: z.int().min(0),
  /** `followed` of `changes`, 0 to 1; null: fewer than `FOLLOW_LEAST` changes, so it is unknown. */
  share: z.number().min(0).max(1).nullable(),
  /** The median delay of those that were followed; null: unknown as well, or none was. */
  medianMinutes: z.number().min(0).nullable(),
});
export type Following = z.infer<typeof Following>;

const LowestSeen = z.object({
  listingId: Id,
  title: z.string(),
  price: PositiveAmount,
  currencyCode: z.string(),
  at: Instant,
});

export const CompetitorProfile = z.object({
  marketplaceId: MarketplaceId,
  sellerId: z.string(),
  /** Empty: the marketplace does not report it. */
  sellerName: z.string(),
  /** Of the listings that it competes with; the first is where it was last observed. */
  countryCodes: z.array(z.string()),
  /** Listings beside which it was observed, and those beside which it is now. */
  listings: z.int().min(0),
  present: z.int().min(0),
  firstSeenAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
  /** Up to when recorded observations are included; null: not all are yet. */
  countedAt: Instant.nullable(),
  /** The lowest price that did not look wrong, in the currency in which it was last observed; null: none was. */
  lowest: LowestSeen.nullable(),
  following: Following,
  /** What it took from us in `PROFILE_DAYS` days. */
  taken: z.object({
    times: z.int().min(0),
    listings: z.int().min(0),
    hours: z.number().min(0),
    /** The median of how far our price was above, in percent; null: not known. */
    gapPercent: z.number().nullable(),
  }),
});
export type CompetitorProfile = z.infer<typeof CompetitorProfile>;

/** One of our listings beside which a competitor is, or was. */
export const ContestedListing = z.object({
  listingId: Id,
  title: z.string(),
  imageUrl: z.string().nullable(),
  skuMarketplace: z.string(),
  currencyCode: z.string(),
  price: PositiveAmount,
  /** Its offer in the listing's own market, or a page that the company watches. */
  source: z.enum(['market', 'watched']),
  /** Whether it competes now, by the latest observation. */
  isPresent: z.boolean(),
  /** Its price now; null: it is not there, or its price looks wrong. */
  rivalPrice: PositiveAmount.nullable(),
  /** How far our price is above, in percent; negative: its price is higher. */
  gapPercent: z.number().nullable(),
  /** Whether it has the buybox; null: no seller has it, or it is not reported who. */
  hasBuybox: z.boolean().nullable(),
  lowestPrice: Amount.nullable(),
  lowestAt: Instant.nullable(),
  firstSeenAt: Instant,
  /** When the market was last observed. */
  observedAt: Instant.nullable(),
});
export type ContestedListing = z.infer<typeof ContestedListing>;

const common = { method: 'get', access: 'company', needs: 'read', tag: 'competitors' } as const;
/** A competitor is known by its seller's id at a marketplace. */
const OfSeller = z.object({
  marketplaceId: z.coerce.number().pipe(MarketplaceId),
  sellerId: z.string().min(1).max(100),
});

export const competitorProfile = endpoint({
  ...common,
  path: '/v1/sellers/{marketplaceId}/{sellerId}',
  summary:
    'Shows of one competitor how many listings it competes with, whether it follows price changes, and its lowest price',
  params: OfSeller,
  answer: CompetitorProfile,
});

export const contestedListings = endpoint({
  ...common,
  path: '/v1/sellers/{marketplaceId}/{sellerId}/listings',
  summary: 'Lists the listings that one competitor competes with: where it is now first',
  params: OfSeller,
  query: PageQuery,
  answer: pageOf(ContestedListing),
});
