import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** What the bell is kept in. */
export interface NotificationTables {
  notification: {
    id: GeneratedAlways<number>;
    company_id: number;
    level: string;
    code: string;
    values: Json<Record<string, string | number | null>>;
    subject: string;
    created_at: Date;
    /** Of a failure that waited for a person: when it was dealt with, and by whom; nobody where it passed by itself. */
    settled_at: Generated<Date | null>;
    settled_by: Generated<number | null>;
  };
  notification_read: { company_id: number; person_id: number; up_to: number };
  notification_seen: { company_id: number; person_id: number; notification_id: number };
}
