import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Signing in by an identity provider. Only adds: the previous version uses passwords only, and a user without a password is
// to it one with an unknown password.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['person']);
  const statements = [
    // The issuer and the subject of a token that was checked, with a space between, which no issuer has.
    `create function current_identity() returns text language sql stable parallel safe
      return nullif(current_setting('app.identity', true), '')`,

    `alter table person
      -- When the person has shown to read the mail of its e-mail.
      add column email_verified_at timestamptz,
      -- The password is random and unknown: the user signs in by a provider.
      add column is_passwordless boolean not null default false`,
    `grant update (email_verified_at, is_passwordless) on person to ${app}`,

    // The user of a provider's subject. The issuer and the subject stay the same when an e-mail changes.
    `create table person_identity (
      issuer text not null check (issuer !~ '\\s'),
      subject text not null,
      person_id bigint not null references person (id),
      -- As the provider reported it at the last use: for display, never for look-ups.
      email text,
      linked_at timestamptz not null,
      used_at timestamptz not null,
      primary key (issuer, subject),
      unique (person_id, issuer)
    )`,
    'alter table person_identity enable row level security',
    'alter table person_identity force row level security',
    `create policy person_identity_own on person_identity to ${app}
      using (person_id = (select current_person())) with check (person_id = (select current_person()))`,
    // A token arrives before authentication: its claims make its one row visible.
    `create policy person_identity_named on person_identity for select to ${app}
      using (issuer || ' ' || subject = (select current_identity()))`,
    `grant select, insert, delete on person_identity to ${app}`,
    `grant update (email, used_at) on person_identity to ${app}`,

    // Who was sent to a provider, what for, and how the browser shows on return that it is the same one.
    `create table provider_visit (
      state_hash text primary key,
      provider text not null,
      purpose text not null check (purpose in ('enter', 'link', 'confirm')),
      secret_hash text not null,
      nonce text not null,
      code_verifier text not null,
      -- The user who was signed in when it began; null: none.
      person_id bigint,
      session_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    'create index provider_visit_end on provider_visit (expires_at)',
    'alter table provider_visit enable row level security',
    'alter table provider_visit force row level security',
    `create policy provider_visit_system on provider_visit to ${app}
      using ((select is_system())) with check ((select is_system()))`,
    `grant select, insert, delete on provider_visit to ${app}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Users without a password have to reset it by mail: no other way in remains, and none is created. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['person']);
  const statements = [
    'drop table provider_visit',
    'drop table person_identity',
    'drop function current_identity()',
    'alter table person drop column email_verified_at, drop column is_passwordless',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
