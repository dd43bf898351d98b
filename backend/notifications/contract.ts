import * as z from 'zod';
import { Level } from '../kernel/bell.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { domainEvent } from '../kernel/event.ts';
import { Id, Instant } from '../kernel/id.ts';
import { PageQuery, pageOf } from '../kernel/page.ts';

/** The list of sentences among the words of the API, and the key of each in the pages. */
export const SENTENCES = 'bell.sentences';

export const Notification = z.object({
  id: Id,
  level: Level,
  /** The kind, which pages show by its sentence among the words of the API: there may always be a new one. */
  code: z.string().meta({ words: SENTENCES }),
  /** What the sentence needs. Prices are decimals of `currencyCode`; `failure` is an error code. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The page that it leads to: a path. */
  link: z.string(),
  createdAt: Instant,
  read: z.boolean(),
  /** A failure that nobody has settled yet. */
  waits: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** The failures of the bell wait for a person, until they are settled or resolve by themselves. */
export const WAITING_LEVEL: Level = 'error';

export const notifications = endpoint({
  method: 'get',
  path: '/v1/notifications',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary:
    'Lists notifications, newest first, with the counts of unread ones and of unresolved failures',
  query: PageQuery.extend({
    /** Only what is older than this one, so that new notifications do not shift the pages. */
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
  summary: 'Marks all notifications up to one as read by this user',
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
  summary: 'Marks one notification as read by this user',
  params: NotificationParams,
  answer: z.object({ unread: z.int() }),
});

export const settle = endpoint({
  method: 'post',
  path: '/v1/notifications/{notificationId}/settle',
  access: 'company',
  needs: 'write',
  tag: 'notifications',
  summary: 'Resolves a failure for the whole company',
  params: NotificationParams,
  answer: z.object({ waiting: z.int() }),
});

/** Emitted where somebody tests the bell, and delivered as all other events are. */
export const BELL_TRIED = domainEvent(
  'notifications.bell-tried',
  z.object({
    companyId: Id,
    level: Level,
    by: z.string().nullable(),
    mark: z.string(),
  }),
);

export const tryBell = endpoint({
  method: 'post',
  path: '/v1/notifications/test',
  access: 'company',
  needs: 'write',
  tag: 'notifications',
  summary: 'Publishes a test notification through the whole path; not in production',
  body: z.object({ level: Level.default('info'), mark: z.string().min(1).max(64) }),
  /** The time of the server, to compare clocks. */
  answer: z.object({ now: Instant }),
});
