import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Id, Instant } from '../kernel/id.ts';
import { PageQuery, pageOf } from '../kernel/page.ts';

export const Level = z.enum(['info', 'warn', 'error', 'success']);
export type Level = z.infer<typeof Level>;

/**
 * The events that ring the bell, each with its level; the pages hold the sentence for each code.
 * The plural codes sum up many of a kind that came at once and carry a `count`.
 */
export const BELL_EVENTS = {
  price_update_pending: 'info',
  price_update_applied: 'success',
  price_update_rejected: 'error',
  price_update_error: 'error',
  price_moved_by_automation: 'error',
  price_moved_by_promotion: 'error',
  price_moved_by_other_tool: 'error',
  price_not_shown: 'error',
  price_update_undone: 'success',
  rule_paused: 'warn',
  prices_stopped: 'warn',
  prices_stopped_by_breaker: 'error',
  prices_resumed: 'info',
  account_disconnected: 'error',
  price_updates_pending: 'info',
  price_updates_applied: 'success',
  price_updates_rejected: 'error',
  price_updates_error: 'error',
  price_updates_undone: 'success',
  rules_paused: 'warn',
} as const satisfies Record<string, Level>;
export const BellEvent = z.enum(Object.keys(BELL_EVENTS) as [keyof typeof BELL_EVENTS]);
export type BellEvent = keyof typeof BELL_EVENTS;

export const Notification = z.object({
  id: Id,
  level: Level,
  code: BellEvent,
  /**
   * What the sentence needs. Of one price update: title, oldPrice and newPrice as decimals, currencyCode, failure,
   * listingId, ruleId, updateId. Of one rule: title, ruleName, listingId, ruleId. Of many: count. Of the stop
   * switch: by, the person's name, where that is known; drops, percent and minutes where the breaker threw it.
   * Of an account: accountName, accountId.
   */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  createdAt: Instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const notifications = endpoint({
  method: 'get',
  path: '/v1/notifications',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary: 'The bell: newest first, with the number of unread',
  query: PageQuery,
  answer: pageOf(Notification).extend({ unread: z.int() }),
});

export const markRead = endpoint({
  method: 'post',
  path: '/v1/notifications/read',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary: 'Marks everything up to one notification as read by this person',
  body: z.object({ upTo: Id }),
  answer: z.object({ unread: z.int() }),
});
