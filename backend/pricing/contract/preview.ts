// What the engine would decide, asked without changing anything.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Condition, ListingStatus, PromotionStatus } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode, PositiveAmount } from '../../kernel/money.ts';
import { MarketBody } from '../../monitoring/contract.ts';
import { Percent } from './rule-table.ts';
import { ALWAYS, RuleBody } from './rules.ts';
import { SmallestRise } from './settings.ts';
import { Competitor, ExplanationLine } from './updates.ts';
import { AnyEventType, AnyPriceTag, AnyUpdateState } from './words.ts';

export const Outcome = z.enum(['CHANGE', 'KEEP', 'BLOCKED', 'PAUSE_RULE']);
export type Outcome = z.infer<typeof Outcome>;

export const PreviewListing = z.object({
  price: PositiveAmount,
  shippingPrice: Amount.default(0),
  shippingReported: z.boolean().default(true),
  currencyCode: CurrencyCode.default('BRL'),
  marketplaceId: MarketplaceId.default(2),
  status: ListingStatus.default('ENABLED'),
  stock: z.int().min(0).default(1),
  promotionStatus: PromotionStatus.default('none'),
  condition: Condition.default('new'),
  lastSetPrice: PositiveAmount.nullable().default(null),
  acos: z.number().min(0).nullable().default(null),
  roas: z.number().min(0).nullable().default(null),
  /** What a minimum by margin or return follows from; percentages are of the price. */
  costs: z
    .object({
      cost: Amount,
      taxPercent: Percent.default(0),
      feePercent: Percent.default(0),
      feeFixed: Amount.default(0),
    })
    .nullable()
    .default(null),
});
export type PreviewListing = z.infer<typeof PreviewListing>;

const Price = PositiveAmount.nullable().optional();
const Moment = Instant.nullable().optional();

/** What the engine may remember of one listing, all of it optional: what is not said is not known. */
export const MemoryBody = z.object({
  /** The highest price known to win and the lowest known to lose, against the present market. */
  highestWon: Price,
  lowestLost: Price,
  lowestLostAt: Moment,
  /** It was lost although the marketplace had reported that this price wins. */
  toldWrong: z.boolean().optional(),
  /** The competitors, by comparable price, for which the two prices above hold; null: the present ones. */
  against: z
    .array(z.object({ sellerId: z.string(), marketplaceId: MarketplaceId, price: Amount }))
    .nullable()
    .optional(),
  /** The competitor to whose price the two prices keep their ratio; null: the cheapest of them. */
  lostTo: z.string().nullable().optional(),
  /** The snapshot for which the price moved last, what the listing cost before, and what the marketplace reported would win. */
  seenAt: Moment,
  seenPrice: Price,
  toldPrice: Price,
  /** Who went below whom, by comparable price, oldest first. `by` is a seller's id, or `us`. */
  undercuts: z
    .array(z.object({ at: Instant, by: z.string().min(1).max(100), price: PositiveAmount }))
    .max(500)
    .nullable()
    .optional(),
  /** What the listing cost before the first of the undercuts. */
  priceBeforeWar: Price,
  /** What the listing cost when its market was last observed, and the lowest price of a competitor then. */
  ownPrice: Price,
  rivalPrice: Amount.nullable().optional(),
  /** A price war that was found: who fights it, since when the price rests, and the way up that was offered. */
  war: z
    .object({
      by: z.string(),
      restsFrom: Instant,
      wayUp: z.object({ at: Instant, rivalPrice: Amount, isOver: z.boolean() }).nullable(),
    })
    .nullable()
    .optional(),
  /** By seller: our price and his, both comparable, at the highest ratio that won against him and the lowest that lost. */
  ratios: z
    .array(
      z.object({
        sellerId: z.string(),
        won: z.object({ ours: PositiveAmount, theirs: PositiveAmount }).nullable(),
        lost: z.object({ ours: PositiveAmount, theirs: PositiveAmount, at: Instant }).nullable(),
      }),
    )
    .max(50)
    .nullable()
    .optional(),
  /** The latest price that held the buybox for hours, the price seen last, and reductions in a row that did not win. */
  holding: z
    .object({
      held: PositiveAmount.nullable(),
      price: PositiveAmount,
      since: Instant.nullable(),
      reductions: z.int().min(0),
    })
    .nullable()
    .optional(),
  /** No price within the limits won: since when, and how many searches in a row came to that. */
  unwinnable: z
    .object({ since: Instant, times: z.int().min(1) })
    .nullable()
    .optional(),
  /** Nights at a high price, for competitors to follow: the next, the present and the latest one. */
  nightRise: z
    .object({
      nextAt: Instant,
      underway: z.object({ until: Instant, price: PositiveAmount, rivalPrice: Amount }).nullable(),
      latest: z.object({ from: Amount, to: Amount }).nullable(),
      failures: z.int().min(0),
    })
    .nullable()
    .optional(),
  /** ACOS and ROAS: the price before the first intervention, the latest one, and since when the figure is well inside. */
  priceBeforeAds: Price,
  adsMove: z
    .object({ at: Instant, from: PositiveAmount, to: PositiveAmount })
    .nullable()
    .optional(),
  insideSince: Moment,
});
export type MemoryBody = z.infer<typeof MemoryBody>;

/** Either `listing` and `market`, or `listingId` for the stored ones. */
export const PreviewBody = z
  .object({
    now: Instant.optional(),
    rule: RuleBody,
    listing: PreviewListing.optional(),
    listingId: Id.optional(),
    market: MarketBody.nullable().optional(),
    memory: MemoryBody.nullable().optional(),
    /** The company's settings that the engine uses; absent: no smallest rise. */
    settings: z.object({ smallestRisePercent: SmallestRise.optional() }).optional(),
  })
  .superRefine((body, ctx) => {
    if ((body.listing === undefined) === (body.listingId === undefined)) {
      ctx.addIssue({ code: 'custom', path: ['listing'], message: 'listing_or_listing_id' });
    }
  }, ALWAYS);
export type PreviewBody = z.infer<typeof PreviewBody>;

export const PreviewAnswer = z.object({
  outcome: Outcome,
  code: z.string().nullable(),
  price: Amount.nullable(),
  eventType: AnyEventType.nullable(),
  priceTag: AnyPriceTag.nullable(),
  state: AnyUpdateState.nullable(),
  rival: Competitor.nullable(),
  /** The minimum in force, also where it follows from a margin or a return; null: none, or it is not known. */
  minPrice: Amount.nullable(),
  /** The memory to send with the next preview. */
  memory: MemoryBody.nullable(),
  explanation: z.array(ExplanationLine),
});
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

export const preview = endpoint({
  method: 'post',
  path: '/v2/rules/preview',
  access: 'user',
  needs: 'read',
  tag: 'pricing',
  summary: 'Previews the decision of the engine; writes nothing',
  body: PreviewBody,
  answer: PreviewAnswer,
});
