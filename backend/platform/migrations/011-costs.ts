import { type Kysely, sql } from 'kysely';

// The costs of a listing: the goods, the tax, and the marketplace's fee. A separate table, since a sync rewrites the
// listing's row.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  const statements = [
    // Amounts in minor units of the ad's currency. Null: not known.
    `create table listing_cost (
      company_id bigint not null,
      listing_id bigint not null,
      cost bigint check (cost >= 0),
      tax_percent numeric(5, 2) check (tax_percent between 0 and 100),
      fee_percent numeric(5, 2) check (fee_percent between 0 and 100),
      fee_fixed bigint check (fee_fixed >= 0),
      -- The source of the fee; null if no fee is known.
      fee_source text check (fee_source in ('person', 'marketplace')),
      fee_at timestamptz,
      -- The time of the last request to the marketplace, and why it failed.
      fee_asked_at timestamptz,
      fee_failure text,
      updated_at timestamptz not null,
      primary key (company_id, listing_id),
      foreign key (company_id, listing_id) references listing (company_id, id),
      check ((fee_source is null) = (fee_at is null)),
      check (fee_source is not null or (fee_percent is null and fee_fixed is null))
    )`,
    // Which fees to request next: those never requested first.
    `create index listing_cost_fee on listing_cost (company_id, fee_asked_at nulls first)
      where cost is not null and fee_source is distinct from 'person'`,
    'alter table listing_cost enable row level security',
    'alter table listing_cost force row level security',
    `create policy listing_cost_company on listing_cost to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on listing_cost to ${app}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table listing_cost`.execute(db);
}
