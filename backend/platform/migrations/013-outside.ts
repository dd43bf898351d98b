import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Influences on a listing's price from outside the product: changes by others, other listings of the same product, sales,
// and advertising costs. Only adds: a process of the previous version continues, and the price changes that it makes or
// sees are recorded too.

const TABLES = ['listing_particulars', 'listing_price_change', 'listing_ad_figures'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['listing']);
  const statements = [
    // Data of a listing that do not affect its price: stored in a separate table, so that a sold unit does not cause a poll and
    // a new decision.
    `create table listing_particulars (
      company_id bigint not null,
      listing_id bigint not null,
      -- Since when the marketplace's own automation is known to move the price; null: it does not.
      automated_since timestamptz,
      -- What the marketplace calls it, where it does.
      automation_name text check (automation_name is null or automated_since is not null),
      sold integer check (sold >= 0),
      gtin text check (gtin ~ '^[0-9]{14}$'),
      told_at timestamptz not null,
      primary key (company_id, listing_id),
      foreign key (company_id, listing_id) references listing (company_id, id) on delete cascade
    )`,
    // The same product on other marketplaces.
    `create index listing_particulars_gtin on listing_particulars (company_id, gtin) where gtin is not null`,
    `create index listing_own_sku on listing (company_id, sku) where sku is not null`,

    // Every observed change of a listing's price, made by the product or outside of it. A trigger writes it with the listing: so it needs no foreign
    // key check, which would cost every price change as much as the row.
    `create table listing_price_change (
      company_id bigint not null,
      at timestamptz not null,
      id bigint generated always as identity,
      listing_id bigint not null,
      old_price bigint not null,
      new_price bigint not null,
      -- In the order of deletion.
      primary key (company_id, at, id)
    )`,
    'create index listing_price_change_listing on listing_price_change (company_id, listing_id, at desc)',
    `create function keep_listing_price_changes() returns trigger language plpgsql as $$
      begin
        insert into listing_price_change (company_id, at, listing_id, old_price, new_price)
        select n.company_id, n.updated_at, n.id, o.price, n.price
        from new_rows n join old_rows o on o.id = n.id where o.price <> n.price;
        return null;
      end $$`,
    `create trigger listing_price_change after update on listing
      referencing old table as old_rows new table as new_rows
      for each statement execute function keep_listing_price_changes()`,

    // What the ads of a listing cost and sold in a window of whole days; amounts in minor units.
    `create table listing_ad_figures (
      company_id bigint not null,
      listing_id bigint not null,
      spend bigint not null check (spend >= 0),
      sales bigint not null check (sales >= 0),
      days integer not null check (days > 0),
      -- The end of the window.
      until timestamptz not null,
      updated_at timestamptz not null,
      primary key (company_id, listing_id),
      foreign key (company_id, listing_id) references listing (company_id, id) on delete cascade
    )`,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company()))
        with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing']);
  await sql`drop trigger listing_price_change on listing`.execute(db);
  await sql`drop function keep_listing_price_changes()`.execute(db);
  await sql`drop index listing_own_sku`.execute(db);
  for (const table of TABLES) await sql.raw(`drop table ${table}`).execute(db);
}
