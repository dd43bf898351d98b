import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { domainEvent } from '../kernel/event.ts';
import { Id, Instant } from '../kernel/id.ts';
import { GroupType, ListingChannel, ListingTag } from '../kernel/listing.ts';
import { Condition, ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode } from '../kernel/money.ts';

export * from './contract/accounts.ts';
export * from './contract/costs.ts';
export * from './contract/particulars.ts';
export * from './contract/test-page.ts';

/** A listing of one of the company's accounts, as the marketplace last reported it. */
export const Listing = z.object({
  id: Id,
  accountId: Id,
  accountName: z.string(),
  marketplaceId: MarketplaceId,
  /** The code by which the marketplace's API knows the listing. */
  skuMarketplace: z.string(),
  sku: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  link: z.string().nullable(),
  price: Amount,
  /** What buyers pay for shipping; 0 where it is not reported. */
  shippingPrice: Amount,
  shippingReported: z.boolean(),
  currencyCode: CurrencyCode,
  countryCode: z.string(),
  stock: z.int(),
  status: ListingStatus,
  condition: Condition,
  listingTypeId: z.string().nullable(),
  fulfillment: z.boolean(),
  promotionStatus: PromotionStatus,
  catalogProductId: z.string().nullable(),
  /** How good the marketplace finds the listing, 0 to 100; null: not calculated yet. */
  healthScore: z.int().min(0).max(100).nullable(),
  groupType: GroupType,
  /** Which of several variations it is, in people's words: `Azul, 220V`; null: not reported, or it sells several. */
  variation: z.string().nullable(),
  channels: z.array(ListingChannel),
  tags: z.array(ListingTag),
  updatedAt: Instant,
});
export type Listing = z.infer<typeof Listing>;

/**
 * Emitted in the transaction that stored listings for the first time or again, with those that differ, and those that
 * the marketplace's own automation began or ceased to price.
 */
export const LISTINGS_SYNCED = domainEvent(
  'catalog.listings-synced',
  z.object({
    companyId: Id,
    listingIds: z.array(Id),
  }),
);
export type ListingsSynced = z.infer<typeof LISTINGS_SYNCED.schema>;

/** The content of a listing's page by which buyers know it. */
export const ContentField = z.enum(['title', 'brand', 'picture']);

/** Emitted in the transaction that stored that a marketplace shows another title, brand or picture of listings. */
export const CONTENT_CHANGED = domainEvent(
  'catalog.content-changed',
  z.object({
    companyId: Id,
    at: Instant,
    changes: z.array(
      z.object({ listingId: Id, field: ContentField, before: z.string(), after: z.string() }),
    ),
  }),
);
export type ContentChanged = z.infer<typeof CONTENT_CHANGED.schema>;

/** Emitted in the transaction that deactivated an account because its marketplace does not renew it any more. */
export const ACCOUNT_DISCONNECTED = domainEvent(
  'catalog.account-disconnected',
  z.object({
    companyId: Id,
    accountId: Id,
    accountName: z.string(),
  }),
);

/** Emitted in the transaction that found the authorization of an account to end soon: some days before, once each. */
export const ACCOUNT_EXPIRING = domainEvent(
  'catalog.account-expiring',
  z.object({
    companyId: Id,
    accountId: Id,
    accountName: z.string(),
    /** Days that are left, begun ones included. */
    days: z.int().min(0),
    endsAt: Instant,
  }),
);

/** Emitted when a marketplace notified of new or changed orders of an account. */
export const ORDERS_NOTIFIED = domainEvent(
  'orders.notified',
  z.object({
    companyId: Id,
    accountId: Id,
    orderIds: z.array(z.string().min(1).max(200)).min(1),
  }),
);

/** Emitted when a marketplace notified that a price of an account was set, or refused after it had been accepted. */
export const PRICE_WRITTEN = domainEvent(
  'catalog.price-written',
  z.object({ companyId: Id, accountId: Id, skuMarketplace: z.string().min(1) }),
);
export type PriceWritten = z.infer<typeof PRICE_WRITTEN.schema>;

/** Emitted in the transaction that stored the credentials of an account, the first time or again. */
export const ACCOUNT_CONNECTED = domainEvent(
  'catalog.account-connected',
  z.object({ companyId: Id, accountId: Id }),
);
export type AccountConnected = z.infer<typeof ACCOUNT_CONNECTED.schema>;

export const listingsByIds = endpoint({
  method: 'post',
  path: '/v1/listings',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Gets listings by their ids; unknown ids are skipped',
  body: z.object({ listings: z.array(Id).min(1).max(200) }),
  answer: z.array(Listing),
});
