// What the lists of pricing may be filtered and ordered by, their spreadsheets, and the choice of all that match.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { AllowedField, listFields } from '../../kernel/list-schema.ts';
import { BuyboxStatus } from '../../kernel/market.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { BUYBOX_FIELDS } from './buybox.ts';
import { chosen, date, marketplaceId, money, select, text, whole, yesNo } from './list-fields.ts';
import { LISTING_FIELDS, ListingQuery } from './listings.ts';
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
  /** How many listings it prices. */
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
  /** Of the competitor that the price answers. */
  rivalName: text,
  rivalPrice: money,
  /** Who approved, cancelled or undid it. */
  decidedBy: text,
});
export type UpdateField = keyof typeof UPDATE_FIELDS;
/** The further columns of an export of the history. */
export type UpdateExtra = 'reason' | 'failure' | 'link';

export const PricingList = z.enum(['rules', 'listings', 'buybox', 'updates']);
export type PricingList = z.infer<typeof PricingList>;
export const PRICING_LISTS = {
  rules: RULE_FIELDS,
  listings: LISTING_FIELDS,
  buybox: BUYBOX_FIELDS,
  updates: UPDATE_FIELDS,
} as const;

export const listSchema = endpoint({
  method: 'get',
  path: '/v2/rules/schemas',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the filters and orders of a list: each field with its type and conditions',
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
  summary: 'Lists price updates by filters and order, with a count for each tab',
  query: UpdateQuery.extend(PageQuery.shape).extend({
    /** `successive`: rows, pages and counts are of `UpdateFold`s of the updates that match. */
    fold: z.enum(['none', 'successive']).default('none'),
  }),
  body: ListBody,
  answer: pageOf(PriceUpdate).extend({
    counts: z.record(HistoryTab, z.int()),
    /** How many updates the rows of the tab stand for. */
    updates: z.int(),
  }),
});

export const exportListings = download({
  method: 'post',
  path: '/v2/rules/listings/export',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Exports all matching listings (CSV)',
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
  summary: 'Exports all matching rules (CSV)',
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
  summary: 'Exports all matching price updates (CSV)',
  query: UpdateQuery,
  body: ExportBody,
  type: 'text/csv',
});

/** All listings that matched a question at one moment. It is kept for an hour. */
export const ListingSelection = z.object({ id: Id, count: z.int(), expiresAt: Instant });
export type ListingSelection = z.infer<typeof ListingSelection>;

export const selectListings = endpoint({
  method: 'post',
  path: '/v2/rules/listings/selection',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Stores which listings match for an hour, for a bulk action on all of them',
  query: ListingQuery,
  body: ListBody.pick({ filters: true, timeZone: true }),
  answer: ListingSelection,
});

export const ruleStatuses = endpoint({
  method: 'get',
  path: '/v2/rules/status',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary:
    'Lists the states of rules and of their price updates, with limits reached and strategies',
  answer: z.object({
    ruleLogState: z.array(UpdateState),
    rulePriceTags: z.array(PriceTag),
    requiresConfirmation: z.array(z.boolean()),
    ruleStatus: z.array(RuleStatus),
    ruleStrategy: z.array(Strategy),
  }),
});
