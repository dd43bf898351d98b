// Listings that no running campaign shows, and what keeps each from being advertised.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';

/**
 * The first reason against advertising a listing, in the order in which they are checked. `ready`: there is none.
 * `not_evaluated`: it was not evaluated since its state changed.
 */
export const NO_ADS_REASONS = [
  'ready',
  'health',
  'buybox',
  'stock',
  'cost_missing',
  'no_margin',
  'no_rates',
  'clicks_too_dear',
  'no_sales',
  'not_evaluated',
] as const;
export type NoAdsReason = (typeof NO_ADS_REASONS)[number];

export const WHY_NOT_WORDS = 'ads.why_not';

export const ListingWithoutAds = z.object({
  listingId: Id,
  title: z.string(),
  imageUrl: z.string().nullable(),
  link: z.string().nullable(),
  sku: z.string().nullable(),
  skuMarketplace: z.string(),
  catalogProductId: z.string().nullable(),
  marketplaceId: MarketplaceId,
  accountId: Id,
  accountName: z.string(),
  currencyCode: z.string(),
  price: Amount,
  stock: z.int(),
  /** From 0 to 100. */
  healthScore: z.int().nullable(),
  /** Sold in 30 days. */
  units: z.int(),
  whyNot: openEnum(WHY_NOT_WORDS, z.enum(NO_ADS_REASONS)),
  /** What advertising would bring in 30 days, decimal; null: not known. */
  effect: z.number().nullable(),
  /** Whether the marketplace lets campaigns of the account be created here. */
  canCreate: z.boolean(),
});
export type ListingWithoutAds = z.infer<typeof ListingWithoutAds>;

/** By what they are filtered and ordered. */
export const WITHOUT_ADS_FIELDS = listFields({
  title: { type: 'text' },
  sku: { type: 'text' },
  skuMarketplace: { type: 'text' },
  whyNot: { type: 'select', options: NO_ADS_REASONS },
  effect: { type: 'monetary' },
  units: { type: 'numeric', values: 'whole' },
  price: { type: 'monetary' },
  stock: { type: 'numeric', values: 'whole' },
  healthScore: { type: 'numeric', values: 'whole' },
  listingId: { type: 'numeric', values: 'whole' },
  currencyCode: { type: 'text' },
  marketplaceId: { type: 'select', values: 'whole' },
  accountId: { type: 'multi_search', values: 'whole' },
  accountName: { type: 'text' },
});
export type WithoutAdsField = keyof typeof WITHOUT_ADS_FIELDS;

const common = { access: 'company', needs: 'read', tag: 'ads' } as const;
const WithoutAdsQuery = z.object({ search: z.string().trim().max(200).optional() });
export type WithoutAdsQuery = z.infer<typeof WithoutAdsQuery>;

export const queryWithoutAds = endpoint({
  ...common,
  method: 'post',
  path: '/v1/ads/listings-without-ads/query',
  summary:
    'Lists active listings with stock that no running campaign shows, what advertising would bring most first, with the first reason against it',
  query: WithoutAdsQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(ListingWithoutAds).extend({
    /** When advice was last given; null: not yet. */
    evaluatedAt: Instant.nullable(),
  }),
});

export const exportWithoutAds = download({
  ...common,
  method: 'post',
  path: '/v1/ads/listings-without-ads/export',
  summary: 'Exports all matching listings without ads (CSV)',
  query: WithoutAdsQuery,
  body: ExportBody,
  type: 'text/csv',
});
