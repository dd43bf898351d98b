// What the engine would decide, asked without changing anything.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Condition, ListingStatus, PromotionStatus } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode, PositiveAmount } from '../../kernel/money.ts';
import { MarketBody } from '../../monitoring/contract.ts';
import { RuleBody } from './rules.ts';
import { ExplanationLine, Rival } from './updates.ts';
import { EventType, PriceTag, UpdateState } from './words.ts';

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

export const preview = endpoint({
  method: 'post',
  path: '/v2/rules/preview',
  access: 'user',
  needs: 'read',
  tag: 'pricing',
  summary: 'What the engine would decide; writes nothing',
  body: PreviewBody,
  answer: PreviewAnswer,
});
