import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { domainEvent } from '../kernel/event.ts';
import { Id, Instant } from '../kernel/id.ts';
import { BuyboxStatus, Comparison, Condition, MAX_OFFERS } from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import { Amount, PositiveAmount } from '../kernel/money.ts';

export * from './contract/alerts.ts';
export * from './contract/competitors.ts';
export * from './contract/links.ts';
export * from './contract/profile.ts';
export * from './contract/sellers.ts';
export * from './contract/series.ts';
export * from './contract/suspicion.ts';
export * from './contract/watch.ts';

export const OfferBody = z.object({
  sellerId: z.string().min(1).max(100),
  sellerName: z.string().max(200).default(''),
  marketplaceId: MarketplaceId.default(2),
  price: PositiveAmount,
  /** 0 where it is not reported. */
  shippingPrice: Amount.default(0),
  shippingReported: z.boolean().default(true),
  shippingTimeHours: z.number().min(0).nullable().default(null),
  fulfillment: z.boolean().nullable().default(null),
  reputation: z.string().nullable().default(null),
  listingTypeId: z.string().nullable().default(null),
  condition: Condition.default('new'),
  available: z.boolean().default(true),
  /** Its place in the marketplace's answer. */
  position: z.int().min(1).default(1),
  isOwn: z.boolean().default(false),
  /** Its price looks wrong, and nothing has confirmed it: rules do not count it. */
  isSuspect: z.boolean().default(false),
  comparison: Comparison.default('IDENTICAL'),
});
export type OfferBody = z.infer<typeof OfferBody>;

const BuyboxBody = z.object({
  status: BuyboxStatus,
  winnerSellerId: z.string().nullable().default(null),
  priceToWin: PositiveAmount.nullable().default(null),
  reason: z.string().nullable().default(null),
  /** The price of the offer that holds it, where the marketplace reports that beside the offers. */
  winnerPrice: PositiveAmount.nullable().default(null),
});

/** A market snapshot as it travels: decimal amounts, at most 20 offers. */
export const MarketBody = z.object({
  observedAt: Instant,
  buybox: BuyboxBody,
  offers: z.array(OfferBody).max(MAX_OFFERS).default([]),
  /** Whether the marketplace reports who else sells the product; else `offers` is empty, and says nothing. */
  reportsOffers: z.boolean().default(true),
});
export type MarketBody = z.infer<typeof MarketBody>;

/** Emitted in the transaction that recorded polls in which something that matters changed, or that came after a long time. */
export const MARKET_CHANGED = domainEvent(
  'monitoring.market-changed',
  z.object({
    companyId: Id,
    listingIds: z.array(Id),
  }),
);

const Moved = z.object({ listingId: Id, title: z.string() });

/**
 * Emitted in the transaction that found that listings have lost or won the buybox for long enough, only for those whose buybox
 * matters: for sale, in stock, and under an enabled rule that competes for it.
 */
export const BUYBOX_MOVED = domainEvent(
  'monitoring.buybox-moved',
  z.object({
    companyId: Id,
    lost: z.array(Moved),
    /** Those lost since then are announced together, as there are many; null: each is announced. */
    manySince: Instant.nullable().default(null),
    /** Won back, only those whose loss was announced. */
    won: z.array(Moved).default([]),
    /** All that were won. */
    wonListingIds: z.array(Id),
  }),
);

/** A market with the time of its next observation if nothing happens before. */
export const WatchedMarket = MarketBody.extend({ expectedNextLook: Instant.nullable() });
export type WatchedMarket = z.infer<typeof WatchedMarket>;

export const market = endpoint({
  method: 'get',
  path: '/v1/buybox/{listingId}/market',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary: 'Gets the latest market snapshot of a listing',
  params: z.object({ listingId: Id }),
  answer: WatchedMarket.nullable(),
});

/** How the polls that a marketplace allows are spent in one account. */
export const AccountPlan = z.object({
  accountId: Id,
  looksPerHour: z.int(),
  /** Listings whose next poll is due. */
  waiting: z.int(),
  /** Minutes until each listing under an enabled rule was observed once more; null: longer than can be foreseen. */
  ruledDelayMinutes: z.int().nullable(),
  /** The same for all listings for sale. */
  delayMinutes: z.int().nullable(),
});
export type AccountPlan = z.infer<typeof AccountPlan>;

export const Plan = z.object({
  accounts: z.array(AccountPlan),
  listings: z.array(
    z.object({
      listingId: Id,
      /** Null: the listing is not for sale, or it is longer than can be foreseen. */
      expectedNextLook: Instant.nullable(),
    }),
  ),
});
export type Plan = z.infer<typeof Plan>;

/** Up to 200 ids with commas between. */
const Ids = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,199}$/)
  .transform((text) => text.split(',').map(Number));

export const plan = endpoint({
  method: 'get',
  path: '/v1/monitoring/plan',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary: 'Gets the polling rate of an account, and when these listings are polled next',
  query: z.object({ listings: Ids.optional() }),
  answer: Plan,
});

/** What happened to a marketplace's notification: accepted, or ignored as its seller or topic is unknown. */
export const webhook = endpoint({
  method: 'post',
  path: '/webhooks/{marketplace}',
  access: 'public',
  tag: 'monitoring',
  summary: "Receives a marketplace's notification; acknowledges at once and processes it later",
  params: z.object({ marketplace: z.string().regex(/^[a-z-]{1,30}$/) }),
  body: z.unknown(),
  answer: z.object({ accepted: z.boolean() }),
});
