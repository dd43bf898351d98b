import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// When a marketplace's authorization ends, and the secrets by which it signs the notifications of an account. Only adds: a
// process of the version before stores credentials without their ends, and takes no signed notifications.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['account', 'account_credentials']);
  const statements = [
    `alter table account_credentials
      -- Null: it has no end, or the marketplace does not report one.
      add column authorization_ends_at timestamptz,
      add column refresh_ends_at timestamptz,
      -- The days before the end of which the company was last notified.
      add column notified_days integer check (notified_days > 0)`,
    `create index account_credentials_ends on account_credentials (company_id)
      where authorization_ends_at is not null or refresh_ends_at is not null`,
    `create table notification_secret (
      company_id bigint not null,
      account_id bigint not null,
      -- The marketplace's own name of what is notified.
      topic text not null,
      sealed bytea not null,
      issued_at timestamptz not null,
      -- When it was replaced; it stays valid for some time after that; null: it is the present one.
      replaced_at timestamptz,
      primary key (company_id, account_id, topic, issued_at),
      foreign key (company_id, account_id) references account (company_id, id) on delete cascade
    )`,
    'alter table notification_secret enable row level security',
    'alter table notification_secret force row level security',
    `create policy notification_secret_company on notification_secret to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on notification_secret to ${app}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account', 'account_credentials']);
  await sql`drop table notification_secret`.execute(db);
  await sql`drop index account_credentials_ends`.execute(db);
  await sql`alter table account_credentials drop column authorization_ends_at, drop column refresh_ends_at,
    drop column notified_days`.execute(db);
}
