import { type Kysely, sql } from 'kysely';

// Suspect prices of competitors, with the decisions about them. Only adds: the previous version counts them all.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  for (const statement of [
    `create table suspect_price (
      company_id bigint not null,
      listing_id bigint not null,
      marketplace_id integer not null,
      seller_id text not null,
      -- Empty: the marketplace gives offers no ids.
      offer_id text not null,
      price bigint not null check (price > 0),
      -- When the offer was first observed at this price.
      seen_at timestamptz not null,
      state text not null check (state in ('suspect', 'confirmed', 'refused')),
      primary key (company_id, listing_id, marketplace_id, seller_id, offer_id),
      foreign key (company_id, listing_id) references listing (company_id, id)
    )`,
    "create index suspect_price_awaiting on suspect_price (company_id, seen_at) where state = 'suspect'",
    'alter table suspect_price enable row level security',
    'alter table suspect_price force row level security',
    `create policy suspect_price_company on suspect_price to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on suspect_price to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table suspect_price').execute(db);
}
