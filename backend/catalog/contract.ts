import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Id, Instant } from '../kernel/id.ts';
import { GroupType, ListingChannel, ListingTag } from '../kernel/listing.ts';
import { Condition, ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode } from '../kernel/money.ts';

export * from './contract/accounts.ts';
export * from './contract/costs.ts';
export * from './contract/particulars.ts';

/** An ad of one of the company's accounts, as the marketplace last told it. */
export const Listing = z.object({
  id: Id,
  accountId: Id,
  accountName: z.string(),
  marketplaceId: MarketplaceId,
  /** By what the marketplace's API knows the ad: MLB…, at Amazon the seller's SKU. */
  skuMarketplace: z.string(),
  sku: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  link: z.string().nullable(),
  price: Amount,
  shippingPrice: Amount,
  currencyCode: CurrencyCode,
  countryCode: z.string(),
  stock: z.int(),
  status: ListingStatus,
  condition: Condition,
  listingTypeId: z.string().nullable(),
  fulfillment: z.boolean(),
  promotionStatus: PromotionStatus,
  catalogProductId: z.string().nullable(),
  /** How good an ad it is, 0 to 100, as the marketplace says; null: not worked out yet. */
  healthScore: z.int().min(0).max(100).nullable(),
  groupType: GroupType,
  /** Which of several it is, as people say it: `Azul, 220V`; null: not told, or it sells several. */
  variation: z.string().nullable(),
  channels: z.array(ListingChannel),
  tags: z.array(ListingTag),
  updatedAt: Instant,
});
export type Listing = z.infer<typeof Listing>;

/**
 * Emitted in the transaction that stored listings for the first time or anew, with those that differ, and those that
 * the marketplace's own automation began or ceased to price.
 */
export const ListingsSynced = z.object({
  companyId: Id,
  listingIds: z.array(Id),
});
export type ListingsSynced = z.infer<typeof ListingsSynced>;
export const LISTINGS_SYNCED = 'catalog.listings-synced';

/** Emitted in the transaction that set an account aside because its marketplace renews it no more. */
export const AccountDisconnected = z.object({
  companyId: Id,
  accountId: Id,
  accountName: z.string(),
});
export type AccountDisconnected = z.infer<typeof AccountDisconnected>;
export const ACCOUNT_DISCONNECTED = 'catalog.account-disconnected';

/** Emitted in the transaction that stored what a marketplace lets an account in with, the first time or again. */
export const AccountConnected = z.object({ companyId: Id, accountId: Id });
export type AccountConnected = z.infer<typeof AccountConnected>;
export const ACCOUNT_CONNECTED = 'catalog.account-connected';

export const listingsByIds = endpoint({
  method: 'post',
  path: '/v1/listings',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Ads by their ids; unknown ids are left out',
  body: z.object({ listings: z.array(Id).min(1).max(200) }),
  answer: z.array(Listing),
});
