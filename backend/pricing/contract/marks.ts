// The price updates of one listing as marks on a line of time, and the limits that were in force.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Amount } from '../../kernel/money.ts';
import { AnyEventType, AnyPriceTag, AnyUpdateState } from './words.ts';

/** The newest so many price updates of a range are marked. */
export const MAX_MARKS = 300;
/** At most this many changes of the limits are returned, the newest ones. */
export const MAX_LIMIT_STEPS = 200;

/** One price update: when, and what it did to the price. */
export const PriceMark = z.object({
  id: Id,
  ruleId: Id,
  at: Instant,
  state: AnyUpdateState,
  eventType: AnyEventType,
  priceTags: AnyPriceTag,
  oldPrice: Amount,
  newPrice: Amount,
  /** The update that this one takes back. */
  reverts: Id.nullable(),
});
export type PriceMark = z.infer<typeof PriceMark>;

/** From this instant on these limits are known to hold; null: none. */
export const LimitStep = z.object({
  at: Instant,
  minPrice: Amount.nullable(),
  maxPrice: Amount.nullable(),
});
export type LimitStep = z.infer<typeof LimitStep>;

export const PriceMarks = z.object({
  /** Oldest first. */
  marks: z.array(PriceMark).max(MAX_MARKS),
  /** How many price updates there were in all. */
  total: z.int(),
  limits: z.array(LimitStep).max(MAX_LIMIT_STEPS),
});
export type PriceMarks = z.infer<typeof PriceMarks>;

export const priceMarks = endpoint({
  method: 'get',
  path: '/v2/rules/listings/{listingId}/marks',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary:
    'Gets the price updates of a listing and its limits over time, in a range of up to 90 days',
  params: z.object({ listingId: Id }),
  query: z.object({ from: Instant.optional(), to: Instant.optional() }),
  answer: PriceMarks,
});
