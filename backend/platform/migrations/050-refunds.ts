import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Refunds of marketplaces whose orders do not report them, and how far they are read. Only adds.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account', 'order_feed']);
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  for (const statement of [
    `create table order_refund (
      company_id bigint not null,
      account_id bigint not null,
      order_id text not null,
      refund_id text not null,
      -- The latest change at the marketplace that is recorded.
      updated_at timestamptz not null,
      -- What was paid back of each listing: sku, the marketplace's id of it, and amount.
      items jsonb not null,
      primary key (company_id, account_id, order_id, refund_id),
      foreign key (company_id, account_id) references account (company_id, id)
    )`,
    'create index order_refund_updated on order_refund (company_id, updated_at)',
    'alter table order_refund enable row level security',
    'alter table order_refund force row level security',
    `create policy order_refund_company on order_refund to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on order_refund to ${app}`,
    // Every refund that was posted until then is read; null: none is.
    'alter table order_feed add column refunds_until timestamptz',
    // What was paid back of orders is known of those that were made since then; null: of none.
    'alter table order_feed add column refunds_from timestamptz',
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account', 'order_feed']);
  for (const statement of [
    'alter table order_feed drop column refunds_from, drop column refunds_until',
    'drop table order_refund',
  ])
    await sql.raw(statement).execute(db);
}
