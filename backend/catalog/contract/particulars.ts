// What a marketplace reports of a listing when it is asked about that very listing: its variations, and how healthy it is.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id } from '../../kernel/id.ts';
import { GroupType, HealthBand, ListingChannel } from '../../kernel/listing.ts';
import { ListingStatus, PromotionStatus } from '../../kernel/market.ts';
import { Amount } from '../../kernel/money.ts';

/** One variation of a listing that sells several, or one listing of a family. */
export const Variation = z.object({
  sku: z.string().nullable(),
  skuMarketplace: z.string(),
  /** By header. */
  attrs: z.record(z.string(), z.string()),
  stock: z.int().nullable(),
  price: Amount.nullable(),
  /** The company's own listing of the variation; null: the requested listing sells it. */
  listingId: Id.nullable(),
});
export type Variation = z.infer<typeof Variation>;

/** `headers` are the marketplace's codes of attributes, in capitals: COLOR, SIZE, VOLTAGE… */
export const Variations = z.object({ headers: z.array(z.string()), data: z.array(Variation) });
export type Variations = z.infer<typeof Variations>;

export const listingVariations = endpoint({
  method: 'get',
  path: '/v1/listings/variations/{listingId}',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Gets the variations of a listing from its marketplace; empty if it has none',
  params: z.object({ listingId: Id }),
  answer: Variations,
});

/** One thing that makes a listing healthy. */
export const HealthItem = z.object({
  /** The marketplace's own name of it, by which a page may have words of its own. */
  code: z.string(),
  /** Whether it is done. */
  type: z.boolean(),
  /** In the marketplace's words. */
  description: z.string(),
  /** What to do about it, in the marketplace's words. */
  message: z.string().nullable(),
});
export type HealthItem = z.infer<typeof HealthItem>;

export const ListingHealth = z.object({
  id: Id,
  health: HealthBand,
  /** The marketplace's own score, 0 to 100; 0 where it has none yet. */
  score: z.int().min(0).max(100),
  /** How many items the marketplace checks, and how many of them are done. */
  totalHealth: z.int(),
  totalHealthCompleted: z.int(),
  categories: z.array(z.object({ name: z.string(), descriptions: z.array(HealthItem).min(1) })),
});
export type ListingHealth = z.infer<typeof ListingHealth>;

/** What stands for the SKU in a path where a listing has none. */
export const NO_SKU = '-';

export const listingHealth = endpoint({
  method: 'get',
  path: '/listing/sku/{sku}/sku-marketplace/{skuMarketplace}/health',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary:
    'Gets the health of a listing: the completed and missing points that its marketplace names',
  params: z.object({ sku: z.string().min(1).max(200), skuMarketplace: z.string().min(1).max(200) }),
  query: z.object({ accountId: Id }),
  answer: ListingHealth,
});

export const listingStatuses = endpoint({
  method: 'get',
  path: '/v1/listings/status',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Lists the states of listings and their relations to other listings of the same product',
  answer: z.object({ status: z.array(ListingStatus), groupType: z.array(GroupType) }),
});

export const listingTypes = endpoint({
  method: 'get',
  path: '/v1/listings/types',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary:
    'Lists the listing types, lowest to highest, with their names, and the kinds of fulfillment',
  answer: z.object({
    fulfillment: z.array(z.boolean()),
    types: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const listingChannels = endpoint({
  method: 'get',
  path: '/v1/listings/channels',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Lists the addresses of listings at marketplaces',
  answer: z.object({ channels: z.array(ListingChannel) }),
});

export const promotionStatuses = endpoint({
  method: 'get',
  path: '/v1/listings/promotions/status',
  access: 'company',
  needs: 'read',
  tag: 'catalog',
  summary: 'Lists the states of a listing in a promotion',
  answer: z.object({ promotions: z.array(PromotionStatus) }),
});
