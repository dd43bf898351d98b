import * as z from 'zod';
import { Listing } from '../catalog/contract.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ListBody } from '../kernel/filter.ts';
import { Day, Id, Instant } from '../kernel/id.ts';
import {
  BuyboxStatus,
  Comparison,
  Condition,
  ListingStatus,
  PromotionStatus,
} from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode, PositiveAmount } from '../kernel/money.ts';
import { PageQuery, pageOf } from '../kernel/page.ts';
import { MarketBody } from '../monitoring/contract.ts';

export const Competition = z.enum(['BUYBOX', 'EXTERNAL', 'ACOS', 'ROAS']);
export type Competition = z.infer<typeof Competition>;
export const Strategy = z.enum(['PRIMAZIA', 'WIN', 'MATCH', 'LOSE']);
export type Strategy = z.infer<typeof Strategy>;
export const BaseOn = z.enum(['WINNER', 'LOWEST_PRICE']);
export type BaseOn = z.infer<typeof BaseOn>;
export const Control = z.enum(['REGAIN', 'LOSE']);
export type Control = z.infer<typeof Control>;
export const RuleStatus = z.enum(['enabled', 'disabled', 'paused', 'archived']);
export type RuleStatus = z.infer<typeof RuleStatus>;
export const RuleOrigin = z.enum(['own', 'group']);
export const UpdateState = z.enum([
  'pending',
  'sent',
  'applied',
  'retry',
  'rejected',
  'error',
  'canceled',
  'undone',
]);
export type UpdateState = z.infer<typeof UpdateState>;
export const EventType = z.enum([
  'to_win',
  'increase_margin',
  'adjusting_rule',
  'regained_control',
  'undo',
]);
export type EventType = z.infer<typeof EventType>;
export const PriceTag = z.enum([
  'none',
  'with_margin',
  'min_margin',
  'max_margin',
  'rule_intervention',
]);
export type PriceTag = z.infer<typeof PriceTag>;

const Percent = z.number().min(0, { error: 'not_negative' }).max(100, { error: 'too_large' });

export const Adjustment = z.discriminatedUnion('type', [
  z.object({ type: z.literal('VALUE'), amount: Amount }),
  z.object({ type: z.literal('PERCENTAGE'), amount: Percent }),
]);

const SellerIds = z.array(z.string().min(1).max(100)).max(200);

/** What a rule says, before the checks that span fields. */
const ruleShape = {
  competition: Competition.default('BUYBOX'),
  strategy: Strategy,
  baseOn: BaseOn.default('LOWEST_PRICE'),
  adjustment: Adjustment.default({ type: 'VALUE', amount: 0.01 }),
  comparison: Comparison.default('IDENTICAL'),
  minPrice: PositiveAmount.nullable().default(null),
  maxPrice: PositiveAmount.nullable().default(null),
  safeMargin: Percent.default(0),
  acosLimit: z.number().positive({ error: 'greater_than_zero' }).nullable().default(null),
  roasLimit: z.number().positive({ error: 'greater_than_zero' }).nullable().default(null),
  requiresApproval: z.boolean().default(false),
  control: Control.default('REGAIN'),
  applyMinPriceWhenLosing: z.boolean().default(true),
  considerShippingPrice: z.boolean().default(false),
  allMarketplaces: z.boolean().default(true),
  marketplaceId: MarketplaceId.nullable().default(null),
  buyboxExceptions: SellerIds.default([]),
  outsideBuyboxExceptions: SellerIds.default([]),
  startDate: z.union([Instant, Day]).nullable().default(null),
  endDate: z.union([Instant, Day]).nullable().default(null),
  status: RuleStatus.default('enabled'),
  warGuard: z
    .object({
      rounds: z.int().min(2).max(100).default(4),
      hours: z.number().positive().max(168).default(6),
      dropPercent: z.number().min(0).max(100).default(3),
      restHours: z.number().positive().max(168).default(2),
    })
    .nullable()
    .default(null),
};
const RuleFields = z.object(ruleShape);

/** The checks of a rule that span fields, and what the product does not offer yet. */
function checkRule(rule: z.infer<typeof RuleFields>, ctx: z.core.$RefinementCtx): void {
  const fault = (path: string, code: string) =>
    ctx.addIssue({ code: 'custom', path: [path], message: code });
  if (rule.minPrice !== null && rule.maxPrice !== null && rule.minPrice >= rule.maxPrice) {
    fault('maxPrice', 'max_not_above_min');
  }
  if (
    rule.startDate !== null &&
    rule.endDate !== null &&
    new Date(rule.startDate) >= new Date(rule.endDate)
  ) {
    fault('endDate', 'end_not_after_start');
  }
  if (!rule.allMarketplaces && rule.marketplaceId === null) fault('marketplaceId', 'required');
  if (rule.strategy === 'PRIMAZIA') fault('strategy', 'not_offered');
  if (rule.competition === 'ACOS' || rule.competition === 'ROAS')
    fault('competition', 'not_offered');
  if (rule.acosLimit !== null) fault('acosLimit', 'not_offered');
  if (rule.roasLimit !== null) fault('roasLimit', 'not_offered');
  if (rule.warGuard !== null) fault('warGuard', 'not_offered');
}

export const RuleBody = RuleFields.superRefine(checkRule);
export type RuleBody = z.infer<typeof RuleBody>;

/** A rule as a person saves it: what it says, its name, and the ads that it prices. */
export const RuleInput = z
  .object({
    ...ruleShape,
    name: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }),
    listingIds: z.array(Id).min(1, { error: 'required' }).max(1_000),
  })
  .superRefine(checkRule);
export type RuleInput = z.infer<typeof RuleInput>;

/** `version` is what the person saw: a rule that somebody else saved meanwhile is a 409. */
export const RuleEdit = z.object({ rule: RuleInput, version: z.int().min(1) });

export const Rule = z.object({
  ...ruleShape,
  id: Id,
  name: z.string(),
  origin: RuleOrigin,
  version: z.int(),
  listingIds: z.array(Id),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Rule = z.infer<typeof Rule>;

/** One line of why a price is what it is. `text` is in the language of the request. */
export const ExplanationLine = z.object({
  step: z.enum(['gate', 'rivals', 'control', 'base', 'target', 'shipping', 'limits', 'outcome']),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  text: z.string(),
});
export type ExplanationLine = z.infer<typeof ExplanationLine>;

export const Rival = z.object({
  sellerId: z.string(),
  sellerName: z.string(),
  marketplaceId: MarketplaceId,
  price: Amount,
  shippingPrice: Amount,
});
export type Rival = z.infer<typeof Rival>;

/** One price update: the rule log of an ad. */
export const PriceUpdate = z.object({
  id: Id,
  ruleId: Id,
  ruleName: z.string(),
  ruleStatus: RuleStatus,
  listingId: Id,
  skuMarketplace: z.string(),
  sku: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  link: z.string().nullable(),
  marketplaceId: MarketplaceId,
  accountName: z.string(),
  currencyCode: CurrencyCode,
  countryCode: z.string(),
  state: UpdateState,
  eventType: EventType,
  priceTags: PriceTag,
  strategy: Strategy,
  oldPrice: Amount,
  newPrice: Amount,
  minPrice: Amount.nullable(),
  maxPrice: Amount.nullable(),
  safeMargin: z.number(),
  rivalName: z.string().nullable(),
  rivalMarketplace: MarketplaceId.nullable(),
  rivalPrice: Amount.nullable(),
  rankingType: z.enum(['BUYBOX', 'EXTERNAL']),
  rankingStatus: BuyboxStatus,
  regainedControl: z.boolean(),
  /** The update that this one takes back; null where it is the engine's own. */
  reverts: Id.nullable(),
  /** An undo of this update is on its way. */
  undoing: z.boolean(),
  /** Who approved, cancelled or undid it. */
  decidedBy: z.string().nullable(),
  attempts: z.int(),
  nextAttemptAt: Instant.nullable(),
  /** Why the marketplace refused, or what failed: a code that the page translates and the marketplace's own words. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  explanation: z.array(ExplanationLine),
  marketObservedAt: Instant.nullable(),
  createdAt: Instant,
  lastUpdate: Instant,
});
export type PriceUpdate = z.infer<typeof PriceUpdate>;

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
      minPrice: Amount.nullable(),
      maxPrice: Amount.nullable(),
      requiresApproval: z.boolean(),
    })
    .nullable(),
  /** The update that waits or is on its way, if any. */
  waitingUpdate: z.object({ id: Id, state: UpdateState, newPrice: Amount }).nullable(),
  lastUpdate: z.object({ id: Id, state: UpdateState, newPrice: Amount, at: Instant }).nullable(),
});
export type PricedListing = z.infer<typeof PricedListing>;

export const Outcome = z.enum(['CHANGE', 'KEEP', 'BLOCKED', 'PAUSE_RULE']);
export type Outcome = z.infer<typeof Outcome>;

export const PreviewListing = z.object({
  price: PositiveAmount,
  shippingPrice: Amount.default(0),
  currencyCode: CurrencyCode.default('BRL'),
  marketplaceId: MarketplaceId.default(2),
  status: ListingStatus.default('ENABLED'),
  stock: z.int().min(0).default(1),
  promotionStatus: PromotionStatus.default('none'),
  condition: Condition.default('new'),
  lastSetPrice: PositiveAmount.nullable().default(null),
  acos: z.number().min(0).nullable().default(null),
  roas: z.number().min(0).nullable().default(null),
});
export type PreviewListing = z.infer<typeof PreviewListing>;

/** What the engine may remember of one listing; PRIMAZIA and price wars will read it. */
export const MemoryBody = z.looseObject({
  highestWon: PositiveAmount.nullable().optional(),
  lowestLost: PositiveAmount.nullable().optional(),
  lowestLostAt: Instant.nullable().optional(),
  priceBeforeWar: PositiveAmount.nullable().optional(),
});

/** Either `listing` and `market`, or `listingId` for the stored ones. */
export const PreviewBody = z
  .object({
    now: Instant.optional(),
    rule: RuleBody,
    listing: PreviewListing.optional(),
    listingId: Id.optional(),
    market: MarketBody.nullable().optional(),
    memory: MemoryBody.nullable().optional(),
  })
  .superRefine((body, ctx) => {
    if ((body.listing === undefined) === (body.listingId === undefined)) {
      ctx.addIssue({ code: 'custom', path: ['listing'], message: 'listing_or_listing_id' });
    }
  });
export type PreviewBody = z.infer<typeof PreviewBody>;

export const PreviewAnswer = z.object({
  outcome: Outcome,
  code: z.string().nullable(),
  price: Amount.nullable(),
  eventType: EventType.nullable(),
  priceTag: PriceTag.nullable(),
  state: UpdateState.nullable(),
  rival: Rival.nullable(),
  explanation: z.array(ExplanationLine),
});
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

/** Emitted in the transaction that moved price updates to another state. */
export const PriceUpdatesMoved = z.object({
  companyId: Id,
  updates: z.array(
    z.object({
      id: Id,
      ruleId: Id,
      listingId: Id,
      state: UpdateState,
      title: z.string(),
      oldPrice: Amount,
      newPrice: Amount,
      currencyCode: CurrencyCode,
      failure: z.string().nullable(),
      /** The update that this one takes back, where it is an undo. */
      reverts: Id.nullable(),
    }),
  ),
});
export type PriceUpdatesMoved = z.infer<typeof PriceUpdatesMoved>;
export const PRICE_UPDATES_MOVED = 'pricing.updates-moved';

/** Emitted in the transaction that paused rules because somebody changed the price elsewhere. */
export const RulesPaused = z.object({
  companyId: Id,
  rules: z.array(z.object({ id: Id, name: z.string(), listingId: Id, title: z.string() })),
});
export type RulesPaused = z.infer<typeof RulesPaused>;
export const RULES_PAUSED = 'pricing.rules-paused';

const ruleParams = z.object({ ruleId: Id });
const logParams = z.object({ ruleId: Id, id: Id });

export const queryRules = endpoint({
  method: 'post',
  path: '/v2/rules/query',
  access: 'company',
  tag: 'pricing',
  summary: 'A page of rules',
  query: PageQuery,
  body: ListBody,
  answer: pageOf(Rule),
});

export const getRule = endpoint({
  method: 'get',
  path: '/v2/rules/{ruleId}',
  access: 'company',
  tag: 'pricing',
  summary: 'One rule',
  params: ruleParams,
  answer: Rule,
});

export const createRule = endpoint({
  method: 'post',
  path: '/v2/rules',
  access: 'company',
  tag: 'pricing',
  summary: 'Makes a rule for ads that have none yet',
  body: RuleInput,
  answer: Rule,
});

export const updateRule = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}',
  access: 'company',
  tag: 'pricing',
  summary: 'Changes a rule; the waiting price updates of its ads are cancelled',
  params: ruleParams,
  body: RuleEdit,
  answer: Rule,
});

export const setRuleStatus = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/status',
  access: 'company',
  tag: 'pricing',
  summary: 'Enables, disables or archives a rule',
  params: ruleParams,
  body: z.object({ status: z.enum(['enabled', 'disabled', 'archived']), version: z.int().min(1) }),
  answer: Rule,
});

/** The saved views of the history and the states that each shows. */
export const HISTORY_TABS = {
  all: UpdateState.options,
  pending: ['pending'],
  on_its_way: ['sent', 'retry'],
  applied: ['applied'],
  failed: ['rejected', 'error'],
  closed: ['canceled', 'undone'],
} as const satisfies Record<string, readonly UpdateState[]>;
export const HistoryTab = z.enum(
  Object.keys(HISTORY_TABS) as [keyof typeof HISTORY_TABS, ...(keyof typeof HISTORY_TABS)[]],
);
export type HistoryTab = z.infer<typeof HistoryTab>;

/** A range of days, both included; by default the last month. */
const HistoryQuery = PageQuery.extend({
  tab: HistoryTab.default('all'),
  dateStart: Day.optional(),
  dateEnd: Day.optional(),
  state: UpdateState.optional(),
  listingId: Id.optional(),
  search: z.string().trim().max(200).optional(),
  order: z
    .string()
    .regex(/^(createdAt|lastUpdate|newPrice|title):(asc|desc)$/, { error: 'unknown_order' })
    .default('createdAt:desc'),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const ruleHistory = endpoint({
  method: 'get',
  path: '/v2/rules/{ruleId}/history',
  access: 'company',
  tag: 'pricing',
  summary: 'The price updates of one rule',
  params: ruleParams,
  query: HistoryQuery,
  answer: pageOf(PriceUpdate),
});

export const companyHistory = endpoint({
  method: 'get',
  path: '/v2/rules/history',
  access: 'company',
  tag: 'pricing',
  summary: 'The price updates of the whole company, with a count for each tab',
  query: HistoryQuery,
  answer: pageOf(PriceUpdate).extend({ counts: z.record(HistoryTab, z.int()) }),
});

export const applyUpdate = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/logs/{id}/apply',
  access: 'company',
  tag: 'pricing',
  summary: 'Approves a pending price update and sends it',
  params: logParams,
  answer: PriceUpdate,
});

export const cancelUpdate = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/logs/{id}/cancel',
  access: 'company',
  tag: 'pricing',
  summary: 'Cancels a price update that waits',
  params: logParams,
  answer: PriceUpdate,
});

export const undoUpdate = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/logs/{id}/undo',
  access: 'company',
  tag: 'pricing',
  summary: 'Restores the price from before an applied update, with the rule kept or changed',
  params: logParams,
  body: z.discriminatedUnion('choice', [
    z.object({ choice: z.literal('keep_rule') }),
    z.object({ choice: z.literal('change_rule'), edit: RuleEdit }),
  ]),
  answer: PriceUpdate,
});

export const preview = endpoint({
  method: 'post',
  path: '/v2/rules/preview',
  access: 'user',
  tag: 'pricing',
  summary: 'What the engine would decide; writes nothing',
  body: PreviewBody,
  answer: PreviewAnswer,
});

export const ListingTab = z.enum(['all', 'losing', 'at_minimum', 'no_rule', 'failed']);
export type ListingTab = z.infer<typeof ListingTab>;

export const queryListings = endpoint({
  method: 'post',
  path: '/v2/rules/listings/query',
  access: 'company',
  tag: 'pricing',
  summary:
    'A page of ads with their buybox, rule, limits and waiting update, and a count for each tab',
  query: PageQuery.extend({
    tab: ListingTab.default('all'),
    search: z.string().trim().max(200).optional(),
  }),
  body: ListBody,
  answer: pageOf(PricedListing).extend({ counts: z.record(ListingTab, z.int()) }),
});
