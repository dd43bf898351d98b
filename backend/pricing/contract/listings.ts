// Ads as pricing knows them: the rows of automatic pricing.
import * as z from 'zod';
import { Listing } from '../../catalog/contract.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { BuyboxStatus } from '../../kernel/market.ts';
import { Amount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { Competition, MinimumBy, RuleOrigin, RuleStatus, Strategy, UpdateState } from './words.ts';

/** An ad with all that pricing knows of it: the row of automatic pricing. */
export const PricedListing = z.object({
  ...Listing.shape,
  buyboxStatus: BuyboxStatus.nullable(),
  /** When the market was last seen; null: never. */
  marketObservedAt: Instant.nullable(),
  winnerName: z.string().nullable(),
  winnerPrice: Amount.nullable(),
  bestRivalPrice: Amount.nullable(),
  rivals: z.int(),
  rule: z
    .object({
      id: Id,
      name: z.string(),
      status: RuleStatus,
      competition: Competition,
      strategy: Strategy,
      origin: RuleOrigin,
      minimumBy: MinimumBy,
      /** The amount that follows for this ad, where the rule says a margin or a return; null: none, or not known. */
      minPrice: Amount.nullable(),
      maxPrice: Amount.nullable(),
      requiresApproval: z.boolean(),
    })
    .nullable(),
  /** What a minimum by margin or return follows from; null: the cost or the marketplace's fee is not known. */
  costs: z
    .object({
      cost: Amount,
      taxPercent: z.number(),
      feePercent: z.number(),
      feeFixed: Amount,
    })
    .nullable(),
  /** The update that waits or is on its way, if any. */
  waitingUpdate: z.object({ id: Id, state: UpdateState, newPrice: Amount }).nullable(),
  lastUpdate: z.object({ id: Id, state: UpdateState, newPrice: Amount, at: Instant }).nullable(),
});
export type PricedListing = z.infer<typeof PricedListing>;

export const ListingTab = z.enum(['all', 'losing', 'at_minimum', 'no_rule', 'failed']);
export type ListingTab = z.infer<typeof ListingTab>;

/** A tab and a search, under which the filters stand. */
export const ListingQuery = z.object({
  tab: ListingTab.default('all'),
  search: z.string().trim().max(200).optional(),
});
export type ListingQuery = z.infer<typeof ListingQuery>;

export const queryListings = endpoint({
  method: 'post',
  path: '/v2/rules/listings/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary:
    'A page of ads with their buybox, rule, limits and waiting update, and a count for each tab',
  query: ListingQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(PricedListing).extend({
    counts: z.record(ListingTab, z.int()),
    /** The numbers are about right; the true ones are being counted, and come with the next answer. */
    isEstimate: z.boolean(),
  }),
});
