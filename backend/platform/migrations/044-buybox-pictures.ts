import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// What buybox monitoring shows besides the present market: shares of time, losses of the buybox by competitor, and the charts
// of a company. Only adds tables and a column: the previous version writes none of it, so its losses are missing.

const TABLES = ['buybox_share', 'buybox_loss', 'buybox_overview'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await holdTables(db, ['company']);
  await run(db, [
    // Percent of the time that was seen; null: none was. Shared time counts by half.
    `create table buybox_share (
      company_id bigint not null,
      listing_id bigint not null,
      account_id bigint not null,
      share_day real,
      share_week real,
      share_month real,
      primary key (company_id, listing_id)
    ) with (fillfactor = 80)`,
    // How long a listing lost its buybox to one seller; open where \`until\` is null. No seller: it is not reported who won.
    `create table buybox_loss (
      company_id bigint not null,
      listing_id bigint not null,
      account_id bigint not null,
      since timestamptz not null,
      until timestamptz,
      seller_id text,
      seller_name text,
      gap_percent real,
      fulfillment boolean,
      primary key (company_id, listing_id, since)
    )`,
    'create unique index buybox_loss_open on buybox_loss (company_id, listing_id) where until is null',
    'create index buybox_loss_until on buybox_loss (company_id, until)',
    // The pictures of all accounts of a company (0), or of one.
    `create table buybox_overview (
      company_id bigint not null,
      account_id bigint not null,
      at timestamptz not null,
      content jsonb not null,
      primary key (company_id, account_id)
    )`,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
    // Listings that may be monitored; null: as many as there are.
    'alter table company add column monitoring_limit integer check (monitoring_limit >= 0)',
  ]);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['company']);
  await run(db, [
    'alter table company drop column monitoring_limit',
    `drop table ${TABLES.join(', ')}`,
  ]);
}
