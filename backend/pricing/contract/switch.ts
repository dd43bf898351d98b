// The switch that stops all price changes of a company.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { Id, Instant } from '../../kernel/id.ts';

/** Why no price leaves: a person stopped them all, or the breaker did. */
export const StopReason = z.enum(['person', 'breaker']);
export type StopReason = z.infer<typeof StopReason>;

/** What made the breaker stop all prices of a company. */
export const BreakerSight = z.object({
  /** Updates with a large drop: those sent within the window, and those that were about to be sent. */
  drops: z.int(),
  /** So many may leave within the window. */
  limit: z.int(),
  /** A drop of more than so many percent counts. */
  percent: z.number(),
  /** The length of the window. */
  minutes: z.int(),
  /** The rules and some of the listings of the updates that were held back. */
  ruleIds: z.array(Id),
  listingIds: z.array(Id),
});
export type BreakerSight = z.infer<typeof BreakerSight>;

/** The switch that stops all price changes of a company. All but `stopped` is null while it is clear. */
export const PriceSwitch = z.object({
  stopped: z.boolean(),
  since: Instant.nullable(),
  /** The name of the person who threw it; null where the breaker did. */
  by: z.string().nullable(),
  reason: StopReason.nullable(),
  detail: BreakerSight.nullable(),
});
export type PriceSwitch = z.infer<typeof PriceSwitch>;

/** Emitted in the transaction that threw or cleared a company's switch. */
export const PRICE_SWITCH_MOVED = domainEvent(
  'pricing.switch-moved',
  z.object({
    companyId: Id,
    stopped: z.boolean(),
    /** The name of the person who moved it; null where the breaker did. */
    by: z.string().nullable(),
    /** What the breaker saw, where it threw the switch. */
    detail: BreakerSight.nullable(),
  }),
);
export type PriceSwitchMoved = z.infer<typeof PRICE_SWITCH_MOVED.schema>;

export const getPriceSwitch = endpoint({
  method: 'get',
  path: '/v2/pricing/switch',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the stop switch of all price changes: since when, by whom and why',
  answer: PriceSwitch,
});

export const setPriceSwitch = endpoint({
  method: 'put',
  path: '/v2/pricing/switch',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Stops all price changes of the company, or resumes them and reprices every listing',
  body: z.object({ stopped: z.boolean() }),
  answer: PriceSwitch,
});
