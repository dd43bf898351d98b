// Price updates: why each is what it is, their history, and what a person may do with one.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { BuyboxStatus } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { MoverKind } from './movers.ts';
import { RuleEdit } from './rules.ts';
import {
  AnyEventType,
  AnyPriceTag,
  AnyStrategy,
  AnyUpdateState,
  Competition,
  RuleStatus,
  UpdateState,
} from './words.ts';

/** One line of why a price is what it is. `text` is in the language of the request. */
export const ExplanationLine = z.object({
  step: z.enum([
    'gate',
    'rivals',
    'control',
    'base',
    'target',
    'shipping',
    'limits',
    'war',
    'outcome',
    'guard',
  ]),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  text: z.string(),
});
export type ExplanationLine = z.infer<typeof ExplanationLine>;

export const Competitor = z.object({
  sellerId: z.string(),
  /** Empty: the marketplace does not report it. */
  sellerName: z.string(),
  marketplaceId: MarketplaceId,
  price: Amount,
  /** 0 where it is not reported. */
  shippingPrice: Amount,
  shippingReported: z.boolean().default(true),
});
export type Competitor = z.infer<typeof Competitor>;

/**
 * Successive price updates of one listing as one row: by one rule, made in the same clock hour (UTC) and of the same state,
 * and where they moved the price, each from the price at which the one before ended. Undos are rows of their own. The
 * update that bears it is the newest of them.
 */
export const UpdateFold = z.object({
  /** The oldest first; at least two. */
  updateIds: z.array(Id),
  /** Before the first of them. */
  oldPrice: Amount,
  /** When the first of them was made. */
  since: Instant,
});
export type UpdateFold = z.infer<typeof UpdateFold>;

/** One price update: the rule log of a listing. */
export const PriceUpdate = z.object({
  id: Id,
  ruleId: Id,
  ruleName: z.string(),
  ruleStatus: RuleStatus,
  listingId: Id,
  skuMarketplace: z.string(),
  sku: z.string().nullable(),
  catalogProductId: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  link: z.string().nullable(),
  marketplaceId: MarketplaceId,
  accountName: z.string(),
  currencyCode: CurrencyCode,
  countryCode: z.string(),
  state: AnyUpdateState,
  eventType: AnyEventType,
  priceTags: AnyPriceTag,
  strategy: AnyStrategy,
  oldPrice: Amount,
  newPrice: Amount,
  minPrice: Amount.nullable(),
  maxPrice: Amount.nullable(),
  safeMargin: z.number(),
  /** Null: there is none, or the marketplace does not name the seller; there is one where there is a price. */
  rivalName: z.string().nullable(),
  rivalSellerId: z.string().nullable().default(null),
  rivalMarketplace: MarketplaceId.nullable(),
  rivalPrice: Amount.nullable(),
  rankingType: Competition,
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
  /**
   * Why the marketplace refused, or what failed: a code that the page translates and the marketplace's own words; and
   * who else moves the price, where the refusal says so.
   */
  failure: z
    .object({ code: z.string(), message: z.string(), mover: MoverKind.nullable().default(null) })
    .nullable(),
  explanation: z.array(ExplanationLine),
  marketObservedAt: Instant.nullable(),
  createdAt: Instant,
  lastUpdate: Instant,
  /** The updates of this row, if folded rows were requested and it has several. */
  fold: UpdateFold.nullable().default(null),
});
export type PriceUpdate = z.infer<typeof PriceUpdate>;

/** Why a price waits for a person although its rule asks for no approval. */
export const HeldBy = z.enum(['parity', 'far_move', 'guard']);
export type HeldBy = z.infer<typeof HeldBy>;

/**
 * Emitted in the transaction that changed the state of price updates, except for transient states (being sent, to be retried,
 * superseded), unless the update waited for approval until then.
 */
export const PRICE_UPDATES_MOVED = domainEvent(
  'pricing.updates-moved',
  z.object({
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
        /** Who else moves the price, where that is why it failed; left out by the version before. */
        mover: MoverKind.nullable().default(null),
        /** The update that this one takes back, where it is an undo. */
        reverts: Id.nullable(),
        /** When it was made; left out by the version before. */
        createdAt: Instant.nullable().default(null),
        /** Where it waits for a person because a guard holds it. */
        heldBy: HeldBy.nullable().default(null),
      }),
    ),
  }),
);
export type PriceUpdatesMoved = z.infer<typeof PRICE_UPDATES_MOVED.schema>;

const ruleParams = z.object({ ruleId: Id });
const logParams = z.object({ ruleId: Id, id: Id });

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
export const HistoryRange = z.object({ dateStart: Day.optional(), dateEnd: Day.optional() });

const HistoryQuery = PageQuery.extend({
  tab: HistoryTab.default('all'),
  ...HistoryRange.shape,
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
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the price updates of a rule',
  params: ruleParams,
  query: HistoryQuery,
  answer: pageOf(PriceUpdate),
});

export const applyUpdate = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/logs/{id}/apply',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Approves a pending price update and sends it',
  params: logParams,
  answer: PriceUpdate,
});

export const cancelUpdate = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/logs/{id}/cancel',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Cancels a pending price update',
  params: logParams,
  answer: PriceUpdate,
});

/**
 * The oldest of successive updates that are undone as a whole, of which the update itself is the newest: the price from
 * before that one comes back. Absent: the update alone is undone.
 */
const oldestId = Id.optional();

export const undoUpdate = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/logs/{id}/undo',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Undoes an applied price update; the rule is kept or changed',
  params: logParams,
  body: z.discriminatedUnion('choice', [
    z.object({ choice: z.literal('keep_rule'), oldestId }),
    z.object({ choice: z.literal('change_rule'), edit: RuleEdit, oldestId }),
  ]),
  answer: PriceUpdate,
});
