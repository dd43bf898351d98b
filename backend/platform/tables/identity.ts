import type { Generated, GeneratedAlways } from 'kysely';
import type { Locale } from '../../kernel/id.ts';
import type { Json } from './json.ts';

/** The tables of people, companies and their sessions. */
export interface IdentityTables {
  company: {
    id: GeneratedAlways<number>;
    name: string;
    country_code: string;
    stops_price_changes: boolean;
    stale_market_hours: number;
    stopped_at: Date | null;
    stopped_by: number | null;
    stop_reason: string | null;
    stop_detail: Json<object | null>;
    breaker_percent: Generated<number>;
    breaker_drops: Generated<number>;
    breaker_minutes: Generated<number>;
    requires_approval_by_default: Generated<boolean>;
    max_step_percent: Generated<number>;
    max_day_percent: Generated<number>;
    parity: Generated<string>;
    minutes_per_manual_change: Generated<number>;
    smallest_rise_percent: Generated<number>;
    minutes_between_updates: Generated<number>;
    updates_per_hour: Generated<number>;
    updates_per_day: Generated<number>;
    /** Listings that may be monitored; null: as many as there are. */
    monitoring_limit: Generated<number | null>;
    created_at: Date;
  };
  person: {
    id: GeneratedAlways<number>;
    email: string;
    name: string;
    password_hash: string;
    created_at: Date;
    must_change_password: Generated<boolean>;
    email_verified_at: Generated<Date | null>;
    is_passwordless: Generated<boolean>;
    locale: Generated<Locale | null>;
  };
  person_identity: {
    issuer: string;
    subject: string;
    person_id: number;
    email: string | null;
    linked_at: Date;
    used_at: Date;
  };
  provider_visit: {
    state_hash: string;
    provider: string;
    purpose: string;
    secret_hash: string;
    nonce: string;
    code_verifier: string;
    person_id: number | null;
    session_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  membership: { company_id: number; person_id: number; role: string };
  session: {
    id: string;
    person_id: number;
    company_id: number | null;
    refresh_hash: string;
    previous_hash: string | null;
    created_at: Date;
    rotated_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    host_id: Generated<number | null>;
    module: Generated<string | null>;
    is_temporary: Generated<boolean>;
  };
  host: {
    company_id: number;
    id: GeneratedAlways<number>;
    issuer: string;
    kid: string;
    public_key: Json<object>;
    modules: Json<string[] | null>;
    origins: Generated<string[]>;
    created_at: Date;
    revoked_at: Date | null;
    version: Generated<number>;
  };
  host_token: { company_id: number; host_id: number; jti: string; expires_at: Date };
  password_link: { person_id: number; token_hash: string; created_at: Date; expires_at: Date };
  attempt: { key: string; failures: number; last_at: Date; succeeded_at: Date | null };
  audit_log: {
    company_id: number;
    at: Date;
    id: GeneratedAlways<number>;
    person_id: number | null;
    person_name: string | null;
    action: string;
    subject: string | null;
    values: Json<object>;
  };
  list_view: {
    company_id: number;
    person_id: number;
    list: string;
    kind: string;
    name: string;
    content: Json<object>;
    is_default: boolean;
  };
}
