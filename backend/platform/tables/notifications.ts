import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** The tables of the bell. */
export interface NotificationTables {
  notification: {
    id: GeneratedAlways<number>;
    company_id: number;
    level: string;
    code: string;
    values: Json<Record<string, string | number | null>>;
    subject: string;
    created_at: Date;
    /** Of a failure: when and by whom it was resolved; null: it was resolved automatically. */
    settled_at: Generated<Date | null>;
    settled_by: Generated<number | null>;
    /** It counts what waits for a person; settled once nothing waits. */
    counts: Generated<boolean>;
  };
  notification_read: { company_id: number; person_id: number; up_to: number };
  notification_seen: { company_id: number; person_id: number; notification_id: number };
  /** A listing and cause that the bell has reported. */
  notification_part: {
    company_id: number;
    listing_id: number;
    code: string;
    cause: string;
    notification_id: number | null;
    reported_at: Date;
    resolved_at: Date | null;
    /** When it happened; null: it is reported again once it is resolved. */
    happened_at: Generated<Date | null>;
  };
  notification_setting: {
    company_id: number;
    person_id: number;
    categories: Json<Record<string, { shown: 'none' | 'bell' | 'popup'; mails: boolean }>>;
    /** Minutes after midnight in the time zone. */
    quiet_from: number | null;
    quiet_until: number | null;
    time_zone: string;
    mail_every: 'hour' | 'day';
    /** Notifications up to here were e-mailed, or were not to be; null: nothing is e-mailed. */
    mailed_until: Date | null;
  };
  /** E-mails of the bell, recorded before they are sent. */
  notification_mail: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    since: Date;
    until: Date;
    taken_at: Date | null;
    sent_at: Date | null;
  };
}
