import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The state of each account's notifications: whether they were subscribed to, and when the last one arrived. Only adds: a
// process of the previous version receives notifications without recording it here.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['account']);
  for (const statement of [
    `create table account_webhook (
      company_id bigint not null,
      account_id bigint not null,
      -- The time of the last notification, to the minute; null: none yet.
      notified_at timestamptz,
      -- The time of the last subscription request, and its refusal; null: it was not refused.
      subscribed_at timestamptz,
      failure text,
      message text,
      primary key (company_id, account_id),
      foreign key (company_id, account_id) references account (company_id, id) on delete cascade
    )`,
    'alter table account_webhook enable row level security',
    'alter table account_webhook force row level security',
    `create policy account_webhook_company on account_webhook to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on account_webhook to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account']);
  await sql`drop table account_webhook`.execute(db);
}
