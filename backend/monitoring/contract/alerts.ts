// The alerts of monitoring beside a lost buybox, and a company's settings of them.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { Id, Instant } from '../../kernel/id.ts';

/** The alerts of monitoring, beside the buybox. */
export const AlertCode = z.enum([
  'new_seller',
  'competitor_out',
  'competitor_out_may_raise',
  'competitor_out_to_maximum',
  'seller_out_may_raise',
  'seller_out_to_maximum',
  'competitor_page_changed',
  'title_changed',
  'brand_changed',
  'picture_changed',
  'price_suspect',
  'suspect_confirmed',
  'polling_failing',
]);
export type AlertCode = z.infer<typeof AlertCode>;

const Alert = z.object({
  code: AlertCode,
  /** The listing, or the account of an alert about a whole account. */
  aboutId: Id,
  /** Distinguishes it from others of its kind about the same listing. */
  cause: z.string(),
  happenedAt: Instant,
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Alert = z.infer<typeof Alert>;

/** Emitted in the transaction that marked alerts as announced. */
export const ALERTED = domainEvent(
  'monitoring.alerted',
  z.object({
    companyId: Id,
    alerts: z.array(Alert),
    /** Accounts whose polling had failed and works again. */
    pollingAccountIds: z.array(Id),
  }),
);

/** How long something lasts before it is announced. */
const HoldMinutes = z.int().min(0, { error: 'not_negative' }).max(1_440, { error: 'too_large' });

const ManyLost = z.int().min(2, { error: 'too_small' }).max(100_000, { error: 'too_large' });

/** A company's settings of its alerts. */
export const AlertSettings = z.object({
  /** A lost or won buybox, a new seller, one that left and a suspect price are announced once they have lasted this many minutes. */
  holdMinutes: HoldMinutes,
  /** From this many buyboxes lost within an hour, they are announced together. */
  manyLost: ManyLost,
  /** A new seller on the page of a listing of these brands is announced. */
  ownBrands: z.array(z.string().trim().min(1).max(100, { error: 'too_long' })).max(200),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const ALERT_DEFAULTS: AlertSettings = { holdMinutes: 15, manyLost: 10, ownBrands: [] };

export const alertSettings = endpoint({
  method: 'get',
  path: '/v1/monitoring/settings',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary: "Gets the company's settings of monitoring: own brands, and when alerts are announced",
  answer: AlertSettings,
});

export const saveAlertSettings = endpoint({
  method: 'put',
  path: '/v1/monitoring/settings',
  access: 'company',
  needs: 'write',
  tag: 'monitoring',
  summary: "Saves the company's settings of monitoring",
  body: AlertSettings,
  answer: AlertSettings,
});
