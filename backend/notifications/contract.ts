import * as z from 'zod';
import { Level, Shown } from '../kernel/bell.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { domainEvent } from '../kernel/event.ts';
import { TimeZone } from '../kernel/filter.ts';
import { Id, Instant } from '../kernel/id.ts';
import { PageQuery, pageOf } from '../kernel/page.ts';

/** The list of sentences among the words of the API, and the key of each in the pages. */
export const SENTENCES = 'bell.sentences';
/** The same for the names of categories, and for what belongs to each. */
export const CATEGORIES = 'bell.categories';
export const ABOUT_CATEGORIES = 'bell.about_categories';

export const Notification = z.object({
  id: Id,
  level: Level,
  /** The kind. Pages show it by its sentence among the words of the API, as new kinds may be added. */
  code: z.string().meta({ words: SENTENCES }),
  /** What the sentence needs. Prices are decimals of `currencyCode`; `failure` is an error code. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The path of the page that it leads to. */
  link: z.string(),
  createdAt: Instant,
  /** A digest has no pop-up and counts as read. */
  read: z.boolean(),
  /** An unresolved failure, or a count of items that wait for a user, which ends automatically. */
  waits: z.boolean(),
  /** This user wants it as a pop-up, and it did not come within the quiet hours. */
  popup: z.boolean().default(false),
});
export type Notification = z.infer<typeof Notification>;

/** The failures of the bell wait for a person, until they are settled or resolve by themselves. A person may settle them. */
export const WAITING_LEVEL: Level = 'error';

export const notifications = endpoint({
  method: 'get',
  path: '/v1/notifications',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary:
    'Lists notifications, newest first, with the counts of unread ones and of those that wait for a person',
  query: PageQuery.extend({
    /** Only what is older than this one, so that new notifications do not shift the pages. */
    before: Id.optional(),
    level: Level.optional(),
    show: z.enum(['all', 'unread', 'waiting']).default('all'),
  }),
  answer: pageOf(Notification).extend({
    unread: z.int(),
    waiting: z.int(),
    /** How many of those that wait are failures. */
    failures: z.int().default(0),
  }),
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

/** A time of day, to the minute. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' });

export const MailEvery = z.enum(['hour', 'day']);
export type MailEvery = z.infer<typeof MailEvery>;

/** The hour at which a daily e-mail is sent, in the user's time zone. */
export const DAILY_HOUR = 8;

const CategorySettings = z.object({
  code: z.string().max(64).meta({ words: CATEGORIES }),
  shown: Shown,
  /** In the e-mail digest too. */
  mails: z.boolean(),
});
export type CategorySettings = z.infer<typeof CategorySettings>;

export const BellSettings = z.object({
  categories: z.array(CategorySettings).max(100),
  /**
   * Between `from` and `until`, which may lie after midnight, there are no pop-ups and no e-mails; null: no quiet hours. Where both are
   * the same, they last all day.
   */
  quiet: z.object({ from: TimeOfDay, until: TimeOfDay }).nullable(),
  timeZone: TimeZone,
  mailEvery: MailEvery,
});
export type BellSettings = z.infer<typeof BellSettings>;

const BellSettingsAnswer = BellSettings.extend({
  /** Null: this user has not saved settings yet. */
  timeZone: z.string().nullable(),
  /** Whether e-mails can be sent from here. */
  canMail: z.boolean(),
});
export type BellSettingsAnswer = z.infer<typeof BellSettingsAnswer>;

export const bellSettings = endpoint({
  method: 'get',
  path: '/v1/notifications/settings',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary: 'Gets which notifications this user wants in this company, where, and when not',
  answer: BellSettingsAnswer,
});

export const saveBellSettings = endpoint({
  method: 'put',
  path: '/v1/notifications/settings',
  access: 'company',
  needs: 'read',
  tag: 'notifications',
  summary: "Saves this user's settings of notifications in this company",
  body: BellSettings,
  answer: BellSettingsAnswer,
});

/** Emitted where a person tests the bell, and delivered as all other events are. */
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
