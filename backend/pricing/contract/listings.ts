// Listings as pricing knows them: the rows of automatic pricing.
import * as z from 'zod';
import { Listing } from '../../catalog/contract.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { GroupType } from '../../kernel/listing.ts';
import {
  BUYBOX_STATUSES,
  BuyboxStatus,
  Condition,
  ListingStatus,
  PromotionStatus,
} from '../../kernel/market.ts';
import { Amount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import {
  chosen,
  date,
  decimal,
  marketplaceId,
  money,
  select,
  text,
  whole,
  yesNo,
} from './list-fields.ts';
import {
  AnyStrategy,
  AnyUpdateState,
  Competition,
  MinimumBy,
  RuleOrigin,
  RuleStatus,
  Strategy,
  UpdateState,
} from './words.ts';

/** The list of automatic pricing. */
export const LISTING_FIELDS = listFields({
  id: whole,
  title: text,
  sku: text,
  skuMarketplace: text,
  catalogProductId: text,
  marketplaceId,
  accountId: chosen,
  accountName: text,
  countryCode: text,
  status: select(ListingStatus.options),
  condition: select(Condition.options),
  fulfillment: yesNo,
  promotionStatus: select(PromotionStatus.options),
  listingTypeId: text,
  healthScore: whole,
  groupType: select(GroupType.options),
  stock: whole,
  price: money,
  shippingPrice: money,
  updatedAt: date,
  buyboxStatus: select(BUYBOX_STATUSES),
  /** When the market was last seen: its age. */
  marketObservedAt: date,
  winnerName: text,
  winnerPrice: money,
  bestRivalPrice: money,
  rivals: whole,
  ruleId: chosen,
  ruleName: text,
  ruleStatus: select(RuleStatus.options),
  ruleOrigin: select(RuleOrigin.options),
  competition: select(Competition.options),
  strategy: select(Strategy.options),
  minimumBy: select(MinimumBy.options),
  requiresApproval: yesNo,
  minPrice: money,
  maxPrice: money,
  cost: money,
  /** What of the price is left after cost, tax and fee, in percent of it. */
  margin: decimal,
  /** The newest price update: its state, its price, and its time. */
  lastUpdateState: select(UpdateState.options),
  lastUpdatePrice: money,
  lastUpdateAt: date,
});
export type ListingField = keyof typeof LISTING_FIELDS;

/** A field that a row shows unchanged: read from the column by which the field is filtered. */
export const ListedValues = z.object({
  buyboxStatus: BuyboxStatus.nullable(),
  /** When the market was last seen; null: never. */
  marketObservedAt: Instant.nullable(),
  /** Null: there is no winner, or the marketplace does not name it; with a price there is a winner. */
  winnerName: z.string().nullable(),
  winnerPrice: Amount.nullable(),
  bestRivalPrice: Amount.nullable(),
  rivals: z.int(),
} satisfies Partial<Record<ListingField, z.ZodType>>);
export type ListedValues = z.infer<typeof ListedValues>;

/** A listing with all that pricing knows of it: the row of automatic pricing. */
export const PricedListing = z.object({
  ...Listing.shape,
  ...ListedValues.shape,
  winnerSellerId: z.string().nullable().default(null),
  /** Whether the marketplace reports who else sells the product; else `rivals` says nothing. */
  competitorsReported: z.boolean().default(true),
  rule: z
    .object({
      id: Id,
      name: z.string(),
      status: RuleStatus,
      competition: Competition,
      strategy: AnyStrategy,
      origin: RuleOrigin,
      minimumBy: MinimumBy,
      /** The amount that follows for this listing, where the rule says a margin or a return; null: none, or not known. */
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
  waitingUpdate: z.object({ id: Id, state: AnyUpdateState, newPrice: Amount }).nullable(),
  /** Which limit of the company's pace holds a price back, and until when it is decided again; null: none does. */
  held: z.object({ by: z.enum(['interval', 'hour', 'day']), until: Instant }).nullable(),
  lastUpdate: z.object({ id: Id, state: AnyUpdateState, newPrice: Amount, at: Instant }).nullable(),
});
export type PricedListing = z.infer<typeof PricedListing>;

export const ListingTab = z.enum(['all', 'losing', 'at_minimum', 'no_rule', 'failed']);
export type ListingTab = z.infer<typeof ListingTab>;

/** A tab and a search, to which the filters apply. */
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
    'Lists listings with their buybox, rule, limits and pending update, and a count for each tab',
  query: ListingQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(PricedListing).extend({
    counts: z.record(ListingTab, z.int()),
    /** The numbers are estimates; exact ones are being counted, and come with the next answer. */
    isEstimate: z.boolean(),
  }),
});
