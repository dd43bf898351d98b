// What the lists of pricing may be filtered and ordered by, their spreadsheets, and the choice of all that match.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { AllowedField, type ListField, listFields, YES_NO } from '../../kernel/list-schema.ts';
import { GroupType } from '../../kernel/listing.ts';
import {
  BUYBOX_STATUSES,
  BuyboxStatus,
  Condition,
  ListingStatus,
  PromotionStatus,
} from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { ListingQuery } from './listings.ts';
import { RuleQuery } from './rules.ts';
import { HistoryRange, HistoryTab, PriceUpdate } from './updates.ts';
import {
  BaseOn,
  Competition,
  Control,
  EventType,
  MinimumBy,
  PriceTag,
  RuleOrigin,
  RuleStatus,
  Strategy,
  UpdateState,
} from './words.ts';

const text: ListField = { type: 'text' };
const money: ListField = { type: 'monetary' };
const date: ListField = { type: 'date' };
const decimal: ListField = { type: 'numeric' };
const whole: ListField = { type: 'numeric', values: 'whole' };
const yesNo: ListField = { type: 'select', options: YES_NO, values: 'boolean' };
/** Chosen by searching, and named by its id. */
const chosen: ListField = { type: 'multi_search', values: 'whole' };
const select = (options: readonly string[]): ListField => ({ type: 'select', options });

const marketplaceId = select(MarketplaceId.options.map(({ value }) => String(value)));

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
  /** What of the price is left, in percent of it. */
  margin: decimal,
  /** The newest price update: where it stands, what it asked for, and since when it stands there. */
  lastUpdateState: select(UpdateState.options),
  lastUpdatePrice: money,
  lastUpdateAt: date,
});
export type ListingField = keyof typeof LISTING_FIELDS;

/** The list of rules. */
export const RULE_FIELDS = listFields({
  id: whole,
  name: text,
  status: select(RuleStatus.options),
  origin: select(RuleOrigin.options),
  competition: select(Competition.options),
  strategy: select(Strategy.options),
  baseOn: select(BaseOn.options),
  control: select(Control.options),
  requiresApproval: yesNo,
  minimumBy: select(MinimumBy.options),
  minPrice: money,
  maxPrice: money,
  /** How many ads it prices. */
  ads: whole,
  createdAt: date,
  updatedAt: date,
});
export type RuleField = keyof typeof RULE_FIELDS;

/** The history of prices. */
export const UPDATE_FIELDS = listFields({
  id: whole,
  state: select(UpdateState.options),
  eventType: select(EventType.options),
  priceTags: select(PriceTag.options),
  strategy: select(Strategy.options),
  rankingType: select(Competition.options),
  rankingStatus: select(BuyboxStatus.options),
  oldPrice: money,
  newPrice: money,
  minPrice: money,
  maxPrice: money,
  createdAt: date,
  lastUpdate: date,
  ruleId: chosen,
  ruleName: text,
  listingId: chosen,
  title: text,
  sku: text,
  skuMarketplace: text,
  catalogProductId: text,
  marketplaceId,
  accountId: chosen,
  accountName: text,
  /** Of the rival that the price answers. */
  rivalName: text,
  rivalPrice: money,
  /** Who approved, cancelled or undid it. */
  decidedBy: text,
});
export type UpdateField = keyof typeof UPDATE_FIELDS;

export const PricingList = z.enum(['rules', 'listings', 'updates']);
export type PricingList = z.infer<typeof PricingList>;
export const PRICING_LISTS = {
  rules: RULE_FIELDS,
  listings: LISTING_FIELDS,
  updates: UPDATE_FIELDS,
} as const;

export const listSchema = endpoint({
  method: 'get',
  path: '/v2/rules/schemas',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'What a list may be filtered and ordered by: each field with its type and conditions',
  query: z.object({ list: PricingList.default('rules') }),
  answer: z.object({ allowedFields: z.array(AllowedField) }),
});

/** A range of days by default the last month, both included, and a tab. */
const UpdateQuery = HistoryRange.extend({
  tab: HistoryTab.default('all'),
  search: z.string().trim().max(200).optional(),
});
export type UpdateQuery = z.infer<typeof UpdateQuery>;

export const queryUpdates = endpoint({
  method: 'post',
  path: '/v2/rules/updates/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'A page of price updates by filters and orders, with a count for each tab',
  query: UpdateQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(PriceUpdate).extend({ counts: z.record(HistoryTab, z.int()) }),
});

export const exportListings = download({
  method: 'post',
  path: '/v2/rules/listings/export',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'All ads that match as a spreadsheet (CSV)',
  query: ListingQuery,
  body: ExportBody,
  type: 'text/csv',
});

export const exportRules = download({
  method: 'post',
  path: '/v2/rules/export',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'All rules that match as a spreadsheet (CSV)',
  query: RuleQuery,
  body: ExportBody,
  type: 'text/csv',
});

export const exportUpdates = download({
  method: 'post',
  path: '/v2/rules/updates/export',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'All price updates that match as a spreadsheet (CSV)',
  query: UpdateQuery,
  body: ExportBody,
  type: 'text/csv',
});

/** All ads that matched a question at one moment. It is kept for an hour. */
export const ListingSelection = z.object({ id: Id, count: z.int(), expiresAt: Instant });
export type ListingSelection = z.infer<typeof ListingSelection>;

export const selectListings = endpoint({
  method: 'post',
  path: '/v2/rules/listings/selection',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Keeps for an hour which ads match, to do something with all of them',
  query: ListingQuery,
  body: ListBody.pick({ filters: true, timeZone: true }),
  answer: ListingSelection,
});
