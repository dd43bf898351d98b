import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// How often, and by how little, the price of a listing may change. Only adds: the previous version ignores it, and does not
// change the columns of listings.

const TABLES = ['company', 'listing', 'listing_pricing'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, TABLES);
  for (const statement of [
    // No minutes, and no percentage, is no limit: people may settle one minute at least.
    `alter table company
      add column smallest_rise_percent numeric(4, 2) not null default 0.3
        check (smallest_rise_percent between 0 and 5),
      add column minutes_between_updates integer not null default 5
        check (minutes_between_updates between 0 and 1440),
      add column updates_per_hour integer not null default 12 check (updates_per_hour > 0),
      add column updates_per_day integer not null default 60 check (updates_per_day > 0)`,
    // Whether the buybox was held at the latest decision, when it was lost since, and which limit holds a price.
    `alter table listing_pricing
      add column wins_buybox boolean not null default false,
      add column buybox_lost_at timestamptz,
      add column held_by text check (held_by in ('interval', 'hour', 'day')),
      add column held_until timestamptz,
      add check ((held_by is null) = (held_until is null))`,
    // The other listings of a product.
    `create index listing_product on listing (company_id, catalog_product_id, marketplace_id)
      where catalog_product_id is not null`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, TABLES);
  for (const statement of [
    'drop index listing_product',
    `alter table listing_pricing drop column wins_buybox, drop column buybox_lost_at, drop column held_by,
      drop column held_until`,
    `alter table company drop column smallest_rise_percent, drop column minutes_between_updates,
      drop column updates_per_hour, drop column updates_per_day`,
  ])
    await sql.raw(statement).execute(db);
}
