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
  // Rung by hand where an installation is tried out.
  test_info: 'info',
  test_warn: 'warn',
  test_error: 'error',
  test_success: 'success',
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
   * Of an account: accountName, accountId. Of a trial: by and mark, which whoever rang knows it by.
   */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  createdAt: Instant,
  read: z.boolean(),
  /** A failure that somebody has to deal with, and nobody has yet. */
  waits: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** The failures of the bell wait for a person, until they are settled or pass by themselves. */
export const WAITING_LEVEL: Level = 'error';

export const notifications = endpoint({
  method: 'get',
  path: '/v1/notifications',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary: 'The bell: newest first, with how many are unread, and how many wait for somebody',
  query: PageQuery.extend({
    /** Only what is older than this one: what comes meanwhile moves no page. */
    before: Id.optional(),
    level: Level.optional(),
    show: z.enum(['all', 'unread', 'waiting']).default('all'),
  }),
  answer: pageOf(Notification).extend({ unread: z.int(), waiting: z.int() }),
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

const NotificationParams = z.object({ notificationId: Id });

export const markOneRead = endpoint({
  method: 'post',
  path: '/v1/notifications/{notificationId}/read',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary: 'Marks one notification as read by this person',
  params: NotificationParams,
  answer: z.object({ unread: z.int() }),
});

export const settle = endpoint({
  method: 'post',
  path: '/v1/notifications/{notificationId}/settle',
  access: 'company',
  needs: 'write',
  tag: 'notifications',
  summary: 'Settles a failure for the whole company: it waits no longer',
  params: NotificationParams,
  answer: z.object({ waiting: z.int() }),
});

/** Emitted where somebody tries the bell out, and goes the way of all other events. */
export const BellTried = z.object({
  companyId: Id,
  level: Level,
  by: z.string().nullable(),
  mark: z.string(),
});
export type BellTried = z.infer<typeof BellTried>;
export const BELL_TRIED = 'notifications.bell-tried';

export const tryBell = endpoint({
  method: 'post',
  path: '/v1/notifications/test',
  access: 'company',
  needs: 'write',
  tag: 'notifications',
  summary: 'Rings the bell to try the whole way that news take; not in production',
  body: z.object({ level: Level.default('info'), mark: z.string().min(1).max(64) }),
  /** The time of the server, for whoever holds clocks against each other. */
  answer: z.object({ now: Instant }),
});
